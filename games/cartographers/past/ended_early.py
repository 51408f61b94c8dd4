"""The end of a game that was ended early: why, the stars so far, and where to look back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from games.cartographers.goals.scores import total_figure
from games.play.chart import SeatMark, seat_mark
from games.play.figures import Figure
from games.play.log import turn_address
from games.play.people import Person
from games.tables import models
from games.tables.ending_words import ending_meaning, ending_sentence
from games.tables.game import Seated
from games.tables.results import winners


@dataclass(frozen=True, slots=True)
class StarsSoFar:
    """One seat with its stars so far."""

    person: Person
    mark: SeatMark
    stars: Figure


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """End of an unfinished game: who ended it and why, what that means, and every seat in table order.

    `replay`, `stars` and `files` are addresses: of the first closed turn, of the stars by turn, and of the map after
    the last closed turn (without a file extension). Each is "" if no turn has closed.
    """

    headline: str
    sentence: str
    meaning: str
    seats: tuple[StarsSoFar, ...]
    files: str


def ended_early(seated: Seated, view: View, people: tuple[Person, ...], focus: Person, table: str) -> EndedEarly | None:
    """Return the end of a game that was ended early, None for any other game."""
    if not seated.ended_early:
        return None
    look, closed = focus.seat + 1, view.turn - 1
    return EndedEarly(
        headline=_headline(people, winners(seated.seats)),
        sentence=ending_sentence(seated.table, seated.seats),
        meaning=ending_meaning(seated.seats),
        seats=tuple(
            StarsSoFar(person, seat_mark(person.seat), total_figure(view, person.seat, table)) for person in people
        ),
        files=f"{turn_address(table, closed)}board-{look}" if closed > 0 else "",
    )


def _headline(people: tuple[Person, ...], best: Sequence[models.Seat]) -> str:
    if not best:
        return _("Unfinished game")
    winner = people[best[0].index]
    return _("You won.") if winner.me else _("%(name)s won.") % {"name": winner.name}

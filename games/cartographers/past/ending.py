"""The end of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.cartographers.view import View
from engine.contract import Seat, Standing, Standings
from games.cartographers.goals.scores import solo_target, total_figure
from games.cartographers.goals.standings_words import (
    fork_places,
    higher_sentence,
    practice_sentence,
    tie_break_sentence,
    winners_sentence,
    year_edict_sentences,
)
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name, title_name
from games.play.chart import Chart, ChartWords, SeatMark, chart, seat_mark
from games.play.figures import Figure
from games.play.numbers import figure
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """Seat at the end of the game: its rank and result.

    `rank` is None in a fork. `mark` is its symbol in the chart, `tie_break` what separates it from equal stars.
    `edicts` are sentences about its best and worst edicts. `stand_in` is True if the stand-in finished the seat.
    """

    person: Person
    mark: SeatMark
    rank: int | None
    stars: Figure
    tie_break: str
    edicts: tuple[str, ...]
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """End of a game.

    `headline` names the winners, or gives the stars of a solo game. For solo games, `rating` and `title` are the
    result and `higher` is the distance to the next title. `files` is the address of the map shown, as a file, without
    the extension.
    """

    places: tuple[FinalPlace, ...]
    chart: Chart
    headline: str
    solo: bool
    rating: str
    targets: int
    title: str
    higher: str
    files: str


MOST_COMPARED = 4
"""Number of seats whose edicts are compared. At larger tables, only those of the viewer and of the selected player
are.
"""


def ending(
    view: View, people: tuple[Person, ...], focus: Person, table: str, fork: Seat | None = None
) -> Ending | None:
    """Return the end of the game, or None while it is running.

    `focus` is the player whose board is shown, `table` the address of the table. `fork` is the seat of the player who
    opened the fork, None in other games. The other seats only repeat their original moves.
    """
    if not view.over:
        return None
    standings = view.standings
    names = [person.name for person in people]
    alone = standings.rating is not None
    places = standings.places if fork is None else fork_places(standings, fork)
    if fork is not None:
        headline = _("%(name)s: %(score)s") % {"name": names[fork], "score": stars_of(places[0].score)}
    else:
        headline = stars_of(places[0].score) if alone else winners_sentence(standings, names, view.viewer)
    told = [_place(view, people[place.seat], place, focus, table) for place in places]
    return Ending(
        places=tuple(told if fork is None else [replace(place, rank=None, tie_break="") for place in told]),
        chart=season_chart(view, people),
        headline=headline,
        solo=alone,
        rating="" if standings.rating is None else figure(standings.rating),
        targets=solo_target(view),
        title=title_name(standings.title) if standings.title else practice_sentence() if alone else "",
        higher=_higher(standings, focus),
        files=f"{table}board-{focus.seat + 1}",
    )


def _higher(standings: Standings, focus: Person) -> str:
    """Return the sentence about the distance to the next title, or "" if no title is given."""
    if standings.rating is None or not standings.title:
        return ""
    return higher_sentence(standings.rating, focus.name, own=focus.me)


def season_chart(view: View, people: tuple[Person, ...]) -> Chart:
    """The stars of a game that is over, season by season."""
    gained = [[season[seat].total for season in view.scores] for seat in range(view.seats)]
    words = ChartWords(
        caption=_("Stars by season"),
        label=_("Stars for all players after each season. The data table below has the same figures."),
        figures=_("Total stars after each season"),
        seat=_("Cartographer"),
    )
    return chart(people, gained, [season_name(season.id) for season in view.definition.seasons], words)


def _place(view: View, person: Person, place: Standing, focus: Person, table: str) -> FinalPlace:
    compared = view.seats <= MOST_COMPARED or person.me or person == focus
    return FinalPlace(
        person=person,
        mark=seat_mark(place.seat),
        rank=place.rank,
        stars=total_figure(view, place.seat, table),
        tie_break=tie_break_sentence(place.tie_break, view.losses(place.seat)),
        edicts=year_edict_sentences(edict_totals(view, place.seat)) if compared else (),
        stand_in=place.left,
    )


def edict_totals(view: View, seat: Seat) -> tuple[tuple[str, int], ...]:
    """Return the card (with its letter) and total stars of each edict for a seat, over all seasons."""
    totals = dict.fromkeys(Edict, 0)
    for season, scores in zip(view.definition.seasons, view.scores, strict=False):
        for letter, stars in zip(season.edicts, scores[seat].edicts, strict=True):
            totals[letter] += stars
    return tuple(
        (_("%(card)s (%(letter)s)") % {"card": card_name(card), "letter": letter}, stars)
        for (letter, stars), card in zip(totals.items(), view.edicts, strict=True)
    )

"""The seats of a table by rank, the next position scoring, and what is left of the supplies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.tiles import SLOTS
from engine.gisborne.view import View
from games.gisborne.words.names import cards_count, mark_name, points_of
from games.gisborne.words.places import chest_words, scoring_title, supply_lines
from games.play.explanations import Figure, explanation_url
from games.play.people import Person
from games.tables.results import with_handicap_words


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat as all may see it: rank, place on the way and its kind, points, cards in hand and in the next scoring.

    `dealt` is None once the game is over.
    """

    rank: int
    person: Person
    place: Figure
    kind: str
    points: Figure
    hand: Figure
    chest: str
    dealt: Figure | None


@dataclass(frozen=True, slots=True)
class Supplies:
    """Supplies beside the way, a sentence each, and the title of the column about the next scoring."""

    lines: tuple[str, ...]
    scoring: str


def seat_rows(view: View, people: Sequence[Person], url: str) -> tuple[SeatRow, ...]:
    """Return the seats by rank. `url` is that of the table or of a round."""
    dealt = view.definition.dealt_by_rank(view.seats)
    return tuple(
        SeatRow(
            rank=rank,
            person=people[seat],
            place=_place(view, people[seat], url),
            kind=mark_name(view.way.mark(view.at[seat])) if _is_on_way(view, seat) else "",
            points=points_figure(view, people[seat], url),
            hand=_hand(view, people[seat], url),
            chest=chest_words(view.chests[seat]),
            dealt=None if view.over else _dealt(dealt[rank - 1], people[seat], url),
        )
        for rank, seat in enumerate(view.ranks, 1)
    )


def points_figure(view: View, person: Person, url: str) -> Figure:
    """Return the points of a seat, which can be explained; at the end with its handicap."""
    points = view.chests[person.seat].points
    text, words = str(points), points_of(points)
    place = next((place for place in view.standings.places if view.over and place.seat == person.seat), None)
    if place and place.handicap:
        text = f"{points} + {place.handicap} = {place.score}"
        words = with_handicap_words(place.score, place.handicap, points_of(place.score))
    return Figure(text, _label(person, words), explanation_url(url, "now", person.seat, "points"))


def _place(view: View, person: Person, url: str) -> Figure:
    place = place_words(view, person.seat)
    return Figure(place, _label(person, place), explanation_url(url, "now", person.seat, "place"))


def _hand(view: View, person: Person, url: str) -> Figure:
    number = view.hands[person.seat]
    return Figure(str(number), _label(person, cards_count(number)), explanation_url(url, "now", person.seat, "hand"))


def _dealt(number: int, person: Person, url: str) -> Figure:
    label = _label(person, cards_count(number))
    return Figure(str(number), label, explanation_url(url, "now", person.seat, "scoring"), pale=True)


def _label(person: Person, figure: str) -> str:
    return _("%(name)s: %(figure)s. Explain.") % {"name": person.name, "figure": figure}


def place_words(view: View, seat: Seat) -> str:
    """Return where the pawn of a seat stands, in a word or two."""
    if seat in view.arrived:
        return _("beach %(slot)s") % {"slot": SLOTS[view.arrived.index(seat)]}
    return str(view.at[seat]) if view.at[seat] else _("bar")


def _is_on_way(view: View, seat: Seat) -> bool:
    return seat not in view.arrived and view.at[seat] > 0


def supplies(view: View) -> Supplies:
    """Return the supplies in sentences."""
    return Supplies(supply_lines(view), scoring_title(view))

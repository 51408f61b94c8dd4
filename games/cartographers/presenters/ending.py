"""The end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from engine.contract import Seat, Standing
from games.cartographers.presenters.chart import Chart, Mark, chart, mark_of
from games.cartographers.presenters.figures import Figure
from games.cartographers.presenters.people import Person
from games.cartographers.presenters.scores import targets, total_figure
from games.cartographers.words.features import figure
from games.cartographers.words.names import card_name, title_name
from games.cartographers.words.standings_text import (
    edict_sentences,
    next_title_sentence,
    tie_break_sentence,
    winners_sentence,
)


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the end: its rank, its mark in the chart, what parted it from equal stars and which edicts brought
    most and least, in words.
    """

    person: Person
    mark: Mark
    rank: int
    stars: Figure
    tie_break: str
    edicts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game. `headline` names the winners; `rating`, `title` and `higher`, how far the next title was, are
    for one alone.
    """

    places: tuple[Place, ...]
    chart: Chart
    headline: str
    solo: bool
    rating: str
    targets: int
    title: str
    higher: str


MOST_COMPARED = 4
"""Seats of which the edicts are compared; at larger tables those of the viewer and of who is looked at."""


def ending(view: View, people: tuple[Person, ...], focus: Person, table: str) -> Ending | None:
    """The end, None while the game goes on; `focus` is whose board is looked at, `table` the address of the table."""
    if not view.over:
        return None
    found = view.standings
    return Ending(
        places=tuple(_place(view, people[place.seat], place, focus, table) for place in found.places),
        chart=chart(view, people),
        headline=winners_sentence(found, [person.name for person in people], view.viewer),
        solo=view.seats == 1,
        rating="" if found.rating is None else figure(found.rating),
        targets=targets(view),
        title=title_name(found.title) if found.title else "",
        higher="" if found.rating is None else next_title_sentence(found.rating, focus.name, own=focus.me),
    )


def _place(view: View, person: Person, place: Standing, focus: Person, table: str) -> Place:
    compared = view.seats <= MOST_COMPARED or person.me or person == focus
    return Place(
        person=person,
        mark=mark_of(place.seat),
        rank=place.rank,
        stars=total_figure(view, place.seat, table),
        tie_break=tie_break_sentence(place.tie_break, view.losses(place.seat)),
        edicts=edict_sentences(edict_totals(view, place.seat)) if compared else (),
    )


def edict_totals(view: View, seat: Seat) -> tuple[tuple[str, int], ...]:
    """What each edict brought a seat over the year: its letter and card, and its stars."""
    totals = dict.fromkeys("ABCD", 0)
    for season, scores in zip(view.definition.seasons, view.scores, strict=False):
        for letter, stars in zip(season.edicts, scores[seat].edicts, strict=True):
            totals[letter] += stars
    return tuple(
        (_("%(card)s (%(letter)s)") % {"card": card_name(card), "letter": letter}, stars)
        for (letter, stars), card in zip(totals.items(), view.edicts, strict=True)
    )

"""Season end: what each player scored, in the order of the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cartographers.events import SeasonScored
from engine.cartographers.news import Drew, News
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.scores import season_box, total_figure
from games.cartographers.goals.standings_words import leaders_sentence, season_over_sentence, season_over_words
from games.cartographers.words.names import card_name, season_name
from games.play.figures import Figure
from games.play.people import Person
from games.tables.game_state import Logged


@dataclass(frozen=True, slots=True)
class Scored:
    """An edict that the season counted."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """Season score of a seat: its parts (edicts, coins, monsters), their sum, and all stars so far.

    `leads` is true if no other seat has more stars.
    """

    person: Person
    parts: tuple[Figure, ...]
    stars: Figure
    total: Figure
    leads: bool


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """Season that has just been scored: one seat's result in words, and all results in figures.

    It also names the leaders and what monsters did then. `key` is unique among the seasons of all tables.
    """

    key: str
    id: str
    name: str
    title: str
    sentence: str
    edicts: tuple[Scored, ...]
    results: tuple[Result, ...]
    leaders: str
    steps: tuple[str, ...]


def season_over(
    view: View,
    focus: Person,
    people: tuple[Person, ...],
    steps: tuple[str, ...],
    log: Sequence[Logged[News]],
    table: str,
    *,
    alone: bool,
) -> SeasonOver | None:
    """Return the last season's end, or None if it should not be shown.

    It is shown until the first card of the next season has been drawn, and for the last season permanently. `focus`
    is the player whose stars are described, `log` the events the viewer may read, `table` the address of the table.
    With `alone`, no leaders are named.
    """
    if not view.scores or not (view.over or newly_scored(view, log)):
        return None
    last = len(view.scores) - 1
    season = view.definition.seasons[last]
    stars = view.scores[last][focus.seat].total
    return SeasonOver(
        key=f"{table}{last}",
        id=season.id,
        name=season_name(season.id),
        title=season_over_words(season.id),
        sentence=season_over_sentence(season.id, stars, focus.name, own=focus.me),
        edicts=tuple(Scored(letter, card_name(view.edicts[letter.number])) for letter in season.edicts),
        results=_results(view, people, last, table, alone=alone),
        leaders="" if alone or view.over else _leaders(view, people),
        steps=steps,
    )


def newly_scored(view: View, log: Sequence[Logged[News]]) -> bool:
    """Return True if a season was scored and nobody has drawn in a closed turn since then.

    Solo monsters are placed automatically and at once, so they don't count as drawn. `log` is what the viewer may
    see.
    """
    for entry in reversed(log):
        if isinstance(entry.event, SeasonScored):
            return True
        if isinstance(entry.event, Drew) and entry.event.turn < view.turn:
            return False
    return False


def _totals(view: View) -> list[int]:
    return [view.total(Seat(seat)) for seat in range(view.seats)]


def _results(view: View, people: tuple[Person, ...], season: int, table: str, *, alone: bool) -> tuple[Result, ...]:
    totals = _totals(view)
    boxes = [season_box(view, season, person.seat, table, lit=False) for person in people]
    return tuple(
        Result(
            person=person,
            parts=tuple(line.stars for line in box.lines),
            stars=box.total,
            total=total_figure(view, person.seat, table),
            leads=not alone and totals[person.seat] == max(totals),
        )
        for person, box in zip(people, boxes, strict=True)
    )


def _leaders(view: View, people: tuple[Person, ...]) -> str:
    totals = _totals(view)
    leaders = [Seat(seat) for seat, stars in enumerate(totals) if stars == max(totals)]
    return leaders_sentence(leaders, max(totals), [person.name for person in people], view.viewer)

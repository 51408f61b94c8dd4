"""End of a season: the stars that it brought, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.cards import Season
from engine.cartographers.events import SeasonScored
from engine.cartographers.geometry import Mask
from engine.cartographers.news import DrawingNews, News
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from engine.contract import Seat
from games.cartographers.goals.figures import COINS, MONSTERS
from games.cartographers.goals.scores import (
    SeasonBox,
    forecast_spaces,
    listed_people,
    ranks_by_seat,
    scored_figure,
    season_box,
    total_figure,
    total_text,
    totals_by_seat,
)
from games.cartographers.goals.standings_words import leaders_sentence, season_over_sentence, season_over_words
from games.cartographers.words.names import card_name, season_name
from games.play.explanations import Figure
from games.play.people import Person
from games.play.seat_pages import count_words
from games.tables.log.state import DecodedEvent
from games.tables.models import MOST_LISTED


@dataclass(frozen=True, slots=True)
class ScoredEdict:
    """An edict that the season counted."""

    letter: str
    name: str


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """Season score of a seat: its parts (edicts, coins, monsters), their sum, and all stars so far.

    `leads` is true if no other seat has more stars.
    """

    person: Person
    parts: tuple[Figure, ...]
    stars: Figure
    total: Figure
    leads: bool


@dataclass(frozen=True, slots=True)
class TallyStep:
    """Source of stars in a season, in scoring order: an edict with its letter, or the coins or monsters (`glyph`).

    `spaces` are the names of the spaces that score, "" if the page does not show them.
    """

    letter: str
    glyph: str
    name: str
    stars: Figure
    spaces: str


@dataclass(frozen=True, slots=True)
class SeasonOver:
    """Season that has just been scored: one seat's result in words, and all results in figures.

    `tally` is where the seat's stars come from, and `standing` its total and rank. It also names the leaders and what
    monsters did then. `listed` says how many of all results are in the list, "" for all. `key` is unique among the
    seasons of all tables.
    """

    key: str
    id: str
    name: str
    title: str
    sentence: str
    tally: tuple[TallyStep, ...]
    stars: Figure
    standing: str
    edicts: tuple[ScoredEdict, ...]
    results: tuple[SeasonResult, ...]
    listed: str
    leaders: str
    steps: tuple[str, ...]


def season_over(
    view: View,
    focus: Person,
    people: tuple[Person, ...],
    steps: tuple[str, ...],
    log: Sequence[DecodedEvent[News]],
    table: str,
    *,
    ranked: bool,
    lit: bool,
) -> SeasonOver | None:
    """Return the last season's end, or None if it should not be shown.

    It is shown until the first card of the next season has been drawn, and for the last season permanently. `focus`
    is the player whose stars are described, `log` the events the viewer may read, `table` the address of the table.
    Leaders are only named if it is `ranked`, which solo games are not. `lit` is true if the large map shows the board
    of `focus`.
    """
    if not view.scores or not (view.over or newly_scored(view, log)):
        return None
    last = len(view.scores) - 1
    season = view.definition.seasons[last]
    box = season_box(view, last, focus.seat, table, lit=False)
    stars = view.scores[last][focus.seat].total
    listed = listed_people(view, people, focus)
    return SeasonOver(
        key=f"{table}{last}",
        id=season.id,
        name=season_name(season.id),
        title=season_over_words(season.id),
        sentence=season_over_sentence(season.id, stars, focus.name, own=focus.me),
        tally=_tally(view, season, box, dict(forecast_spaces(view, season, focus.seat)) if lit else {}),
        stars=scored_figure(box.total),
        standing=_standing(view, focus.seat, ranked=ranked and view.seats > 1),
        edicts=tuple(ScoredEdict(letter, card_name(view.edicts[letter.number])) for letter in season.edicts),
        results=_results(view, listed, last, table, ranked=ranked),
        listed=count_words(min(len(listed), MOST_LISTED), len(people)),
        leaders="" if view.over or not ranked else _leaders(view, people),
        steps=steps,
    )


def _tally(view: View, season: Season, box: SeasonBox, spaces: dict[str, Mask]) -> tuple[TallyStep, ...]:
    edicts = [(str(letter), "", card_name(view.edicts[letter.number])) for letter in season.edicts]
    coins, monsters = box.lines[-2:]
    others = [("", "coin", coins.name), ("", "monster", monsters.name)]
    return tuple(
        TallyStep(
            letter,
            glyph,
            name,
            scored_figure(line.stars),
            " ".join(space_names(spaces.get(letter or _PARTS[glyph], 0))),
        )
        for (letter, glyph, name), line in zip([*edicts, *others], box.lines, strict=True)
    )


_PARTS = {"coin": COINS, "monster": MONSTERS}


def _standing(view: View, seat: Seat, *, ranked: bool) -> str:
    """Return the total stars of a seat and, if `ranked`, its rank so far or at the end."""
    total = _("%(stars)s in all") % {"stars": total_text(view, seat)}
    if not ranked:
        return total
    return f"{total} · " + _("rank %(rank)s of %(seats)s") % {"rank": ranks_by_seat(view)[seat], "seats": view.seats}


def newly_scored(view: View, log: Sequence[DecodedEvent[News]]) -> bool:
    """Return True if a season was scored and nobody has drawn in a closed turn since then.

    Solo monsters are placed automatically and at once, so they don't count as drawn. `log` is what the viewer may
    see.
    """
    for entry in reversed(log):
        if isinstance(entry.event, SeasonScored):
            return True
        if isinstance(entry.event, DrawingNews) and entry.event.turn < view.turn:
            return False
    return False


def _results(
    view: View, people: Sequence[Person], season: int, table: str, *, ranked: bool
) -> tuple[SeasonResult, ...]:
    totals = totals_by_seat(view)
    most = max(totals)
    boxes = [season_box(view, season, person.seat, table, lit=False) for person in people]
    return tuple(
        SeasonResult(
            person=person,
            parts=tuple(scored_figure(line.stars) for line in box.lines),
            stars=scored_figure(box.total),
            total=total_figure(view, person.seat, table),
            leads=ranked and totals[person.seat] == most,
        )
        for person, box in zip(people, boxes, strict=True)
    )


def _leaders(view: View, people: tuple[Person, ...]) -> str:
    totals = totals_by_seat(view)
    most = max(totals)
    leaders = [Seat(seat) for seat, stars in enumerate(totals) if stars == most]
    return leaders_sentence(leaders, most, [person.name for person in people], view.viewer)

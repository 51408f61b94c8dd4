"""The stars of a seat turn by turn, as areas that lie one upon another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.contract import Seat
from games.cartographers.desk.scene import viewed_seat
from games.cartographers.goals.figures import COINS, MONSTERS, NOW, STARS, stars_figure
from games.cartographers.log.past_states import ClosedTurn, TurnHistory, turn_history, view_for
from games.cartographers.others.stage import default_seat
from games.cartographers.past.turn_navigation import name_of_turn
from games.cartographers.words.names import card_name, season_name
from games.play.explanations import Figure, explanation_url
from games.play.log import turn_address, whole_log
from games.play.people import Person, people
from games.play.words import figure, signed_number
from games.tables.game import Seated

# All values are in units of the picture.
WIDTH: Final = 360
HEIGHT: Final = 200
_LEFT, _RIGHT, _TOP, _BOTTOM = 30, 20, 10, 22
_MOST_LEVELS: Final = 6
_ROOM: Final = 11
"""Minimum height of an area at its end to have room for its letter."""


@dataclass(frozen=True, slots=True)
class Area:
    """Area of one source in the stacked chart: its stars after each turn, on top of the sources below.

    `points` is its outline. `letter_y` is the height of its letter, "" if there is no room for it.
    """

    css: str
    letter: str
    name: str
    points: str
    letter_y: str


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line of the picture at its place, with what is written there and the class of its colour."""

    at: str
    label: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class Areas:
    """The picture: areas from the lowest up, `levels` across, and where each season begins."""

    areas: tuple[Area, ...]
    levels: tuple[GridLine, ...]
    seasons: tuple[GridLine, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """Source of stars, with its stars after each turn, starting at 0 turns."""

    letter: str
    name: str
    stars: Sequence[int]


def build_areas(sources: Sequence[Source], seasons: Sequence[tuple[int, str, str]]) -> Areas:
    """The picture of these sources, of which none may be below 0; the `seasons` by the turns before them, name and
    class.
    """
    turns = len(sources[0].stars) - 1
    sums = [[0] * (turns + 1)]
    for source in sources:
        sums.append([low + more for low, more in zip(sums[-1], source.stars, strict=True)])
    step = next(step for step in (5, 10, 20, 50, 100, 1000) if max(sums[-1]) <= step * _MOST_LEVELS)
    high = max(step, -(-max(sums[-1]) // step) * step)
    return Areas(
        areas=tuple(
            _area(number, source, low, top, high)
            for number, (source, low, top) in enumerate(zip(sources, sums, sums[1:], strict=False))
        ),
        levels=tuple(GridLine(str(_y(level, high)), figure(level)) for level in range(0, high + 1, step)),
        seasons=tuple(GridLine(str(_x(before, turns)), name, css) for before, name, css in seasons),
    )


def _area(number: int, source: Source, low: Sequence[int], top: Sequence[int], high: int) -> Area:
    turns = len(low) - 1
    over = [f"{_x(turn, turns)},{_y(stars, high)}" for turn, stars in enumerate(top)]
    under = [f"{_x(turn, turns)},{_y(stars, high)}" for turn, stars in enumerate(low)]
    y_low, y_top = _y(low[-1], high), _y(top[-1], high)
    letter_y = str((y_low + y_top) // 2) if y_low - y_top >= _ROOM else ""
    return Area(f"area-{number}", source.letter, source.name, " ".join([*over, *reversed(under)]), letter_y)


def _x(turn: int, turns: int) -> int:
    return _LEFT + (WIDTH - _LEFT - _RIGHT) * turn // max(turns, 1)


def _y(stars: int, high: int) -> int:
    return _TOP + (HEIGHT - _TOP - _BOTTOM) * (high - stars) // high


_HALF: Final = 60
"""Half the width of the chart that shows which player was ahead."""


@dataclass(frozen=True, slots=True)
class SeatOption:
    """Seat that can be viewed or compared with."""

    name: str
    url: str
    here: bool


@dataclass(frozen=True, slots=True)
class TurnRow:
    """Turn with the figures after it, one per column, each with its explanation's address."""

    title: str
    url: str
    css: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class LeadBar:
    """Bar of one player's lead over another, from the middle: right for the first, left for the second."""

    x: str
    width: str
    css: str


@dataclass(frozen=True, slots=True)
class PairRow:
    """A turn of two seats: what it brought to each, what each had in all, and by how much the first was ahead; or the
    beginning of a season, whose edicts add what the maps are worth to them already. That has no address.
    """

    title: str
    urls: tuple[str, str] | None
    css: str
    gained: tuple[str, str]
    sums: tuple[str, str]
    ahead: str
    bar: LeadBar


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """Stars that a turn, or the beginning of a season where there is none, added for a seat, and their sum."""

    season: int
    turn: ClosedTurn | None
    gained: int
    total: int


@dataclass(frozen=True, slots=True)
class StarsPage:
    """Page of stars for `focus`, with `other` next to it if one is chosen for comparison.

    `columns` are the headings of the rows: letter ("" if there is none), full name and symbol.
    """

    name: str
    table: str
    focus: Person
    other: Person | None
    seats: tuple[SeatOption, ...]
    others: tuple[SeatOption, ...]
    picture: Areas
    columns: tuple[tuple[str, str, str], ...]
    rows: tuple[TurnRow, ...]
    pairs: tuple[PairRow, ...]


def stars_page(seated: Seated, query: QueryDict) -> StarsPage | None:
    """Return the stars of a table as requested by the query, or None if no turn is closed."""
    tape = turn_history(seated.table.code, whole_log(seated))
    if not tape.turns:
        return None
    view, everybody = view_for(seated), people(seated)
    table = reverse("tables:table", args=[seated.table.code])
    chosen, compared = viewed_seat(query, view), viewed_seat(query, view, "with")
    focus = everybody[default_seat(view) if chosen is None else chosen]
    other = None if compared is None or compared == focus.seat else everybody[compared]
    sources = _sources(tape, focus.seat)
    return StarsPage(
        name=seated.table.shown_name,
        table=table,
        focus=focus,
        other=other,
        seats=tuple(SeatOption(person.name, _address(person), person == focus) for person in everybody),
        others=tuple(
            SeatOption(person.name, _address(focus, person), person == other) for person in everybody if person != focus
        ),
        picture=build_areas(sources, _beginnings(tape)),
        columns=(
            *((source.letter, source.name, "coin") for source in sources),
            ("", _("Monsters"), "monster"),
            ("", _("Season total"), "star"),
        ),
        rows=tuple(_row(tape, turn, focus, table) for turn in tape.turns),
        pairs=_pairs(tape, focus, other, table) if other else (),
    )


def _address(focus: Person, other: Person | None = None) -> str:
    comparison = f"&with={other.seat + 1}" if other else ""
    return f"?look={focus.seat + 1}{comparison}"


def _sources(tape: TurnHistory, seat: Seat) -> tuple[Source, ...]:
    """Return a seat's stars from edicts and coins after each turn; the chart shows no values below 0."""
    worths = [tape.turns[0].before[seat], *(turn.left[seat] for turn in tape.turns)]
    edicts = (
        Source(letter, card_name(card), [max(0, worth.edicts[letter.number]) for worth in worths])
        for letter, card in zip(Edict, tape.state.edicts, strict=True)
    )
    return (*edicts, Source("", _("Coins"), [worth.coins for worth in worths]))


def _beginnings(tape: TurnHistory) -> list[tuple[int, str, str]]:
    beginnings, before = [], 0
    for season, turns in groupby(tape.turns, lambda turn: turn.season):
        beginnings.append((before, _season(tape, season), _css(tape, season)))
        before += len(list(turns))
    return beginnings


def _season(tape: TurnHistory, season: int) -> str:
    return season_name(tape.state.definition.seasons[season].id)


def _css(tape: TurnHistory, season: int) -> str:
    return f"season-{tape.state.definition.seasons[season].id}"


def _row(tape: TurnHistory, turn: ClosedTurn, focus: Person, table: str) -> TurnRow:
    seat, url = focus.seat, turn_address(table, turn.number)
    season, left = tape.state.definition.seasons[turn.season], turn.left[seat]
    parts = (*zip(Edict, left.edicts, strict=True), (COINS, left.coins), (MONSTERS, -left.losses))
    figures = [
        stars_figure(str(part), stars, explanation_url(url, NOW, seat, str(part)), then=True) for part, stars in parts
    ]
    total = stars_figure(
        season_name(season.id), turn.worth[seat].of(season), explanation_url(url, season.id, seat, STARS), then=True
    )
    return TurnRow(name_of_turn(tape, turn), _seat_url(url, seat), _css(tape, turn.season), (*figures, total))


def _seat_url(url: str, seat: Seat) -> str:
    return f"{url}?look={seat + 1}"


def _pairs(tape: TurnHistory, focus: Person, other: Person, table: str) -> tuple[PairRow, ...]:
    steps = [
        (mine, theirs)
        for mine, theirs in zip(score_steps(tape, focus.seat), score_steps(tape, other.seat), strict=True)
        # Maps are worth nothing at the start of the first season, except for some that come with a game.
        if mine.turn or mine.season or mine.gained or theirs.gained
    ]
    most = max(abs(mine.total - theirs.total) for mine, theirs in steps)
    return tuple(
        PairRow(
            title=name_of_turn(tape, mine.turn) if mine.turn else _beginning(tape, mine.season),
            urls=_pair_urls(mine.turn, focus, other, table) if mine.turn else None,
            css=_css(tape, mine.season),
            gained=(signed_number(mine.gained), signed_number(theirs.gained)),
            sums=(figure(mine.total), figure(theirs.total)),
            ahead=signed_number(mine.total - theirs.total),
            bar=_bar(mine.total - theirs.total, most),
        )
        for mine, theirs in steps
    )


def _pair_urls(turn: ClosedTurn, focus: Person, other: Person, table: str) -> tuple[str, str]:
    url = turn_address(table, turn.number)
    return _seat_url(url, focus.seat), _seat_url(url, other.seat)


def _beginning(tape: TurnHistory, season: int) -> str:
    first, second = tape.state.definition.seasons[season].edicts
    words = {"season": _season(tape, season), "first": first, "second": second}
    return _("%(season)s begins: edicts %(first)s and %(second)s are scored") % words


def _bar(ahead: int, most: int) -> LeadBar:
    """Return the bar of a lead; half of the picture stands for the largest lead."""
    width = round(_HALF * abs(ahead) / max(most, 1))
    return LeadBar(str(_HALF - width if ahead < 0 else _HALF), str(width), "behind" if ahead < 0 else "ahead")


def score_steps(tape: TurnHistory, seat: Seat) -> Iterator[ScoreStep]:
    """The way of a seat to its stars: of the seasons that were over, and the running one as of then."""
    total = 0
    for number, of_season in groupby(tape.turns, lambda turn: turn.season):
        turns, counts = list(of_season), True
        gained = turns[0].before[seat].of(tape.state.definition.seasons[number])
        total += gained
        yield ScoreStep(number, None, gained, total)
        for turn in turns:
            # Anything after the scoring only counts toward the next season.
            gained = turn.gained[seat] if counts else 0
            total += gained
            counts = counts and not turn.scored
            yield ScoreStep(number, turn, gained, total)

"""Stars by turn: what the board of a seat was worth after each turn, and how two seats compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.contract import Seat
from games.cartographers.desk.scene import looked_at
from games.cartographers.goals.figures import COINS, MONSTERS, NOW, STARS, stars_figure
from games.cartographers.log.tape import ClosedTurn, Tape, tape_of
from games.cartographers.log.viewing import view_for
from games.cartographers.others.stage import own_or_best
from games.cartographers.past.areas import Areas, Source, areas
from games.cartographers.past.stepping import name_of_turn
from games.cartographers.words.names import card_name, season_name
from games.play.figures import Figure, why_address
from games.play.log import turn_address, whole_log
from games.play.numbers import figure, signed
from games.play.people import Person, people
from games.tables.game import Seated

_HALF: Final = 60
"""Half the width of a picture of who was ahead."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat that may be looked at, or compared with."""

    name: str
    url: str
    here: bool


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A turn with the figures after it, each with the address that explains it: one for each column."""

    title: str
    url: str
    css: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class LeadBar:
    """By how much somebody was ahead, as a bar from the middle: to the right for the first, to the left for the
    other.
    """

    x: str
    width: str
    css: str


@dataclass(frozen=True, slots=True)
class PairRow:
    """A turn of two seats: what it brought to each, what each had in all, and by how much the first was ahead."""

    title: str
    urls: tuple[str, str]
    css: str
    gained: tuple[str, str]
    sums: tuple[str, str]
    ahead: str
    bar: LeadBar


@dataclass(frozen=True, slots=True)
class StarsPage:
    """The page: of `focus`, and of `other` beside it where one is chosen to be compared with. `columns` name what the
    rows have: by letter, "" for what has none, in full, and by symbol.
    """

    name: str
    table: str
    focus: Person
    other: Person | None
    seats: tuple[Choice, ...]
    others: tuple[Choice, ...]
    picture: Areas
    columns: tuple[tuple[str, str, str], ...]
    rows: tuple[TurnRow, ...]
    pairs: tuple[PairRow, ...]


def stars_page(seated: Seated, query: QueryDict) -> StarsPage | None:
    """The stars of a table as the address asks for them; None while no turn has closed."""
    tape = tape_of(seated.table.code, whole_log(seated))
    if not tape.turns:
        return None
    view, everybody = view_for(seated), people(seated)
    table = reverse("tables:table", args=[seated.table.code])
    chosen, beside = looked_at(query, view), looked_at(query, view, "with")
    focus = everybody[own_or_best(view) if chosen is None else chosen]
    other = None if beside is None or beside == focus.seat else everybody[beside]
    sources = _sources(tape, focus.seat)
    return StarsPage(
        name=seated.table.name,
        table=table,
        focus=focus,
        other=other,
        seats=tuple(Choice(person.name, _address(person), person == focus) for person in everybody),
        others=tuple(
            Choice(person.name, _address(focus, person), person == other) for person in everybody if person != focus
        ),
        picture=areas(sources, _beginnings(tape)),
        columns=(
            *((source.letter, source.name, "coin") for source in sources),
            ("", _("Monsters"), "monster"),
            ("", _("For the season"), "star"),
        ),
        rows=tuple(_row(tape, turn, focus, table) for turn in tape.turns),
        pairs=_pairs(tape, focus, other, table) if other else (),
    )


def _address(focus: Person, other: Person | None = None) -> str:
    beside = f"&with={other.seat + 1}" if other else ""
    return f"?look={focus.seat + 1}{beside}"


def _sources(tape: Tape, seat: Seat) -> tuple[Source, ...]:
    """What the four edicts and the coins were worth; the picture shows nothing below 0."""
    worths = [tape.turns[0].before[seat], *(turn.left[seat] for turn in tape.turns)]
    edicts = (
        Source(letter, card_name(card), [max(0, worth.edicts[letter.number]) for worth in worths])
        for letter, card in zip(Edict, tape.state.edicts, strict=True)
    )
    return (*edicts, Source("", _("Coins"), [worth.coins for worth in worths]))


def _beginnings(tape: Tape) -> list[tuple[int, str, str]]:
    beginnings, before = [], 0
    for season, turns in groupby(tape.turns, lambda turn: turn.season):
        beginnings.append((before, _season(tape, season), _css(tape, season)))
        before += len(list(turns))
    return beginnings


def _season(tape: Tape, season: int) -> str:
    return season_name(tape.state.definition.seasons[season].id)


def _css(tape: Tape, season: int) -> str:
    return f"season-{tape.state.definition.seasons[season].id}"


def _row(tape: Tape, turn: ClosedTurn, focus: Person, table: str) -> TurnRow:
    seat, url = focus.seat, turn_address(table, turn.number)
    season, left = tape.state.definition.seasons[turn.season], turn.left[seat]
    parts = (*zip(Edict, left.edicts, strict=True), (COINS, left.coins), (MONSTERS, -left.losses))
    figures = [
        stars_figure(str(part), stars, why_address(url, NOW, seat, str(part)), then=True) for part, stars in parts
    ]
    total = stars_figure(
        season_name(season.id), turn.worth[seat].of(season), why_address(url, season.id, seat, STARS), then=True
    )
    return TurnRow(name_of_turn(tape, turn), _looking(url, seat), _css(tape, turn.season), (*figures, total))


def _looking(url: str, seat: Seat) -> str:
    return f"{url}?look={seat + 1}"


def _pairs(tape: Tape, focus: Person, other: Person, table: str) -> tuple[PairRow, ...]:
    one, two = (_sums(tape, person.seat) for person in (focus, other))
    most = max(abs(mine - theirs) for mine, theirs in zip(one, two, strict=True))
    return tuple(
        PairRow(
            title=name_of_turn(tape, turn),
            urls=(
                _looking(turn_address(table, turn.number), focus.seat),
                _looking(turn_address(table, turn.number), other.seat),
            ),
            css=_css(tape, turn.season),
            gained=(signed(turn.gained[focus.seat]), signed(turn.gained[other.seat])),
            sums=(figure(mine), figure(theirs)),
            ahead=signed(mine - theirs),
            bar=_bar(mine - theirs, most),
        )
        for turn, mine, theirs in zip(tape.turns, one, two, strict=True)
    )


def _bar(ahead: int, most: int) -> LeadBar:
    """Half of the picture is for the most that one was ahead of the other."""
    width = round(_HALF * abs(ahead) / max(most, 1))
    return LeadBar(str(_HALF - width if ahead < 0 else _HALF), str(width), "behind" if ahead < 0 else "ahead")


def _sums(tape: Tape, seat: Seat) -> Sequence[int]:
    """The stars of a seat after each turn: of the seasons that were over, and the running one as of then."""
    sums, before = list[int](), 0
    for number, turns in groupby(tape.turns, lambda turn: turn.season):
        season, scored = tape.state.definition.seasons[number], None
        for turn in turns:
            # What comes after the scoring counts for no season but the next.
            sums.append(before + (turn.worth[seat].of(season) if scored is None else scored))
            scored = turn.worth[seat].of(season) if turn.scored else scored
        before += scored or 0
    return sums

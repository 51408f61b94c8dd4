"""The rows of a finished game as they have to be, worked out and not stored, and how those that are stored differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Model

from engine.contract import Seat as Index
from games.history.models import COUNTED, KEY_MAX, Gain, PlayedWith, Result, SeatSummary, Summary
from games.play.game import played_game
from games.play.summary_keys import GameSummary
from games.play.summary_keys import Piece as Named
from games.tables.models import Access, Seat, Table
from games.tables.results import has_left, winners

SOUGHT: Final = ("set", "seats", "open", "finished_at")
"""Columns about its game that every row has, whatever else it contains."""
_OF_GAME: Final = ("game", *SOUGHT)
Told = dict[str, dict[str, Any]]
"""Column values of the rows of a game, by a text that identifies the row within the game."""


@dataclass(frozen=True, slots=True)
class PersonRows:
    """Rows of a game for one player: the summary, and the gains by piece."""

    user: str
    row: SeatSummary
    gains: Mapping[Named, int]


@dataclass(frozen=True, slots=True)
class Rows:
    """Unsaved rows of a game."""

    summary: Summary
    pieces: tuple[Named, ...]
    people: tuple[PersonRows, ...]

    def names(self) -> Iterator[Named]:
        """The pieces that any of them names; some come more than once."""
        yield from self.pieces
        for person in self.people:
            yield from person.gains


def rows_of(table: Table, seats: Sequence[Seat], state: Any) -> Rows:
    """Return the statistics rows of a game with that final state, without deleted users.

    Raises UnknownGame if the game of the table is not installed.
    """
    told = played_game(table.game).summary(table, state)
    whole = _summary(table, seats)
    people = [_person(whole, seat, told) for seat in seats if seat.user.erased_at is None]
    return Rows(whole, tuple(dict.fromkeys(map(_named, told.pieces))), tuple(people))


def _summary(table: Table, seats: Sequence[Seat]) -> Summary:
    return Summary(
        table=table,
        game=table.game,
        set=table.set,
        seats=len(seats),
        best=max(seat.score or 0 for seat in winners(seats) or seats),
        open=table.access == Access.OPEN,
        finished_at=table.finished_at or table.changed_at,
    )


def _named(name: Named) -> Named:
    return name[0], name[1][:KEY_MAX]


def _person(whole: Summary, seat: Seat, told: GameSummary) -> PersonRows:
    result = _result(whole, seat, told)
    row = SeatSummary(
        summary=whole,
        user_id=seat.user_id,
        score=seat.score or 0,
        result=result,
        title=told.title if result == Result.ALONE else "",
        **{name: getattr(whole, name) for name in _OF_GAME},
    )
    gains = told.gains[Index(seat.index)] if result in COUNTED and seat.index < len(told.gains) else {}
    return PersonRows(seat.user.username, row, {_named(name): score for name, score in gains.items()})


def _result(whole: Summary, seat: Seat, told: GameSummary) -> Result:
    # A player who knows the deck can get a top result at will.
    if not told.counts or whole.table.deck_of_id:
        return Result.PRACTICE
    if has_left(seat):
        return Result.LEFT
    if seat.drew_less_than_half:
        return Result.ABSENT
    if whole.seats == 1:
        return Result.ALONE
    return Result.WON if seat.rank == 1 else Result.LOST


def difference(table: Table, rows: Rows | None) -> str:
    """Return the first fault in a finished game's stored rows, or "" if they match.

    `rows` are the expected rows, None if there must be none.
    """
    return next(_faults(_expected(rows) if rows else {}, _stored(table)), "")


def _faults(expected: Told, stored: Told) -> Iterator[str]:
    yield from (f"{name} is missing" for name in expected if name not in stored)
    yield from (f"{name} should not be there" for name in stored if name not in expected)
    for name, columns in expected.items():
        for column, value in columns.items():
            if (found := stored[name][column]) != value:
                yield f"{name}: {column} is {found}, and should be {value}"


def _expected(rows: Rows) -> Told:
    told = {_call(): _columns(rows.summary, *_OF_GAME, "best")}
    told |= {_call(piece=piece): _columns(rows.summary, *SOUGHT, "best") for piece in rows.pieces}
    for person in rows.people:
        told[_call(person.user)] = _of_person(person.row)
        told |= {
            _call(person.user, piece): {"user": person.user, "score": score, "open": rows.summary.open}
            for piece, score in person.gains.items()
        }
    return told


def _stored(table: Table) -> Told:
    whole = Summary.objects.filter(table=table).first()
    if whole is None:
        return {}
    told = {_call(): _columns(whole, *_OF_GAME, "best")}
    for row in PlayedWith.objects.filter(summary=whole).select_related("piece").order_by("pk"):
        told[_call(piece=(row.piece.kind, row.piece.key))] = _columns(row, *SOUGHT, "best")
    people = list(SeatSummary.objects.filter(summary=whole).select_related("user").order_by("pk"))
    told |= {_call(person.user.username): _of_person(person) for person in people}
    told.update(_stored_gains(people))
    return told


def _stored_gains(people: Sequence[SeatSummary]) -> Iterable[tuple[str, dict[str, Any]]]:
    gains = Gain.objects.filter(seat__in=people).select_related("seat__user", "user", "piece").order_by("pk")
    for gain in gains:
        name = _call(gain.seat.user.username, (gain.piece.kind, gain.piece.key))
        yield name, {"user": gain.user.username, "score": gain.score, "open": gain.open}


def _of_person(row: SeatSummary) -> dict[str, Any]:
    return _columns(row, *_OF_GAME, "score", "result", "title")


def _columns(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _call(user: str = "", piece: Named | None = None) -> str:
    """Return the name of a row in messages: a game's, a piece's, a player's or a gain's."""
    of = " ".join([*([f"@{user}"] if user else []), *(piece or ())])
    return f"the row of {of}" if of else "its summary"

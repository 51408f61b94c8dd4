"""Rows of games that were ended early: lists find them, and no figure counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Case, Count, F, Model, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, Greatest

from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.models import COUNTED, KEY_MAX, Gain, Piece, PieceQuerySet, PlayedWith, Result, SeatSummary, Summary
from games.locks import writing
from games.play.game import played_game
from games.play.summary_keys import GameSummary
from games.play.summary_keys import Piece as Named
from games.tables.holders import has_handicaps, held
from games.tables.log.state import load
from games.tables.models import Access, DealEntry, Seat, Table, TableQuerySet
from games.tables.models.players import is_away
from games.tables.results import score_without_handicap, winners

SEARCHED_COLUMNS: Final = ("set", "seats", "open", "finished_at")
"""Columns about its game that every row has, whatever else it contains."""
_OF_GAME: Final = ("game", *SEARCHED_COLUMNS)
RowValues = dict[str, dict[str, Any]]
"""Column values of the rows of a game, by a text that identifies the row within the game."""


@dataclass(frozen=True, slots=True)
class PersonRows:
    """Rows of a game for one player: the summary, and the gains by piece."""

    user: str
    row: SeatSummary
    gains: Mapping[Named, int]


@dataclass(frozen=True, slots=True)
class SummaryRows:
    """Unsaved rows of a game."""

    summary: Summary
    pieces: tuple[Named, ...]
    people: tuple[PersonRows, ...]

    def names(self) -> Iterator[Named]:
        """The pieces that any of them names; some come more than once."""
        yield from self.pieces
        for person in self.people:
            yield from person.gains


def build_summary_rows(table: Table, seats: Sequence[Seat], state: Any) -> SummaryRows:
    """Return the statistics rows of a game with that final state, without deleted users.

    Raises UnknownGame if the game of the table is not installed.
    """
    game_summary = played_game(table.game).statistics.summary(table, state)
    whole = _summary(table, seats)
    handicapped = has_handicaps(seats)
    people = [
        _person(whole, seat, seat.user, game_summary, handicapped=handicapped)
        for seat in seats
        if seat.user and seat.user.erased_at is None
    ]
    return SummaryRows(whole, tuple(dict.fromkeys(map(_named, game_summary.pieces))), tuple(people))


def _summary(table: Table, seats: Sequence[Seat]) -> Summary:
    return Summary(
        table=table,
        game=table.game,
        set=table.set,
        seats=len(seats),
        best=max(map(score_without_handicap, winners(held(seats)) or held(seats))),
        open=table.access == Access.OPEN,
        finished_at=table.finished_at or table.changed_at,
    )


def _named(name: Named) -> Named:
    return name[0], name[1][:KEY_MAX]


def _person(whole: Summary, seat: Seat, user: User, game_summary: GameSummary, *, handicapped: bool) -> PersonRows:
    result = _result(whole, seat, game_summary, handicapped=handicapped)
    row = SeatSummary(
        summary=whole,
        user=user,
        score=score_without_handicap(seat),
        result=result,
        title=game_summary.title if result == Result.ALONE else "",
        **{name: getattr(whole, name) for name in _OF_GAME},
    )
    gains = game_summary.gains[Index(seat.index)] if result in COUNTED and seat.index < len(game_summary.gains) else {}
    return PersonRows(user.username, row, {_named(name): score for name, score in gains.items()})


def _result(whole: Summary, seat: Seat, game_summary: GameSummary, *, handicapped: bool) -> Result:
    # A player who knows the deck can get a top result at will, bots may be weaker than people, and a handicap evens
    # out how well they play.
    known_deck = whole.table.deck_of_id or _is_unranked(whole.table)
    uncounted = whole.table.practice or whole.table.on_device
    if not game_summary.counts or known_deck or uncounted or handicapped:
        return Result.PRACTICE
    if is_away(seat.player):
        return Result.LEFT
    if seat.drew_less_than_half:
        return Result.ABSENT
    if whole.seats == 1:
        return Result.ALONE
    return Result.WON if seat.rank == 1 else Result.LOST


def _is_unranked(table: Table) -> bool:
    """Return True if a game on a deal has no result there, so that its player may have seen games of others before."""
    return bool(table.deal_id) and not DealEntry.objects.filter(table=table, score__isnull=False).exists()


def find_row_difference(table: Table, rows: SummaryRows | None) -> str:
    """Return the first fault in a finished game's stored rows, or "" if they match.

    `rows` are the expected rows, None if there must be none.
    """
    return next(_faults(_expected(rows) if rows else {}, _stored(table)), "")


def _faults(expected: RowValues, stored: RowValues) -> Iterator[str]:
    yield from (f"{name} is missing" for name in expected if name not in stored)
    yield from (f"{name} should not be there" for name in stored if name not in expected)
    for name, columns in expected.items():
        for column, value in columns.items():
            if (found := stored[name][column]) != value:
                yield f"{name}: {column} is {found}, and should be {value}"


def _expected(rows: SummaryRows) -> RowValues:
    expected = {_row_label(): _columns(rows.summary, *_OF_GAME, "best")}
    expected |= {_row_label(piece=piece): _columns(rows.summary, *SEARCHED_COLUMNS, "best") for piece in rows.pieces}
    for person in rows.people:
        expected[_row_label(person.user)] = _of_person(person.row)
        expected |= {
            _row_label(person.user, piece): {"user": person.user, "score": score, "open": rows.summary.open}
            for piece, score in person.gains.items()
        }
    return expected


def _stored(table: Table) -> RowValues:
    whole = Summary.objects.filter(table=table).first()
    if whole is None:
        return {}
    stored = {_row_label(): _columns(whole, *_OF_GAME, "best")}
    for row in PlayedWith.objects.filter(summary=whole).select_related("piece").order_by("pk"):
        stored[_row_label(piece=(row.piece.kind, row.piece.key))] = _columns(row, *SEARCHED_COLUMNS, "best")
    people = list(SeatSummary.objects.filter(summary=whole).select_related("user").order_by("pk"))
    stored |= {_row_label(person.user.username): _of_person(person) for person in people}
    stored.update(_stored_gains(people))
    return stored


def _stored_gains(people: Sequence[SeatSummary]) -> Iterable[tuple[str, dict[str, Any]]]:
    gains = Gain.objects.filter(seat__in=people).select_related("seat__user", "user", "piece").order_by("pk")
    for gain in gains:
        name = _row_label(gain.seat.user.username, (gain.piece.kind, gain.piece.key))
        yield name, {"user": gain.user.username, "score": gain.score, "open": gain.open}


def _of_person(row: SeatSummary) -> dict[str, Any]:
    return _columns(row, *_OF_GAME, "score", "result", "title")


def _columns(row: Model, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _row_label(user: str = "", piece: Named | None = None) -> str:
    """Return the name of a row in messages: a game's, a piece's, a player's or a gain's."""
    of = " ".join([*([f"@{user}"] if user else []), *(piece or ())])
    return f"the row of {of}" if of else "its summary"


def summarise_unfinished(table: Table, seats: Sequence[Seat]) -> None:
    """Write the rows of a game that was ended early; part of a transaction. They name no pieces and have no gains."""
    summary = Summary.objects.create(
        table=table,
        game=table.game,
        set=table.set,
        seats=len(seats),
        best=max((seat.score or 0 for seat in held(seats)), default=0),
        open=table.access == Access.OPEN,
        finished_at=table.finished_at or table.changed_at,
        unfinished=True,
    )
    alike = {name: getattr(summary, name) for name in ("game", *SEARCHED_COLUMNS)}
    SeatSummary.objects.bulk_create(
        SeatSummary(summary=summary, user=seat.user, score=seat.score or 0, result=Result.UNFINISHED, title="", **alike)
        for seat in seats
        if seat.user and seat.user.erased_at is None
    )


BATCH: Final = 100
"""Number of games whose rows are loaded at a time. Each game is written separately, so that no other writer waits for
many of them.
"""


def summarise(table: Table, seats: Sequence[Seat], state: Any) -> None:
    """Write the rows of a finished game from its final state; part of a transaction. Raises UnknownGame."""
    _write(build_summary_rows(table, seats, state))


def _write(rows: SummaryRows) -> None:
    rows.summary.save(force_insert=True)
    pieces = Piece.objects.of(rows.summary.game, rows.names())
    told_twice = {name: getattr(rows.summary, name) for name in (*SEARCHED_COLUMNS, "best")}
    PlayedWith.objects.bulk_create(
        PlayedWith(summary=rows.summary, piece=pieces[name], **told_twice) for name in rows.pieces
    )
    SeatSummary.objects.bulk_create(person.row for person in rows.people)
    gains = [
        Gain(seat=person.row, user_id=person.row.user_id, piece=pieces[name], score=score, open=rows.summary.open)
        for person in rows.people
        for name, score in person.gains.items()
    ]
    Gain.objects.bulk_create(gains)
    _change_totals(Counter(gain.piece_id for gain in gains), _sums(gains))


def _sums(gains: Sequence[Gain]) -> Mapping[int, int]:
    sums = Counter[int]()
    for gain in gains:
        sums[gain.piece_id] += gain.score
    return sums


def delete_gains(gains: QuerySet[Gain]) -> None:
    """Delete gains and subtract them from the totals; part of a transaction."""
    lock(Piece.objects.with_gains(gains))
    lost = list(gains.order_by().values("piece").annotate(count=Count("pk"), sum=Sum("score")))
    gains.delete()
    _change_totals({row["piece"]: -row["count"] for row in lost}, {row["piece"]: -row["sum"] for row in lost})


def lock(pieces: PieceQuerySet) -> None:
    """Lock the totals of these components until the transaction ends."""
    list(pieces.locked().values_list("pk"))


def _change_totals(seats: Mapping[int, int], totals: Mapping[int, int]) -> None:
    """Let pieces, which are locked, have brought so much more to so many more seats."""
    if not seats:
        return
    Piece.objects.filter(pk__in=seats).update(
        # A wrong total must not prevent the deletion of an account.
        seats=Greatest(F("seats") + Case(*(When(pk=pk, then=Value(count)) for pk, count in seats.items())), 0),
        total=F("total") + Case(*(When(pk=pk, then=Value(score)) for pk, score in totals.items())),
    )


def unsummarised(games: TableQuerySet) -> TableQuerySet:
    """Return the finished games that should have rows and have none."""
    return games.played_here().filter(summary=None)


def rewrite_summary(pk: int, *, anew: bool) -> bool:
    """Write the rows of the finished table with that key, unless they exist or `anew` is set. Return whether they were
    written. Raises UnknownGame, and the errors of a broken log.
    """
    with writing():
        table = Table.objects.finished().played_here().locked().filter(pk=pk).first()
        if table is None:
            return False
        if not anew and Summary.objects.filter(table=table).exists():
            return False
        rows = build_summary_rows(table, list(Seat.objects.at(table)), load(table).state)
        if anew:
            gains = Gain.objects.filter(seat__summary=table.pk)
            lock(Piece.objects.with_gains(gains) | Piece.objects.named(table.game, set(rows.names())))
            delete_gains(gains)
            Summary.objects.filter(table=table).delete()
        _write(rows)
    return True


def recalculate_totals() -> None:
    """Correct the stored totals of every component by the rows of all games.

    Only one process may run this at a time. Each component is counted and compared with its total in one statement
    that blocks nobody. Gains and totals are always written together, so an error found then is still off by the same
    amount when it is corrected.
    """
    for pk in list(Piece.objects.order_by("pk").values_list("pk", flat=True)):
        wrong = _wrong(Piece.objects.filter(pk=pk)).values_list("counted_seats", "seats", "counted_total", "total")
        for counted_seats, seats, counted_total, total in wrong:
            with writing():
                Piece.objects.filter(pk=pk).locked().get()
                _change_totals({pk: counted_seats - seats}, {pk: counted_total - total})


def wrong_totals() -> str:
    """Return a list of the components with wrong stored totals as text, or "" if there are none."""
    columns = ("kind", "key", "total", "seats", "counted_total", "counted_seats")
    words = "{} {} ({} of {} seats, and should be {} of {})"
    return ", ".join(words.format(*row) for row in _wrong(Piece.objects.order_by("pk")).values_list(*columns))


def _wrong(pieces: QuerySet[Piece]) -> QuerySet[Any]:
    """Return the pieces with a wrong stored number of seats or total of gains."""
    of_piece = Gain.objects.filter(piece=OuterRef("pk")).order_by().values("piece")
    seats = Subquery(of_piece.annotate(count=Count("pk")).values("count"))
    total = Subquery(of_piece.annotate(sum=Sum("score")).values("sum"))
    counted = pieces.annotate(counted_seats=Coalesce(seats, 0), counted_total=Coalesce(total, 0))
    return counted.exclude(seats=F("counted_seats"), total=F("counted_total"))

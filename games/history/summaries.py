"""The writing of a finished game's rows, when it ends and whenever they are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, Greatest

from games.history.models import Gain, Piece, PieceQuerySet, PlayedWith, SeatSummary, Summary
from games.history.summary_rows import SOUGHT, Rows, rows_of
from games.locks import writing
from games.tables.game_state import load
from games.tables.models import Seat, Table, TableQuerySet

BATCH: Final = 100
"""Number of games whose rows are loaded at a time. Each game is written separately, so that no other writer waits for
many of them.
"""


def summarise(table: Table, seats: Sequence[Seat], state: Any) -> None:
    """Write the rows of a game that has come to its end, in the state that it ended in; part of a transaction. Raises
    UnknownGame.
    """
    _write(rows_of(table, seats, state))


def _write(rows: Rows) -> None:
    rows.summary.save(force_insert=True)
    pieces = Piece.objects.of(rows.summary.game, rows.names())
    told_twice = {name: getattr(rows.summary, name) for name in (*SOUGHT, "best")}
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


def take_away(gains: QuerySet[Gain]) -> None:
    """Delete gains and subtract them from the totals; part of a transaction."""
    lock(Piece.objects.brought(gains))
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


def summarise_again(pk: int, *, anew: bool) -> bool:
    """Write the rows of the finished table of that key, unless it has them; `anew` writes them in any case. Return
    whether they were written. Raises UnknownGame, and whatever a broken log raises.
    """
    with writing():
        table = Table.objects.finished().played_here().locked().filter(pk=pk).first()
        if table is None:
            return False
        if not anew and Summary.objects.filter(table=table).exists():
            return False
        rows = rows_of(table, list(Seat.objects.at(table)), load(table).state)
        if anew:
            gains = Gain.objects.filter(seat__summary=table.pk)
            lock(Piece.objects.brought(gains) | Piece.objects.named(table.game, set(rows.names())))
            take_away(gains)
            Summary.objects.filter(table=table).delete()
        _write(rows)
    return True


def add_up_anew() -> None:
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

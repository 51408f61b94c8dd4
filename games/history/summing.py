"""The writing of a finished game's rows, when it ends and whenever they are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Case, Count, F, OuterRef, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from games.history.models import Gain, Piece, PlayedWith, SeatSummary, Summary
from games.history.rows import SOUGHT, rows_of
from games.locks import writing
from games.tables.loading import load
from games.tables.models import Seat, Table, TableQuerySet

BATCH: Final = 100
"""Games whose rows are looked for at a time; each is written by itself, so that nobody waits for many."""


def summarise(table: Table, seats: Sequence[Seat], state: Any) -> None:
    """Write the rows of a game that has come to its end, in the state that it ended in; part of a transaction. Raises
    UnknownGame.
    """
    rows = rows_of(table, seats, state)
    rows.summary.save(force_insert=True)
    pieces = Piece.objects.of(table.game, rows.names())
    told_twice = {name: getattr(rows.summary, name) for name in (*SOUGHT, "best")}
    PlayedWith.objects.bulk_create(
        PlayedWith(summary=rows.summary, piece=pieces[name], **told_twice) for name in rows.pieces
    )
    SeatSummary.objects.bulk_create(person.row for person in rows.people)
    gains = [
        Gain(seat=person.row, user_id=person.row.user_id, piece=pieces[name], score=score)
        for person in rows.people
        for name, score in person.gains.items()
    ]
    Gain.objects.bulk_create(gains)
    _add_up(gains)


def _add_up(gains: Sequence[Gain]) -> None:
    """Count gains into what everybody has; the pieces are locked."""
    if not gains:
        return
    seats, totals = Counter[int](), Counter[int]()
    for gain in gains:
        seats[gain.piece_id] += 1
        totals[gain.piece_id] += gain.score
    Piece.objects.filter(pk__in=seats).update(
        seats=F("seats") + Case(*(When(pk=pk, then=Value(count)) for pk, count in seats.items())),
        total=F("total") + Case(*(When(pk=pk, then=Value(score)) for pk, score in totals.items())),
    )


def unsummarised() -> TableQuerySet:
    """Finished games without rows that should have them."""
    return Table.objects.finished().played_here().filter(summary=None)


def summarise_again(pk: int, *, anew: bool) -> bool:
    """Write the rows of the finished table of that key, unless it has them; `anew` writes them in any case. Return
    whether they were written. Raises UnknownGame, and whatever a broken log raises.
    """
    with writing():
        table = Table.objects.finished().played_here().locked().filter(pk=pk).first()
        if table is None:
            return False
        if anew:
            Summary.objects.filter(table=table).delete()
        elif Summary.objects.filter(table=table).exists():
            return False
        summarise(table, list(Seat.objects.at(table)), load(table).state)
    return True


def add_up_anew() -> None:
    """Count for every piece what it brought everybody, from the rows of all games."""
    with writing():
        list(Piece.objects.select_for_update().order_by("pk").values_list("pk"))
        seats, total = _counted()
        Piece.objects.update(seats=seats, total=total)


def wrong_totals() -> str:
    """Each piece of which something else is stored than it brought everybody by the rows of all games; "" for none."""
    seats, total = _counted()
    counted = Piece.objects.annotate(counted_seats=seats, counted_total=total)
    wrong = counted.exclude(seats=F("counted_seats"), total=F("counted_total")).order_by("pk")
    columns = ("kind", "key", "total", "seats", "counted_total", "counted_seats")
    words = "{} {} ({} of {} seats, and should be {} of {})"
    return ", ".join(words.format(*row) for row in wrong.values_list(*columns))


def _counted() -> tuple[Coalesce, Coalesce]:
    """How many seats have gained by a piece, and how much."""
    of_piece = Gain.objects.filter(piece=OuterRef("pk")).order_by().values("piece")
    seats = Subquery(of_piece.annotate(count=Count("pk")).values("count"))
    total = Subquery(of_piece.annotate(sum=Sum("score")).values("sum"))
    return Coalesce(seats, 0), Coalesce(total, 0)

"""The writing of a finished game's rows, when it ends and whenever they are missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from django.db.models import Case, Count, F, OuterRef, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce

from engine.contract import Seat as Index
from games.history.models import COUNTED, KEY_MAX, Gain, Piece, PlayedWith, Result, SeatSummary, Summary
from games.locks import writing
from games.play.game import played_game
from games.play.summing import GameSummary
from games.play.summing import Piece as Named
from games.tables.loading import load
from games.tables.models import Access, Seat, Table, TableQuerySet

BATCH: Final = 100
"""Games whose rows are looked for at a time; each is written by itself, so that nobody waits for many."""


def summarise(table: Table, seats: Sequence[Seat], state: Any) -> None:
    """Write the rows of a game that has come to its end, in the state that it ended in; part of a transaction. Raises
    UnknownGame.
    """
    told = played_game(table.game).summary(table, state)
    whole = _summary(table, seats)
    whole.save(force_insert=True)
    pieces = Piece.objects.of(table.game, _names(told))
    _write_pieces(whole, told, pieces)
    _write_people(whole, seats, told, pieces)


def _summary(table: Table, seats: Sequence[Seat]) -> Summary:
    return Summary(
        table=table,
        game=table.game,
        set=table.set,
        seats=len(seats),
        best=max(seat.score or 0 for seat in seats),
        open=table.access == Access.OPEN,
        finished_at=table.finished_at or table.changed_at,
    )


def _named(name: Named) -> Named:
    return name[0], name[1][:KEY_MAX]


def _names(told: GameSummary) -> Iterator[Named]:
    yield from map(_named, told.pieces)
    for gains in told.gains:
        yield from map(_named, gains)


def _write_pieces(whole: Summary, told: GameSummary, pieces: dict[Named, Piece]) -> None:
    names = dict.fromkeys(map(_named, told.pieces))
    told_twice = {name: getattr(whole, name) for name in ("set", "seats", "best", "open", "finished_at")}
    PlayedWith.objects.bulk_create(PlayedWith(summary=whole, piece=pieces[name], **told_twice) for name in names)


def _write_people(whole: Summary, seats: Sequence[Seat], told: GameSummary, pieces: dict[Named, Piece]) -> None:
    """Of people who are gone for good nothing is kept."""
    people = [(seat, _person(whole, seat, told)) for seat in seats if seat.user.erased_at is None]
    SeatSummary.objects.bulk_create(person for _seat, person in people)
    gains = [
        Gain(seat=person, user_id=person.user_id, piece=pieces[_named(name)], score=score)
        for seat, person in people
        if person.result in COUNTED and seat.index < len(told.gains)
        for name, score in told.gains[Index(seat.index)].items()
    ]
    Gain.objects.bulk_create(gains)
    _add_up(gains)


def _person(whole: Summary, seat: Seat, told: GameSummary) -> SeatSummary:
    result = _result(whole, seat, told)
    return SeatSummary(
        summary=whole,
        user_id=seat.user_id,
        game=whole.game,
        set=whole.set,
        seats=whole.seats,
        score=seat.score or 0,
        result=result,
        title=told.title if result == Result.ALONE else "",
        open=whole.open,
        finished_at=whole.finished_at,
    )


def _result(whole: Summary, seat: Seat, told: GameSummary) -> Result:
    if not told.counts:
        return Result.PRACTICE
    if seat.resigned_at or seat.stand_in_since:
        return Result.LEFT
    if whole.seats == 1:
        return Result.ALONE
    return Result.WON if seat.rank == 1 else Result.LOST


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
        of_piece = Gain.objects.filter(piece=OuterRef("pk")).order_by().values("piece")
        Piece.objects.update(
            seats=Coalesce(Subquery(of_piece.annotate(count=Count("pk")).values("count")), 0),
            total=Coalesce(Subquery(of_piece.annotate(sum=Sum("score")).values("sum")), 0),
        )

"""The result of a finished game, as one of its players reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.play.words import and_list
from games.tables.lobby.previews import score_words
from games.tables.log.holders import find_seat
from games.tables.models import Seat, Table
from games.tables.models.players import is_away
from games.tables.results import ending_sentence, winners


def seats_at(table: Table) -> tuple[Seat, ...]:
    """Return the seats of a table with their users; prefetched seats are reused."""
    return table.seats_read or tuple(Seat.objects.at(table))


def read_seats(tables: Iterable[Table]) -> None:
    """Read the seats of several tables in one statement, none for no table."""
    rows = list(tables)
    if not rows:
        return
    seats: dict[int, list[Seat]] = {}
    read = Seat.objects.filter(table__in={table.pk for table in rows}).select_related("user")
    for seat in read.order_by("table", "index"):
        seats.setdefault(seat.table_id, []).append(seat)
    for table in rows:
        table.seats_read = tuple(seats.get(table.pk, ()))


def result_title(table: Table, user_id: int) -> str:
    """Return the result in one line: "Ann won at Friday"."""
    others, mine = _winners(table, user_id)
    if table.ended_early and not (mine or others):
        return _("The game at %(table)s ended early") % {"table": table.name}
    names = {"table": table.name, "name": and_list([seat.shown_name for seat in others])}
    if mine:
        return (_("You share the win at %(table)s") if others else _("You won at %(table)s")) % names
    if not others:
        return _("The game at %(table)s is over") % names
    return (_("%(name)s share the win at %(table)s") if len(others) > 1 else _("%(name)s won at %(table)s")) % names


def result_sentences(table: Table, user_id: int) -> tuple[str, ...]:
    """Return the winner, the margin and the reader's own rank, in sentences.

    Ranks and scores are those that the table stored when its game ended.
    """
    others, mine = _winners(table, user_id)
    if mine:
        return (_own_win(table, mine, others),)
    if not others:
        return (ending_sentence(table, seats_at(table)) if table.ended_early else _("The game is over."),)
    own = find_seat(seats_at(table), user_id)
    return (_win_of_others(table, others, own), *_own_rank(table, own))


def _winners(table: Table, user_id: int) -> tuple[list[Seat], Seat | None]:
    """Return the other winners, and the reader's seat where it won."""
    if not table.is_over:
        return [], None
    best = winners(seats_at(table))
    mine = find_seat(best, user_id)
    return [seat for seat in best if seat is not mine], mine


def _own_win(table: Table, mine: Seat, others: Sequence[Seat]) -> str:
    words = {"score": score_words(table, mine.score or 0)}
    if others:
        words["names"] = and_list([seat.shown_name for seat in others])
        return _("You and %(names)s share the win with %(score)s.") % words
    next_best = _next_best(table)
    words["name"] = and_list([seat.shown_name for seat in next_best])
    margin = _margin(mine, next_best[0]) if next_best else None
    if margin:
        return _("You won with %(score)s, %(margin)s ahead of %(name)s.") % {**words, "margin": margin}
    if margin == 0:
        return _("You won with %(score)s, ahead of %(name)s on the tiebreaker.") % words
    return _("You won with %(score)s.") % words


def _win_of_others(table: Table, best: Sequence[Seat], own: Seat | None) -> str:
    margin = _margin(best[0], own) if own else None
    words = {
        "names": and_list([seat.shown_name for seat in best]),
        "score": score_words(table, best[0].score or 0),
        "margin": margin,
    }
    shared = len(best) > 1
    if margin:
        if shared:
            return _("%(names)s share the win with %(score)s, %(margin)s ahead of you.") % words
        return _("%(names)s won with %(score)s, %(margin)s ahead of you.") % words
    if margin == 0:
        if shared:
            return _("%(names)s share the win with %(score)s, ahead of you on the tiebreaker.") % words
        return _("%(names)s won with %(score)s, ahead of you on the tiebreaker.") % words
    return (_("%(names)s share the win with %(score)s.") if shared else _("%(names)s won with %(score)s.")) % words


def _own_rank(table: Table, own: Seat | None) -> tuple[str, ...]:
    if own is None or own.rank is None or own.score is None:
        return ()
    words = {"rank": own.rank, "seats": len(seats_at(table)), "score": score_words(table, own.score)}
    return (_("You ranked %(rank)s of %(seats)s with %(score)s.") % words,)


def _next_best(table: Table) -> list[Seat]:
    """Return the seats that follow the winners."""
    ranked = [(seat.rank, seat) for seat in seats_at(table) if seat.rank is not None and seat.rank > 1]
    best = min((rank for rank, _seat in ranked), default=None)
    return [seat for rank, seat in ranked if rank == best]


def _margin(winner: Seat, other: Seat) -> int | None:
    """Return by how much a seat was beaten; None where it has more, or nobody played it to the end for itself."""
    margin = (winner.score or 0) - (other.score or 0)
    return None if margin < 0 or (margin == 0 and is_away(other.player)) else margin

"""Texts of notifications: for the reader alone, and no more than a list of tables shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.time_zones import zone_of
from games.notices.models import ANSWER_KINDS, Notice, NoticeKind, NoticeTopic, Subscription
from games.play.words import and_list
from games.tables.holders import find_seat
from games.tables.lobby.cards import game_name, state_words, table_url
from games.tables.lobby.previews import score_words
from games.tables.models import Access, AwayCause, Seat, Status, Table
from games.tables.models.players import absence_of, away_reason, is_away, was_removed
from games.tables.results import ending_meaning, ending_sentence, winners, with_reason
from games.tables.time_control import TimeControl, clock_time, deadline_words, tempo_words


def seats_at(table: Table) -> tuple[Seat, ...]:
    """Return the seats of a table with their users; prefetched seats are reused."""
    return table.loaded_seats or tuple(Seat.objects.at(table))


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
        table.loaded_seats = tuple(seats.get(table.pk, ()))


def result_title(table: Table, user_id: int) -> str:
    """Return the result in one line: "Ann won at Friday"."""
    others, mine = _winners(table, user_id)
    if table.ended_early and not (mine or others):
        return _("The game at %(table)s ended early") % {"table": table.shown_name}
    names = {"table": table.shown_name, "name": and_list([seat.shown_name for seat in others])}
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


@dataclass(frozen=True, slots=True)
class TableLine:
    """Text about one table: its name, its address, sentences and the label of its button.

    `finished` is the table where a picture of its end can be shown, drawn only by a channel that shows pictures.
    """

    table: str
    url: str
    sentences: tuple[str, ...]
    action: str = ""
    finished: Table | None = None


@dataclass(frozen=True, slots=True)
class NoticeMessage:
    """Message to one user: a title, and a line for each table.

    `number` is that of its delivery. `url` links to the table, or to the list of notifications if there are several
    tables. `deadline` is the time by which the last requested answer is due, or None.
    """

    number: int
    user: User
    kind: NoticeKind | Subscription
    topic: NoticeTopic | Subscription
    title: str
    lines: tuple[TableLine, ...]
    url: str
    deadline: datetime | None = None


def build_message(number: int, notices: Sequence[Notice], seats: Sequence[Seat | None]) -> NoticeMessage:
    """Return the message for notices of one kind to one user, in the user's language.

    `seats` are the user's seats at each table.
    """
    first = notices[0]
    user = first.user
    with translation.override(user.chosen_language or settings.LANGUAGE_CODE), timezone.override(zone_of(user)):
        lines = tuple(build_table_line(notice, seat) for notice, seat in zip(notices, seats, strict=True))
        tables = {notice.table_id for notice in notices}
        several = len(tables) > 1
        return NoticeMessage(
            number=number,
            user=user,
            kind=NoticeKind(first.kind),
            topic=first.topic,
            title=_title_of_several(len(tables), seats) if several else notice_title(first, seats[0]),
            lines=lines,
            url=settings.LINKS_ORIGIN + reverse("notices:list") if several else lines[0].url,
            deadline=_last_deadline(notices, seats),
        )


def notice_title(notice: Notice, seat: Seat | None = None) -> str:
    """Return what happened in one line, with the name of the table; `seat` is the reader's, for its deadline."""
    due = seat.due_at if seat else None
    names = {"table": notice.table.shown_name, "name": _author(notice), "due": clock_time(due) if due else ""}
    match kind := NoticeKind(notice.kind):
        case NoticeKind.TURN:
            return (_("Your turn at %(table)s (due %(due)s)") if due else _("Your turn at %(table)s")) % names
        case NoticeKind.REMOVED:
            return _("You were removed from the game at %(table)s") % names
        case NoticeKind.TAKEN:
            return _("%(name)s took over your seat at %(table)s") % names
        case NoticeKind.SHORT:
            if due:
                return _("Your time is running out at %(table)s (due %(due)s)") % names
            return _("Your time is running out at %(table)s") % names
        case NoticeKind.NUDGE:
            return _("%(name)s nudged you at %(table)s") % names
        case NoticeKind.PACE:
            return _("%(name)s proposes a new time control at %(table)s") % names
        case NoticeKind.OVER:
            return result_title(notice.table, notice.user_id)
        case NoticeKind.INVITED:
            return _("%(name)s invited you to %(table)s") % names
        case NoticeKind.KEPT:
            return _("A stand-in plays for you at %(table)s") % names
        case NoticeKind.REMATCH:
            return _("%(name)s offers a rematch at %(table)s") % names
        case NoticeKind.UNLISTED:
            return _("%(table)s is no longer listed") % names
        case NoticeKind.NIGHT:
            return _("%(table)s: the table of your game night is open") % names
        case NoticeKind.CLAIM:
            return _("Are you playing at %(table)s?") % names
        case NoticeKind.HOST:
            return _("%(table)s has a new host") % names
        case _:
            assert_never(kind)


def notice_sentences(notice: Notice, seat: Seat | None) -> tuple[str, ...]:
    """Return the same in whole sentences, as things are now."""
    match kind := NoticeKind(notice.kind):
        case NoticeKind.TURN:
            return (_("It’s your turn."), *_deadline(seat))
        case NoticeKind.OVER if notice.table.ended_early:
            return (
                ending_sentence(notice.table, seats_at(notice.table)),
                ending_meaning(seats_at(notice.table)),
            )
        case NoticeKind.OVER:
            return result_sentences(notice.table, notice.user_id)
        case NoticeKind.REMOVED:
            removed = _("A moderator removed you from this game. A stand-in plays the rest of the game for you.")
            return (with_reason(removed, away_reason(seat.player) if seat and was_removed(seat.player) else ""),)
        case NoticeKind.TAKEN:
            words = _("%(name)s now plays in your seat, so you’re no longer in this game.")
            return (words % {"name": _author(notice)},)
        case NoticeKind.HOST:
            return (_("The host is no longer here."), _new_host_words(notice))
        case NoticeKind.INVITED:
            return (_("%(name)s invited you to play.") % {"name": _author(notice)},)
        case NoticeKind.SHORT:
            return (_("It’s still your turn."), *_deadline(seat))
        case NoticeKind.NUDGE:
            return (_("%(name)s is waiting for your turn.") % {"name": _author(notice)},)
        case NoticeKind.PACE:
            pace = tempo_words(TimeControl.of(notice.table.pace_proposal))
            words = _("%(name)s proposes a new time control: %(pace)s.") % {"name": _author(notice), "pace": pace}
            return (words, _("It takes effect once all players agree."))
        case NoticeKind.KEPT:
            return (_kept_words(seat),)
        case NoticeKind.REMATCH:
            return (_("%(name)s offers a rematch.") % {"name": _author(notice)},)
        case NoticeKind.UNLISTED:
            return (_("Nobody joined your table, so it’s no longer listed."),)
        case NoticeKind.NIGHT:
            return (_("The table of your game night is open."),)
        case NoticeKind.CLAIM:
            words = _("%(name)s says that you’re playing in a game on a shared device.")
            return (words % {"name": _author(notice)}, _("Confirm this to add the game to your history."))
        case _:
            assert_never(kind)


def action_label(notice: Notice) -> str:
    """Return the label of the button that leads to the table."""
    match kind := NoticeKind(notice.kind):
        case NoticeKind.TURN | NoticeKind.SHORT | NoticeKind.NUDGE:
            return _("Take your turn")
        case NoticeKind.PACE:
            return _("Agree or decline")
        case NoticeKind.OVER if notice.table.ended_early:
            return _("See the game")
        case NoticeKind.OVER:
            return _("See the result")
        case NoticeKind.INVITED | NoticeKind.REMATCH:
            return _("View the invitation")
        case NoticeKind.KEPT:
            return _("Take back your seat")
        case NoticeKind.CLAIM:
            return _("Answer")
        case NoticeKind.UNLISTED | NoticeKind.REMOVED | NoticeKind.TAKEN | NoticeKind.NIGHT | NoticeKind.HOST:
            return _("Go to the table")
        case _:
            assert_never(kind)


def _author(notice: Notice) -> str:
    return str(notice.by) if notice.by else _("A player")


def _new_host_words(notice: Notice) -> str:
    if notice.table.host_id == notice.user_id:
        return _("You’re the host now, and can start the game or close the table.")
    return _("%(name)s is the host now.") % {"name": notice.table.host}


def _kept_words(seat: Seat | None) -> str:
    """Return a sentence on why the stand-in plays for the reader."""
    absence = absence_of(seat.player) if seat else None
    match cause := absence.cause if absence else AwayCause.NONE:
        case AwayCause.TIME:
            return _("Your time ran out. A stand-in plays for you until you come back.")
        case AwayCause.VOTE:
            return _("The other players let a stand-in play for you until you come back.")
        case AwayCause.STAFF:
            sentence = _("A moderator let a stand-in play for you until you come back.")
            return with_reason(sentence, absence.reason if absence else "")
        case AwayCause.NONE | AwayCause.RESIGNED | AwayCause.REMOVED:
            return _("A stand-in plays for you until you come back.")
        case _:
            assert_never(cause)


def notice_url(notice: Notice) -> str:
    """Return the URL for the reader: the table's page, or the invitation if they still have to join."""
    table = notice.table
    if notice.kind == NoticeKind.CLAIM:
        return reverse("tables:device_seat", args=[table.code])
    joining = {NoticeKind.INVITED, NoticeKind.REMATCH, NoticeKind.TAKEN, NoticeKind.NIGHT}
    if notice.kind in joining and table.access == Access.INVITATION:
        return reverse("tables:invitation", args=[table.invitation])
    return table_url(table)


def build_table_line(notice: Notice, seat: Seat | None) -> TableLine:
    """Return the text about the table of a notice, as things are now; `seat` is the reader's."""
    table = notice.table
    game = game_name(table)
    where = f"{game} · {state_words(table)}" if table.status == Status.PLAYING else game
    return TableLine(
        table=table.shown_name,
        url=settings.LINKS_ORIGIN + notice_url(notice),
        sentences=(where, *notice_sentences(notice, seat)),
        action=action_label(notice),
        finished=table if notice.kind == NoticeKind.OVER and table.status == Status.FINISHED else None,
    )


def _title_of_several(count: int, seats: Sequence[Seat | None]) -> str:
    due = min((seat.due_at for seat in seats if seat and seat.due_at), default=None)
    words = ngettext("Your turn at %(count)d table", "Your turn at %(count)d tables", count) % {"count": count}
    return _("%(title)s (next due %(due)s)") % {"title": words, "due": clock_time(due)} if due else words


def _last_deadline(notices: Sequence[Notice], seats: Sequence[Seat | None]) -> datetime | None:
    """Return the latest deadline of the answers requested, or None.

    None if these notices request no answer, or if one of them has no deadline.
    """
    due = [seat.due_at if seat else None for seat in seats]
    asks = all(notice.kind in ANSWER_KINDS for notice in notices)
    return max(moment for moment in due if moment) if asks and all(due) else None


def _deadline(seat: Seat | None) -> tuple[str, ...]:
    if seat is None or seat.due_at is None:
        return ()
    return (_("Due %(deadline)s.") % {"deadline": deadline_words(seat.due_at)},)

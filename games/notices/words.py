"""What is said of a notice: to its reader alone, and nothing that a list of tables would not say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.notices.models import Kind, Notice, Topic
from games.notices.zones import zone_of
from games.tables.cards import game_name, state_words, table_url
from games.tables.ending_words import ending_sentence, with_reason
from games.tables.models import Access, AwayCause, Seat, Status


@dataclass(frozen=True, slots=True)
class Line:
    """What is said of one table: its name, where it is, and sentences."""

    table: str
    url: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """One word to one person: a title, and a line for each table; `number` is that of its delivery. `url` leads to the
    table, or to the list of notices where it tells of several.
    """

    number: int
    user: User
    kind: Kind
    topic: Topic
    title: str
    lines: tuple[Line, ...]
    url: str


def word_of(number: int, notices: Sequence[Notice], seats: Sequence[Seat | None]) -> Word:
    """The word that tells of those notices of one kind to their one reader, in their language; `seats` are the
    reader's at each table.
    """
    first = notices[0]
    user = first.user
    with translation.override(user.spoken or settings.LANGUAGE_CODE), timezone.override(zone_of(user)):
        lines = tuple(_line(notice, seat) for notice, seat in zip(notices, seats, strict=True))
        several = len({notice.table_id for notice in notices}) > 1
        return Word(
            number=number,
            user=user,
            kind=Kind(first.kind),
            topic=first.topic,
            title=_title_of_several(lines) if several else title_of(first),
            lines=lines,
            url=settings.LINKS_ORIGIN + reverse("notices:list") if several else lines[0].url,
        )


def title_of(notice: Notice) -> str:
    """What happened, in a few words, with the name of the table."""
    names = {"table": notice.table.name}
    match notice.kind:
        case Kind.TURN:
            return _("Your turn: %(table)s") % names
        case Kind.OVER if notice.table.ended_early:
            return _("The game was ended: %(table)s") % names
        case Kind.OVER:
            return _("The game is over: %(table)s") % names
        case Kind.REMOVED:
            return _("You were removed from a game: %(table)s") % names
        case Kind.TAKEN:
            return _("Another player took over your seat: %(table)s") % names
        case Kind.INVITED:
            return _("You are invited: %(table)s") % names
        case Kind.SHORT:
            return _("Your time is short: %(table)s") % names
        case Kind.KEPT:
            return _("The stand-in plays for you: %(table)s") % names
        case Kind.REMATCH:
            return _("Another game is offered: %(table)s") % names
    return _("Not listed any more: %(table)s") % names


def sentences_of(notice: Notice, seat: Seat | None) -> tuple[str, ...]:
    """The same in whole sentences, as things are now."""
    who = str(notice.by) if notice.by else _("Somebody")
    match notice.kind:
        case Kind.TURN:
            return (_("The game waits for you."), *_deadline(seat))
        case Kind.OVER if notice.table.ended_early:
            return (
                ending_sentence(notice.table),
                _("It has no result and doesn’t count toward anyone’s statistics."),
            )
        case Kind.OVER:
            return (_("Have a look at how it ended."),)
        case Kind.REMOVED:
            removed = _("A moderator removed you from this game. The stand-in plays for you to the end.")
            return (with_reason(removed, seat.away_reason if seat and seat.was_removed else ""),)
        case Kind.TAKEN:
            return (_("%(name)s plays on in your seat, so this game is no longer yours.") % {"name": who},)
        case Kind.INVITED:
            return (_("%(name)s asks you to come and play.") % {"name": who},)
        case Kind.SHORT:
            return (_("The game waits for you still."), *_deadline(seat))
        case Kind.KEPT:
            return (_kept_words(seat),)
        case Kind.REMATCH:
            return (_("%(name)s would like to play again.") % {"name": who},)
    return (_("Nobody came to the table that you opened, so it is not listed any more."),)


def _kept_words(seat: Seat | None) -> str:
    """Why the stand-in plays for the reader."""
    match seat.away_cause if seat else AwayCause.NONE:
        case AwayCause.TIME:
            return _("Your time ran out. The stand-in plays for you until you come back.")
        case AwayCause.VOTE:
            return _("The other players let the stand-in play for you until you come back.")
        case AwayCause.STAFF:
            sentence = _("A moderator let the stand-in play for you until you come back.")
            return with_reason(sentence, seat.away_reason if seat else "")
    return _("The stand-in plays for you until you come back.")


def address_of(notice: Notice) -> str:
    """Where its reader goes on: the table's page, or for who has yet to come in there the invitation."""
    table = notice.table
    if notice.kind in {Kind.INVITED, Kind.REMATCH, Kind.TAKEN} and table.access == Access.INVITATION:
        return reverse("tables:invitation", args=[table.invitation])
    return table_url(table)


def _line(notice: Notice, seat: Seat | None) -> Line:
    table = notice.table
    game = game_name(table)
    where = f"{game} · {state_words(table)}" if table.status == Status.PLAYING else game
    return Line(table.name, settings.LINKS_ORIGIN + address_of(notice), (where, *sentences_of(notice, seat)))


def _title_of_several(lines: Sequence[Line]) -> str:
    names = list(dict.fromkeys(line.table for line in lines))
    words = ngettext(
        "%(count)d table waits for you: %(tables)s", "%(count)d tables wait for you: %(tables)s", len(lines)
    )
    return words % {"count": len(lines), "tables": get_text_list(names, _("and"))}


def _deadline(seat: Seat | None) -> tuple[str, ...]:
    if seat is None or seat.due_at is None:
        return ()
    return (_("You have time until %(moment)s.") % {"moment": moment_words(seat.due_at)},)


def moment_words(moment: datetime) -> str:
    """A moment on the clock of who reads, with the name of their zone."""
    local = timezone.localtime(moment)
    return f"{formats.date_format(local, 'DATETIME_FORMAT')} ({local.tzname()})"

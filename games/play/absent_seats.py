"""Players who have left a game in progress, and games that were ended: nothing can be played there anymore."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, takewhile
from typing import Final

from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.access import HtmxHttpRequest
from games.play.log import TurnLink, turn_address, whole_log
from games.play.page_parts import Part
from games.tables import models
from games.tables.game import Seated
from games.tables.incidents import lost_seat_words
from games.tables.models import AwayCause, Player, Vote
from games.tables.models.players import (
    Absence,
    absence_of,
    away_reason,
    has_resigned,
    is_away,
    is_free,
    may_return,
    was_removed,
)
from games.tables.pages.post_game import share_url
from games.tables.results import ending_sentence, with_reason
from games.tables.seats.absences import overdue_seats, stand_in_seats, voters
from games.tables.turn_words import turn_label


def left_words(seated: Seated) -> str:
    """Return why the viewer cannot play: the game was ended, they resigned, or they were removed."""
    if seated.ended_early:
        return ending_sentence(seated.table, seated.seats)
    assert seated.seat is not None, "a spectator has left no seat"
    return seat_left_words(seated.seats[seated.seat])


def seat_left_words(own: models.Seat) -> str:
    """Return what the player of a seat that was resigned or taken from them reads about it."""
    if was_removed(own.player):
        sentence = _("A moderator removed you from this game. A stand-in plays the rest of the game for you.")
        return with_reason(sentence, away_reason(own.player))
    return _("You resigned. A stand-in plays the rest of the game for you.")


_TEMPLATE: Final = "play/_absent_seats.html"


@dataclass(frozen=True, slots=True)
class AwaySeat:
    """Seat played by the stand-in.

    `take` is its number if the viewer may take it, otherwise "".
    """

    sentence: str
    take: str
    name: str


@dataclass(frozen=True, slots=True)
class VoteChoice:
    """Vote that the viewer can cast.

    `votes` tells how many players want it, "" for none; `mine` is True if the viewer does. `ask` is the URL of a
    confirmation page, "" if none is needed.
    """

    value: str
    label: str
    votes: str
    mine: bool
    ask: str = ""


@dataclass(frozen=True, slots=True)
class AwayNotice:
    """Notice about seats played by the stand-in.

    `mine` is for a viewer for whom it plays or has just played, else ""; `turns` are the turns it played. `back` is
    the URL to take the seat back, "" if there is no need. `choices` are for players who vote on the others; `share`
    is the URL to share while a seat is free, else "".
    """

    mine: str
    turns: tuple[TurnLink, ...]
    back: str
    seats: tuple[AwaySeat, ...]
    choices: tuple[VoteChoice, ...]
    vote: str
    take: str
    as_guest: bool
    share: str


def build_away_notice(request: HtmxHttpRequest, seated: Seated, *, over: bool) -> AwayNotice | None:
    """Return the notice about stand-ins and late players for the visitor, or None if there is none."""
    if over or seated.is_solo or seated.ended_early:
        return None
    own = None if seated.seat is None else seated.seats[seated.seat]
    lost = "" if own else lost_seat_words(seated.table, request.user.pk)
    gone = [seat for seat in stand_in_seats(seated.seats) if seat is not own]
    late = [seat for seat in overdue_seats(seated.table, seated.seats) if seat is not own]
    turns = _played_for(seated)
    own_is_away = own is not None and is_away(own.player)
    if not (gone or late or turns or lost or own_is_away):
        return None
    code = seated.table.code
    decides = own is not None and not own_is_away and bool(gone or late)
    vacant = any(is_free(seat.player) for seat in seated.seats)
    return AwayNotice(
        mine=lost or _mine(own, turns),
        turns=turns,
        back=reverse("tables:take_seat_back", args=[code]) if own and may_return(own.player) else "",
        seats=(*(_away_seat(seat, sits=own is not None) for seat in gone), *map(_late_seat, late)),
        choices=_choices(seated, own) if decides and own else (),
        vote=reverse("tables:vote", args=[code]),
        take=reverse("tables:take_seat", args=[code]),
        as_guest=not request.user.is_authenticated,
        share=share_url(request, seated.table, seated=True) if vacant and decides else "",
    )


def away_part(notice: AwayNotice | None) -> Part:
    """Return the part of the page about such seats; with its forms, it is rendered every time."""
    return Part("away", _TEMPLATE) if notice else Part.of("away", _TEMPLATE, away=None)


def away_key(seated: Seated) -> str:
    """Return a cache key of this part of the page; while it is the same, nothing is new."""
    return "".join(
        f"{seat.index}{_absence_key(seat.player)}{'v' if is_free(seat.player) else ''}"
        for seat in stand_in_seats(seated.seats)
    ) + "".join(f"{seat.index}{seat.vote}{_agreed(seat)}" for seat in seated.seats if seat.vote or seat.agreed_pace)


def _absence_key(player: Player) -> str:
    return "x" if was_removed(player) else "r" if has_resigned(player) else "k"


def _agreed(seat: models.Seat) -> str:
    return f"p{seat.agreed_pace}" if seat.agreed_pace else ""


def _mine(own: models.Seat | None, turns: tuple[TurnLink, ...]) -> str:
    if own is None:
        return ""
    if has_resigned(own.player):
        return seat_left_words(own)
    if absence := absence_of(own.player):
        return _kept_words(absence)
    return _("Your time ran out, so a stand-in played for you.") if turns else ""


def _kept_words(absence: Absence) -> str:
    """Return a sentence on why the stand-in plays until the viewer takes the seat back."""
    match absence.cause:
        case AwayCause.VOTE:
            return _("The other players let a stand-in play for you until you take back your seat.")
        case AwayCause.STAFF:
            sentence = _("A moderator let a stand-in play for you until you take back your seat.")
            return with_reason(sentence, absence.reason)
        case AwayCause.TIME:
            return _("Your time ran out. A stand-in plays for you until you take back your seat.")
        case _:
            return _("A stand-in plays for you until you take back your seat.")


def _played_for(seated: Seated) -> tuple[TurnLink, ...]:
    """Return the turns played by the stand-in since the viewer's last own turn, in order."""
    seat = None if seated.seat is None else seated.seats[seated.seat]
    if seat is None or not (seat.timeouts or is_away(seat.player)):
        return ()
    own = (entry for entry in reversed(whole_log(seated)) if entry.seat == seated.seat)
    latest = takewhile(lambda entry: entry.stand_in, own)
    # Events that automatically follow an answer may belong to a later turn, but have the same time.
    turns = sorted({min(entry.turn for entry in entries) for _at, entries in groupby(latest, lambda entry: entry.at)})
    url, open_turn = reverse("tables:table", args=[seated.table.code]), seated.table.turn
    return tuple(
        TurnLink(turn_label(seated.table, turn), turn_address(url, turn) if turn < open_turn else "") for turn in turns
    )


def _away_seat(seat: models.Seat, *, sits: bool) -> AwaySeat:
    sentence = with_reason(_gone_words(seat.player) % {"name": seat.shown_name}, away_reason(seat.player))
    free = is_free(seat.player)
    if free:
        sentence = _("%(sentence)s Anyone can take the seat.") % {"sentence": sentence}
    return AwaySeat(sentence, str(seat.index) if free and not sits else "", seat.shown_name)


def _gone_words(player: Player) -> str:
    if was_removed(player):
        return _("A moderator removed %(name)s. A stand-in is playing.")
    if has_resigned(player):
        return _("%(name)s resigned. A stand-in is playing.")
    if (absence := absence_of(player)) and absence.cause == AwayCause.STAFF:
        return _("A moderator let a stand-in play for %(name)s.")
    return _("%(name)s is away. A stand-in is playing.")


def _late_seat(seat: models.Seat) -> AwaySeat:
    since = timesince(seat.awaited_since) if seat.awaited_since else ""
    words = _("The game has been waiting for %(name)s for %(time)s.")
    return AwaySeat(words % {"name": seat.shown_name, "time": since}, "", seat.shown_name)


def _choices(seated: Seated, own: models.Seat) -> tuple[VoteChoice, ...]:
    who = voters(seated.table, seated.seats, own)
    counts = {vote: sum(seat.vote == vote for seat in who) for vote in Vote}
    return tuple(
        VoteChoice(
            vote.value,
            str(vote.label),
            _votes(counts[vote], len(who)) if vote else "",
            own.vote == vote,
            reverse("tables:end_game", args=[seated.table.code]) if vote == Vote.END and own.vote != vote else "",
        )
        for vote in Vote
        if _is_open(vote, seated)
    )


def _is_open(vote: Vote, seated: Seated) -> bool:
    """Return True if this vote is possible now."""
    match vote:
        case Vote.STAND_IN:
            return bool(overdue_seats(seated.table, seated.seats))
        case Vote.INVITE:
            return any(not is_free(seat.player) for seat in stand_in_seats(seated.seats))
        case _:
            return True


def _votes(count: int, voters: int) -> str:
    if not count or voters == 1:
        return ""
    return ngettext("%(count)d of %(all)d votes", "%(count)d of %(all)d votes", count) % {
        "count": count,
        "all": voters,
    }

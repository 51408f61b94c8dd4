"""People that a user may know: those that they follow or played with lately, who is online, and games to watch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.accounts.models import User
from games.people.models import Block, Follow
from games.tables.models import Exclusion, Invited, Seat, Status, Table
from games.tables.models.players import has_resigned
from games.tables.models.seats import with_others
from games.tables.presence import LASTS

RECENT_GAMES: Final = 20
"""Number of latest games with others in which people are met."""
MOST_SUGGESTED: Final = 12
"""Number of people that a table suggests to invite."""
_MOST_WATCHED: Final = 200
_MOST_SEATS: Final = 200
"""Number of a user's latest seats, solo games among them, in which others are looked for."""


@dataclass(frozen=True, slots=True)
class MetPerson:
    """Somebody that a user has played with, and when their latest game began."""

    user: User
    at: datetime


@dataclass(frozen=True, slots=True)
class SuggestedPerson:
    """A person whom a player may invite by one tap."""

    name: str
    username: str
    crest: str
    is_online: bool


def people_met(user: User, blocked: Collection[int]) -> list[MetPerson]:
    """Return the people of a user's latest games with others, latest first, without blocked ones. Two queries."""
    latest_seats = Seat.objects.filter(pk__in=_latest_seats(user), table__started_at__isnull=False)
    rows = (
        latest_seats.filter(with_others("table"), table__on_device=False)
        .order_by("-pk")
        .values_list("table", "table__started_at")[:RECENT_GAMES]
    )
    latest = {key: began for key, began in rows if began}
    seats = Seat.objects.filter(table__in=latest, user__is_active=True).exclude(user=user).select_related("user")
    order = list(latest)
    met: dict[int, MetPerson] = {}
    for seat in sorted(seats, key=lambda seat: (order.index(seat.table_id), seat.index)):
        if seat.user and seat.user.pk not in blocked:
            met.setdefault(seat.user.pk, MetPerson(seat.user, latest[seat.table_id]))
    return list(met.values())


def _latest_seats(user: User) -> QuerySet[Any]:
    """Return a query for the keys of a user's latest seats, so that lists don't take longer after many games."""
    return Seat.objects.filter(user=user).order_by("-pk").values("pk")[:_MOST_SEATS]


def followed_people(user: User) -> list[User]:
    """Return the people that a user follows, the latest first."""
    follows = Follow.objects.by(user.pk).filter(followed__is_active=True).select_related("followed")
    return [follow.followed for follow in follows]


def online_ids(people: Iterable[User], blocked: Collection[int] = ()) -> frozenset[int]:
    """Return the keys of those people who have the page of one of their tables open, and let others see that.

    Found by the index of such pages. Nobody who is blocked is online.
    """
    keys = [person.pk for person in people if person.shows_online and person.pk not in blocked]
    if not keys:
        return frozenset()
    now = clock.now()
    visible = Seat.objects.filter(visible_until__gt=now, visible_until__lte=now + LASTS + clock.CLOSE)
    return frozenset(pk for pk in visible.filter(user__in=keys).values_list("user", flat=True) if pk)


def games_to_watch(people: Iterable[User]) -> dict[int, Table]:
    """Return the latest public game in progress of each person by key, if there is one and they let others see it."""
    keys = {person.pk for person in people if not person.hidden}
    if not keys:
        return {}
    plays = Exists(Seat.objects.filter(table=OuterRef("pk"), user__in=keys))
    games: dict[int, Table] = {}
    for table in Table.objects.open_games().filter(plays).with_seats()[:_MOST_WATCHED]:
        for seat in table.seats.all():
            if seat.user_id in keys and not has_resigned(seat.player):
                games.setdefault(seat.user_id, table)
    return games


def suggest_people(table: Table, by: User, seats: Sequence[Seat]) -> tuple[SuggestedPerson, ...]:
    """Return people whom a player may invite to a table by one tap: those they follow, online first, and have met.

    Leaves out guests, people who are at the table, invited or removed from there, those whom a block keeps away, and
    those who don't accept this player's invitations.
    """
    known = {user.pk: user for user in followed_people(by)}
    known |= {met.user.pk: met.user for met in people_met(by, ()) if met.user.pk not in known}
    seated = {seat.user_id for seat in seats}
    free = [user for user in known.values() if user.pk not in seated and not user.guest]
    if not free:
        return ()
    excluded = Exclusion.objects.filter(table=table).values_list("user")
    invited = Invited.objects.filter(table=table).values_list("user").union(excluded)
    reached = {pk for (pk,) in invited}
    free = [user for user in free if user.pk not in reached]
    kept_away = _kept_away(free, seats) | not_invitable(free, by)
    free = [user for user in free if user.pk not in kept_away]
    online = online_ids(free)
    free.sort(key=lambda user: user.pk not in online)
    shown = free[:MOST_SUGGESTED]
    return tuple(
        SuggestedPerson(str(user), user.username, user.shown_crest, is_online=user.pk in online) for user in shown
    )


def _kept_away(people: Sequence[User], seats: Sequence[Seat]) -> set[int]:
    """Return the keys of those with a block between them and one of the seated players."""
    seated = {seat.user_id for seat in seats if seat.user_id}
    keys = {user.pk for user in people}
    pairs = Block.objects.filter(
        Q(blocker__in=seated, blocked__in=keys) | Q(blocked__in=seated, blocker__in=keys)
    ).values_list("blocker", "blocked")
    return {pk for pair in pairs for pk in pair if pk in keys}


def not_invitable(people: Sequence[User], by: User) -> set[int]:
    """Return the keys of those who only accept invitations from people they follow, and don't follow this player."""
    choosy = {user.pk for user in people if user.invited_by_followed}
    if not choosy:
        return choosy
    return choosy - {*Follow.objects.filter(followed=by, follower__in=choosy).values_list("follower", flat=True)}


def table_to_invite_to(user: User) -> Table | None:
    """Return the latest table with a free seat at which the user waits for players."""
    waiting = Table.objects.filter(seats__in=_latest_seats(user), status=Status.GATHERING)
    last = Seat.objects.filter(table=OuterRef("pk"), index=OuterRef("capacity") - 1)
    return waiting.filter(~Exists(last)).order_by("-created_at", "-pk").first()

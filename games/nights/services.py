"""Services of game nights: create, change, join, answer, skip, leave, end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from uuid import UUID

from django.db import IntegrityError

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_people, lock_person
from games.nights.errors import NightRefusal, NightRefusalReason
from games.nights.models import (
    MOST_NIGHTS,
    MOST_PEOPLE,
    REMINDS_BEFORE,
    GameNight,
    NightAnswer,
    NightDate,
    NightMember,
)
from games.nights.night_settings import NightSettings
from games.nights.schedule import WEEK, Schedule
from games.nights.signals import answers_needed
from games.people.blocks import is_blocked_among


def create_night(
    *,
    user: User,
    name: str,
    settings: NightSettings,
    schedule: Schedule,
    people: Collection[User] = (),
    command_id: UUID | None = None,
) -> GameNight:
    """Create a game night, once per `command_id`, and invite people. Raises NightRefusal."""
    try:
        with lock_people(user, *people) as locked:
            host = locked[user.pk]
            if found := _created(host, command_id):
                return found
            if GameNight.objects.filter(host=host, ended_at=None).count() >= MOST_NIGHTS:
                raise NightRefusal(NightRefusalReason.TOO_MANY_NIGHTS)
            now = clock.now()
            night = GameNight(name=name, host=host, game=settings.game, settings=settings.fields)
            night.command_id = command_id
            _set_schedule(night, schedule, now)
            night.save(force_insert=True)
            NightMember.objects.create(night=night, user=host, joined_at=now)
            plan_next_date(night, now)
            _invite(night, [locked[person.pk] for person in people])
            return night
    except IntegrityError:
        # Unless writers are serialized, the same form may arrive twice at the same time.
        if found := _created(user, command_id):
            return found
        raise


def _created(host: User, command_id: UUID | None) -> GameNight | None:
    return GameNight.objects.filter(host=host, command_id=command_id).first() if command_id else None


def change_night(
    *, night: GameNight, user: User, name: str, schedule: Schedule, settings: NightSettings | None = None
) -> None:
    """Change a game night; its settings stay if none are given.

    With another schedule, its dates to come and their answers are void. Raises GameNight.DoesNotExist unless called by
    the host, and NightRefusal.
    """
    with _hosted(night, user) as changed:
        if name != changed.name:
            changed.name, changed.named_by = name, None
        if settings:
            changed.game, changed.settings = settings.game, settings.fields
        if schedule != changed.schedule:
            now = clock.now()
            changed.dates.filter(opened_at=None).delete()
            _set_schedule(changed, schedule, now)
            plan_next_date(changed, now)
        changed.save()


def _set_schedule(night: GameNight, schedule: Schedule, now: datetime) -> None:
    night.weekday, night.at, night.zone = schedule.weekday, schedule.at, schedule.zone
    night.since = schedule.next_day(now)
    night.sequence += 1


def plan_next_date(night: GameNight, now: datetime) -> NightDate:
    """Store the next date of a locked game night unless it is, and when the worker acts on it. Saves the night."""
    current = night.current_date(now)
    if current is None:
        day, stored = night.schedule.next_day(now), set(night.dates.values_list("day", flat=True))
        while day in stored:  # skipped
            day += WEEK
        current = NightDate(night=night, day=day, starts_at=night.schedule.moment(day))
        if current.starts_at - REMINDS_BEFORE <= now:
            current.reminded_at = now
        current.save(force_insert=True)
    night.acts_at = current.next_action_at()
    night.save()
    return current


def invite_people(*, night: GameNight, user: User, people: Collection[User]) -> None:
    """Invite people to a game night. Raises GameNight.DoesNotExist unless called by the host, and NightRefusal."""
    with lock_people(user, *people) as locked:
        changed = _lock_night(night)
        if changed.host_id != user.pk:
            raise GameNight.DoesNotExist
        _invite(changed, [locked[person.pk] for person in people])


def _invite(night: GameNight, people: Collection[User]) -> None:
    """Invite people who are locked, as is the night; those who belong to it already stay as they are."""
    known = set(night.members.values_list("user", flat=True))
    new = [person for person in people if person.pk not in known and person.is_active and not person.guest]
    if len(known) + len(new) > MOST_PEOPLE:
        raise NightRefusal(NightRefusalReason.TOO_MANY_PEOPLE)
    if any(is_blocked_among(person.pk, [night.host_id]) for person in new):
        raise NightRefusal(NightRefusalReason.KEPT_APART)
    if new:
        NightMember.objects.bulk_create(NightMember(night=night, user=person) for person in new)
        answers_needed.send(GameNight, night=night, people=new)


def join_night(*, night: GameNight, user: User) -> None:
    """Let a user with an account join, by invitation or with the link; joining twice has no further effect.

    Raises NightRefusal.
    """
    with lock_person(user) as person:
        joined = _lock_night(night)
        member = joined.members.filter(user=person).first()
        if member and member.joined_at:
            return
        if is_blocked_among(person.pk, joined.members.values_list("user", flat=True)):
            raise NightRefusal(NightRefusalReason.KEPT_APART)
        if member is None and joined.members.count() >= MOST_PEOPLE:
            raise NightRefusal(NightRefusalReason.TOO_MANY_PEOPLE)
        member = member or NightMember(night=joined, user=person)
        member.joined_at = clock.now()
        member.save()


def leave_night(*, night: GameNight, user: User) -> None:
    """Let a user leave, or decline the invitation.

    If it is the host, the one who joined next becomes host; without one, the night ends. Raises
    GameNight.DoesNotExist for who doesn't belong to it.
    """
    with lock_person(user):
        left = _lock_night_of(night, user)
        remove_person(left, user)


def remove_member(*, night: GameNight, user: User, member: int) -> None:
    """Remove a person from a game night, by the key of their row.

    Raises GameNight.DoesNotExist unless called by the host, and NightRefusal if that person isn't there.
    """
    with _hosted(night, user) as changed:
        row = changed.members.filter(pk=member).exclude(user=user).select_related("user").first()
        if row is None:
            raise NightRefusal(NightRefusalReason.BEHIND)
        remove_person(changed, row.user)


def remove_person(night: GameNight, user: User) -> None:
    """Remove a person with their answers from a locked game night, which gets another host or ends; see above."""
    night.members.filter(user=user).delete()
    NightAnswer.objects.filter(date__night=night, user=user).delete()
    if night.host_id == user.pk and not hand_over(night):
        _end(night)


def hand_over(night: GameNight) -> bool:
    """Make the person who joined next the host of a locked game night. Return False if there is nobody."""
    others = night.members.exclude(joined_at=None).exclude(user=night.host_id)
    heir = others.filter(user__is_active=True).select_related("user").first()
    if heir is not None:
        night.named_by = night.named_by or night.host
        night.host, night.command_id = heir.user, None
        night.save()
    return heir is not None


def end_night(*, night: GameNight, user: User) -> None:
    """End a game night for good. Raises GameNight.DoesNotExist unless called by the host, and NightRefusal."""
    with _hosted(night, user) as ended:
        _end(ended)


def _end(night: GameNight) -> None:
    night.ended_at, night.acts_at = clock.now(), None
    night.sequence += 1
    night.save()


def answer_date(*, night: GameNight, user: User, day: date, comes: bool) -> NightDate:
    """Store if a user comes on the current date, given by its day.

    Raises GameNight.DoesNotExist for who hasn't joined, and NightRefusal if that isn't the current date.
    """
    with lock_person(user) as person:
        answered = _lock_night_of(night, person, joined=True)
        now = clock.now()
        current = _require_current(answered, day, now)
        fields = {"comes": comes, "at": now}
        # The first to come get the seats, so a repeated answer keeps its place.
        row, created = NightAnswer.objects.get_or_create(date=current, user=person, defaults=fields)
        if not created and row.comes != comes:
            row.comes, row.at = comes, now
            row.save()
    return current


def skip_date(*, night: GameNight, user: User, day: date) -> None:
    """Skip the next date, given by its day.

    Raises GameNight.DoesNotExist unless called by the host, and NightRefusal.
    """
    with _hosted(night, user) as changed:
        now = clock.now()
        current = _require_current(changed, day, now)
        if current.opened_at:
            raise NightRefusal(NightRefusalReason.BEHIND)
        current.skipped = True
        current.save()
        changed.sequence += 1
        plan_next_date(changed, now)


def restore_date(*, night: GameNight, user: User, day: date) -> None:
    """Let a skipped date take place after all; see `skip_date`."""
    with _hosted(night, user) as changed:
        now = clock.now()
        row = changed.dates.filter(day=day, skipped=True, starts_at__gt=now).first()
        if row is None:
            raise NightRefusal(NightRefusalReason.BEHIND)
        row.skipped = False
        row.save()
        changed.sequence += 1
        plan_next_date(changed, now)


def _require_current(night: GameNight, day: date, now: datetime) -> NightDate:
    current = night.current_date(now)
    if current is None or current.day != day:
        raise NightRefusal(NightRefusalReason.BEHIND)
    return current


def _lock_night(night: GameNight) -> GameNight:
    """Return the locked game night. Raises NightRefusal if it has ended."""
    locked = GameNight.objects.locked().get(pk=night.pk)
    if locked.ended_at:
        raise NightRefusal(NightRefusalReason.ENDED)
    return locked


def _lock_night_of(night: GameNight, user: User, *, joined: bool = False) -> GameNight:
    locked = _lock_night(night)
    rows = locked.members.filter(user=user)
    if not (rows.exclude(joined_at=None) if joined else rows).exists():
        raise GameNight.DoesNotExist
    return locked


@contextmanager
def _hosted(night: GameNight, user: User) -> Iterator[GameNight]:
    """Lock a user and their game night, and yield it."""
    with lock_person(user):
        locked = _lock_night(night)
        if locked.host_id != user.pk:
            raise GameNight.DoesNotExist
        yield locked

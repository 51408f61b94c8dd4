"""Following and blocking. Each function may be called again without further effect; all raise AccountDeleted."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from games.accounts.models import User
from games.accounts.person_lock import lock_people, lock_person
from games.people.blocks import blocked_ids
from games.people.errors import PeopleRefusal, PeopleRefusalReason
from games.people.models import MOST_BLOCKED, MOST_FOLLOWED, Block, Follow
from games.people.signals import person_blocked


def follow(*, follower: User, followed: User) -> None:
    """Let a user follow another one. Raises PeopleRefusal.

    Only accounts follow and are followed. If the other user has blocked the follower, the follow is stored like any
    other but has no effect, so that it doesn't reveal the block.
    """
    if follower.pk == followed.pk:
        raise PeopleRefusal(PeopleRefusalReason.ONESELF)
    with lock_people(follower, followed) as people:
        one, other = people[follower.pk], people[followed.pk]
        if one.guest:
            raise PeopleRefusal(PeopleRefusalReason.NO_ACCOUNT)
        if Follow.objects.filter(follower=one, followed=other).exists():
            return
        if Block.objects.filter(blocker=one, blocked=other).exists():
            raise PeopleRefusal(PeopleRefusalReason.BLOCKED)
        if not can_be_followed(other):
            raise PeopleRefusal(PeopleRefusalReason.UNAVAILABLE)
        if Follow.objects.by(one.pk).count() >= MOST_FOLLOWED:
            raise PeopleRefusal(PeopleRefusalReason.TOO_MANY_FOLLOWED)
        Follow.objects.create(follower=one, followed=other)


def can_be_followed(user: User) -> bool:
    """Return True for users whose profile others can see."""
    return user.is_active and not (user.guest or user.hidden)


def unfollow(*, follower: User, followed: User) -> None:
    """Let a user no longer follow another one."""
    with lock_person(follower) as one:
        Follow.objects.filter(follower=one, followed=followed.pk).delete()


def block(*, blocker: User, blocked: User) -> None:
    """Block a user and end following in both directions. Raises PeopleRefusal.

    Games in progress continue. Receivers of `person_blocked` separate the two elsewhere.
    """
    if blocker.pk == blocked.pk:
        raise PeopleRefusal(PeopleRefusalReason.ONESELF)
    with lock_people(blocker, blocked) as people:
        one, other = people[blocker.pk], people[blocked.pk]
        if Block.objects.filter(blocker=one, blocked=other).exists():
            return
        if Block.objects.by(one.pk).count() >= MOST_BLOCKED:
            raise PeopleRefusal(PeopleRefusalReason.TOO_MANY_BLOCKED)
        Block.objects.create(blocker=one, blocked=other)
        Follow.objects.between(one, other).delete()
        person_blocked.send(Block, blocker=one, blocked=other)


def unblock(*, blocker: User, blocked: User) -> None:
    """Remove a user's block of another one. What it ended stays ended."""
    with lock_person(blocker) as one:
        Block.objects.filter(blocker=one, blocked=blocked.pk).delete()


def move_blocks(*, guest: User, account: User) -> None:
    """Move the blocks of a guest, and those of others against the guest, to an account; both are locked."""
    Block.objects.between(guest, account).delete()
    made = Block.objects.filter(blocker=account, blocked=OuterRef("blocked"))
    Block.objects.filter(~Exists(made), blocker=guest).update(blocker=account)
    suffered = Block.objects.filter(blocked=account, blocker=OuterRef("blocker"))
    Block.objects.filter(~Exists(suffered), blocked=guest).update(blocked=account)
    Block.objects.filter(Q(blocker=guest) | Q(blocked=guest)).delete()
    blocked = blocked_ids(account)
    Follow.objects.filter(
        Q(follower=account, followed__in=blocked) | Q(follower__in=blocked, followed=account)
    ).delete()

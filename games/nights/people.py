"""People whom the host of a game night can invite."""

from __future__ import annotations

from collections.abc import Collection

from games.accounts.models import User
from games.people.blocks import blocked_ids
from games.tables.lobby.acquaintances import followed_people, not_invitable, people_met


def people_to_invite(host: User, present: Collection[int] = ()) -> list[User]:
    """Return those whom the host follows or has met lately, except people who are `present`, by key, and guests.

    It leaves out those with a block, and those who don't accept invitations from the host.
    """
    blocked = blocked_ids(host)
    known = {user.pk: user for user in followed_people(host)}
    known |= {met.user.pk: met.user for met in people_met(host, blocked) if met.user.pk not in known}
    free = [user for user in known.values() if user.pk not in {*blocked, *present, host.pk} and not user.guest]
    refusing = not_invitable(free, host)
    return [user for user in free if user.pk not in refusing]

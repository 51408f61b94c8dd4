"""Presenter of a user's People page: whom they follow, have met and have blocked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from django.core.paginator import Page, Paginator
from django.urls import reverse
from django.utils.http import urlencode

from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.people.blocks import blocked_ids
from games.people.models import Block, Follow
from games.people.pages import FollowForms, follow_forms
from games.tables.lobby.acquaintances import (
    MetPerson,
    followed_people,
    games_to_watch,
    online_ids,
    people_met,
    table_to_invite_to,
)
from games.tables.lobby.cards import age, table_url
from games.tables.models import Table

_ON_A_PAGE: Final = 20


@dataclass(frozen=True, slots=True)
class WatchLink:
    """A person's public game in progress."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class InviteForm:
    """Form that invites a person to the viewer's waiting table, or the link to a new table with `post` "".

    `table` is the name of the waiting table.
    """

    post: str
    link: str
    username: str
    table: str


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A person in one of the lists; text fields are "" if they do not apply.

    `met` is the time since the latest game together. `is_followed` is shown in the list of people met. `invite` is None
    for people who can't be invited by name.
    """

    name: str
    url: str
    crest: str
    is_guest: bool
    is_online: bool
    is_followed: bool
    watch: WatchLink | None
    met: str
    together: str
    invite: InviteForm | None
    forms: FollowForms


@dataclass(frozen=True, slots=True)
class PeoplePage:
    """A user's People page; `keep` is where a guest creates an account, "" for others.

    `older` and `newer` are the other pages of the followed people, "" if there are none.
    """

    followed: tuple[PersonLine, ...]
    followers: int
    met: tuple[PersonLine, ...]
    blocked: tuple[PersonLine, ...]
    keep: str
    newer: str
    older: str


def people_page(viewer: User, number: str) -> PeoplePage:
    """Return the People page of a user, with a page of those they follow."""
    here = reverse("tables:people")
    blocked, followed = blocked_ids(viewer), followed_people(viewer)
    met = people_met(viewer, blocked)
    online = online_ids([*followed, *(one.user for one in met)], blocked)
    part = Paginator(sorted(followed, key=lambda user: user.pk not in online), _ON_A_PAGE).get_page(number)
    lines = _Lines(viewer, here, {user.pk for user in followed}, online, table_to_invite_to(viewer))
    watched = games_to_watch(user for user in part if user.pk not in blocked)
    blocks = Block.objects.by(viewer.pk).filter(blocked__is_active=True).select_related("blocked")
    return PeoplePage(
        followed=tuple(lines.followed(user, watched.get(user.pk)) for user in part),
        followers=Follow.objects.filter(followed=viewer).exclude(follower__in=blocked).count(),
        met=tuple(map(lines.met, met)),
        blocked=tuple(lines.blocked(block.blocked) for block in blocks),
        keep=create_account_url(viewer, back=here),
        newer=_page_url(part, -1),
        older=_page_url(part, 1),
    )


def _page_url(part: Page[User], step: int) -> str:
    exists = part.has_next() if step > 0 else part.has_previous()
    return f"?{urlencode({'page': part.number + step})}" if exists else ""


@dataclass(frozen=True, slots=True)
class _Lines:
    """Builds the lines of a page; `waiting` is the viewer's table that waits for players."""

    viewer: User
    here: str
    follows: set[int]
    online: frozenset[int]
    waiting: Table | None

    def followed(self, user: User, watched: Table | None) -> PersonLine:
        """Return the line of a followed person; blocking them is left to their profile."""
        watch = WatchLink(watched.shown_name, table_url(watched)) if watched else None
        return self._line(user, replace(self._forms(user), block=False), watch=watch, invite=self._invite(user))

    def met(self, one: MetPerson) -> PersonLine:
        """Return the line of a person met lately."""
        forms = replace(self._forms(one.user), unfollow=False)
        invite = None if one.user.guest else self._invite(one.user)
        is_followed = one.user.pk in self.follows
        return self._line(one.user, forms, met=age(one.at), is_followed=is_followed, invite=invite)

    def blocked(self, user: User) -> PersonLine:
        """Return the line of a person whom the viewer has blocked."""
        return self._line(user, follow_forms(user, self.here, follows=False, blocks=True))

    def _forms(self, user: User) -> FollowForms:
        return follow_forms(user, self.here, follows=user.pk in self.follows, blocks=False)

    def _line(
        self,
        user: User,
        forms: FollowForms,
        *,
        watch: WatchLink | None = None,
        met: str = "",
        is_followed: bool = False,
        invite: InviteForm | None = None,
    ) -> PersonLine:
        return PersonLine(
            name=str(user),
            url=user.profile_url_for(self.viewer),
            crest=user.shown_crest,
            is_guest=user.guest,
            is_online=user.pk in self.online,
            is_followed=is_followed,
            watch=watch,
            met=met,
            together="" if forms.unblock else self._together(user),
            invite=invite,
            forms=forms,
        )

    def _together(self, user: User) -> str:
        """Return the page of the viewer's games with a person, "" if one of them has no public name."""
        if self.viewer.guest or not user.profile_url_for(self.viewer):
            return ""
        return reverse("history:head_to_head", args=[self.viewer.username, user.username])

    def _invite(self, user: User) -> InviteForm:
        new = f"{reverse('tables:new')}?{urlencode({'invite': user.username})}"
        if self.waiting is None:
            return InviteForm("", new, user.username, "")
        post = reverse("tables:invite", args=[self.waiting.code])
        return InviteForm(post, "", user.username, self.waiting.shown_name)

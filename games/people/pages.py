"""Presenters of following and blocking."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.http import urlencode

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.people.models import Block, Follow
from games.people.services import can_be_followed
from games.people.tokens import person_token


@dataclass(frozen=True, slots=True)
class FollowForms:
    """Forms by which the viewer follows or blocks a person, as they stand now.

    `token` names the person in the forms, `next` is where to go afterwards. `follow` is True if the viewer may start to
    follow the person, for a guest by creating an account first. `report` is where to report a person without a profile,
    "" for others.
    """

    token: str
    name: str
    next: str
    follow: bool = False
    unfollow: bool = False
    block: bool = False
    unblock: bool = False
    report: str = ""


@dataclass(frozen=True, slots=True)
class PersonRelation:
    """Relation of the viewer to the person of a profile; `viewer` is the viewer's username, "" for a guest."""

    forms: FollowForms
    viewer: str
    username: str


@dataclass(frozen=True, slots=True)
class BlockPage:
    """Confirmation of a block."""

    name: str
    token: str
    next: str


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """A follow or block that was refused, in words."""

    words: str
    back: str


def follow_forms(person: User, back: str, *, follows: bool, blocks: bool) -> FollowForms:
    """Return all forms about a person, whom the viewer follows or blocks now; `back` is the page that shows them."""
    return FollowForms(
        token=person_token(person),
        name=str(person),
        next=back,
        follow=not (follows or blocks) and can_be_followed(person),
        unfollow=follows,
        block=not blocks,
        unblock=blocks,
        report=report_url(person, back) if person.guest or person.hidden else "",
    )


def report_url(person: User, back: str) -> str:
    """Return the URL for reporting a person whose profile the viewer may not see; `back` is where to go afterwards."""
    return f"{reverse('studies:report_by_token')}?{urlencode({'person': person_token(person), 'next': back})}"


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart | None:
    """Return the forms for a person's profile, None for visitors and on one's own page."""
    if not isinstance(viewer, User) or person.pk == viewer.pk:
        return None
    follows = Follow.objects.filter(follower=viewer, followed=person).exists()
    blocks = Block.objects.filter(blocker=viewer, blocked=person).exists()
    forms = follow_forms(person, person.profile_url_for(viewer), follows=follows, blocks=blocks)
    relation = PersonRelation(forms, "" if viewer.guest else viewer.username, person.username)
    return PersonPart("people/_person.html", "css/people.css", relation)

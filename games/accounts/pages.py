"""Presenters of the account pages, with questions from other apps on the first page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.forms import Form
from django.utils.module_loading import import_string

from games.accounts.models import User, UserSession


@dataclass(frozen=True, slots=True)
class PersonQuestion:
    """Question to a user, as one sentence, and the page where it is answered."""

    words: str
    url: str


def questions_for(person: User) -> Iterator[PersonQuestion]:
    """Yield all questions to a person from the apps in the settings (`CARTO_QUESTIONS`)."""
    for path in settings.CARTO_QUESTIONS:
        yield from cast(Callable[[User], Iterable[PersonQuestion]], import_string(path))(person)


@dataclass(frozen=True, slots=True)
class FormPage:
    """Page that consists of one form.

    `next` is the redirect target after success, or empty. `username` is the viewer's. `keep` is the URL where a guest
    creates an account, and `guest` the guest's name; both are empty for other users. `pending` is the viewer's
    unconfirmed email address.
    """

    form: Form
    next: str = ""
    username: str = ""
    keep: str = ""
    guest: str = ""
    pending: str = ""


@dataclass(frozen=True, slots=True)
class PersonPart:
    """Part of a person's page supplied by another app.

    `template` renders `content` as `part`; `style` is the style sheet that it needs, "" for none.
    """

    template: str
    style: str
    content: Any


@dataclass(frozen=True, slots=True)
class PersonPage:
    """Public page of a person; `is_hidden` if only the person may see it."""

    username: str
    display_name: str
    title: str
    crest: str
    since: datetime
    is_me: bool
    is_guest: bool
    is_hidden: bool
    parts: tuple[PersonPart, ...]


@dataclass(frozen=True, slots=True)
class SessionLine:
    """Session of a signed-in user; `browser` is "" if unknown."""

    number: str
    browser: str
    begun: datetime
    seen: datetime
    is_current_session: bool


@dataclass(frozen=True, slots=True)
class SessionsPage:
    """List of a person's sessions; `elsewhere` is True if there are any but the current one."""

    sessions: tuple[SessionLine, ...]
    elsewhere: bool


def sessions_page(sessions: Iterable[UserSession], own_key: str) -> SessionsPage:
    """Return a user's sessions, the one with `own_key` first."""
    lines = [
        SessionLine(str(session.pk), session.browser, session.begun, session.seen, session.session_id == own_key)
        for session in sessions
    ]
    lines.sort(key=lambda line: not line.is_current_session)
    return SessionsPage(tuple(lines), any(not line.is_current_session for line in lines))


def person_page(person: User, viewer: User | AnonymousUser) -> PersonPage:
    """Return a user's public profile as a viewer sees it."""
    return PersonPage(
        username=person.username,
        display_name=person.display_name,
        title=person.title,
        crest=person.shown_crest,
        since=person.date_joined,
        is_me=person.pk == viewer.pk,
        is_guest=person.guest,
        is_hidden=person.hidden,
        parts=() if person.guest else tuple(_parts(person, viewer)),
    )


def _parts(person: User, viewer: User | AnonymousUser) -> Iterator[PersonPart]:
    """Yield the parts for this viewer from the apps in the settings (`CARTO_PERSON_PARTS`)."""
    for path in settings.CARTO_PERSON_PARTS:
        if part := import_string(path)(person, viewer):
            yield part

"""Sessions of people: their lifetime, stored details and end."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.accounts.client_address import browser
from games.accounts.models import User, UserSession
from games.accounts.person_lock import lock_person
from games.accounts.services import end_sockets, note_visit

_VISIT: Final = "visit"
_A_DAY: Final = timedelta(days=1)


def record_visit(request: HttpRequest, user: User) -> None:
    """Note, once a day and whenever the session has a new key, that the person is still about. What is written to a
    session puts off its end. Raises AccountDeleted.
    """
    now, key = timezone.now(), str(request.session.session_key)
    last_visit = request.session.get(_VISIT, {})
    # abs() also catches visits that a wrong clock recorded in the future.
    if last_visit.get("session") == key and abs(now.timestamp() - last_visit["seen"]) < _A_DAY.total_seconds():
        return
    begun = last_visit.get("begun", now.timestamp())
    noted = UserSession(
        session_id=key, user_id=user.pk, browser=browser(request), begun=datetime.fromtimestamp(begun, UTC), seen=now
    )
    # A read-only database must not prevent the page from being shown.
    with suppress(DatabaseError), lock_person(user) as person:
        UserSession.objects.bulk_create(
            [noted], update_conflicts=True, unique_fields=["session"], update_fields=["user", "browser", "seen"]
        )
        if person.guest:
            note_visit(guest=person, now=now)
        request.session[_VISIT] = {"session": key, "begun": begun, "seen": now.timestamp()}


def sessions_of(user: User) -> QuerySet[UserSession]:
    """Return the user's signed-in sessions, most recently used first."""
    return user.sessions.filter(session__expire_date__gt=timezone.now()).order_by("-seen", "-pk")


def end_session(*, user: User, session: int) -> bool:
    """End one session of the person; return whether there was one of that number. Raises AccountDeleted."""
    return _end(user, user.sessions.filter(pk=session))


def end_other_sessions(*, user: User, but: str) -> bool:
    """End all sessions of the person but the one of that key; return whether there were any. Raises AccountDeleted."""
    return _end(user, user.sessions.exclude(session_id=but))


def _end(user: User, sessions: QuerySet[UserSession]) -> bool:
    with lock_person(user):
        ended, _ = Session.objects.filter(usersession__in=sessions).delete()
    # All pages of the user reconnect, each as the user of its own session.
    transaction.on_commit(lambda: end_sockets(user_id=user.pk))
    return bool(ended)

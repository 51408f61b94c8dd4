"""Daily maintenance tasks of the server."""

import asyncio
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from carto_site import daily_jobs
from games import clock
from games.accounts.models import User
from games.accounts.services import make_guest


@pytest.mark.django_db
def test_they_let_go_of_ended_sessions_and_silent_guests() -> None:
    now = timezone.now()
    for key, end in (("ended", now - timedelta(seconds=1)), ("lasting", now + timedelta(days=1))):
        Session.objects.create(session_key=key, session_data="", expire_date=end)
    silent = make_guest(display_name="Wandering Heron")
    User.objects.filter(pk=silent.pk).update(date_joined=now - timedelta(days=1000))
    daily_jobs.do_chores()
    assert [session.session_key for session in Session.objects.all()] == ["lasting"]
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("fault", ["set", "differs"])
def test_chores_wait_while_the_clock_may_be_wrong(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    now = timezone.now()
    Session.objects.create(session_key="ended", session_data="", expire_date=now - timedelta(days=1))
    with monkeypatch.context() as patch:
        if fault == "set":
            patch.setattr(clock, "is_steady", lambda span: False)
        else:
            patch.setattr(clock, "read", lambda: now - timedelta(days=730))
        daily_jobs.do_chores()
    assert Session.objects.exists()
    daily_jobs.do_chores()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_one_that_fails_keeps_none_from_being_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_jobs, "CHORES", ("no_such_command", *daily_jobs.CHORES))
    Session.objects.create(session_key="ended", session_data="", expire_date=timezone.now() - timedelta(days=1))
    daily_jobs.do_chores()
    assert not Session.objects.exists()


def test_they_are_done_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    times = 0

    async def scene() -> None:
        enough, loop = asyncio.Event(), asyncio.get_running_loop()

        def count() -> None:
            nonlocal times
            times += 1
            if times == 3:
                loop.call_soon_threadsafe(enough.set)

        monkeypatch.setattr(daily_jobs, "do_chores", count)
        task = asyncio.create_task(daily_jobs.run_daily(first=0, every=0))
        await asyncio.wait_for(enough.wait(), timeout=10)
        task.cancel()

    asyncio.run(scene())
    assert times >= 3

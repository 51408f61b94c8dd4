"""Background jobs of the serving process: one process runs them, and no failure stops them."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from carto_site import background_jobs, health

ran: list[str] = []


def sweep_tables() -> int:
    ran.append("tables")
    return 0


def sweep_mail() -> int:
    ran.append("mail")
    return 3


def fail() -> int:
    ran.append("failed")
    raise RuntimeError("the database is away")


HERE = "tests.test_background_jobs"


@pytest.fixture(autouse=True)
def _nothing_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    ran.clear()
    monkeypatch.setattr(health, "_serving_since", None)  # set by the jobs, and put back after the test


def run_until(count: int, **pauses: float) -> None:
    """Run the jobs until the sweeps have been called that often."""

    async def run() -> None:
        jobs = asyncio.create_task(background_jobs.run_sweeps(**pauses))
        while len(ran) < count:
            await asyncio.sleep(0)
        jobs.cancel()
        with suppress(asyncio.CancelledError):
            await jobs

    asyncio.run(asyncio.wait_for(run(), 30))


def test_a_sweep_that_fails_is_logged_and_the_others_go_on(
    settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.CARTO_SWEEPS = [f"{HERE}.fail", f"{HERE}.sweep_tables"]
    monkeypatch.setattr(background_jobs, "is_sweeper", lambda: True)
    run_until(4, every=0, busy=0)
    assert ran[:4] == ["failed", "tables"] * 2
    assert "fail failed" in caplog.messages
    assert "the database is away" in caplog.text


def test_more_that_is_due_is_not_waited_for(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CARTO_SWEEPS = [f"{HERE}.sweep_mail"]
    monkeypatch.setattr(background_jobs, "is_sweeper", lambda: True)
    run_until(3, every=3600, busy=0)
    assert ran[:3] == ["mail"] * 3


@pytest.mark.parametrize("works", [True, False], ids=["another process sweeps", "the check fails"])
def test_nothing_is_swept_until_this_process_is_the_sweeper(
    works: bool, settings: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    checks = 0

    def is_sweeper() -> bool:
        nonlocal checks
        checks += 1
        if checks > 2:
            return True
        assert ran == []
        if not works:
            raise RuntimeError("the database is away")
        return False

    settings.CARTO_SWEEPS = [f"{HERE}.sweep_tables"]
    monkeypatch.setattr(background_jobs, "is_sweeper", is_sweeper)
    run_until(1, every=0, busy=0)
    assert checks == 3
    assert ("failed to check whether this process runs the background jobs" in caplog.messages) is not works

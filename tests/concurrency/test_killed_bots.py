"""Server crashes (kill -9) while bots think: another server lets them answer, and their processes end."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest

from tests.concurrency.audit import Accepted, faults, stored_logs
from tests.concurrency.people import answer_of
from tests.concurrency.silence import Database
from tests.concurrency.test_sweeper import until
from tests.processes.http import Visitor
from tests.processes.manage import manage
from tests.processes.site import Site

SETTINGS = "tests.served_settings"
PASSWORD = "a wide river bends"
BOTS, KILLS = 3, 2
ASKED = "SELECT count(*) FROM tables_seat WHERE played_by = 'bot' AND alarm_at IS NOT NULL"
PROC = Path("/proc")


def processes() -> Iterator[tuple[int, int, str]]:
    """Yield each process that runs with its parent and its command; those that have ended are left out."""
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError):  # it has ended just now
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if state not in "ZX":
                yield int(folder.name), int(parent), (folder / "cmdline").read_text()


def children(site: Site) -> dict[int, str]:
    """Return the processes that a server has started, with their commands."""
    assert site.process
    return {pid: command for pid, parent, command in processes() if parent == site.process.pid}


def thinkers(site: Site) -> list[int]:
    return [pid for pid, command in children(site).items() if "spawn_main" in command]


@pytest.mark.skipif(not PROC.exists(), reason="needs /proc")
def test_bots_survive_kills(environment: dict[str, str], start_site: Callable[..., Site]) -> None:
    manage("prepare", **environment)
    manage(
        "shell",
        "-c",
        f"from games.accounts.models import User; User.objects.create_user('ann', {PASSWORD!r})",
        **environment,
    )
    site, database, ann = start_site(**environment), Database(file=environment["CARTO_DATABASE_FILE"]), Visitor()
    assert ann.post(f"{site.url}/accounts/sign-in/", username="ann", password=PASSWORD)[0] == 303
    chance, code, accepted = Random(2), "", list[Accepted]()
    for _ in range(KILLS):
        until(lambda: len(thinkers(site)) == 1)
        started, (thinker,) = children(site), thinkers(site)
        os.kill(thinker, signal.SIGSTOP)  # it holds its thought, so that the kill comes in the middle of it
        if code:
            accepted.append(answer(site, ann, code, chance))
        else:
            code = begin(site, ann)
        asked = database.ask(ASKED)
        site.kill()
        os.kill(thinker, signal.SIGCONT)
        assert database.ask(ASKED) == asked > 0, "the bots answered before the kill: it came too late to tell"
        until(lambda started=started: not started.items() & {pid: words for pid, _, words in processes()}.items())
        site.start()
        until(lambda: database.ask(ASKED) == 0)
    accepted.append(answer(site, ann, code, chance))
    until(lambda: database.ask(ASKED) == 0)
    assert site.stop() == 0
    (log,) = stored_logs(environment).values()
    assert faults(log, accepted) == []
    assert log.status == "playing"


def begin(site: Site, ann: Visitor) -> str:
    """Start a practice game, and return the code of its table."""
    choice = {"game": "cartographers", "bots": str(BOTS), "bot_level": "royal", "command_id": str(uuid4())}
    status, location, page = ann.post(f"{site.url}/tables/practice/", **choice)
    assert status == 303, page
    return location.rstrip("/").rpartition("/")[2]


def answer(site: Site, ann: Visitor, code: str, chance: Random) -> Accepted:
    """Answer for Ann, after whom all bots are asked again."""
    table = f"{site.url}/tables/{code}/"
    offered = answer_of(ann.get(table)[2], chance)
    assert offered
    status, _, page = ann.post(site.url + offered.action, page=table, **offered.fields)
    assert status == 303, page
    return Accepted(offered.fields["command_id"], code, 0)

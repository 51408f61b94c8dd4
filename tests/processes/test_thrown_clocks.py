"""Real servers whose clocks jump ahead and back: deadlines on time, no email lost or duplicated."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.games.notices.mail_server import MailServer, mail_server
from tests.processes.manage import manage
from tests.processes.site import Site
from tests.processes.thrown import DatabaseClock, ProcessClock

StartSite = Callable[..., Site]
TWO_YEARS = timedelta(days=730)
JUMPS = [pytest.param(timedelta(hours=1), marks=pytest.mark.long), TWO_YEARS]
TURN = 20
"""Seconds of a turn at the table that is to come to its end."""
MINUTE = 60.0

PEOPLE = """
from django.core.management import call_command
call_command("prepare")
from games.accounts.models import User
for name in ("ann", "ben", "cas"):
    User.objects.create_user(name, email=name + "@example.org")
"""
OPEN = """
from games.accounts.models import User
from games.tables.lobby import hosting, services
from games.tables.models import Pace, Seat
from games.tables.lobby.services import NewTable
from games.tables.time_control import TimeControl
ann, ben, cas = (User.objects.get(username=name) for name in ("ann", "ben", "cas"))
for name, tempo in (("quick", TimeControl(Pace.LIVE, {turn})), ("slow", TimeControl(Pace.DAYS, 24 * 3600))):
    new = NewTable("toy", "{when} " + name, {{"turns": 1}}, 2, tempo=tempo)
    services.join(table=services.create_table(host=ann, new=new).code, user=ben)
table = services.create_table(host=ann, new=NewTable("toy", "{when} open", {{"turns": 1}}, 2))
hosting.invite(table=table.code, by=ann, username="cas")
"""
LOOK = """
import json
from games.tables.models import Table
from games.notices.models import Delivery
rows, slow = (Table.objects.filter(name__endswith=name) for name in ("quick", "slow"))
print("look", json.dumps({
    "over": {table.name: table.status == "finished" for table in rows},
    "due": {table.name: [seat.due_at.timestamp() for seat in table.seats.all()] for table in slow},
    "answers": {table.name: table.events.filter(kind="picked").count() for table in rows},
    "deliveries": sorted(Delivery.objects.values_list("state", flat=True)),
}))
"""


class Throwable(Protocol):
    def throw(self, ahead: timedelta) -> None: ...


class Trial:
    """A site, the true times at which its tables were created, and the email received."""

    def __init__(self, environment: dict[str, str], server: MailServer) -> None:
        self.environment, self.server = environment, server
        self.opened: dict[str, float] = {}
        manage("shell", "-c", PEOPLE, **environment)

    def open(self, when: str) -> None:
        """Create a fast table and a slow one, and invite a user to a third."""
        manage("shell", "-c", OPEN.format(when=when, turn=TURN), **self.environment)
        self.opened[when] = time.time()

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(manage("shell", "-c", LOOK, **self.environment).rpartition("look ")[2])
        return found

    def assert_all_in_time(self) -> None:
        """Wait until the fast tables end, at most a minute late; then check the rest."""
        last = max(self.opened.values()) + TURN + MINUTE
        time.sleep(max(0.0, last - MINUTE + 1 - time.time()))
        while not all((found := self.look())["over"].values()):
            assert time.time() < last, found
            time.sleep(1)
        assert set(found["answers"].values()) == {2}
        for when, opened in self.opened.items():
            for due in found["due"][f"{when} slow"]:
                assert abs(due - (opened + 24 * 3600)) < MINUTE, (when, due - opened)
        self.assert_mail()

    def assert_mail(self) -> None:
        """Check that each invitation arrived, and no email twice."""
        expected = {f"ann invited you to {when} open": 1 for when in self.opened}
        last = time.time() + MINUTE
        while not expected.keys() <= {letter["Subject"] for letter in self.server.letters}:
            assert time.time() < last, [letter["Subject"] for letter in self.server.letters]
            time.sleep(0.5)
        counted = Counter(letter["Subject"] for letter in self.server.letters if "invited" in letter["Subject"])
        assert counted == expected
        numbers = [letter["Message-ID"] for letter in self.server.letters]
        assert len(set(numbers)) == len(numbers)


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def environment(server: MailServer, tmp_path: Path, collected_static: Path) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.processes.thrown_settings",
        "CARTO_SECRET_KEY": "the same in every process " * 3,
        "CARTO_VAR_DIR": str(tmp_path / "var"),
        "CARTO_STATIC_ROOT": str(collected_static),
        "CARTO_EMAIL_HOST": "127.0.0.1",
        "CARTO_EMAIL_PORT": str(server.port),
        "CARTO_EMAIL_TLS": "none",
        "CARTO_TEST_CLOCK": str(tmp_path / "ahead"),
    }


def throw(trial: Trial, clock: Throwable, jump: timedelta) -> None:
    """Create tables before the clock jumps, while it is ahead, and after it is correct again."""
    trial.open("before")
    clock.throw(jump)
    time.sleep(3)
    trial.open("ahead")
    time.sleep(3)
    clock.throw(timedelta())
    time.sleep(3)
    trial.open("after")
    trial.assert_all_in_time()


@pytest.mark.usefixtures("migrated_folder")
@pytest.mark.parametrize("jump", JUMPS, ids=str)
def test_sqlite_keeps_deadlines_and_mail_when_the_system_clock_is_thrown(
    environment: dict[str, str], server: MailServer, start_site: StartSite, tmp_path: Path, jump: timedelta
) -> None:
    clock = ProcessClock(tmp_path / "ahead")
    trial = Trial(environment, server)
    site = start_site(**environment)
    throw(trial, clock, jump)
    assert site.stop() == 0


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize("jump", JUMPS, ids=str)
def test_postgresql_keeps_deadlines_and_mail_when_its_clock_is_thrown(
    environment: dict[str, str],
    server: MailServer,
    start_site: StartSite,
    tmp_path: Path,
    migrated_postgres_url: str,
    redis_url: str,
    jump: timedelta,
) -> None:
    ProcessClock(tmp_path / "ahead")
    environment |= {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    trial = Trial(environment, server)
    clock = DatabaseClock(migrated_postgres_url)
    sites = [start_site(**environment), start_site(**environment)]
    throw(trial, clock, jump)
    assert [site.stop() for site in sites] == [0, 0]


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize(
    "off",
    [TWO_YEARS, pytest.param(-TWO_YEARS, marks=pytest.mark.long)],
    ids=["two years ahead", "two years behind"],
)
def test_one_process_of_two_with_a_wrong_clock_does_no_harm(
    environment: dict[str, str],
    server: MailServer,
    start_site: StartSite,
    tmp_path: Path,
    migrated_postgres_url: str,
    redis_url: str,
    off: timedelta,
) -> None:
    right, wrong = ProcessClock(tmp_path / "ahead"), ProcessClock(tmp_path / "wrong")
    wrong.throw(off)
    environment |= {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    trial = Trial(environment, server)
    # The one with the wrong clock comes first, and so sweeps and sends; then it is killed, and the other takes over.
    wrong_site = start_site(**environment | {"CARTO_TEST_CLOCK": str(wrong.file)})
    trial.environment = environment | {"CARTO_TEST_CLOCK": str(wrong.file)}
    trial.open("by the wrong")
    trial.environment = environment
    trial.open("by the right")
    start_site(**environment)
    trial.assert_all_in_time()
    wrong_site.kill()
    trial.open("afterwards")
    trial.assert_all_in_time()
    right.throw(timedelta())

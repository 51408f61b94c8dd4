"""Notifications sent by a server or a separate worker; none is sent twice after a kill."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.games.notices.mail_server import MailServer, mail_server
from tests.processes.manage import manage
from tests.processes.site import Site

StartSite = Callable[..., Site]
TELL = """
from django.utils import timezone
from games.accounts.models import User
from games.cartographers.setting_up.options import defaults
from games.notices.dispatcher import dispatch
from games.notices.models import Notice
from games.tables.lobby import services
ann, ben = (User.objects.create_user(name, email=name + "@example.org") for name in ("ann", "ben"))
table = services.create_table(host=ann, new=services.NewTable("cartographers", "Desk", defaults(), 2))
now = timezone.now()
Notice.objects.create(kind="invited", user=ben, by=ann, table=table, created_at=now, due_at=now)
dispatch()
"""
LATER = """
from datetime import timedelta
from django.db.models import F
from games.notices.dispatcher import dispatch
from games.notices.models import Delivery
Delivery.objects.update(claimed_at=F("claimed_at") - timedelta(hours=1))
dispatch()
print("state:", Delivery.objects.get().state)
"""


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as server:
        yield server


@pytest.fixture
def variables(server: MailServer, tmp_path: Path, collected_static: Path, migrated_folder: None) -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "carto_site.settings",
        "CARTO_VAR_DIR": str(tmp_path / "var"),
        "CARTO_STATIC_ROOT": str(collected_static),
        "CARTO_EMAIL_HOST": "127.0.0.1",
        "CARTO_EMAIL_PORT": str(server.port),
        "CARTO_EMAIL_TLS": "none",
    }


def shell(script: str, variables: dict[str, str]) -> str:
    return manage("shell", "-v", "0", "-c", script, **variables)


def test_a_server_sends_by_itself_and_ends_cleanly(
    start_site: StartSite, server: MailServer, variables: dict[str, str]
) -> None:
    site = start_site(**variables)
    shell(TELL, variables)
    assert server.arrivals.get(timeout=30)["To"] == "ben@example.org"
    assert site.stop() == 0
    assert len(server.letters) == 1


def test_a_process_of_its_own_sends(start_site: StartSite, server: MailServer, variables: dict[str, str]) -> None:
    apart = {**variables, "CARTO_WORKER": "apart"}
    site = start_site(**apart)
    shell(TELL, apart)
    assert server.letters == []
    manage("db_worker", "--batch", "--no-startup-delay", **apart)
    assert [letter["To"] for letter in server.letters] == ["ben@example.org"]
    assert site.stop() == 0


def test_what_a_kill_interrupts_is_given_up_and_not_sent_again(
    start_site: StartSite, server: MailServer, variables: dict[str, str]
) -> None:
    server.held.clear()
    site = start_site(**variables)
    shell(TELL, variables)
    assert server.arrivals.get(timeout=30)["To"] == "ben@example.org"  # and the server waits for the answer
    site.kill()
    server.held.set()
    assert "state: dead" in shell(LATER, variables)
    site.start()
    assert site.stop() == 0
    assert len(server.letters) == 1

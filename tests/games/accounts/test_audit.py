"""Audit log of sign-ins, failed attempts and refusals."""

import json
import logging
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core import mail as outbox
from django.test import Client, RequestFactory

from carto_site.logs import JsonFormatter
from games.accounts import audit, emails
from games.accounts.access import BACKEND
from games.accounts.models import User
from tests.games.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
GOOD = {"username": "anne", "password": PASSWORD}
NEW = {"new_password": "another-horse-9", "repeated": "another-horse-9"}
FROM = "192.0.2.7"


@pytest.fixture
def client() -> Client:
    """A browser with a known IP address."""
    return Client(REMOTE_ADDR=FROM)


def written(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    """The event, username and address of each audit log entry."""
    fields = [vars(record)["fields"] for record in caplog.records if record.name == "carto.security"]
    return [(entry["event"], entry["username"], entry["address"]) for entry in fields]


def test_coming_in_and_leaving(client: Client, anne: User, caplog: pytest.LogCaptureFixture) -> None:
    client.post("/accounts/sign-in/", GOOD | {"password": "wrong"})
    client.post("/accounts/sign-in/", GOOD)
    client.post("/accounts/sign-out/")
    assert written(caplog) == [
        ("sign-in-failed", "Anne", FROM),
        ("sign-in", "Anne", FROM),
        ("sign-out", "Anne", FROM),
    ]
    levels = [record.levelname for record in caplog.records if record.name == "carto.security"]
    assert levels == ["WARNING", "INFO", "INFO"]


def test_the_admins_door(client: Client, anne: User, caplog: pytest.LogCaptureFixture) -> None:
    User.objects.create_superuser("Root", PASSWORD)
    client.post("/admin/login/", {"username": "Root", "password": "wrong"})
    client.post("/admin/login/", {"username": "Root", "password": PASSWORD})
    assert written(caplog) == [("sign-in-failed", "Root", FROM), ("sign-in", "Root", FROM)]


def test_signing_up(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    client.post("/accounts/sign-up/", {"username": "Zoe", "password": PASSWORD, "repeated": PASSWORD})
    assert written(caplog) == [("sign-up", "Zoe", FROM), ("sign-in", "Zoe", FROM)]


def test_a_password_is_changed(signed_in: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    signed_in.post("/accounts/password/change/", NEW | {"current_password": "wrong"})
    signed_in.post("/accounts/password/change/", NEW | {"current_password": PASSWORD})
    signed_in.post("/accounts/email/", {"email": "", "current_password": "another-horse-9"})
    emails.wait_until_sent()  # the letter to the old address would else be found by the next test
    assert [event for event, _, _ in written(caplog)] == ["password-wrong", "password-changed", "email-changed"]
    assert {who for _, who, _ in written(caplog)} == {"Anne"}


def test_a_password_is_set_in_the_admin(client: Client, anne: User, caplog: pytest.LogCaptureFixture) -> None:
    client.force_login(User.objects.create_superuser("Root", PASSWORD), backend=BACKEND)
    caplog.clear()
    for repeated, status in (("another", 200), (NEW["repeated"], 302)):
        sent = {"password1": NEW["new_password"], "password2": repeated}
        assert client.post(f"/admin/accounts/user/{anne.pk}/password/", sent).status_code == status
    assert written(caplog) == [("password-changed", "Anne", FROM)]
    assert vars(caplog.records[0])["fields"]["by"] == "Root"


def test_an_account_is_deleted(signed_in: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    for password in ("wrong", PASSWORD):
        signed_in.post("/accounts/delete/", {"current_password": password})
    assert [event for event, _, _ in written(caplog)] == ["password-wrong", "deleted", "sign-out"]
    assert {who for _, who, _ in written(caplog)} == {"Anne"}


def test_every_event_is_explained() -> None:
    page = (Path(__file__).parents[3] / "docs" / "deployment.md").read_text(encoding="utf-8")
    assert [event for event in audit.AuditEvent if f"`{event}`" not in page] == []


def test_a_password_is_set_by_mail(client: Client, anne: User, caplog: pytest.LogCaptureFixture) -> None:
    client.post("/accounts/password/reset/", {"email": "anne@example.org"})
    emails.wait_until_sent()
    link = re.search(r"http://testserver(/\S+)", str(outbox.outbox[0].body))
    assert link
    client.post(client.get(link[1], follow=True).request["PATH_INFO"], NEW)
    assert written(caplog) == [("reset-asked", "", FROM), ("password-reset", "Anne", FROM)]
    assert vars(caplog.records[0])["fields"]["written_to"] == str(anne.pk)
    assert "another-horse" not in caplog.text
    assert link[1].split("/")[-2] not in caplog.text


def test_who_is_turned_away(signed_in: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    signed_in.handler.enforce_csrf_checks = True
    assert signed_in.post("/accounts/password/reset/MQ/a-token/").status_code == 403
    fields = [vars(record)["fields"] for record in caplog.records if record.name == "carto.security"]
    assert [(entry["event"], entry["username"], entry["status"]) for entry in fields] == [("refused", "Anne", 403)]
    assert fields[0]["view"] == "accounts:password_reset_confirm"


def test_who_asks_too_often(client: Client, anne: User, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(8):
        client.post("/accounts/sign-in/", GOOD | {"password": "wrong"})
    assert written(caplog)[-1] == ("refused", "", FROM)


def test_what_is_typed_into_the_wrong_field_is_not_written(
    client: Client, anne: User, caplog: pytest.LogCaptureFixture
) -> None:
    client.post("/accounts/sign-in/", {"username": PASSWORD, "password": "Anne-likes-maps"})
    assert written(caplog) == [("sign-in-failed", "", FROM)]
    assert PASSWORD not in caplog.text
    assert "Anne-likes-maps" not in caplog.text


def test_no_name_begins_a_line_of_its_own(caplog: pytest.LogCaptureFixture) -> None:
    evil = "Anne\r\n2026-01-01 INFO carto.security: event='sign-in'\x1b[2J\x7f\u2028"
    request = RequestFactory().get("/", REMOTE_ADDR=FROM)
    audit.record(audit.AuditEvent.SIGN_IN_FAILED, request, User(username=evil))
    (record,) = caplog.records
    assert record.getMessage().isprintable()
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert json.loads(line)["username"] == evil


def test_sign_ins_are_written_whatever_the_level_of_the_rest(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger(), "level", logging.ERROR)
    audit.record(audit.AuditEvent.SIGN_OUT, RequestFactory().get("/"), AnonymousUser())
    assert len(caplog.records) == 1

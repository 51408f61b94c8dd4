"""Security log entries about second factors."""

from types import SimpleNamespace

import pytest
from django.core.management import call_command
from django.test import Client
from time_machine import Traveller

from games.accounts.models import User
from tests.games.staff.conftest import (
    ADD,
    CODE,
    CODES,
    CONFIRM,
    PASSWORD,
    RECOVERY,
    REMOVE,
    by_password,
    code_of,
    equip,
)
from tests.games.staff.conftest import let_in as come_in
from tests.games.staff.test_factor import shown

pytestmark = pytest.mark.django_db
GOOD = {"current_password": PASSWORD}


def written(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return each logged event with its username and who caused it, and clear the log."""
    entries = [vars(record)["fields"] for record in caplog.records if record.name == "carto.security"]
    caplog.clear()
    return [" ".join(filter(None, (entry["event"], entry["username"], entry.get("by")))) for entry in entries]


def test_sign_ins_with_and_without_a_second_factor(holder: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    client = by_password(holder.user)
    assert written(caplog) == ["sign-in Root"]
    code = code_of(holder.authenticator)
    client.post(CODE, {"code": code})
    by_password(holder.user).post(CODE, {"code": code})
    assert written(caplog) == [
        "second-factor-given Root authenticator",
        "sign-in Root",
        "second-factor-wrong Root authenticator",
    ]
    assert code not in caplog.text


def test_recovery_codes(holder: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    client = by_password(holder.user)
    client.post(RECOVERY, {"current_password": "wrong", "code": holder.codes[0]})
    client.post(RECOVERY, GOOD | {"code": holder.codes[0]})
    by_password(holder.user).post(RECOVERY, GOOD | {"code": holder.codes[0]})
    assert written(caplog) == [
        "sign-in Root",
        "password-wrong Root",
        "second-factor-given Root recovery-code",
        "sign-in Root",
        "second-factor-wrong Root recovery-code",
    ]
    assert holder.codes[0] not in caplog.text


def test_changes_of_ones_own(root: User, caplog: pytest.LogCaptureFixture) -> None:
    client: Client = by_password(root)
    client.post(ADD, {"current_password": "wrong"})
    client.post(ADD, GOOD)
    client.post(CONFIRM, {"code": code_of(shown(client))})
    client.post(CODES, GOOD)
    client.post(REMOVE, GOOD)
    assert written(caplog) == [
        "sign-in Root",
        "password-wrong Root",
        "second-factor-set-up Root",
        "recovery-codes-renewed Root",
        "second-factor-removed Root Root",
    ]


def test_removal_for_somebody_else(holder: SimpleNamespace, clock: Traveller, caplog: pytest.LogCaptureFixture) -> None:
    client, other = come_in(holder, clock), equip(User.objects.create_superuser("Other", PASSWORD))
    written(caplog)
    client.post(f"/admin/staff/authenticator/{other.authenticator.pk}/delete/", {"post": "yes"})
    assert written(caplog) == ["second-factor-removed Other Root"]


def test_removal_by_the_command(holder: SimpleNamespace, caplog: pytest.LogCaptureFixture) -> None:
    call_command("remove_second_factor", "root")
    assert written(caplog) == ["second-factor-removed Root manage.py"]

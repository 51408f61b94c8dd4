"""Immutability triggers on published entries: in place except while migrating, reported if missing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.checks import Tags, run_checks
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.db.migrations.executor import MigrationExecutor

from games.catalog import immutability
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _laid_at_last() -> Iterator[None]:
    yield
    immutability.install_guard()


def broken_off(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a migration that fails midway, while the triggers are off."""
    seen: list[bool] = []

    def fail(*_: Any, **__: Any) -> None:
        seen.append(immutability.is_guard_missing())
        raise error

    monkeypatch.setattr(MigrationExecutor, "migrate", fail)
    with pytest.raises(type(error)):
        call_command("migrate", verbosity=0)
    assert seen == [True]


@pytest.mark.parametrize("error", [RuntimeError("a fault in a migration"), KeyboardInterrupt()], ids=repr)
def test_after_a_migration_that_failed_it_lies_again(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    load_published()
    broken_off(error, monkeypatch)
    assert not immutability.is_guard_missing()
    with pytest.raises(IntegrityError), transaction.atomic():
        CatalogEntry.objects.filter(key="treetower").delete()


def check_messages() -> list[str]:
    """Return the database check's messages, each with its hint."""
    return [f"{message.msg} {message.hint}" for message in run_checks(tags=[Tags.database], databases=["default"])]


def test_where_it_does_not_lie_the_check_says_so_until_it_is_put_right() -> None:
    assert check_messages() == []
    immutability.remove_guard()
    [sentence] = check_messages()
    assert "does not refuse to change or delete game pieces that were published" in sentence
    assert "manage.py prepare" in sentence
    call_command("migrate", verbosity=0)
    assert check_messages() == []


def test_a_table_that_it_cannot_watch_yet_is_not_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    immutability.remove_guard()
    with monkeypatch.context() as patched:
        patched.setattr(immutability, "TABLE", "catalog_of_tomorrow")
        assert not immutability.is_guard_missing()

"""Rows that refer to a user are stored under the user's lock, by `lock_person` or `lock_people`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from django.apps import apps

from games.accounts.models import User

GAMES: Final = Path(__file__).resolve().parents[2] / "games"
LOCKS: Final = {"lock_person", "lock_people", "_lock_user"}  # the last wraps the first
STORES: Final = {"create", "get_or_create", "update_or_create", "update"}
_CALLER = "its callers hold the lock"
_TABLE = "under the lock of a table where the person sits, which the deletion takes as well"
_GAME = "the game's end is stored under the lock of the table, and leaves out seats of erased people"
_UNSAVED = "never saved"
EXCEPTIONS: Final = {
    "accounts/sanctions.py::_store": _CALLER,
    "accounts/sanctions.py::close_account": _CALLER,
    "accounts/sanctions.py::move_sanctions": "sent while both people are locked",
    "accounts/sessions.py::record_visit": "made before the lock, saved under it",
    "people/services.py::move_blocks": _CALLER,
    "coach/personal_data.py::_on_guest_moved": "sent while both people are locked",
    "history/receivers.py::_on_taken_over": "the seat's new person is locked by who takes the seat",
    "history/summaries.py::_person": _GAME,
    "history/summaries.py::_write": _GAME,
    "history/summaries.py::summarise_unfinished": _GAME,
    "nights/opening.py::_open_table": "its callers lock the people who have joined",
    "nights/services.py::_invite": _CALLER,
    "notices/digests.py::_result_line": _UNSAVED,
    "notices/digests.py::digest_of": _UNSAVED,
    "notices/outbox.py::_notice": _TABLE,
    "notices/webhooks/services.py::_request": _TABLE,
    "ratings/deal_rating.py::_rate_entries": _CALLER,
    "ratings/queue.py::queue_table": _GAME,
    "ratings/rating.py::load_ratings": _CALLER,
    "staff/views.py::confirm": _UNSAVED,
    "staff/views.py::qr": _UNSAVED,
    "staff/services.py::_new_recovery_codes": _CALLER,
    "studies/personal_data.py::_on_moved": "sent while both people are locked",
    "studies/reports.py::_case_of": "under the lock of what is reported, which the deletion removes",
    "talk/personal_data.py::_on_moved": "sent while both people are locked",
    "tables/incidents.py::record_incident": _TABLE,
    "tables/lobby/hosting.py::invite": "locks the row itself, as an unknown name is no error there",
    "tables/lobby/saved_settings.py::_store_settings": "made before the lock, saved under it",
    "tables/staff/interventions.py::_remove": _TABLE,
    "tables/deals/services.py::build_deal": _CALLER,
    "tables/deals/services.py::start_counted_game": _CALLER,
    "tables/deals/services.py::_on_guest_moved": "sent while both people are locked",
    "tables/deals/services.py::_on_taken_over": "the seat's new person is locked by who takes the seat",
    "tables/device/claims.py::ask_account": "the row of the account is locked by its name, in the same transaction",
    "tables/lobby/device_players.py::seat_device_players": "the players are created in the same transaction",
    "tables/lobby/services.py::kick": _TABLE,
    "tables/lobby/services.py::create_empty_table": _CALLER,
    "tables/lobby/services.py::seat_user": _CALLER,
}
"""Functions that store such a row without taking the lock themselves, and the reason why that is safe."""


def owners() -> dict[str, set[str]]:
    """Return the columns that refer to a user, by model name."""
    found: dict[str, set[str]] = {}
    for model in apps.get_models():
        columns = [column for column in model._meta.concrete_fields if column.related_model is User]
        if columns:
            names = {name for column in columns for name in (column.name, column.attname)}
            found.setdefault(model.__name__, set()).update(names)
    return found


OWNERS: Final = owners()
ANY: Final = frozenset().union(*OWNERS.values())


def written_columns(call: ast.Call) -> set[str]:
    """Return the user columns that a call stores, empty for other calls."""
    keywords = {word.arg for word in call.keywords if not is_none(word.value)}
    if isinstance(call.func, ast.Name):
        return OWNERS.get(call.func.id, set()) & keywords
    if isinstance(call.func, ast.Attribute) and call.func.attr in STORES:
        return set(ANY) & keywords
    return set()


def is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None


def takes_lock(node: ast.AST) -> bool:
    """True for `with lock_person(...)`."""
    if not isinstance(node, ast.With):
        return False
    calls = (item.context_expr for item in node.items)
    return any(isinstance(c, ast.Call) and isinstance(c.func, ast.Name) and c.func.id in LOCKS for c in calls)


def unlocked(node: ast.AST, function: str = "", locked: bool = False) -> Iterator[str]:
    """Yield the functions that store a user's row without the lock."""
    if isinstance(node, ast.FunctionDef):
        function, locked = node.name, False
    if isinstance(node, ast.Call) and not locked and written_columns(node):
        yield function
    for child in ast.iter_child_nodes(node):
        yield from unlocked(child, function, locked or takes_lock(node))


def found() -> set[str]:
    """Return all functions that store a user's row without the lock, as `file::function`."""
    files = (path for path in GAMES.rglob("*.py") if "migrations" not in path.parts)
    return {
        f"{path.relative_to(GAMES)}::{function}" for path in files for function in unlocked(ast.parse(path.read_text()))
    }


UNLOCKED = (
    "def f(user):\n  Mute.objects.create(user=user)",
    "def f(user):\n  row = KeptChoices(user=user)",
    "def f(user):\n  with writing():\n    Seat.objects.filter(pk=1).update(user=user)",
    "def f(user):\n  with lock_person(user):\n    pass\n  Note.objects.get_or_create(author_id=user.pk)",
)
LOCKED = (
    "def f(user):\n  with lock_person(user) as person:\n    Mute.objects.create(user=person)",
    "def f(user):\n  with suppress(Error), lock_people(user):\n    Mute.objects.create(user=user)",
    "def f(user):\n  Invited.objects.filter(by=user).update(by=None)",
    "def f(user):\n  Form(user=user)",
)


@pytest.mark.parametrize("source", UNLOCKED)
def test_a_write_without_the_lock_is_found(source: str) -> None:
    assert list(unlocked(ast.parse(source))) == ["f"]


@pytest.mark.parametrize("source", LOCKED)
def test_other_code_is_left_alone(source: str) -> None:
    assert list(unlocked(ast.parse(source))) == []


def test_rows_of_people_are_stored_under_their_lock() -> None:
    assert found() == set(EXCEPTIONS)

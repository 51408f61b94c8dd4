"""Fixtures: users, a game they have played, and the `verify` command."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from games.accounts.models import User
from games.history.record import record_of
from games.tables.log.state import cache
from tests.games.history.bringing import NOON
from tests.games.history.finished import person
from tests.games.history.playing import Take, Verify, played


@pytest.fixture
def people(db: None) -> list[User]:
    """Ann and Ben."""
    cache.clear()
    names = {"ann": "Ann", "ben": "Bén"}
    return [User.objects.create_user(login, "chart and compass", display_name=name) for login, name in names.items()]


@pytest.fixture
def ann(db: None) -> User:
    """Return Ann."""
    return person("Ann")


@pytest.fixture
def ben(db: None) -> User:
    """Return Ben."""
    return person("Ben")


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Stop the clock at noon and clear the cache."""
    cache.clear()
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def record(people: list[User]) -> dict[str, Any]:
    """Return the record of a two-player game with random edicts."""
    return record_of(played(*people))


@pytest.fixture
def take_in(tmp_path: Path) -> Take:
    """Return a function that imports lines and returns the command's output and if it succeeded."""

    def run(*lines: str | bytes, **options: Any) -> tuple[str, bool]:
        file, out = tmp_path / "games.jsonl", io.StringIO()
        file.write_bytes(b"".join(line if isinstance(line, bytes) else line.encode() for line in lines))
        try:
            call_command("import_games", str(file), stdout=out, **options)
        except CommandError as error:
            return f"{out.getvalue()}{error}", False
        return out.getvalue(), True

    return run


@pytest.fixture
def verify(tmp_path: Path) -> Verify:
    """Return a function that verifies a document and returns the output and if it succeeded."""

    def run(document: Any) -> tuple[str, bool]:
        file = tmp_path / "game.json"
        file.write_bytes(document if isinstance(document, bytes) else json.dumps(document).encode())
        out = io.StringIO()
        try:
            call_command("verify", str(file), stdout=out)
        except CommandError as error:
            return f"{out.getvalue()}{error}", False
        return out.getvalue(), True

    return run

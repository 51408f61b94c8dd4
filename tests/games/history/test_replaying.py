"""`replay_games`: stored games, held against the rules and against what is stored of them."""

import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models

from games.accounts.models import User
from games.history import replaying
from games.tables.models import Seat, Table, TableEvent
from tests.games.history.playing import begun, played

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden"


def replay(**options: Any) -> tuple[list[str], bool]:
    """What the command prints, and whether it is content."""
    out = io.StringIO()
    try:
        call_command("replay_games", stdout=out, **options)
    except CommandError as error:
        return [*out.getvalue().splitlines(), str(error)], False
    return out.getvalue().splitlines(), True


def test_games_that_hold_are_counted(people: list[User]) -> None:
    first, second = played(people[0]), played(*people)
    begun(people[0])
    assert replay() == (
        [f"2 of 2 checked; to go on from here: --after {second.code}", "Games checked: 2; wrong: 0"],
        True,
    )
    assert replay(after=first.code)[0][-1] == "Games checked: 1; wrong: 0"
    assert replay(after=second.code)[0] == ["Games checked: 0; wrong: 0"]


def test_it_tells_how_far_it_has_come(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replaying, "BATCH", 2)
    tables = [played(people[0]) for _ in range(3)]
    assert replay()[0][:2] == [
        f"2 of 3 checked; to go on from here: --after {tables[1].code}",
        f"3 of 3 checked; to go on from here: --after {tables[2].code}",
    ]


FORGED: dict[str, Callable[[Table], Any]] = {
    "seat, rank and score": lambda table: Seat.objects.filter(table=table, index=0).update(score=500),
    "seat, rank": lambda table: Seat.objects.filter(table=table, index=1).update(rank=7),
    "the seed is not": lambda table: Table.objects.filter(pk=table.pk).update(commitment="5a" * 32),
    "is not at the end": lambda table: Table.objects.filter(pk=table.pk).update(turn=3),
    "the turns of its events": lambda table: event(table, 9).update(turn=400),
    "Event 5:": lambda table: event(table, 5).update(data={}, kind="game_ended"),
    "is no kind of event": lambda table: event(table, 5).update(kind="forged"),
    "the record ends": lambda table: event(table, table.number).delete(),
    "the game is not": lambda table: Table.objects.filter(pk=table.pk).update(game="gone"),
    "commitment: must be": lambda table: Table.objects.filter(pk=table.pk).update(commitment=""),
}


def event(table: Table, number: int) -> models.QuerySet[TableEvent]:
    return models.QuerySet(TableEvent).filter(table=table, number=number)


@pytest.mark.parametrize("words", FORGED)
def test_what_does_not_hold_is_told(words: str, people: list[User]) -> None:
    good, table = played(people[0]), played(*people)
    FORGED[words](table)
    printed, content = replay()
    assert not content
    assert printed[0].startswith(f"{table.code}: ")
    assert words.lower() in printed[0].lower()
    assert printed[-2:] == ["Games checked: 2; wrong: 1", "Not every game holds."]
    assert good.code not in printed[0]


@pytest.mark.django_db
@pytest.mark.parametrize("processes", [0, 65])
def test_there_is_a_bound_to_processes(processes: int) -> None:
    assert replay(processes=processes) == (["--processes must be 1 to 64."], False)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="makes a database file of its own")
def test_several_processes_come_to_the_same(tmp_path: Path) -> None:
    variables = {**os.environ, "CARTO_DATABASE_FILE": str(tmp_path / "games.sqlite3"), "CARTO_DATABASE_URL": ""}
    games = tmp_path / "games.jsonl"
    files = sorted(GOLDEN.glob("solo_*.json"))
    games.write_text("".join(file.read_text().replace("\n", "") + "\n" for file in files))

    def manage(*command: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "manage.py", *command]
        return subprocess.run(run, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=200)

    assert manage("migrate", "--verbosity", "0").returncode == 0
    assert manage("import_games", str(games)).returncode == 0
    run = manage("replay_games", "--processes", "2")
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, f"Games checked: {len(files)}; wrong: 0")
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("UPDATE tables_seat SET score = 999 WHERE id = (SELECT min(id) FROM tables_seat)")
    run = manage("replay_games", "--processes", "2")
    assert (run.returncode, "Not every game holds." in run.stderr) == (1, True)
    assert "999" in run.stdout

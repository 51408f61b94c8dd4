"""`replay_games`: stored games checked against the rules and their stored results."""

import io
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.utils import timezone

from games.accounts.models import User
from games.history import replay_checks
from games.history.commands import finished_after
from games.history.models import Gain, Piece, PlayedWith, SeatSummary, Summary
from games.history.summaries import SEARCHED_COLUMNS, recalculate_totals
from games.tables.models import Origin, Seat, Table, TableEvent
from games.tables.people.personal_data import delete_tables, erase
from tests.games.history.playing import begun, played
from tests.games.tables.players import resigned

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = ROOT / "tests" / "golden"


def replay(**options: Any) -> tuple[list[str], bool]:
    """Run the command; return its output lines and if it succeeded."""
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
        [f"2 of 2 checked; to continue from here: --after {second.code}", "Games checked: 2; wrong: 0"],
        True,
    )
    assert replay(after=first.code)[0][-1] == "Games checked: 1; wrong: 0"
    assert replay(after=second.code)[0] == ["Games checked: 0; wrong: 0"]


def test_it_tells_how_far_it_has_come(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_checks, "BATCH", 2)
    tables = [played(people[0]) for _ in range(3)]
    assert replay()[0][:2] == [
        f"2 of 3 checked; to continue from here: --after {tables[1].code}",
        f"3 of 3 checked; to continue from here: --after {tables[2].code}",
    ]


def test_records_that_nobody_keeps_are_left_out(people: list[User]) -> None:
    first, uploaded, last = (played(people[0]) for _ in range(3))
    Table.objects.filter(pk=uploaded.pk).update(origin=Origin.UPLOADED, kept_until=timezone.now())
    assert replay()[0] == [f"2 of 2 checked; to continue from here: --after {last.code}", "Games checked: 2; wrong: 0"]
    assert replay_checks.check_range((first.pk, last.pk)).checked == 2
    assert [table.code for table in finished_after("")] == [first.code, last.code]


def test_games_that_go_meanwhile_end_no_run(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    gone, stays = played(people[0]), played(people[0])
    monkeypatch.setattr(replay_checks, "BATCH", 1)
    monkeypatch.setattr(replay_checks, "_ranges", lambda _games: [(gone.pk, gone.pk), (stays.pk, stays.pk)])
    delete_tables([gone.pk])
    assert replay_checks.check_range((gone.pk, gone.pk)) == replay_checks.CheckedBatch(0, "", ())
    assert replay()[0] == [f"1 of 1 checked; to continue from here: --after {stays.code}", "Games checked: 1; wrong: 0"]


FORGED: dict[str, Callable[[Table], Any]] = {
    "seat, rank and score": lambda table: Seat.objects.filter(table=table, index=0).update(score=500),
    "seat, rank": lambda table: Seat.objects.filter(table=table, index=1).update(rank=7),
    "doesn’t match the hash published before": lambda table: Table.objects.filter(pk=table.pk).update(
        commitment="5a" * 32
    ),
    "is not at the end": lambda table: Table.objects.filter(pk=table.pk).update(turn=3),
    "the turns of its events": lambda table: event(table, 9).update(turn=400),
    "Event 5:": lambda table: event(table, 5).update(data={}, kind="game_ended"),
    "is no kind of event": lambda table: event(table, 5).update(kind="forged"),
    "the file ends before the game is over.": lambda table: event(table, table.number).delete(),
    "the game is not": lambda table: Table.objects.filter(pk=table.pk).update(game="gone"),
    "seed and commitment:": lambda table: Table.objects.filter(pk=table.pk).update(commitment=""),
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
    assert printed[-2:] == ["Games checked: 2; wrong: 1", "Some games don't match."]
    assert good.code not in printed[0]


ROWS: dict[str, Callable[[Table], Any]] = {
    "its summary is missing": lambda table: Summary.objects.filter(table=table).delete(),
    "its summary should not be there": lambda table: Table.objects.filter(pk=table.pk).update(origin=Origin.FORK),
    "its summary: best is 500,": lambda table: Summary.objects.filter(table=table).update(best=500),
    "its summary: open is False,": lambda table: Summary.objects.filter(table=table).update(open=False),
    "its summary: game is toy,": lambda table: Summary.objects.filter(table=table).update(game="toy"),
    "the row of sheet A is missing": lambda table: sheet(table).delete(),
    "the row of sheet Z should not be there": lambda table: PlayedWith.objects.create(
        **columns_of(table), piece=piece("Z")
    ),
    "the row of sheet A: seats is 9,": lambda table: sheet(table).update(seats=9),
    "the row of sheet A: best is 500,": lambda table: sheet(table).update(best=500),
    "the row of @ann is missing": lambda table: ann(table).delete(),
    "the row of @cas should not be there": lambda table: ann(table).update(user=cas()),
    "the row of @ann: score is 500,": lambda table: ann(table).update(score=500),
    "the row of @ann: result is left,": lambda table: ann(table).update(result="left"),
    "the row of @ann: title is master,": lambda table: ann(table).update(title="master"),
    "the row of @ann: finished_at is 2020": lambda table: ann(table).update(
        finished_at=datetime(2020, 1, 1, tzinfo=UTC)
    ),
    "the row of @ann: set is heroes,": lambda table: ann(table).update(set="heroes"),
    "the row of @ann source coins is missing": lambda table: coins(table).delete(),
    "the row of @ann sheet Z should not be there": lambda table: Gain.objects.create(
        seat=ann(table).get(), user=table.host, piece=piece("Z"), score=1
    ),
    "the row of @ann source coins: score is 500,": lambda table: coins(table).update(score=500),
    "the row of @ann source coins: open is False,": lambda table: coins(table).update(open=False),
    "the row of @ann source coins: user is cas,": lambda table: coins(table).update(user=cas()),
}


def sheet(table: Table) -> models.QuerySet[PlayedWith]:
    return PlayedWith.objects.filter(summary=table.pk, piece__kind="sheet")


def ann(table: Table) -> models.QuerySet[SeatSummary]:
    return SeatSummary.objects.filter(summary=table.pk, user__username="ann")


def coins(table: Table) -> models.QuerySet[Gain]:
    return Gain.objects.filter(seat__in=ann(table), piece__key="coins")


def piece(key: str) -> Piece:
    return Piece.objects.create(game="cartographers", kind="sheet", key=key)


def cas() -> User:
    return User.objects.create_user("cas", "chart and compass")


def columns_of(table: Table) -> dict[str, Any]:
    summary = Summary.objects.get(table=table)
    return {"summary": summary} | {name: getattr(summary, name) for name in (*SEARCHED_COLUMNS, "best")}


@pytest.mark.parametrize("words", ROWS)
def test_each_row_of_a_game_is_as_it_has_to_be(words: str, people: list[User]) -> None:
    good, table = played(people[1]), played(*people)
    ROWS[words](table)
    recalculate_totals()
    printed, content = replay()
    assert not content
    # Of a row that came to be another's, the one that is missing is told first.
    missing = "the row of @ann is missing" if "@cas" in words else words
    assert printed[0].startswith(f"{table.code}: {missing}")
    assert printed[-2:] == ["Games checked: 2; wrong: 1", "Some games don't match."]
    assert good.code not in printed[0]


def test_who_left_and_who_is_gone_have_the_rows_they_should(people: list[User]) -> None:
    table = played(*people)
    Seat.objects.filter(table=table, index=0).update(rank=2, **resigned(timezone.now()))
    Seat.objects.filter(table=table, index=1).update(rank=1)
    assert not replay()[1]
    call_command("summarise_games", all=True)
    assert SeatSummary.objects.get(user=people[0]).result == "left"
    assert replay()[1]
    erase(user=people[1])
    printed, content = replay()
    assert content
    assert printed[-1] == "Games checked: 1; wrong: 0", "the totals are right too"
    assert set(SeatSummary.objects.values_list("user", flat=True)) == {people[0].pk}


def test_a_game_that_cannot_be_summed_up_is_told_and_keeps_no_other_from_it(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(people[0])
    monkeypatch.setattr("games.cartographers.past.summary._gains", lambda *_: 1 / 0)
    printed, _content = replay()
    assert printed[0] == f"{table.code}: it cannot be summed up: ZeroDivisionError: division by zero"


@pytest.mark.parametrize("column", ["seats", "total"])
def test_totals_are_held_against_all_rows(column: str, people: list[User]) -> None:
    played(people[0])
    coins = Piece.objects.get(kind="source", key="coins")
    good = coins.total
    setattr(coins, column, 500)
    coins.save()
    assert replay() == (
        [
            f"1 of 1 checked; to continue from here: --after {Table.objects.get().code}",
            "Games checked: 1; wrong: 0",
            "Totals that summarise_games --all corrects: "
            f"source coins ({coins.total} of {coins.seats} seats, and should be {good} of 1)",
        ],
        True,
    )
    call_command("summarise_games", all=True)
    assert "Totals" not in replay()[0][-1]


@pytest.mark.django_db
@pytest.mark.parametrize("processes", [0, 65])
def test_there_is_a_bound_to_processes(processes: int) -> None:
    assert replay(processes=processes) == (["--processes must be 1 to 64."], False)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="makes a database file of its own")
def test_several_processes_come_to_the_same(tmp_path: Path, migrated: Path) -> None:
    copyfile(migrated, tmp_path / "games.sqlite3")
    variables = {**os.environ, "CARTO_DATABASE_FILE": str(tmp_path / "games.sqlite3"), "CARTO_DATABASE_URL": ""}
    games = tmp_path / "games.jsonl"
    files = sorted(GOLDEN.glob("solo_*.json"))
    games.write_text("".join(file.read_text().replace("\n", "") + "\n" for file in files))

    def manage(*command: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "manage.py", *command]
        return subprocess.run(run, cwd=ROOT, env=variables, capture_output=True, text=True, timeout=200)

    assert manage("import_games", str(games)).returncode == 0
    run = manage("replay_games", "--processes", "2")
    assert (run.returncode, run.stdout.splitlines()[-1]) == (0, f"Games checked: {len(files)}; wrong: 0")
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        database.execute("UPDATE tables_seat SET score = 999 WHERE id = (SELECT min(id) FROM tables_seat)")
    run = manage("replay_games", "--processes", "2")
    assert (run.returncode, "Some games don't match." in run.stderr) == (1, True)
    assert "999" in run.stdout

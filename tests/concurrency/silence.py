"""Games that nobody answers: starting them, observing them during server kills, checking their logs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg

from tests.processes.manage import manage

SEATS, TURNS = 3, 6
OPTIONS = {"toy": {"turns": TURNS}, "gisborne": {"laid_numbers": "behind", "final_scorings": "1"}}
ANSWERS = {"toy": {"picked"}, "gisborne": {"laid", "discarded", "chip_given", "kept"}}
"""The kinds of stored answers."""
FEWEST = {"toy": SEATS * TURNS, "gisborne": 40}
"""Fewest answers that a game of `SEATS` absent players needs; of the toy it needs just these."""
BEGIN = """
from django.core.management import call_command
call_command("prepare")
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.models import Pace
from games.tables.lobby.services import NewTable
from games.tables.time_control import TimeControl
host, *guests = (User.objects.create_user(name) for name in {names})
for seconds in [1] * {games} + [24 * 3600]:
    tempo = TimeControl(Pace.LIVE, turn_seconds=seconds)
    table = services.create_table(host=host, new=NewTable({game!r}, "Desk", {options}, {seats}, tempo=tempo))
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    print("table", table.code)
"""
LOGS = """
import json
from engine.verification import verify
from games.tables.game import game_of
from games.tables.models import Table
def log_of(table):
    rules, events = game_of(table).rules, list(table.events.select_related("definition").order_by("number"))
    fault = verify(rules, [rules.decode(event.kind, event.whole) for event in events], bytes(table.seed)).fault
    return {
        "game": table.game,
        "status": table.status,
        "events": [[event.number, event.kind, event.data, event.stand_in] for event in events],
        "commands": [[one.seat, one.ask, one.standing] for one in table.commands.order_by("number")],
        "alarms": table.seats.filter(alarm_at__isnull=False).count(),
        "fault": str(fault or ""),
    }
print("logs", json.dumps({table.code: log_of(table) for table in Table.objects.all()}))
"""


@dataclass(frozen=True, slots=True)
class Begun:
    """Tables of `SEATS` seats with 1 second for each turn, and one table with a day."""

    game: str
    codes: tuple[str, ...]
    patient: str

    @property
    def answers(self) -> int:
        """The number of answers due at all tables except the patient one, or at least."""
        return len(self.codes) * FEWEST[self.game]


def begin(game: str, games: int, environment: Mapping[str, str]) -> Begun:
    """Start games in an empty database."""
    names = [f"person{index}" for index in range(SEATS)]
    words = {"names": names, "game": game, "games": games, "options": OPTIONS[game], "seats": SEATS}
    output = manage("shell", "-c", BEGIN.format(**words), **environment)
    *codes, patient = (line.split()[1] for line in output.splitlines() if line.startswith("table "))
    return Begun(game, tuple(codes), patient)


@dataclass(frozen=True, slots=True)
class Database:
    """Direct connection to the servers' database: `url` for PostgreSQL, or `file` for SQLite."""

    url: str = ""
    file: str = ""

    def ask(self, sql: str) -> Any:
        """Execute SQL and return the first value of the result, or None; changes are committed."""
        if self.url:
            with psycopg.connect(self.url, autocommit=True) as connection:
                answer = connection.execute(sql)  # type: ignore[call-overload]  # its own words, no stranger's
                row = answer.fetchone() if answer.description else None
        else:
            with closing(sqlite3.connect(self.file, timeout=20)) as own:
                row = own.execute(sql).fetchone()
        return row[0] if row else None

    def answered(self) -> int:
        """The number of answers given, all of them by the stand-in."""
        return int(self.ask("SELECT count(*) FROM tables_tablecommand"))

    def playing(self) -> int:
        """The number of games in progress."""
        return int(self.ask("SELECT count(*) FROM tables_table WHERE status = 'playing'"))

    def sweeper(self) -> str:
        """The process that currently sweeps the clocks, or "" before there is one."""
        return str(self.ask("SELECT holder FROM tables_sweeper") or "")

    def swept_at(self) -> float:
        """The time of the last sweep, in seconds."""
        return float(self.ask(f"SELECT {self._seconds('seen_at')} FROM tables_sweeper"))

    def due_at(self, code: str) -> float:
        """The deadline of a table's first seat, in seconds."""
        table = f"(SELECT id FROM tables_table WHERE code = '{code}')"
        return float(
            self.ask(f'SELECT {self._seconds("due_at")} FROM tables_seat WHERE "index" = 0 AND table_id = {table}')
        )

    def let_pass(self, seconds: int) -> None:
        """Simulate elapsed time by shifting all stored timestamps; PostgreSQL only."""
        passed = f"- interval '{seconds} seconds'"
        self.ask(f"UPDATE tables_seat SET due_at = due_at {passed}, alarm_at = alarm_at {passed}")
        self.ask(f"UPDATE tables_sweeper SET seen_at = seen_at {passed}")

    def _seconds(self, column: str) -> str:
        return f"extract(epoch FROM {column})" if self.url else f"(julianday({column}) - 2440587.5) * 86400"


def stored(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Load the logs of all tables by code, checked by their rules, in a separate process."""
    logs: dict[str, dict[str, Any]] = json.loads(manage("shell", "-c", LOGS, **environment).rpartition("logs ")[2])
    return logs


def faults(log: Mapping[str, Any]) -> list[str]:
    """Return the faults in the log of a game that nobody answered; empty if there are none."""
    events, game = log["events"], log["game"]
    by_stand_in = [stand_in for _, kind, _data, stand_in in events if kind in ANSWERS[game]]
    revealed = [data.get("turn", data.get("round")) for _, kind, data, _ in events if kind == "revealed"]
    answers = [(seat, ask) for seat, ask, standing in log["commands"] if standing]
    owed = [(seat, f"pick:{turn}") for turn in range(1, TURNS + 1) for seat in range(SEATS)]
    checks = {
        "not over": log["status"] == "finished",
        "numbers that are missing or doubled": [event[0] for event in events] == list(range(1, len(events) + 1)),
        "turns that were not revealed once": revealed == list(range(1, len(revealed) + 1))
        and (game != "toy" or len(revealed) == TURNS),
        "an answer that is not the stand-in's": all(by_stand_in),
        "answers that are missing or doubled": len(set(answers)) == len(log["commands"]) <= len(by_stand_in)
        and (game != "toy" or (sorted(answers) == sorted(owed) and len(by_stand_in) == len(owed))),
        "an alarm of a game that is over": not log["alarms"],
        f"its rules object: {log['fault']}": not log["fault"],
    }
    return [name for name, right in checks.items() if not right]

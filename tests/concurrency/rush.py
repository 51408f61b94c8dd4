"""Play one scenario from many threads and print the results as JSON."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import connection
from django.utils.module_loading import import_string

from games.accounts.models import User
from games.tables.game import game_named, game_of
from games.tables.log.state import load
from games.tables.log.submit import CommandResult, Intent, submit
from games.tables.models import Status, Table
from tests.concurrency.unlocked import unlocked_submit
from tests.games.tables.present import present
from tests.scenarios import Scenario, answer_of

Submit = Callable[..., CommandResult]
"""`games.tables.log.submit.submit`, or the control that lacks its lock."""

SEATS = range(2, 9)
WRITERS = 80


def sizes_of(scenario: Scenario) -> list[int]:
    """The numbers of seats, of those tried here, at which the game is played."""
    return [size for size in SEATS if size in game_named(scenario.key).seats]


def together(tasks: Sequence[Callable[[], object]]) -> tuple[list[str], float]:
    """Run all tasks simultaneously, each in its own thread.

    Returns the errors, and the duration of the slowest task in seconds.
    """
    barrier = threading.Barrier(len(tasks))
    errors: list[str] = []
    waits: list[float] = []

    def run(task: Callable[[], object]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait()
            began = time.perf_counter()
            task()
            waits.append(time.perf_counter() - began)
        except Exception as error:
            errors.append(repr(error))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[task]) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors, max(waits, default=0.0)


def answers(table: Table, people: list[User], write: Submit) -> list[Callable[[], None]]:
    """One task for each seat that owes an answer: it submits the rules' fallback answer."""
    state, rules = load(present(table)).state, game_of(table).rules
    return [
        partial(_answer, table, people[ask.seat], ask.id, answer_of(rules, state, ask), write)
        for ask in rules.asks(state)
        if not ask.answered
    ]


def _answer(table: Table, user: User, ask: str, command: Any, write: Submit) -> None:
    write(
        table=table.code,
        user=user,
        command_id=uuid4(),
        intent=Intent(table.game, lambda _seat: ask, lambda _seat: command),
    )


def open_ask_ids(table: Table) -> frozenset[str]:
    """The ids of a table's open asks, which change with every reveal."""
    return frozenset(ask.id for ask in game_of(table).rules.asks(load(present(table)).state))


def barrier(scenario: Scenario, people: list[User], rounds: int, write: Submit) -> dict[str, Any]:
    """Let all seats of a table answer simultaneously, repeatedly, with 2 to 8 seats; count reveals."""
    errors: list[str] = []
    sizes = sizes_of(scenario)
    played = lost = doubled = tables = 0
    while played < rounds:
        table = scenario.open_table(people[: sizes[tables % len(sizes)]])
        tables += 1
        steps = 0
        while played < rounds and steps < rounds // len(sizes) + 1:
            before = open_ask_ids(table)
            errors += together(answers(table, people, write))[0]
            steps, played = steps + 1, played + 1
            table = Table.objects.get(pk=table.pk)
            stuck = open_ask_ids(table) == before
            lost += stuck
            if stuck or table.status != Status.PLAYING:
                break
        doubled += sum(times - 1 for times in scenario.reveals(table).values())
    return {"rounds": played, "tables": tables, "lost": lost, "doubled": doubled, "errors": Counter(errors)}


def writers(scenario: Scenario, people: list[User]) -> dict[str, Any]:
    """Let 80 seats answer simultaneously, at tables as large as the game allows."""
    size = sizes_of(scenario)[-1]
    tables = [scenario.open_table(people[:size]) for _ in range(WRITERS // size)]
    before = [open_ask_ids(table) for table in tables]
    tasks = [task for table in tables for task in answers(table, people, submit)]
    errors, slowest = together(tasks)
    revealed = sum(open_ask_ids(table) != ids for table, ids in zip(tables, before, strict=True))
    numbers = {"writers": len(tasks), "tables": len(tables), "revealed": revealed}
    return {**numbers, "errors": Counter(errors), "slowest": round(slowest, 3)}


def main(kind: str, path: str, *rest: str) -> None:
    """Prepare an empty migrated database, and play."""
    scenario: Scenario = import_string(path)
    settings.CARTO_GAMES = scenario.games
    if "load_cards" in get_commands():
        call_command("load_cards", verbosity=0)
    people = [User.objects.create_user(f"person{index}", "chart and compass") for index in range(SEATS[-1])]
    if kind == "writers":
        result = writers(scenario, people)
    elif kind == "crossing":
        result = import_string("tests.concurrency.crossing.crossing")(scenario, people, int(rest[0]))
    elif kind == "undoing":
        result = import_string("tests.concurrency.undoing.undoing")(scenario, people, int(rest[0]))
    else:
        result = barrier(scenario, people, int(rest[0]), unlocked_submit if "--unlocked" in rest else submit)
    sys.stdout.write(json.dumps(result) + "\n")

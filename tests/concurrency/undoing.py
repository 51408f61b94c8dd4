"""Race between the last answer to a question, sent from two tabs, and all others undoing theirs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

from engine.contract import Ask, RuleViolation
from games.accounts.models import User
from games.tables.game import game_of
from games.tables.log.state import cache, load
from games.tables.log.submit import Intent, submit
from games.tables.models import Pace, Status, Table
from games.tables.time_control import TimeControl
from tests.concurrency.crossing import misfits, unplayable
from tests.concurrency.rush import open_ask_ids, sizes_of, together
from tests.games.tables.present import present
from tests.scenarios import Scenario, answer_of

TEMPO = TimeControl(Pace.LIVE, turn_seconds=3600)
"""Clocks that do not run out, so that each row of an awaited seat has something to be wrong."""
TABS = 2
"""Tabs in which the last player has the page open, each with a form of its own."""


class Race:
    """Simultaneous commands of all seats of a table; `done` counts those that were accepted."""

    def __init__(self, scenario: Scenario, people: list[User]) -> None:
        self.scenario, self.people, self.chance = scenario, people, Random(3)
        self.done = Counter[str]()

    def run(self, table: Table) -> list[str]:
        """Let everybody but one answer, then that one in two tabs while all others undo; return the errors."""
        state, rules = load(present(table)).state, game_of(table).rules
        asks = list(rules.asks(state))
        waiting = [ask for ask in asks if not ask.answered]
        last = self.chance.choice(waiting)
        for ask in waiting:
            if ask is not last:
                self.send(table, ask, answer_of(rules, state, ask))
        answer = partial(self.send, table, last, answer_of(rules, state, last))
        undone = [partial(self.undo, table, ask) for ask in asks if ask is not last]
        tasks: list[Callable[[], None]] = [*(partial(self.heard, "answer", answer) for _ in range(TABS)), *undone]
        return together(self.chance.sample(tasks, len(tasks)))[0]

    def send(self, table: Table, ask: Ask, command: Any, *, withdraws: bool = False) -> None:
        intent = Intent(table.game, lambda _seat: ask.id, lambda _seat: command, withdraws)
        submit(table=table.code, user=self.people[ask.seat], command_id=uuid4(), intent=intent)

    def undo(self, table: Table, ask: Ask) -> None:
        self.heard("undo", partial(self.send, table, ask, self.scenario.take_back(ask), withdraws=True))

    def heard(self, what: str, command: Callable[[], None]) -> None:
        """Count a command that is accepted; a refusal is an answer too."""
        try:
            command()
        except RuleViolation:
            self.done[f"refused {what}"] += 1
        else:
            self.done[what] += 1


def undoing(scenario: Scenario, people: list[User], rounds: int) -> dict[str, Any]:
    """Play on with such races at full tables, repeatedly.

    Returns unexpected exceptions, inconsistent rows and logs, turns revealed twice, and what was accepted.
    """
    race, errors, wrong = Race(scenario, people), Counter[str](), Counter[str]()
    played = doubled = closed = 0
    while played < rounds:
        table = scenario.open_table(people[: sizes_of(scenario)[-1]], tempo=TEMPO)
        steps = 0
        while played < rounds and steps <= rounds // 2 and table.status == Status.PLAYING and not wrong:
            before = open_ask_ids(table)
            errors.update(race.run(table))
            cache.clear()
            table = Table.objects.get(pk=table.pk)
            wrong.update([*misfits(table), *unplayable(table)])
            closed += bool(not wrong and open_ask_ids(table) != before)
            steps, played = steps + 1, played + 1
        doubled += sum(times - 1 for times in scenario.reveals(table).values())
        if wrong:
            break
    return {"rounds": played, "errors": errors, "wrong": wrong, "doubled": doubled, "closed": closed, **race.done}

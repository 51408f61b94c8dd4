"""Race between an expiring clock, the player's answer, the stand-in and other actions on a seat."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Any
from uuid import uuid4

from django.utils import timezone

from engine.contract import RuleViolation
from engine.verification import RecordFault, check
from games.accounts.models import User
from games.tables.errors import TableRefusal
from games.tables.game import game_of
from games.tables.log.state import load
from games.tables.log.submit import submit
from games.tables.models import Pace, Seat, Status, Sweeper, Table, TableCommand, TableEvent, Vote
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.timeouts import worker
from tests.concurrency.rush import answers, together
from tests.scenarios import Scenario

SEATS = 4
MINUTE = 60
TAKES_OVER = 3
"""In every third round, another process has just fallen silent."""
Task = Callable[[], object]


class Logged(logging.Handler):
    """Log handler that counts the sweeper's errors, which it logs instead of raising."""

    def __init__(self) -> None:
        super().__init__()
        self.errors = Counter[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.errors[repr(record.exc_info[1] if record.exc_info else record.getMessage())] += 1


def crossing(scenario: Scenario, people: list[User], rounds: int) -> dict[str, Any]:
    """Let all seats time out while they answer and something else happens, repeatedly.

    Returns unexpected exceptions, inconsistent rows, turns revealed twice, and who gave the answers that count.
    """
    errors, wrong, given = Counter[str](), Counter[str](), Counter[str]()
    played, doubled, logged = 0, 0, Logged()
    logging.getLogger(worker.__name__).addHandler(logged)
    while played < rounds:
        table = scenario.open_table(people[:SEATS])
        Table.objects.filter(pk=table.pk).update(pace=Pace.LIVE, turn_seconds=MINUTE)
        while played < rounds and (table := Table.objects.get(pk=table.pk)).status == Status.PLAYING:
            run_out(table)
            if played % TAKES_OVER == 0:
                fall_silent()
            errors.update(together(tasks(table, people, played))[0])
            wrong.update(misfits(Table.objects.get(pk=table.pk)))
            played += 1
        errors.update(fallen_silent(table))
        wrong.update(unplayable(table))
        doubled += sum(times - 1 for times in scenario.reveals(table).values())
        given.update(whose(table))
    return {"rounds": played, "errors": errors + logged.errors, "wrong": wrong, "doubled": doubled, "given": given}


def run_out(table: Table) -> None:
    """Expire the clocks of all awaited seats, and the stand-in's delay for seats that it plays."""
    past = timezone.now() - timedelta(seconds=1)
    awaited = Seat.objects.filter(table=table, awaited=True)
    awaited.filter(away_since=None).update(due_at=past, alarm_at=past, left=MINUTE, clock_turn=table.turn)
    awaited.exclude(away_since=None).update(alarm_at=past)


def fall_silent() -> None:
    """Make it look as if another process last swept the clocks a minute ago."""
    long_ago = timezone.now() - timedelta(seconds=MINUTE)
    Sweeper.objects.update_or_create(pk=1, defaults={"holder": uuid4(), "seen_at": long_ago})


def tasks(table: Table, people: list[User], step: int) -> list[Task]:
    """The simultaneous tasks: every awaited player answers, two sweep the clocks, two do something else."""
    seats = list(Seat.objects.at(table))
    sitting = [seat.user for seat in seats]
    acts = list(_acts(table, sitting, people, step % SEATS))
    more = acts[step % len(acts)], acts[(step // len(acts) + 1) % len(acts)]
    return [*map(tolerant, chain(answers(table, sitting, submit), more)), look_after, look_after]


def look_after() -> None:
    """Do what a server does every second."""
    if worker.is_sweeper():
        worker.act_on_due_clocks()


def _acts(table: Table, sitting: list[User], people: list[User], index: int) -> Iterator[Task]:
    """All other actions by or on a seat's player."""
    code, user = table.code, sitting[index]
    for act in (InterventionAction.STAND_IN, InterventionAction.GIVE_TIME, InterventionAction.REMOVE):
        yield partial(intervene, table=code, intervention=AdminIntervention(act, "", index, hours=1))
    yield partial(absences.come_back, table=code, user=user)
    yield partial(absences.vote, table=code, user=user, choice=Vote.INVITE)
    yield partial(absences.take_seat, table=code, user=people[SEATS + index], index=index)
    yield partial(absences.resign, table=code, user=user)


def tolerant(task: Task) -> Task:
    """Wrap a task so that it ignores refusals."""

    def run() -> None:
        with suppress(RuleViolation, TableRefusal, Table.DoesNotExist):
            task()

    return run


def misfits(table: Table) -> Iterator[str]:
    """Find inconsistencies in the rows of a table."""
    owing = set[int]()
    if table.status == Status.PLAYING:
        owing = {ask.seat for ask in game_of(table).rules.asks(load(table).state) if not ask.answered}
    for seat in Seat.objects.filter(table=table):
        if seat.awaited != (seat.index in owing):
            yield "awaited"
        if (seat.alarm_at is not None) != seat.awaited:
            yield f"alarm {seat.alarm_at} of a seat that is {'' if seat.awaited else 'not '}awaited"
        if (seat.due_at is not None) != (seat.awaited and not seat.away_since):
            yield "time"


def fallen_silent(table: Table) -> list[str]:
    """Sweep until the game ends without further player input; return what went wrong."""
    for _ in range(2000):
        run_out(table)
        if not worker.act_on_due_clocks():
            return [] if Table.objects.get(pk=table.pk).status != Status.PLAYING else ["no end"]
    return ["no end of sweeps"]


def unplayable(table: Table) -> list[str]:
    """Find what the rules reject in the log."""
    rules = game_of(table).rules
    try:
        check(
            rules,
            [rules.decode(row.kind, row.whole) for row in table.events.select_related("definition").order_by("number")],
        )
    except RecordFault as fault:
        return [str(fault)]
    return []


def whose(table: Table) -> Counter[str]:
    """Count the answers that count, by who gave them: the player or the stand-in."""
    standing = TableCommand.objects.filter(table=table, standing=True).values("command_id")
    rows = TableEvent.objects.filter(table=table, command_id__in=standing)
    return Counter("stand-in" if by else "person" for by in dict(rows.values_list("command_id", "stand_in")).values())

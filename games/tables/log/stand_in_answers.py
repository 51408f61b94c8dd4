"""Answers that the site gives for seats: of absent users, and of bots if these don't have a worker."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Final

from django.conf import settings

from engine import contract
from engine.contract import Ask, RuleViolation
from games import clock
from games.tables.game import Seated, game_of
from games.tables.log.bot_wakeups import wake_bots
from games.tables.log.state import load
from games.tables.log.submit import CommandResult, Intent, submit_absent
from games.tables.models import Seat, Status, Table, read_seats
from games.tables.models.players import Bot
from games.tables.presence import mark_seen

MOST: Final = 60
"""Number of answers that the bots of a table give at once. The clock worker gives any others."""

_log: Final = logging.getLogger(__name__)


def answer_for(seat: Seat) -> None:
    """Give one overdue answer of a seat, which has its table loaded.

    If the seat has changed in the meantime, nothing happens.
    """
    ask = open_ask(seat)
    if ask is None:
        return
    rules = game_of(seat.table).rules
    view = rules.view(load(seat.table).state, contract.Seat(ask.seat))
    if isinstance(bot := seat.player, Bot):
        command = rules.choose_command(view, ask, bot.level or contract.Level.ROYAL)
    else:
        command = rules.fallback(view, ask)
    give(seat, ask, command)


def open_ask(seat: Seat) -> Ask | None:
    """Return what a seat is asked, with its table loaded. If that is nothing, its clock stops."""
    table = seat.table
    ask = _open_ask(table, seat.index)
    if ask is None:
        # No answer is expected of this seat, so there is nothing to wait for.
        Seat.objects.filter(pk=seat.pk, alarm_at=seat.alarm_at).update(alarm_at=None, due_at=None)
        return None
    # Both are public, so that ties don't depend on a secret and a retry makes the same choice.
    return replace(ask, tie_key=f"{table.code} {table.commitment}")


def give(seat: Seat, ask: Ask, command: Any) -> None:
    """Store a command that was chosen for a seat before any lock, unless the ask has closed in the meantime."""
    table = seat.table
    try:
        submit_absent(
            table=table.code, index=seat.index, intent=Intent(table.game, lambda _: ask.id, lambda _: command)
        )
    except RuleViolation as refusal:
        # Another command was faster. Any other refusal would happen again at once.
        if not refusal.behind:
            raise
    wake_bots(table.code)


def _open_ask(table: Table, index: int) -> Ask | None:
    if table.status != Status.PLAYING:
        return None
    asks = game_of(table).rules.asks(load(table).state)
    return next((ask for ask in asks if ask.seat == index and not ask.answered), None)


def answer_for_bots(table: Table) -> None:
    """Call the worker for the bots that are asked, after the commit that asks them.

    With the setting `BOTS_AT_ONCE` they answer here, until people have to. What fails is left to the clock worker, as
    the command of a person must not fail with it.
    """
    if not table.practice:
        return
    if not settings.BOTS_AT_ONCE:
        wake_bots(table.code)
        return
    try:
        for _ in range(MOST):
            due = Seat.objects.with_due_alarm(clock.now()).filter(table=table).played_by_bots()
            seat = due.select_related("table").order_by("alarm_at", "index").first()
            if seat is None:
                return
            answer_for(seat)
    except Exception:  # the player's own answer is stored, and the clock worker tries again
        _log.exception("a bot failed to answer at table %s", table.code)


def answered(stored: CommandResult) -> CommandResult:
    """Call for the bots that a command asks, and return its result.

    If they answer at once, it is the table after that. The player is about to see it, so nothing of it counts as
    missed.
    """
    if stored.seated is None or not stored.seated.table.practice:
        return stored
    answer_for_bots(stored.seated.table)
    if not settings.BOTS_AT_ONCE:
        return stored
    table = Table.objects.get(pk=stored.seated.table.pk)
    seats, loaded = read_seats(table), load(table)
    seated = Seated(table, stored.seated.seat, loaded.state, loaded.number, seats)
    mark_seen(table, seats, seated.seat)
    return replace(stored, version=table.version, seated=seated)

"""Start of a game: the players' decisions, the deck, and the first events."""

from __future__ import annotations

import secrets
from datetime import datetime
from random import SystemRandom
from typing import Any

from django.core.exceptions import ValidationError

from engine.contract import RuleViolation
from engine.randomness import SEED_BYTES, Shuffler, commitment
from engine.runner import begin
from games import clock
from games.tables.bots import read_level
from games.tables.changes import announce_start
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Game, questions_of
from games.tables.holders import is_solo
from games.tables.lobby.seating import clear_solo_handicap, note_bots, schedule_bots, seat_bots
from games.tables.log.state import LoadedState, apply_events, load
from games.tables.log.storage import PastEvent
from games.tables.log.submit import append
from games.tables.models import Pace, Seat, Status, Table, Talk


def start_if_full(table: Table, game: Game) -> None:
    """Start the game if no more players are needed; part of a transaction. Raises TableRefusal."""
    if not (table.start_when_full and (table.practice or Seat.objects.filter(table=table).count() >= table.capacity)):
        return
    if table.on_device:  # where nobody was asked
        start_now(table, game)
        return
    unanswered = Seat.objects.filter(table=table, user__isnull=False, setup_answers__isnull=True).exists()
    if not (unanswered and questions_of(table)):
        start_now(table, game)


def start_now(table: Table, game: Game) -> None:
    """Start the game of a locked table; part of a transaction, which fails with it. Raises TableRefusal."""
    schedule_bots(table, 0, None)
    if table.practice:
        free = table.capacity - Seat.objects.filter(table=table).count()
        seat_bots(table, free, read_level(table.bot_level))
    seats = tuple(Seat.objects.at(table))
    note_bots(table, seats)
    clear_solo_handicap(seats)
    if len(seats) not in game.seats:
        raise TableRefusal(RefusalReason.TOO_FEW)
    seed = bytes(table.seed or secrets.token_bytes(SEED_BYTES))
    try:
        _settle(table, game, seats)
        events = begin(game.rules, _setup(table, game, len(seats)), len(seats), Shuffler(seed)).events
    except RuleViolation as unplayable:
        raise TableRefusal(RefusalReason.CANNOT_START, game.refusals(unplayable)) from unplayable
    except ValidationError as unplayable:
        raise TableRefusal(RefusalReason.CANNOT_START, " ".join(unplayable.messages)) from unplayable
    now = clock.now()
    _mark_started(table, seats, seed, now)
    happened = [PastEvent(event, None, now, stand_in=False) for event in events]
    if not is_solo(seats):
        announce_start(table.code, [seat.user_id for seat in seats if seat.user_id])
    append(table, seats, LoadedState(game.rules.initial, 0), happened, seat=None, command_id=None, now=now)


def _settle(table: Table, game: Game, seats: tuple[Seat, ...]) -> None:
    """Write the players' decisions into the table's options; who plays alone leaves all as it is. A known deck and
    that of a deal have their decisions already. Raises ValidationError.
    """
    if table.deck_of_id is None and table.deal_id is None:
        table.options = game.votes.settle(table.options, [seat.setup_answers or {} for seat in seats], SystemRandom())


def _setup(table: Table, game: Game, seats: int) -> Any:
    """Return the setup of the table's game.

    To have the same deck as other games, it uses exactly their cards.
    """
    if table.deal:
        events = [game.rules.decode(kind, data) for kind, data in table.deal.first_events()]
        return game.setup_again(table.options, apply_events(game.rules, game.rules.initial, events))
    if table.deck_of is None:
        return game.setup(table.options, seats)
    return game.setup_again(table.options, load(table.deck_of).state)


def _mark_started(table: Table, seats: tuple[Seat, ...], seed: bytes, now: datetime) -> None:
    table.seed, table.commitment = seed, commitment(seed)
    table.status, table.started_at, table.listed_until = Status.PLAYING, now, None
    # No other player waits for a solo player, so a solo game has no time limit, and nobody to chat with.
    if is_solo(seats):
        table.pace, table.talk = Pace.NONE, Talk.OFF
    table.save(
        update_fields=[
            *("seed", "commitment", "status", "started_at", "listed_until", "pace", "options", "practice"),
            *("talk", "bot_level", "fill_after", "fill_at"),
        ]
    )

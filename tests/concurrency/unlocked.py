"""Write path without its lock, a control: it must lose reveals, or the tests prove nothing."""

from __future__ import annotations

import time
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from engine import contract
from engine.randomness import Shuffler
from engine.runner import advance
from games.accounts.models import User
from games.tables.game import game_of
from games.tables.log.state import LoadedState, load
from games.tables.log.storage import PastEvent
from games.tables.log.submit import CommandResult, Intent, append
from games.tables.models import Seat, Table


def unlocked_submit(*, table: str, user: User, command_id: UUID, intent: Intent) -> CommandResult:
    """Decide on a state that was read outside the transaction, like careless code would."""
    playing = Table.objects.get(code=table)
    seat = contract.Seat(Seat.objects.get(table=playing, user=user).index)
    seen = load(playing)
    events = advance(
        game_of(playing).rules, seen.state, intent.build(seat), Shuffler(bytes(playing.seed or b""))
    ).events
    time.sleep(0.02)
    while True:
        try:
            with transaction.atomic():
                now, present = timezone.now(), load(playing)
                happened = [PastEvent(event, seat, now, stand_in=False) for event in events]
                after = append(
                    playing,
                    tuple(Seat.objects.at(playing)),
                    LoadedState(seen.state, present.number),
                    happened,
                    seat=seat,
                    command_id=command_id,
                    now=now,
                )
            return CommandResult(after.number, playing.version, None)
        except IntegrityError:
            continue

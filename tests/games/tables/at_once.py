"""Fast-forward games: play a table by the rules alone and store the result in one piece.

For tests that need a played game but do not test playing; submitting each answer takes 50 times as long.
"""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from django.utils import timezone

from engine.contract import Seat
from engine.runner import advance
from games.accounts.models import User
from games.locks import writing
from games.tables.changes import announce
from games.tables.game import AnyRules, game_of
from games.tables.log import submit
from games.tables.log.state import cache, load
from games.tables.log.storage import PastEvent
from games.tables.models import Pace, Table, TableCommand
from games.tables.models import Seat as SeatRow

Next = Callable[[AnyRules, Any], tuple[Seat, str, Any] | None]
"""What is done in a state: the seat, the ask that it answers, the command; None to stop there."""


def go_on(table: Table, following: Next, people: Sequence[User] = ()) -> Any:
    """Play a game in progress until `following` returns None, and return its state.

    The table must have no time limit. Only the last turn sends notifications. `people`, if given, are the users in its
    seats.
    """
    with writing():
        locked = Table.objects.locked().get(pk=table.pk)
        assert locked.pace == Pace.NONE
        assert not locked.is_fork
        seats = tuple(SeatRow.objects.at(locked))
        assert not people or all(seat.user_id == person.pk for seat, person in zip(seats, people, strict=False))
        rules, before = game_of(locked).rules, load(locked)
        state, happened, commands = before.state, list[PastEvent](), list[TableCommand]()
        while step := following(rules, state):
            seat, ask, command = step
            (turn,) = (asks.turn for asks in rules.asks(state) if (asks.seat, asks.id) == (seat, ask))
            run, now = advance(rules, state, command, submit.Shuffler(bytes(locked.seed or b""))), timezone.now()
            happened += [PastEvent(event, seat, now, False) for event in run.events]
            state, number = run.state, before.number + len(happened)
            answer = {"seat": seat, "ask": ask, "turn": turn, "number": number, "standing": True, "at": now}
            commands.append(TableCommand(table=locked, command_id=uuid4(), **answer))
        if commands:
            _store(locked, seats, happened, commands)
    return state


def _store(table: Table, seats: tuple[SeatRow, ...], happened: list[PastEvent], commands: list[TableCommand]) -> None:
    table.version += len(commands) - 1  # `append` adds the last
    last = commands[-1]
    after = submit.append(
        table, seats, load(table), happened, seat=Seat(last.seat), command_id=last.command_id, now=last.at
    )
    TableCommand.objects.bulk_create(commands)
    for seat, number in {command.seat: command.number for command in commands}.items():
        SeatRow.objects.filter(table=table, index=seat).update(seen=number)
    announce(table.code, table.version)
    # As the commit would do that a test's transaction holds back.
    cache.keep(table.code, after)

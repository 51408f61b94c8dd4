"""Command submission: the only way to change a running game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import IntegrityError
from django.db.models import Case, F, Model, PositiveIntegerField, Value, When

from engine import contract
from engine.contract import Ask, RuleViolation
from engine.randomness import Shuffler
from engine.runner import advance
from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce, public_news
from games.tables.clocks import clocks
from games.tables.clocks.pace_changes import change_pace_if_agreed, close_proposal
from games.tables.clocks.stand_ins import clear_votes, give_back, let_stand_in_play
from games.tables.game import Seated, game_of
from games.tables.holders import find_seat, seats_present
from games.tables.incidents import Kind, record_incident
from games.tables.log.fork_replies import play_other_seats
from games.tables.log.state import DecodedEvent, LoadedState, keep_after_commit, load
from games.tables.log.storage import PastEvent
from games.tables.log.turns_drawn import mark_absent
from games.tables.models import (
    AwayCause,
    Bot,
    Definition,
    Pace,
    Seat,
    Status,
    Table,
    TableCommand,
    TableEvent,
    read_seats,
    split_definition,
)
from games.tables.models.players import PLAYER_COLUMNS, has_resigned, holder_of, is_away, is_present, was_removed
from games.tables.results import final_standings

NOT_PLAYING = "not_playing"
"""Refusal: the table is still waiting for players, or its game is over."""
ASK_CLOSED = "ask_closed"
"""Refusal: this seat doesn't owe the answer, or has already given it."""
ANSWER_STANDS = "answer_stands"
"""Refusal: the answer can't be undone, or not anymore."""
COMMAND_OF_ANOTHER = "command_of_another"
"""Refusal code: another seat has used the command id."""
RESIGNED = "resigned"
"""Refusal code: the seat has resigned."""
REMOVED = "removed"
"""Refusal: a moderator removed the player from the game."""
TAKEN_BACK_OFTEN = "taken_back_often"
"""Refusal: the seat has already undone `MOST_TAKE_BACKS` answers to this ask."""
MOST_TAKE_BACKS: Final = 20
"""Maximum number of answers to one ask that a seat may undo. Each of them stays in the log."""


def _columns(model: type[Model], *names: str) -> str:
    return ", ".join(f"{model._meta.db_table}.{name}" for name in names)


_RACES: Final = {
    "tables_event_once": _columns(TableEvent, "table_id", "number"),
    "tables_command_once": _columns(TableCommand, "table_id", "command_id"),
    "tables_command_one_standing": _columns(TableCommand, "table_id", "seat", "ask"),
}
"""Constraints that two simultaneous commands may violate, with their columns."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """Result of a command: its last event's number, and the table's current version.

    `seated` is the table as the seat now sees it, None for a command stored before. `before` is the game's state
    before it, None if the command has changed more than the game.
    """

    number: int
    version: int
    seated: Seated | None
    before: Any = None

    @property
    def repeated(self) -> bool:
        """True if the command was stored before."""
        return self.seated is None


@dataclass(frozen=True, slots=True)
class Intent:
    """Intended command of a seat, before the seat is known.

    `game` is the game's key. `ask` returns the id of the engine's Ask that is answered, or taken back if it
    `withdraws`. A command `aside` comes before the answer to that ask, which stays open. `build` makes the command, or
    refuses.
    """

    game: str
    ask: Callable[[contract.Seat], str]
    build: Callable[[contract.Seat], Any]
    withdraws: bool = False
    aside: bool = False


def submit(*, table: str, user: User, command_id: UUID, intent: Intent) -> CommandResult:
    """Store what the seat of `user` decides at the table of that code, and all that follows, in one transaction.

    A `command_id` seen before changes nothing and comes to the same again. Raises Table.DoesNotExist for who has no
    seat in such a game there, and RuleViolation.
    """
    return _stored(table, lambda locked: _write(locked, user, command_id, intent))


def submit_absent(*, table: str, index: int, intent: Intent) -> CommandResult:
    """Store the decision of the stand-in or a bot for a seat, with all its consequences, in one transaction.

    `index` is that of the seat. Raises RuleViolation if neither plays for it, or no longer.
    """
    return _stored(table, lambda locked: _write_absent(locked, index, intent))


def _stored(table: str, write: Callable[[Table], CommandResult]) -> CommandResult:
    try:
        with writing():
            stored = write(Table.objects.locked().get(code=table))
    except IntegrityError as error:
        if not _lost_a_race(error):
            raise
        raise RuleViolation(ASK_CLOSED, behind=True) from error
    if not stored.repeated:
        announce(table, stored.version, public_news(stored.seated, stored.before))
    return stored


def _lost_a_race(error: IntegrityError) -> bool:
    """Return True if another command came first; any other violation is a bug and must surface."""
    diagnosis = getattr(error.__cause__, "diag", None)
    if diagnosis is not None:
        return diagnosis.constraint_name in _RACES
    # SQLite doesn't report the constraint, but its columns.
    return any(str(error) == f"UNIQUE constraint failed: {columns}" for columns in _RACES.values())


def _write(table: Table, user: User, command_id: UUID, intent: Intent) -> CommandResult:
    # Load the seats under the lock. Otherwise, PostgreSQL would return a seat that was given up while this waited for
    # the lock.
    seats = read_seats(table, command_id)
    own = find_seat(seats, user.pk)
    if own is None or table.game != intent.game:
        raise Table.DoesNotExist
    repeated = _repeated(table, own)
    if repeated:
        return repeated
    if has_resigned(own.player):
        raise RuleViolation(REMOVED if was_removed(own.player) else RESIGNED, behind=True)
    was_away = own.timeouts or is_away(own.player)
    if was_away:
        _note_return(table, seats, own)
    stored = _carry_out(table, seats, own, command_id, intent)
    return replace(stored, before=None) if was_away else stored


def _write_absent(table: Table, index: int, intent: Intent) -> CommandResult:
    seats = read_seats(table)
    own, now = seats[index], clock.now()
    if not clocks.is_out_of_time(own, now):
        raise RuleViolation(ASK_CLOSED, behind=True)
    if is_present(own.player) and own.left:
        _count_timeout(table, seats, own, now)
    # A bot answers for itself, the stand-in for a user.
    stored = _carry_out(table, seats, own, uuid4(), intent, stand_in=holder_of(own.player) is not None)
    # Where a person is away, more has changed than the game.
    return stored if isinstance(own.player, Bot) else replace(stored, before=None)


def _count_timeout(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Record that a seat ran out of time in this turn.

    After too many timeouts in a row, the stand-in takes over the seat.
    """
    seat.left = 0
    seat.timeouts += 1
    if clocks.is_to_be_kept(table, seat):
        # The stand-in is about to give the current answer, so the alarm stays until then.
        let_stand_in_play(seat, now, AwayCause.TIME)
        clear_votes(seats)
        record_incident(table, Kind.KEPT, person=seat.user, seat=seat.index)
        signals.seat_kept.send(Table, table=table, seat=seat)
    seat.save(update_fields=["left", "timeouts", *PLAYER_COLUMNS])
    change_pace_if_agreed(table, seats)


def _note_return(table: Table, seats: Sequence[Seat], seat: Seat) -> None:
    """Mark a timed-out player as present again because they acted."""
    if is_away(seat.player):
        give_back(table, seats, seat, clock.now())
        record_incident(table, Kind.CAME_BACK, person=seat.user, seat=seat.index)
        return
    seat.timeouts = 0
    seat.save(update_fields=["timeouts"])


def _carry_out(
    table: Table, seats: tuple[Seat, ...], own: Seat, command_id: UUID, intent: Intent, *, stand_in: bool = False
) -> CommandResult:
    """Apply a command for a seat at a locked table."""
    seat = contract.Seat(own.index)
    if table.status != Status.PLAYING:
        raise RuleViolation(NOT_PLAYING, behind=True)
    before = load(table)
    ask = _ask(table, before, seat, intent.ask(seat))
    if intent.withdraws:
        _refuse_withdrawing(table, own, ask)
    rng = Shuffler(bytes(table.seed or b""))
    run = advance(game_of(table).rules, before.state, intent.build(seat), rng)
    # The rules run first because they give better reasons. But a closed ask stays closed, whatever the rules allow.
    if ask is None or ask.answered != intent.withdraws:
        raise RuleViolation(ASK_CLOSED, behind=True)
    now = clock.now()
    happened = [PastEvent(event, seat, now, stand_in) for event in run.events]
    if table.is_fork:
        happened += play_other_seats(table, run.state, seat, now)
    after = append(table, seats, before, happened, seat=seat, command_id=command_id, now=now, stand_in=stand_in)
    _settle(table, command_id, intent, ask, after.number, now)
    seated = Seated(table, seat, after.state, after.number, seats)
    return CommandResult(after.number, table.version, seated, None if table.is_fork else before.state)


def _repeated(table: Table, own: Seat) -> CommandResult | None:
    """Return the result of the command stored before, or None if it is new.

    Raises RuleViolation if another seat sent it.
    """
    if own.stored_number is None:
        return None
    if own.stored_seat != own.index:
        raise RuleViolation(COMMAND_OF_ANOTHER, behind=True)
    return CommandResult(own.stored_number, table.version, None)


def _ask(table: Table, before: LoadedState, seat: contract.Seat, name: str) -> Ask | None:
    """Return the ask with that id to that seat, or None if it is closed or unknown."""
    asks = game_of(table).rules.asks(before.state)
    return next((ask for ask in asks if ask.id == name and ask.seat == seat), None)


def _refuse_withdrawing(table: Table, seat: Seat, ask: Ask | None) -> None:
    """Raise RuleViolation if the answer can't be taken back or the seat has no take-backs left."""
    if ask is None or not ask.answered:
        return
    out_of_time = table.pace != Pace.NONE and seat.clock_turn == table.turn and seat.left == 0
    if not ask.withdrawable or out_of_time:
        raise RuleViolation(ANSWER_STANDS, behind=True)
    commands = TableCommand.objects.filter(table=table, seat=ask.seat, ask=ask.id, standing=False).count()
    # An answer that was undone counts as two commands: the answer and its undo.
    if commands >= 2 * MOST_TAKE_BACKS:
        raise RuleViolation(TAKEN_BACK_OFTEN)


def _settle(table: Table, command_id: UUID, intent: Intent, ask: Ask, number: int, now: datetime) -> None:
    """Store the command and the seat's current answer."""
    if intent.withdraws:
        TableCommand.objects.filter(table=table, seat=ask.seat, ask=ask.id, standing=True).update(standing=False)
    TableCommand.objects.create(
        table=table,
        command_id=command_id,
        seat=ask.seat,
        ask=ask.id,
        turn=ask.turn,
        number=number,
        standing=not (intent.withdraws or intent.aside),
        at=now,
    )


def append(
    table: Table,
    seats: Sequence[Seat],
    before: LoadedState,
    happened: Sequence[PastEvent],
    *,
    seat: contract.Viewer,
    command_id: UUID | None,
    now: datetime,
    stand_in: bool = False,
) -> LoadedState:
    """Add events to a locked table, with all that lists and pages show of it, and return what they lead to. The table
    and its `seats`, in their order, are brought up to date as well. All of it comes of a command of `seat`.

    Only `submit`, the start of a game and that of a fork call this, inside their transaction.
    """
    rules, state, tail = game_of(table).rules, before.state, list[DecodedEvent[Any]]()
    for number, one in enumerate(happened, before.number + 1):
        state = rules.evolve(state, one.event)
        by = None if one.seat is None else contract.Seat(one.seat)
        tail.append(DecodedEvent(number, rules.progress(state).turn, by, one.at, one.event, one.stand_in))
    TableEvent.objects.bulk_create(_row(table, one, command_id if one.seat == seat else None) for one in tail)
    after = LoadedState(state, before.number + len(tail))
    _summarise(table, seats, after, now)
    person = None if stand_in else seat
    _mark_seen(seats, person, table.number)
    _mark_awaited(table, seats, rules.asks(before.state) if before.number else (), rules.asks(state), now, person)
    keep_after_commit(table, after, tuple(tail))
    return after


def _row(table: Table, one: DecodedEvent[Any], command_id: UUID | None) -> TableEvent:
    kind, data = game_of(table).rules.encode(one.event)
    row = TableEvent(table=table, number=one.number, kind=kind, turn=one.turn, command_id=command_id)
    _fill(row, data)
    row.seat, row.at, row.stand_in = one.seat, one.at, one.stand_in
    return row


def _fill(row: TableEvent, data: dict[str, Any]) -> None:
    """Attach data to a new event, storing parts shared with other games only once."""
    shared, row.data = split_definition(row.number, data)
    row.definition = Definition.objects.get_or_store(shared) if shared else None


def _summarise(table: Table, seats: Sequence[Seat], after: LoadedState, now: datetime) -> None:
    rules = game_of(table).rules
    progress = rules.progress(after.state)
    table.number, table.turn, table.phase = after.number, progress.turn, progress.phase
    table.version += 1
    table.changed_at = now
    if progress.over:
        table.status, table.finished_at = Status.FINISHED, now
        places = {place.seat: place for place in final_standings(rules.standings(after.state), seats).places}
        for seat in seats:
            seat.rank, seat.score = places[contract.Seat(seat.index)].rank, places[contract.Seat(seat.index)].score
        mark_absent(table, seats)
        Seat.objects.bulk_update(seats, ["rank", "score", "drew_less_than_half"])
        close_proposal(table, seats)
        if not table.is_fork:
            signals.game_over.send(Table, table=table, seats=seats, state=after.state)
    table.save(update_fields=["number", "turn", "phase", "version", "changed_at", "status", "finished_at"])


def _mark_seen(seats: Sequence[Seat], acting: contract.Seat | None, number: int) -> None:
    """Mark the new events as seen by the acting seat; stored along with the awaited seats."""
    for seat in seats:
        if seat.index == acting:
            seat.seen = number


def _mark_awaited(
    table: Table,
    seats: Sequence[Seat],
    before: Iterable[Ask],
    after: Iterable[Ask],
    now: datetime,
    acting: contract.Seat | None = None,
) -> None:
    """Update the awaited seats and since when they are awaited. A seat with a new request is awaited from now, unless
    it still owes an earlier answer.
    """
    old = {(ask.seat, ask.id) for ask in before if not ask.answered}
    new = {(ask.seat, ask.id) for ask in after if not ask.answered}
    owing = {seat for seat, _ in new}
    answered = [seat for seat in seats if seat.index in {index for index, _ in old} - owing]
    newly_awaited = [seat for seat in seats if seat.index in owing - {index for index, _ in new & old}]
    for seat in answered:
        clocks.stop_clock(table, seat, now)
    attended = bool(seats_present(seats))
    for seat in newly_awaited:
        clocks.start_clock(table, seat, now, attended=attended)
    _set_awaited(answered, acting, None)
    _set_awaited(newly_awaited, acting, now)
    if newly_awaited and not table.is_fork:
        signals.seats_awaited.send(Table, table=table, seats=newly_awaited)


def _set_awaited(chosen: Sequence[Seat], acting: contract.Seat | None, since: datetime | None) -> None:
    """Mark seats as awaited from a given time, or as no longer awaited."""
    for seat in chosen:
        seat.awaited, seat.awaited_since = since is not None, since
    if chosen:
        rows = Seat.objects.filter(pk__in=[seat.pk for seat in chosen])
        # The other seats may have seen more in the meantime, so their value is not overwritten.
        own = [When(pk=seat.pk, then=Value(seat.seen)) for seat in chosen if seat.index == acting]
        seen = Case(*own, default=F("seen"), output_field=PositiveIntegerField())
        rows.update(awaited=since is not None, awaited_since=since, seen=seen, **clocks.columns(chosen))

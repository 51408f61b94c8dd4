"""Playing on from a turn of a finished game, alone: with the very boards, cards and deck to come, while the others do
what they did. What comes of it counts nowhere.

A deck follows from its seed, and a seed is shown once its game is over. So the deck of a fork is no secret, and its
table says so.
"""

from __future__ import annotations

from functools import reduce
from uuid import UUID

from engine.contract import Seat as SeatNumber
from engine.forks import OpenTurn, find_open_turn
from engine.randomness import Shuffler
from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables.changes import announce, lock_joining_user
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import game_of
from games.tables.lobby.services import NewTable, check_table_limit, create_empty_table, find_opened_table
from games.tables.log.fork_replies import answers_of_game, play_other_seats
from games.tables.log.state import LoadedState, log
from games.tables.log.storage import PastEvent
from games.tables.log.submit import append
from games.tables.models import Access, Bot, Origin, Person, Recording, Seat, Status, Table


def fork(*, table: str, user: User, turn: int, seat: int, name: str = "", command_id: UUID | None = None) -> Table:
    """Return a new table that continues a finished game from a turn, in one of its seats.

    The same `command_id` returns the same table. The caller checks that the user may see the game. Raises
    Table.DoesNotExist if the turn or the seat does not exist, and TableRefusal if the game cannot be continued.
    """
    with writing():
        lock_joining_user(user)
        original = Table.objects.locked().get(code=table)
        if original.status != Status.FINISHED:
            raise TableRefusal(RefusalReason.NOT_FINISHED)
        if game_of(original).rules.forks is None:
            raise Table.DoesNotExist
        seats = tuple(Seat.objects.at(original))
        if turn not in range(1, original.turn + 1) or seat not in range(len(seats)):
            raise Table.DoesNotExist
        if forked := find_opened_table(user, command_id):
            return forked
        check_table_limit(user, 1)
        begun = _moment(original, turn, SeatNumber(seat))
        access = Access.DEAL if original.access == Access.DEAL else Access.INVITATION
        new = NewTable(original.game, name, original.options, len(seats), access, command_id=command_id)
        forked = _opened(original, user, begun.turn, new)
        _replay_to_turn(forked, original, _seat(forked, seats, user, seat), begun, SeatNumber(seat))
    announce(forked.code, forked.version)
    return forked


def may_fork(table: Table, turn: int, seat: int) -> bool:
    """Return True if a seat had a choice from a turn of a finished game on.

    Without a seed no card would come after it, and some games can't be continued.
    """
    if table.status != Status.FINISHED or not table.seed or game_of(table).rules.forks is None:
        return False
    return answers_of_game(table).chooses(SeatNumber(seat), turn)


def _moment(original: Table, turn: int, seat: SeatNumber) -> OpenTurn:
    """Return the moment when that turn was open, or the next turn in which anyone was asked.

    Raises TableRefusal if `seat` had no choice in that turn, or the game has no seed.
    """
    if not original.seed or not answers_of_game(original).chooses(seat, turn):
        raise TableRefusal(RefusalReason.NOTHING_TO_TRY)
    events = [entry.event for entry in log(original, up_to=original.number)]
    begun = find_open_turn(game_of(original).rules, events, turn, Shuffler(bytes(original.seed or b"")))
    assert begun is not None, "somebody chose then"
    return begun


def _opened(original: Table, user: User, turn: int, new: NewTable) -> Table:
    """The table of a fork, at which nobody sits yet. It is by invitation, as it is of use to no list; while the deal of
    the original is open, it is hidden like that.
    """
    deal = original.deal if new.access == Access.DEAL else None
    table = create_empty_table(user, game_of(original), new, new.name, seed=bytes(original.seed or b""), deal=deal)
    table.origin, table.fork_of, table.fork_turn = Origin.FORK, original, turn
    table.commitment, table.status, table.started_at = original.commitment, Status.PLAYING, clock.now()
    table.save()
    return table


def _seat(table: Table, seats: tuple[Seat, ...], user: User, index: int) -> tuple[Seat, ...]:
    """Create the seats of a fork: the user in one, recordings of the original game in the others.

    These keep the names they had in the original game.
    """
    for seat in seats:
        copy = Seat(table=table, index=seat.index, seen=0)
        if seat.index == index:
            copy.play_by(Person(user.pk))
        else:
            copy.name = _name_of(seat)
            copy.play_by(Recording(seat.index))
        copy.save()
    return tuple(Seat.objects.at(table))


def _name_of(seat: Seat) -> str:
    """Return the name of the seat's player, or "" for a deleted user."""
    if isinstance(seat.player, Bot):
        return seat.shown_name
    return seat.name or (str(seat.user) if seat.user and not seat.user.erased_at else "")


def _replay_to_turn(table: Table, original: Table, seats: tuple[Seat, ...], begun: OpenTurn, seat: SeatNumber) -> None:
    """Replay the original game to the turn, then repeat the others' moves until the user is asked."""
    rules, now = game_of(original).rules, clock.now()
    then = log(original, up_to=begun.number)
    state = reduce(rules.evolve, (entry.event for entry in then), rules.initial)
    happened = [PastEvent(entry.event, entry.seat, entry.at, entry.stand_in) for entry in then]
    happened += play_other_seats(table, state, seat, now)
    append(table, seats, LoadedState(rules.initial, 0), happened, seat=seat, command_id=None, now=now)

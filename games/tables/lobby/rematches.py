"""Rematches: with the same players, with the same deck, or both.

A deck follows from its seed, which is published once its game is over. So the deck of a finished game is no secret,
and a table that plays it again says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from engine.contract import Level
from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.blocks import has_partner, without_blocked
from games.tables.bots import read_level
from games.tables.changes import announce, lock_joining_user, touch
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import game_of
from games.tables.holders import is_solo
from games.tables.lobby.device_players import players_again, seat_device_players
from games.tables.lobby.game_start import start_if_full
from games.tables.lobby.seating import seat_bots
from games.tables.lobby.services import (
    NewTable,
    check_table_limit,
    create_empty_table,
    device_table,
    find_opened_table,
    join,
    seat_user,
)
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.models import Access, Bot, Origin, Seat, Status, Table, Talk
from games.tables.time_control import TimeControl


def rematch(*, table: str, user: User, same_deck: bool = False) -> Table:
    """The table at which those seated play again: the first to ask becomes its host and decides about the deck, all
    others sit down at it, if it is what they asked for.

    It is by invitation, so that no stranger takes a seat first. Alone, it starts at once. A practice game is one
    again: with several people its host starts it, as bots would take the seats of those who come later. Bots of
    different levels sit down at once, so that game starts as soon as all are there.
    Raises Table.DoesNotExist for who was not seated, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        old = Table.objects.locked_with(table, user)
        require_played_here(old)
        if old.on_device and old.host_id != user.pk:
            raise TableRefusal(RefusalReason.NO_REMATCH)
        again = Table.objects.locked().filter(rematch_of=old).exclude(status=Status.CLOSED).first()
        if again is None:
            again = _rematch(old, user, same_deck=same_deck)
        elif again.status == Status.GATHERING:
            _refuse_other_deck(again, user, same_deck=same_deck)
            again = join(table=again.code, user=user)
    announce(old.code, old.version)
    announce(again.code, again.version)
    answer_for_bots(again)
    return again


def play_deck(*, table: str, user: User, name: str = "", command_id: UUID | None = None) -> Table:
    """Return a new solo game with the deck of a finished game, played by anyone.

    The same `command_id` returns the same table. The caller checks that the user may see the game. Raises
    TableRefusal if the deck cannot be played again.
    """
    with writing():
        lock_joining_user(user)
        old = Table.objects.locked().get(code=table)
        require_played_here(old)
        if again := find_opened_table(user, command_id):
            return again
        access = _access(old, same_deck=True)
        new = NewTable(old.game, name, old.options, 1, access, as_on_paper=old.as_on_paper, command_id=command_id)
        again = _opened(old, user, new, old)
    announce(again.code, again.version)
    return again


def require_played_here(table: Table) -> None:
    """Raise TableRefusal for a table that cannot be played again.

    That is a game that is not over, a fork, which began in the middle of another game, and an upload, whose cards are
    not verified.
    """
    if not table.is_over:
        raise TableRefusal(RefusalReason.NOT_FINISHED)
    if table.is_fork:
        raise TableRefusal(RefusalReason.A_FORK)
    if table.origin == Origin.UPLOADED:
        raise TableRefusal(RefusalReason.UPLOADED)


def _access(old: Table, *, same_deck: bool) -> Access:
    """Return the access to the next table of a single player. Only the deck of an open deal must stay hidden."""
    return Access.OPEN if old.access == Access.DEAL and not same_deck else Access(old.access)


def _refuse_other_deck(again: Table, user: User, *, same_deck: bool) -> None:
    """Raise TableRefusal if the player would unknowingly join a game with the other deck."""
    if (again.deck_of_id is not None) != same_deck and not Seat.objects.filter(table=again, user=user).exists():
        raise TableRefusal(RefusalReason.OTHER_DECK)


def _rematch(old: Table, user: User, *, same_deck: bool) -> Table:
    seats = list(Seat.objects.at(old))
    several = not is_solo(seats)
    if several and not has_partner(seats, user):
        raise TableRefusal(RefusalReason.NO_REMATCH)
    if old.on_device:
        return _rematch_on_device(old, user, seats, same_deck=same_deck)
    new = build_rematch(old, seats, same_deck=same_deck)
    bots = _different_levels(seats)
    table = _opened(old, user, new, old if same_deck else None, rematch_of=old, bots=bots)
    touch(old)
    others = without_blocked([seat.user for seat in seats if seat.user and seat.user != user], user)
    signals.rematch_offered.send(Table, old=old, table=table, by=user, people=others)
    return table


def build_rematch(old: Table, seats: Sequence[Seat], *, same_deck: bool) -> NewTable:
    """Return the settings of a rematch of a game with these seats."""
    several = not is_solo(seats)
    access = Access.INVITATION if several else _access(old, same_deck=same_deck)
    # The players' decisions stay with the deck. For a new deck, they decide again.
    options = old.options if same_deck else game_of(old).votes.clear(old.options)
    name = "" if old.is_default_name else old.name
    bots = _different_levels(seats)
    return NewTable(
        old.game,
        name,
        options,
        capacity=len(seats),
        access=access,
        start_when_full=bool(bots) or not (old.practice and several),
        tempo=TimeControl.of(old),
        practice=old.practice and not bots,
        bot_level=read_level(old.bot_level) or Level.ROYAL,
        as_on_paper=old.as_on_paper,
        talk=Talk(old.talk),
        guests_write=old.guests_write,
    )


def _rematch_on_device(old: Table, host: User, seats: Sequence[Seat], *, same_deck: bool) -> Table:
    again = build_rematch(old, seats, same_deck=same_deck)
    players = players_again(old, seats)
    new = device_table(old.game, again.name, again.options, players, as_on_paper=old.as_on_paper)
    table = _opened(old, host, new, old if same_deck else None, rematch_of=old)
    touch(old)
    return table


def _different_levels(seats: Sequence[Seat]) -> tuple[Level, ...]:
    """Return the levels of a game's bots in seat order, () if all have the same."""
    levels = tuple(bot.level for seat in seats if isinstance(bot := seat.player, Bot) and bot.level)
    return levels if len(set(levels)) > 1 else ()


def _opened(
    old: Table,
    user: User,
    new: NewTable,
    deck: Table | None,
    rematch_of: Table | None = None,
    bots: Sequence[Level] = (),
) -> Table:
    """Open a table with its host and `bots` of these levels; `deck` is a game whose deck it reuses, None for a new
    one.
    """
    game = game_of(old)
    check_table_limit(user, new.capacity, practice=new.practice or bool(bots or new.device))
    deck_of = (deck.deck_of or deck) if deck else None
    seed = bytes(deck_of.seed or b"") if deck_of else None
    deal = deck.deal if deck and new.access == Access.DEAL else None
    table = create_empty_table(
        user,
        game,
        new,
        new.name,
        rematch_of=rematch_of,
        deck_of=deck_of,
        seed=seed,
        deal=deal,
        named_by=old.namer_id if rematch_of else None,
    )
    seat_user(table, user)
    if new.device:
        seat_device_players(table, new.device)
    for level in bots:
        seat_bots(table, 1, level)
    start_if_full(table, game)
    return table

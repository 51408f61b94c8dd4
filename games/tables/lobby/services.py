"""Services of tables: create, join, leave, start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError
from django.utils.translation import get_language

from engine.contract import Level, RuleViolation
from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import names, signals
from games.tables.blocks import require_no_block
from games.tables.changes import announce, announce_removal, lock_joining_user, touch
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Game, Options, game_named, game_of, questions_of
from games.tables.introductions import FirstMove
from games.tables.lobby.device_players import DevicePlayers, seat_device_players
from games.tables.lobby.game_start import start_if_full, start_now
from games.tables.lobby.listing import restart_listing
from games.tables.lobby.seating import former_settings, remove_seat, schedule_bots
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.log.submit import submit
from games.tables.models import ASIDE_AFTER, Access, Deal, Exclusion, Invited, Seat, Status, Table, Talk
from games.tables.names import clean_table_name
from games.tables.time_control import NO_CLOCK, TimeControl

MOST_GATHERING: Final = 20
"""Maximum number of tables of a host that are waiting for players."""
MOST_SOLO: Final = 50
"""Maximum number of solo games that a user may have in progress. Games without a move and inactive games don't count.
"""


@dataclass(frozen=True, slots=True)
class NewTable:
    """Settings of a new table, chosen by the host; with the name "", it is named after them.

    At a `practice` table, bots of that level take the seats that are empty at the start, and the game counts for
    nothing. At others, they take the seats that are free after `fill_after` seconds, if that is not 0. `device` are the
    players of a table on one device, None for all others.
    """

    game: str
    name: str
    options: Options
    capacity: int
    access: Access = Access.OPEN
    start_when_full: bool = True
    tempo: TimeControl = NO_CLOCK
    practice: bool = False
    bot_level: Level = Level.ROYAL
    as_on_paper: bool = False
    fill_after: int = 0
    talk: Talk = Talk.TEXT
    guests_write: bool = False
    command_id: UUID | None = None
    device: DevicePlayers | None = None


def device_table(
    game: str,
    name: str,
    options: Options,
    players: DevicePlayers,
    *,
    as_on_paper: bool = False,
    command_id: UUID | None = None,
) -> NewTable:
    """Return the settings of a table on one device: it starts at once, and nobody else joins, chats or is timed."""
    return NewTable(
        game,
        name,
        options,
        capacity=1 + len(players.others),
        access=Access.INVITATION,
        as_on_paper=as_on_paper,
        talk=Talk.OFF,
        command_id=command_id,
        device=players,
    )


def create_table(*, host: User, new: NewTable, seed: bytes | None = None) -> Table:
    """Open a table with the host in its first seat; a table for one starts at once if it starts when full, as does a
    practice table. `seed` is for decks that are to be known.

    A `command_id` by which the host has opened a table opens none, and has that table again. Raises ValidationError for
    options or a name that cannot be, UnknownGame, and TableRefusal.
    """
    try:
        with writing():
            lock_joining_user(host)
            if table := find_opened_table(host, new.command_id):
                return table
            table = open_table(host, new, seed=seed)
    except IntegrityError:
        # Unless writers are serialized, the same form may arrive twice at the same time.
        if table := find_opened_table(host, new.command_id):
            return table
        raise
    announce(table.code, table.version)
    answer_for_bots(table)
    return table


def open_table(host: User, new: NewTable, *, seed: bytes | None = None) -> Table:
    """Open a table for a locked host; part of a transaction. Raises as `create_table` does."""
    game = game_named(new.game)
    game.check_options(new.options, new.capacity)
    check_table_limit(host, new.capacity, practice=new.practice or bool(new.device))
    table = create_empty_table(host, game, new, clean_table_name(new.name) if new.name else "", seed=seed)
    seat_user(table, host)
    if new.device:
        seat_device_players(table, new.device)
    start_if_full(table, game)
    return table


def find_opened_table(host: User, command_id: UUID | None) -> Table | None:
    """Return the table that the host opened with the same command."""
    return Table.objects.filter(host=host, command_id=command_id).first() if command_id else None


def start_solo(
    *, user: User, game: Game, name: str = "", first: FirstMove | None = None, command_id: UUID | None = None
) -> Table:
    """Open and start a solo table with these options, once per `command_id`, and make its `first` move. Raises
    TableRefusal, for example if the game has no solo mode.
    """
    options = game.solo_options()
    if options is None:
        raise TableRefusal(RefusalReason.CANNOT_START)
    new = NewTable(game.key, name, options, capacity=1, access=Access.OPEN, command_id=command_id)
    table = create_table(host=user, new=new, seed=first.seed if first else None)
    make_first_move(table, user, first, command_id)
    return table


def make_first_move(table: Table, user: User, first: FirstMove | None, command_id: UUID | None) -> None:
    """Make the move that a game begins with, if there is one."""
    if first and first.intent:
        # Sent a second time, or after a move from another tab, it changes nothing.
        with suppress(RuleViolation):
            submit(table=table.code, user=user, command_id=command_id or uuid4(), intent=first.intent)


def join(*, table: str, user: User) -> Table:
    """Take the next free seat, or keep the current one. Raises Table.DoesNotExist and TableRefusal."""
    with writing():
        lock_joining_user(user)
        joined = Table.objects.locked().get(code=table)
        if Seat.objects.filter(table=joined, user=user).exists():
            return joined
        take_seat(joined, user)
    announce(joined.code, joined.version)
    answer_for_bots(joined)
    return joined


def take_seat(table: Table, user: User) -> None:
    """Give a locked user the next seat of a locked table, and start the game if it is full; part of a transaction.

    Raises TableRefusal.
    """
    require_gathering(table)
    if Exclusion.objects.filter(table=table, user=user).exists():
        raise TableRefusal(RefusalReason.SENT_AWAY)
    require_no_block(table, user)
    seat_user(table, user)
    restart_listing(table)
    cancel_bots_if_full(table)
    touch(table)
    start_if_full(table, game_of(table))


def require_room(table: Table) -> None:
    """Raise TableRefusal unless this person could join the table as read."""
    require_gathering(table)
    if Seat.objects.filter(table=table).count() >= table.capacity:
        raise TableRefusal(RefusalReason.FULL)


def answer_setup(*, table: str, user: User, answers: Mapping[str, str]) -> Table:
    """Store a seat's answers to the setup questions, by their keys; the game starts if it waits for nobody more. Raises
    Table.DoesNotExist for who does not sit there, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        answered = Table.objects.locked_with(table, user)
        require_gathering(answered)
        questions = questions_of(answered)
        known = {question.key: {"", *dict(question.choices)} for question in questions}
        if not known or any(answers.get(key, "") not in values for key, values in known.items()):
            raise TableRefusal(RefusalReason.NO_SUCH_CHOICE)
        given = {key: answers.get(key, "") for key in known}
        Seat.objects.filter(table=answered, user=user).update(setup_answers=given)
        touch(answered)
        start_if_full(answered, game_of(answered))
    announce(answered.code, answered.version)
    answer_for_bots(answered)
    return answered


def leave(*, table: str, user: User) -> Table:
    """Give up a seat before the start.

    The next player becomes host, and an empty table is closed. Raises Table.DoesNotExist if the user is not seated,
    and TableRefusal if the game has started.
    """
    with writing():
        left = Table.objects.locked_with(table, user)
        require_gathering(left)
        _unseat(left, user)
        heirs = [seat.user for seat in Seat.objects.at(left) if seat.user]
        if not heirs:
            _shut(left)
        elif left.host_id == user.pk:
            set_host(left, heirs[0])
        touch(left)
    announce(left.code, left.version)
    return left


def kick(*, table: str, host: User, user_id: int) -> Table:
    """Send somebody away for good before the start; the invitation is renewed, as they know the old one.

    Raises Table.DoesNotExist for who is not the host, and TableRefusal.
    """
    with change_as_host(table, host) as changed:
        person = User.objects.filter(pk=user_id, seats__table=changed).exclude(pk=host.pk).first()
        if person is None:
            raise TableRefusal(RefusalReason.NOT_THERE)
        _unseat(changed, person)
        Exclusion.objects.create(table=changed, user=person)
        Invited.objects.filter(table=changed, user=person).delete()
        changed.invitation = names.new_invitation()
    announce_removal(changed.code, user_id)
    return changed


def close(*, table: str, host: User) -> Table:
    """Close a table that has not started. Raises Table.DoesNotExist unless called by the host, and TableRefusal."""
    with change_as_host(table, host) as closed:
        _shut(closed)
    return closed


def start(*, table: str, host: User, bots: Level | None = None) -> Table:
    """Start the game with the seated players and bots, and with more `bots` of a level in the empty seats.

    Raises Table.DoesNotExist unless called by the host, and TableRefusal, also if no seat is left for a bot.
    """
    with writing():
        started = lock_hosted_table(table, host)
        require_gathering(started)
        if bots:
            require_room(started)
            started.practice, started.bot_level = True, bots
        start_now(started, game_of(started))
    announce(started.code, started.version)
    answer_for_bots(started)
    return started


def _shut(table: Table) -> None:
    table.status, table.listed_until = Status.CLOSED, None
    schedule_bots(table, 0, None)


def cancel_bots_if_full(table: Table) -> None:
    """Let no bots come later once all seats are taken. Does not save."""
    if table.fill_at and Seat.objects.filter(table=table).count() >= table.capacity:
        schedule_bots(table, 0, None)


def check_table_limit(host: User, capacity: int, *, practice: bool = False) -> None:
    """Raise TableRefusal if the host has too many tables of that size; a fork counts as a solo table, and so do
    a practice game, as its host may play it alone, and a game on one device.
    """
    opened = Table.objects.filter(host=host)
    if opened.filter(status=Status.GATHERING).count() >= MOST_GATHERING:
        raise TableRefusal(RefusalReason.TOO_MANY_TABLES)
    touched = opened.filter(changed_at__gte=clock.now() - ASIDE_AFTER)
    if (capacity == 1 or practice) and touched.counted_against_limit().count() >= MOST_SOLO:
        raise TableRefusal(RefusalReason.TOO_MANY_ALONE)


def create_empty_table(
    host: User,
    game: Game,
    new: NewTable,
    name: str,
    *,
    rematch_of: Table | None = None,
    deck_of: Table | None = None,
    seed: bytes | None = None,
    deal: Deal | None = None,
    named_by: int | None = None,
) -> Table:
    """Store a new table without players; part of a transaction. `named_by` is the key of who chose its name, if that
    isn't its host.

    `deck_of` is the first game that was played with the deck of `seed`, and `deal` the deal that it belongs to, if
    there is one. Raises TableRefusal if the game does not allow this number of seats.
    """
    # The form reports these limits to the user. This check rejects requests that no form of the site sends.
    if new.capacity not in game.seats:
        raise TableRefusal(RefusalReason.CANNOT_START)
    table = Table(
        name=name or host.display_name,
        is_default_name=not name,
        named_by_id=named_by if name and named_by != host.pk else None,
        **_host_settings(new),
        host=host,
        changed_at=clock.now(),
        rematch_of=rematch_of,
        deck_of=deck_of,
        deal=deal,
        on_device=new.device is not None,
        seed=seed,
        set=game.sets.of_options(new.options),
        language=_language_of(host),
    )
    restart_listing(table)
    schedule_bots(table, new.fill_after if new.capacity > 1 else 0, new.bot_level)
    table.save(force_insert=True)
    return table


def _host_settings(new: NewTable) -> dict[str, Any]:
    """Return the host's settings by column."""
    names = ("game", "options", "access", "capacity", "start_when_full", "practice", "as_on_paper", "command_id")
    talk = {"talk": new.talk, "guests_write": new.guests_write} if new.capacity > 1 else {}
    bot_level = new.bot_level if new.practice else ""
    return {**{name: getattr(new, name) for name in names}, "bot_level": bot_level, **talk, **new.tempo.columns()}


def _language_of(host: User) -> str:
    """Return the language chosen by the host, or else their interface language."""
    spoken = host.chosen_language or get_language() or ""
    return spoken if spoken in dict(settings.LANGUAGES) else ""


def set_host(table: Table, heir: User) -> None:
    """Let somebody else be the host; it was by no command of theirs that the table was opened. Does not save the table,
    and is part of the transaction that does.
    """
    if not table.is_default_name:
        table.named_by_id = table.namer_id
    table.host, table.command_id = heir, None
    if table.on_device:
        User.objects.filter(pk=heir.pk).update(shares_device=True)
    signals.host_changed.send(Table, table=table)


@contextmanager
def change_as_host(code: str, host: User) -> Iterator[Table]:
    """Return the table for its host to change before the start; notify its pages after commit. Raises
    Table.DoesNotExist unless called by the host, and TableRefusal.
    """
    with writing():
        table = lock_hosted_table(code, host)
        require_gathering(table)
        yield table
        touch(table)
    announce(table.code, table.version)


def lock_hosted_table(code: str, host: User) -> Table:
    """Return the locked table if this person is its host. Raises Table.DoesNotExist."""
    return Table.objects.locked().get(code=code, host=host)


def require_gathering(table: Table) -> None:
    """Raise TableRefusal if the table is closed or has started."""
    if table.status == Status.CLOSED:
        raise TableRefusal(RefusalReason.CLOSED)
    if table.status != Status.GATHERING:
        raise TableRefusal(RefusalReason.BEGUN)


def seat_user(table: Table, user: User) -> None:
    """Give a locked user the next seat; part of a transaction. Raises TableRefusal."""
    taken = Seat.objects.filter(table=table).count()
    if taken >= table.capacity:
        raise TableRefusal(RefusalReason.FULL)
    Seat.objects.create(table=table, index=taken, user=user, seen=0, **former_settings(table, user))


def _unseat(table: Table, user: User) -> None:
    remove_seat(Seat.objects.get(table=table, user=user))

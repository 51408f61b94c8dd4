"""Services of deals: create one, play it, close it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from engine.contract import RuleViolation
from engine.randomness import SEED_BYTES, Shuffler, commitment
from games import clock
from games.accounts.models import User
from games.accounts.signals import person_erased
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce, lock_joining_user
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Options, game_named
from games.tables.lobby.game_start import start_if_full
from games.tables.lobby.services import NewTable, check_table_limit, create_empty_table, seat_user
from games.tables.models import Access, Deal, DealEntry, DealKind, Origin, Seat, Status, Table


@dataclass(frozen=True, slots=True)
class NewDeal:
    """Settings of a new deal for single players. `day` is that of a daily deal, None for others."""

    kind: DealKind
    game: str
    options: Options
    opens_at: datetime
    closes_at: datetime
    day: date | None = None
    name: str = ""
    host: User | None = None
    command_id: UUID | None = None


def create_deal(new: NewDeal) -> Deal:
    """Store a new deal with the cards as they are now; part of a transaction.

    Raises UnknownGame, ValidationError if the options can't be played, and TableRefusal if the rules refuse them.
    """
    game = game_named(new.game)
    game.check_options(new.options)
    seed = secrets.token_bytes(SEED_BYTES)
    deal = Deal(
        kind=new.kind,
        name=new.name,
        game=new.game,
        set=game.sets.of_options(new.options),
        options=new.options,
        seed=seed,
        commitment=commitment(seed),
        day=new.day,
        host=new.host,
        command_id=new.command_id,
        opens_at=new.opens_at,
        closes_at=new.closes_at,
    )
    try:
        events = game.rules.start(game.setup(new.options, 1), 1, Shuffler(seed))
    except RuleViolation as unplayable:
        raise TableRefusal(RefusalReason.CANNOT_START) from unplayable
    deal.set_beginning([game.rules.encode(event) for event in events])
    deal.save(force_insert=True)
    return deal


def play_deal(*, deal: Deal, user: User) -> Table:
    """Return the table of the user's counted game on a deal, started now unless it was before.

    Raises TableRefusal if the deal isn't open and the user has no game on it.
    """
    with writing():
        lock_joining_user(user)
        if own := find_entry(deal, user):
            return own.table
        now = clock.now()
        if not is_open(deal, now):
            raise TableRefusal(RefusalReason.DEAL_CLOSED)
        check_table_limit(user, 1)
        game = game_named(deal.game)
        new = NewTable(deal.game, "", deal.options, capacity=1, access=Access.DEAL)
        table = create_empty_table(user, game, new, "", seed=bytes(deal.seed), deal=deal)
        seat_user(table, user)
        start_if_full(table, game)
        DealEntry.objects.create(deal=deal, user=user, table=table, started_at=now)
    announce(table.code, table.version)
    return table


def is_open(deal: Deal, now: datetime) -> bool:
    """Return True if a counted game on the deal can be started and finished now."""
    return deal.closed_at is None and deal.opens_at <= now < deal.closes_at


def find_entry(deal: Deal, user: User | None) -> DealEntry | None:
    """Return the user's entry of a deal with its table, or None."""
    return DealEntry.objects.select_related("table").filter(deal=deal, user=user).first() if user else None


def close_due_deals() -> int:
    """Make the results of all deals final whose time is over, and return how many there were."""
    due = list(Deal.objects.due(clock.now()))
    for deal in due:
        close_deal(deal)
    return len(due)


def close_deal(deal: Deal) -> None:
    """Make the results of a deal final and its games public. Doing it twice changes nothing more.

    Games still in progress can be played to the end, but no longer count.
    """
    with writing():
        locked = Deal.objects.select_for_update().filter(pk=deal.pk, closed_at=None).first()
        if locked is None:
            return
        locked.closed_at = clock.now()
        locked.save(update_fields=["closed_at"])
        hidden = Table.objects.filter(deal=locked, access=Access.DEAL)
        hidden.exclude(origin=Origin.PLAYED).update(access=Access.INVITATION)
        hidden.update(access=Access.OPEN)
        signals.deal_closed.send(Deal, deal=locked)


def connect() -> None:
    """Connect the receivers, once."""
    signals.game_over.connect(_on_over, dispatch_uid="deals")
    signals.seats_taken_over.connect(_on_taken_over, dispatch_uid="deals")
    signals.guest_moved.connect(_on_guest_moved, dispatch_uid="deals")
    person_erased.connect(_on_erased, dispatch_uid="deals")


def _on_over(*, table: Table, seats: Sequence[Seat], **_: Any) -> None:
    if table.deal_id is None:
        return
    entry = DealEntry.objects.select_related("deal").filter(table=table).first()
    if entry is None:
        return
    entry.ended_at = table.finished_at or clock.now()
    if table.status == Status.FINISHED and is_open(entry.deal, entry.ended_at):
        entry.score = seats[0].score
    entry.save(update_fields=["ended_at", "score"])
    if entry.deal.closed_at and table.access == Access.DEAL:
        # The game began in the moment in which the deal closed.
        table.access = Access.OPEN
        table.save(update_fields=["access"])


def _on_taken_over(*, table: Table, old: User, new: User, **_: Any) -> None:
    """Move a guest's entry to the account, unless the account has an entry of its own."""
    for entry in DealEntry.objects.filter(table=table, user=old):
        if DealEntry.objects.filter(deal=entry.deal_id, user=new).exists():
            entry.delete()
        else:
            DealEntry.objects.filter(pk=entry.pk).update(user=new)


def _on_guest_moved(*, old: User, new: User, **_: Any) -> None:
    Deal.objects.filter(host=old).update(host=new)


def _on_erased(*, user: User, **_: Any) -> None:
    DealEntry.objects.filter(user=user).delete()
    Deal.objects.filter(host=user).update(name="", host=None)

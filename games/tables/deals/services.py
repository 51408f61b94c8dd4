"""Services of deals: create one, play it, close it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from engine.contract import RuleViolation
from engine.randomness import SEED_BYTES, Shuffler, commitment
from games import clock
from games.accounts.models import User
from games.accounts.signals import person_erased
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce, lock_joining_user
from games.tables.comparison import ScoredTurn
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Options, game_named, game_of
from games.tables.lobby.game_start import start_if_full
from games.tables.lobby.services import NewTable, check_table_limit, create_empty_table, seat_user
from games.tables.log.state import log
from games.tables.models import Access, Deal, DealEntry, DealKind, Origin, Seat, Status, Table, digest_of


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
    deal = build_deal(new, secrets.token_bytes(SEED_BYTES))
    deal.save(force_insert=True)
    return deal


def build_deal(new: NewDeal, seed: bytes, *, beginning: str = "") -> Deal:
    """Return an unsaved deal with the cards as they are now; part of a transaction. Raises as `create_deal` does.

    `beginning` tells apart shared decks that begin in a certain way, "" for any beginning.
    """
    game = game_named(new.game)
    game.check_options(new.options)
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
        raise TableRefusal(RefusalReason.CANNOT_START, game.refusals(unplayable)) from unplayable
    deal.set_beginning([game.rules.encode(event) for event in events])
    if new.kind == DealKind.SHARED:
        cards = deal.definition.digest if deal.definition else ""
        deal.setup_hash = digest_of({"game": new.game, "options": new.options, "cards": cards, "begins": beginning})
    return deal


def play_deal(*, deal: Deal, user: User) -> Table:
    """Return the table of the user's counted game on a deal, started now unless it was before.

    Raises TableRefusal if the deal isn't open and the user has no game on it.
    """
    with writing():
        lock_joining_user(user)
        if own := find_entry(deal, user):
            return own.table
        if not is_open(deal, clock.now()):
            raise TableRefusal(RefusalReason.DEAL_CLOSED)
        table = start_counted_game(deal, user, NewTable(deal.game, "", deal.options, capacity=1))
    announce(table.code, table.version)
    return table


def start_counted_game(deal: Deal, user: User, new: NewTable, *, rematch_of: Table | None = None) -> Table:
    """Start the counted game of a locked user who has none on a deal, with the deal's options.

    Part of a transaction, which fails with it. Raises TableRefusal.
    """
    check_table_limit(user, 1)
    game = game_named(deal.game)
    on_deal = replace(new, options=deal.options, access=Access.DEAL)
    table = create_empty_table(user, game, on_deal, new.name, rematch_of=rematch_of, seed=bytes(deal.seed), deal=deal)
    seat_user(table, user)
    start_if_full(table, game)
    DealEntry.objects.create(deal=deal, user=user, table=table, started_at=clock.now())
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


def store_turn_scores(pk: int) -> list[list[int]]:
    """Compute and store the scores by turn of an entry with a result; [] if its game has no comparison."""
    entry = DealEntry.objects.select_related("table").get(pk=pk)
    scores = [[turn.before, turn.after] for turn in scored_turns(entry.table)]
    with writing():
        DealEntry.objects.filter(pk=pk).update(turn_scores=scores)
    return scores


def scored_turns(table: Table) -> Sequence[ScoredTurn]:
    """Return the closed turns of a finished solo game; none if the game has no comparison. Raises UnknownGame."""
    comparison = game_of(table).comparison
    return comparison.turns(table, log(table, up_to=table.number)) if comparison else ()


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
    if entry.score is not None:
        transaction.on_commit(partial(store_turn_scores, entry.pk), robust=True)
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

"""Shared decks: solo players get a deck that others have finished, so that their results can be compared.

A shared deck is a deal that is open for a month. Nobody gets a deck twice, or one whose games they may have seen.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Count, Exists, OuterRef, Subquery

from engine.randomness import SEED_BYTES
from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables.changes import announce, lock_joining_user, touch
from games.tables.deals.services import NewDeal, build_deal, start_counted_game
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Game, game_named
from games.tables.introductions import FirstMove
from games.tables.lobby import rematches, services
from games.tables.lobby.services import NewTable, find_opened_table, make_first_move
from games.tables.models import Access, Deal, DealEntry, DealKind, Seat, Status, Table
from games.tables.names import clean_table_name

OPEN_FOR: Final = timedelta(days=30)
"""Time during which a shared deck is open."""
_FIRST_MOVE: Final = "first move"
"""Beginning of decks for games whose first move was made on the home page."""
_LEAST_LEFT: Final = timedelta(days=7)
"""Time that a deck stays open at least for a player who gets it."""


def may_share_deck(new: NewTable) -> bool:
    """Return True if a new table can have a shared deck: a public solo game that starts at once and counts."""
    comparison = game_named(new.game).comparison
    is_plain = new.capacity == 1 and new.access == Access.OPEN and new.start_when_full and not new.practice
    return comparison is not None and is_plain and comparison.may_share(new.options)


def create_table(*, host: User, new: NewTable, fresh_deck: bool = False, first: FirstMove | None = None) -> Table:
    """Open a table as `create_table` of the lobby does, with a shared deck if it may have one.

    A deck with a `first` move begins like the page on which it was made. Raises ValidationError, UnknownGame and
    TableRefusal.
    """
    if fresh_deck or not may_share_deck(new):
        return services.create_table(host=host, new=new, seed=first.seed if first else None)
    with writing():
        lock_joining_user(host)
        if table := find_opened_table(host, new.command_id):
            return table
        table = _start(host, new, first)
    announce(table.code, table.version)
    return table


def start_solo(*, user: User, game: Game, first: FirstMove | None = None, command_id: UUID | None = None) -> Table:
    """Start a solo game with the game's default options, once per `command_id`, and make its `first` move.

    Raises ValidationError, and TableRefusal, for example if the game has no solo mode.
    """
    options = game.solo_options()
    if options is None:
        raise TableRefusal(RefusalReason.CANNOT_START)
    new = NewTable(game.key, "", options, capacity=1, command_id=command_id)
    table = create_table(host=user, new=new, first=first)
    make_first_move(table, user, first, command_id)
    return table


def rematch(*, table: str, user: User, same_deck: bool = False) -> Table:
    """Return the table of a rematch, with a shared deck after a solo game on a deal.

    Raises Table.DoesNotExist for users who had no seat, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        old = Table.objects.locked_with(table, user)
        again = None if same_deck else _rematch(old, user)
    if again is None:
        return rematches.rematch(table=table, user=user, same_deck=same_deck)
    announce(old.code, old.version)
    announce(again.code, again.version)
    return again


def _rematch(old: Table, user: User) -> Table | None:
    """Start the rematch of a solo game on a deal; None for other games, and if there is a rematch already."""
    rematches.require_played_here(old)
    if old.deal_id is None or Table.objects.filter(rematch_of=old).exclude(status=Status.CLOSED).exists():
        return None
    new = rematches.build_rematch(old, list(Seat.objects.at(old)), same_deck=False)
    if not may_share_deck(new):
        return None
    try:
        again = _start(user, new, rematch_of=old)
    except ValidationError as unplayable:
        raise TableRefusal(RefusalReason.CANNOT_START, " ".join(unplayable.messages)) from unplayable
    touch(old)
    return again


def _start(user: User, new: NewTable, first: FirstMove | None = None, *, rematch_of: Table | None = None) -> Table:
    """Start a game on a shared deck, a new one if the locked user knows all others; part of a transaction."""
    now = clock.now()
    settings = NewDeal(DealKind.SHARED, new.game, new.options, now, now + OPEN_FOR)
    seed = first.seed if first else secrets.token_bytes(SEED_BYTES)
    deck = build_deal(settings, seed, beginning=_FIRST_MOVE if first else "")
    if found := _find_deck(deck.setup_hash, user):
        deck = found
    else:
        deck.save(force_insert=True)
    named = replace(new, name=clean_table_name(new.name) if new.name else "")
    return start_counted_game(deck, user, named, rematch_of=rematch_of)


def _find_deck(setup_hash: str, user: User) -> Deal | None:
    """Return the deck with the most results among those of a setup that the user hasn't played, or None."""
    results = DealEntry.objects.filter(deal=OuterRef("pk"), score__isnull=False).order_by().values("deal")
    known = DealEntry.objects.filter(deal=OuterRef("pk"), user=user)
    # Games that play the deck again or continue one of its games, and uploads of such games.
    hosted = Table.objects.filter(deal=OuterRef("pk"), host=user)
    decks = Deal.objects.shared_decks(setup_hash, clock.now() + _LEAST_LEFT).exclude(Exists(known) | Exists(hosted))
    counted = decks.annotate(results=Subquery(results.annotate(count=Count("pk")).values("count")))
    return counted.filter(results__isnull=False).order_by("-results", "pk").first()

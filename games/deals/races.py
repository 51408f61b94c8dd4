"""Races: deals that a user opens by a link until a date."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q, QuerySet

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.tables.deals.services import NewDeal, close_deal, create_deal
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Game, games
from games.tables.lobby.practice import default_options
from games.tables.models import Deal, DealKind

MOST_OPEN: Final = 20
"""Number of races that a user may have open."""


def race_game() -> Game | None:
    """Return the first game that can be played in a race, or None."""
    return next((game for game in games().values() if game.daily), None)


def open_race(
    *, user: User, game: Game, name: str, set_key: str, open_for: timedelta, command_id: UUID | None = None
) -> Deal:
    """Open a race, once per `command_id`. Raises ValidationError if the set can't be played, and TableRefusal."""
    try:
        with lock_person(user) as host:
            if found := _opened(host, command_id):
                return found
            if Deal.objects.filter(host=host, kind=DealKind.RACE, closed_at=None).count() >= MOST_OPEN:
                raise TableRefusal(RefusalReason.TOO_MANY_RACES)
            now = clock.now()
            options = default_options(game, set_key)
            new = NewDeal(DealKind.RACE, game.key, options, now, now + open_for, None, name, host, command_id)
            return create_deal(new)
    except IntegrityError:
        if found := _opened(user, command_id):
            return found
        raise


def _opened(user: User, command_id: UUID | None) -> Deal | None:
    return Deal.objects.filter(host=user, command_id=command_id).first() if command_id else None


def end_race(*, deal: Deal, user: User) -> None:
    """Close a race early. Raises Deal.DoesNotExist unless called by its host."""
    with lock_person(user) as host:
        close_deal(Deal.objects.get(pk=deal.pk, kind=DealKind.RACE, host=host))


def races_of(user: User) -> QuerySet[Deal]:
    """Return the races that a user has opened or takes part in, the latest first."""
    mine = Q(host=user) | Q(entries__user=user)
    return Deal.objects.filter(mine, kind=DealKind.RACE).distinct().order_by("-opens_at", "-pk")

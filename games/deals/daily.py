"""The daily map: a deal for each day in UTC, made when the day begins."""

from __future__ import annotations

import logging
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError

from games import clock
from games.deals.models import DailyPick
from games.locks import writing
from games.tables.daily import DailyDeal
from games.tables.deals.services import NewDeal, close_due_deals, create_deal
from games.tables.errors import TableRefusal
from games.tables.game import Options, games
from games.tables.models import Deal, DealKind

DAY: Final = timedelta(days=1)

_log: Final = logging.getLogger(__name__)
_seen_days: Final[set[date]] = set()
"""Latest day whose map this process has tried to open."""


def today() -> date:
    """Return the day of the present daily map."""
    return clock.now().astimezone(UTC).date()


def daily_game() -> tuple[str, DailyDeal] | None:
    """Return the key of the first game with a daily map, and what it says about it, or None."""
    for key, game in games().items():
        if game.daily:
            return key, game.daily
    return None


def find_daily(day: date) -> Deal | None:
    """Return the deal of a day, or None. The deal of the present day is made if it is missing."""
    found = Deal.objects.filter(day=day).first()
    return _create(day) if found is None and day == today() else found


def _create(day: date) -> Deal | None:
    """Make the deal of a day with the first set that can be played: a curator's pick, the calendar's, or another."""
    game = daily_game()
    if game is None:
        return None
    key, daily = game
    picked = DailyPick.objects.filter(day=day).values_list("set", flat=True)
    for chosen_set in dict.fromkeys((*picked, daily.set_of(day), *daily.sets)):
        try:
            return _create_with(key, daily.options(chosen_set, day), day)
        except (ValidationError, TableRefusal):
            _log.warning("the set %s can't be played on %s", chosen_set, day)
    return None


def _create_with(game: str, options: Options, day: date) -> Deal:
    opens_at = datetime.combine(day, time(), UTC)
    new = NewDeal(DealKind.DAILY, game, options, opens_at, opens_at + DAY, day=day)
    try:
        with writing():
            return create_deal(new)
    except IntegrityError:  # another process was faster
        return Deal.objects.get(day=day)


def run_deals() -> int:
    """Open the daily map of a day that has begun, and close deals whose time is over. Return how many of either."""
    return _open_daily(today()) + close_due_deals()


def _open_daily(day: date) -> int:
    """Open the map of a day, once in this process, and return 1 if it wasn't open. A visit of its page tries again."""
    if day in _seen_days:
        return 0
    _seen_days.clear()
    _seen_days.add(day)
    return int(not Deal.objects.filter(day=day).exists() and find_daily(day) is not None)

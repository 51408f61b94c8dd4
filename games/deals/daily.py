"""The daily map: a deal for each day in UTC, made when the day begins."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError

from games import clock
from games.deals.models import DailyPick
from games.locks import writing
from games.tables.daily import DailyDeal
from games.tables.deals.services import NewDeal, close_due_deals, create_deal
from games.tables.game import Options, games
from games.tables.models import Deal, DealKind

DAY = timedelta(days=1)


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
    game = daily_game()
    if game is None:
        return None
    key, daily = game
    opens_at = datetime.combine(day, time(), UTC)
    new = NewDeal(DealKind.DAILY, key, _options(daily, day), opens_at, opens_at + DAY, day=day)
    try:
        with writing():
            return create_deal(new)
    except IntegrityError:  # another process was faster
        return Deal.objects.get(day=day)


def _options(daily: DailyDeal, day: date) -> Options:
    """Return the options of a curator's pick or, if there is none or it can't be played any more, of the calendar."""
    pick = DailyPick.objects.filter(day=day).first()
    if pick:
        try:
            return daily.options(pick.set, day)
        except ValidationError:
            pass
    return daily.options(daily.set_of(day), day)


def run_deals() -> int:
    """Open the daily map of a day that has begun, and close deals whose time is over. Return how many of either."""
    opened = 0 if Deal.objects.filter(day=today()).exists() else int(find_daily(today()) is not None)
    return opened + close_due_deals()

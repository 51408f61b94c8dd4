"""Helpers that create game nights and move the clock to their dates."""

from datetime import datetime, time
from typing import Any

from games import clock as site_clock
from games.accounts.models import User
from games.nights import services
from games.nights.models import GameNight, NightDate
from games.nights.night_settings import NightSettings, read_choice
from games.nights.opening import run_nights
from games.nights.schedule import Schedule

FRIDAY = Schedule(4, time(20), "Europe/Berlin")


def night_of(host: User, *others: User, schedule: Schedule = FRIDAY, **fields: Any) -> GameNight:
    """Create a game night to which the others have joined."""
    settings: NightSettings = fields.pop("settings", None) or read_choice(host, "toy:default")
    night = services.create_night(user=host, name="Friday", settings=settings, schedule=schedule, **fields)
    for person in others:
        services.join_night(night=night, user=person)
    return night


def current(night: GameNight) -> NightDate:
    """Return the current date as stored."""
    date = night.current_date(site_clock.now())
    assert date
    return date


def answer(night: GameNight, user: User, comes: bool = True) -> None:
    """Let a user answer for the current date."""
    services.answer_date(night=night, user=user, day=current(night).day, comes=comes)


def at(clock: Any, moment: datetime) -> int:
    """Move the clock, and let the worker do all that is due then; return how much that was."""
    clock.move_to(moment)
    done = 0
    while more := run_nights():
        done += more
    return done

"""Server crashes (kill -9) while games time out: each game ends, and each answer is given once.

Time during which nobody swept the clocks is added back.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random

import pytest

from tests.concurrency.silence import TURNS, Begun, Database, begin, faults, stored
from tests.processes.site import Site

SETTINGS = "tests.processes.toy_settings"
SETTINGS_OF = {"toy": SETTINGS, "gisborne": "tests.served_settings"}
StartSite = Callable[..., Site]
PATIENCE = 180.0
"""Seconds until a trial gives up waiting for something."""
SPARE = 19
"""So many of the seconds after which another process takes over are let pass at once."""
ROUNDED = 0.01
"""Seconds by which SQLite may be out for each moment that it tells."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The number of unattended games and of server kills."""

    games: int
    kills: int


@dataclass
class Deaths:
    """Record of kills: answers given before each, sweepers in order, and the owed time.

    `least` and `most` bound the time to be added back, in seconds.
    """

    answered: list[int] = field(default_factory=list)
    sweepers: list[str] = field(default_factory=list)
    least: float = 0.0
    most: float = 0.0


def until(condition: Callable[[], bool]) -> None:
    """Wait for something; raises TimeoutError."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)


def moments(begun: Begun, kills: int) -> list[int]:
    """The numbers of answers after which to kill servers.

    Early enough for all kills to come during the games, and random enough to hit sweeps.
    """
    chance, step = Random(5), begun.answers // (kills + 4)
    return [(kill + 1) * step + chance.randint(0, step // 2) for kill in range(kills)]


def kill(site: Site, moment: int, database: Database, deaths: Deaths, follow: Callable[[], None]) -> None:
    """Kill the sweeping server after so many answers, and wait for its successor with `follow`."""
    until(lambda: database.answered() >= moment)
    holder = database.sweeper()
    site.kill()
    deaths.answered.append(database.answered())
    deaths.least += time.time() - ROUNDED - (last := database.swept_at())
    follow()
    until(lambda: database.sweeper() != holder)
    deaths.sweepers += [holder, database.sweeper()]
    deaths.most += time.time() + ROUNDED - last


def assert_all_over(begun: Begun, deaths: Deaths, environment: Mapping[str, str]) -> None:
    # On a busy machine the last may come late.
    assert deaths.answered[0] < begun.answers, "all games were over before the first kill: none can tell"
    logs = stored(environment)
    assert {code: faults(logs[code]) for code in begun.codes} == {code: [] for code in begun.codes}
    assert (logs[begun.patient]["status"], logs[begun.patient]["commands"]) == ("playing", [])
    sys.stdout.write(f"killed after {deaths.answered} of {begun.answers} answers\n")


# A game of Gisborne takes more than three times as many turns.
TRIALS = [("toy", Trial(games=20, kills=2), Trial(games=150, kills=50))]
LONG_TRIALS = [pytest.param("gisborne", Trial(games=6, kills=2), Trial(games=6, kills=3), marks=pytest.mark.long)]


@pytest.mark.parametrize(("game", "short", "long"), [*TRIALS, *LONG_TRIALS])
def test_kills_with_sqlite(
    environment: dict[str, str], start_site: StartSite, game: str, short: Trial, long: Trial, full: bool
) -> None:
    trial = long if full else short
    environment["DJANGO_SETTINGS_MODULE"] = SETTINGS_OF[game]
    begun = begin(game, trial.games, environment)
    database, deaths = Database(file=environment["CARTO_DATABASE_FILE"]), Deaths()
    due = database.due_at(begun.patient)
    site = start_site(**environment)
    for moment in moments(begun, trial.kills):
        kill(site, moment, database, deaths, site.start)
    until(lambda: database.playing() == 1)
    returned = database.due_at(begun.patient) - due
    assert site.stop() == 0
    assert_all_over(begun, deaths, environment)
    assert deaths.least < returned < deaths.most


@pytest.mark.postgres
@pytest.mark.redis
def test_kills_with_postgresql_and_two_servers(
    environment: dict[str, str], start_site: StartSite, migrated_postgres_url: str, redis_url: str, full: bool
) -> None:
    """One server sweeps the clocks at a time; the other takes over as soon as it stops."""
    trial = Trial(games=60, kills=20) if full else Trial(games=12, kills=2)
    environment |= {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    begun, database, deaths = begin("toy", trial.games, environment), Database(url=migrated_postgres_url), Deaths()
    due = database.due_at(begun.patient)
    sweeping = start_site(**environment)
    until(lambda: bool(database.sweeper()))
    spare = start_site(**environment)
    for moment in moments(begun, trial.kills):
        kill(sweeping, moment, database, deaths, lambda: database.let_pass(SPARE))
        sweeping.start()
        sweeping, spare = spare, sweeping
    until(lambda: database.playing() == 1)
    returned = database.due_at(begun.patient) - due + SPARE * trial.kills
    assert [sweeping.stop(), spare.stop()] == [0, 0]
    assert_all_over(begun, deaths, environment)
    # Nobody came between: who took over was there until it was killed.
    assert deaths.sweepers[1:-1:2] == deaths.sweepers[2::2]
    assert len(set(deaths.sweepers)) == trial.kills + 1
    assert deaths.least + SPARE * trial.kills < returned < deaths.most + SPARE * trial.kills


# --- The audit itself can fail ----------------------------------------------------------------------------------------


def test_the_audit_finds_what_is_missing_or_doubled() -> None:
    kinds = [("began", {}), *(("revealed", {"turn": turn}) for turn in range(1, TURNS + 1)), ("ended", {})]
    events = [[number, kind, data, False] for number, (kind, data) in enumerate(kinds, 1)]
    empty = {
        "game": "toy",
        "status": "playing",
        "events": events,
        "commands": [],
        "alarms": 1,
        "fault": "event 3: missing",
    }
    assert faults(empty) == [
        "not over",
        "answers that are missing or doubled",
        "an alarm of a game that is over",
        "its rules object: event 3: missing",
    ]
    assert "turns that were not revealed once" in faults(empty | {"events": [*events, [12, *events[1][1:]]]})
    assert "numbers that are missing or doubled" in faults(empty | {"events": events[1:]})

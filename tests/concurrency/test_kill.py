"""Server crashes (kill -9) during play: answers are kept, turns revealed once, all games continue."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

import pytest

from engine.cartographers.events import CardRevealed, Drawn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Setup as Box
from engine.gisborne import gisborne
from engine.gisborne.events import Cleared, Laid, Revealed
from engine.randomness import Shuffler
from engine.runner import advance, begin
from games.tables.game import AnyRules
from tests.concurrency.audit import Accepted, Entry, Log, faults, stored_logs
from tests.concurrency.people import Ledger, Person
from tests.engine.tools import definition, seed_of
from tests.processes.http import Visitor, fetch
from tests.processes.manage import manage
from tests.processes.site import Site
from tests.scenarios import answer_of

SETTINGS = "tests.served_settings"
NAMES = ("ann", "ben", "cas", "dee", "eve")
SEATS = {"cartographers": 4, "gisborne": 5}
PASSWORD = "a wide river bends"
SCRIPT = f"""
from django.utils.module_loading import import_string
from games.accounts.models import User
people = [User.objects.create_user(name, {PASSWORD!r}) for name in {NAMES}]
for _ in range(%d):
    table = import_string("tests.scenarios.%s").open_table(people[:%d])
    print("table", table.code)
"""
# Seconds until a server must serve again after a kill.
SOON = 60
# How many commands more are accepted before the next kill.
FEWEST, MOST = 3, 12


@dataclass(frozen=True, slots=True)
class Trial:
    """The number of games and kills, the time limit in seconds, and the key of the game."""

    games: int
    kills: int
    bound: float = 500.0
    game: str = "cartographers"


def prepared(trial: Trial, environment: Mapping[str, str]) -> list[str]:
    """Create tables whose games have started; return their codes."""
    manage("prepare", **environment)
    script = SCRIPT % (trial.games, trial.game.upper(), SEATS[trial.game])
    output = manage("shell", "-c", script, **environment)
    return [line.split()[1] for line in output.splitlines() if line.startswith("table ")]


def seated(site: Site, codes: list[str], seats: int, ledger: Ledger, deadline: float) -> list[Person]:
    """Sign everyone in, and return a player thread for each of their seats."""
    people = []
    for seat, name in enumerate(NAMES[:seats]):
        visitor = Visitor()
        status, _, page = visitor.post(f"{site.url}/accounts/sign-in/", username=name, password=PASSWORD)
        assert status in {302, 303}, page
        people += [Person(site.url, code, seat, visitor.cookie_header, ledger, deadline) for code in codes]
    return people


def kill_again_and_again(site: Site, kills: int, ledger: Ledger, deadline: float) -> list[float]:
    """Kill the server during play; return for each kill the seconds until it served again."""
    chance, waits = Random(9), []
    for _ in range(kills):
        enough = len(ledger.accepted) + chance.randint(FEWEST, MOST)
        while len(ledger.accepted) < enough and time.monotonic() < deadline:
            time.sleep(0.005)
        site.kill()
        began = time.monotonic()
        site.start()
        while fetch(f"{site.url}/healthz")[0] == 503:  # everybody comes back at once
            assert time.monotonic() - began < SOON, "the server refuses everybody"
            time.sleep(0.05)
        waits.append(time.monotonic() - began)
    return waits


def play(trial: Trial, environment: Mapping[str, str], start_site: Callable[..., Site]) -> None:
    """Play all games while the server is killed, and check the database afterwards."""
    codes = prepared(trial, environment)
    site, ledger = start_site(**environment), Ledger()
    deadline = time.monotonic() + trial.bound
    people = seated(site, codes, SEATS[trial.game], ledger, deadline)
    for person in people:
        person.start()
    waits = kill_again_and_again(site, trial.kills, ledger, deadline)
    amid = [person for person in people if not person.over]
    for person in people:
        person.join()
    logs = stored_logs(environment)
    assert ledger.surprises == []
    assert len(amid) == len(people), "some games were over before the last kill: it came too late to tell"
    assert ledger.broken, "no kill ever hit a request"
    assert {code: faults(logs[code], (one for one in ledger.accepted if one.code == code)) for code in codes} == {
        code: [] for code in codes
    }
    assert {code: logs[code].status for code in codes} == dict.fromkeys(codes, "finished")
    sys.stdout.write(f"served again after {median(waits):.2f} s (median), {max(waits):.2f} s (slowest)\n")


@pytest.mark.parametrize("game", SEATS)
def test_kills_with_sqlite(environment: dict[str, str], start_site: Callable[..., Site], game: str, full: bool) -> None:
    # A game of Gisborne asks more questions than one of Cartographers.
    few = Trial(games=1 if game == "gisborne" else 2, kills=2, game=game)
    play(Trial(games=24, kills=40, bound=2000, game=game) if full else few, environment, start_site)


@pytest.mark.postgres
@pytest.mark.redis
def test_kills_with_postgresql_and_redis(
    environment: dict[str, str], start_site: Callable[..., Site], migrated_postgres_url: str, redis_url: str, full: bool
) -> None:
    urls = {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    play(Trial(games=12, kills=20, bound=2000) if full else Trial(games=2, kills=2), environment | urls, start_site)


# --- The audit itself can fail ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game whose log is damaged here: an answer, the reveal of a turn and its end."""

    rules: AnyRules
    setup: Any
    seats: int
    answer: type[Any]
    revealed: type[Any]
    closed: type[Any]


RECORDED = {
    "cartographers": Recorded(RULES, Setup(definition()), 2, Drawn, CardRevealed, TurnClosed),
    "gisborne": Recorded(GISBORNE, Box(gisborne()), 3, Laid, Revealed, Cleared),
}
OF_EACH_GAME = pytest.mark.parametrize("game", RECORDED)


def the_log(game: str, turns: int = 6) -> Log:
    """The log of a game in which all seats give the stand-in's answers, each its own command."""
    played, rng = RECORDED[game], Shuffler(seed_of(1))
    events, state = begin(played.rules, played.setup, played.seats, rng)
    entries, step = [Entry(0, event, "start") for event in events], 0
    while played.rules.progress(state).turn <= turns:
        ask = next(ask for ask in played.rules.asks(state) if not ask.answered)
        run = advance(played.rules, state, answer_of(played.rules, state, ask), rng)
        entries += [Entry(0, event, f"command {step}") for event in run.events]
        state, step = run.state, step + 1
    return renumbered(game, entries)


def accepted(log: Log) -> list[Accepted]:
    """All accepted commands in the log."""
    first = {entry.command_id: entry for entry in reversed(log.entries) if entry.command_id != "start"}
    return [Accepted(command_id, "", entry.event.seat) for command_id, entry in first.items()]


def renumbered(game: str, entries: Iterable[Entry]) -> Log:
    """A log of these entries, renumbered so that it looks complete."""
    numbered = tuple(replace(entry, number=number) for number, entry in enumerate(entries, 1))
    return Log(game, "playing", len(numbered), numbered)


def last_of(log: Log, kind: type[Any]) -> Entry:
    return [entry for entry in log.entries if isinstance(entry.event, kind)][-1]


@OF_EACH_GAME
def test_the_audit_finds_nothing_where_nothing_is_wrong(game: str) -> None:
    log = the_log(game)
    assert len(accepted(log)) >= 12
    assert faults(log, accepted(log)) == []


@OF_EACH_GAME
@pytest.mark.parametrize("what", ["answer", "closed", "revealed"])
def test_the_audit_notices_a_deleted_event(game: str, what: str) -> None:
    log = the_log(game)
    gone = last_of(log, getattr(RECORDED[game], what))
    assert "missing" in faults(replace(log, entries=tuple(e for e in log.entries if e != gone)), [])[0]


@OF_EACH_GAME
def test_the_audit_notices_an_answer_whose_gap_was_closed(game: str) -> None:
    log = the_log(game)
    gone = last_of(log, RECORDED[game].answer)
    noticed = faults(renumbered(game, (entry for entry in log.entries if entry != gone)), accepted(log))
    (lost,) = (fault for fault in noticed if fault.startswith("lost"))
    assert gone.command_id in lost


@OF_EACH_GAME
@pytest.mark.parametrize("what", ["closed", "revealed"])
def test_the_audit_finds_what_happened_twice(game: str, what: str) -> None:
    log = the_log(game)
    noticed = faults(renumbered(game, [*log.entries, last_of(log, getattr(RECORDED[game], what))]), accepted(log))
    assert any(f"{what} 2 times" in fault for fault in noticed)


@OF_EACH_GAME
def test_the_audit_finds_an_answer_stored_twice(game: str) -> None:
    log = the_log(game)
    place = next(n for n, entry in enumerate(log.entries) if isinstance(entry.event, RECORDED[game].answer))
    noticed = faults(renumbered(game, [*log.entries[: place + 1], *log.entries[place:]]), accepted(log))
    assert any("stored 2 times" in fault for fault in noticed)


@OF_EACH_GAME
def test_the_audit_finds_a_turn_that_was_never_closed(game: str) -> None:
    log = the_log(game)
    cut = log.entries[: last_of(log, RECORDED[game].closed).number - 1]
    assert any("not closed" in fault for fault in faults(renumbered(game, cut), []))


@OF_EACH_GAME
def test_the_audit_finds_an_event_against_the_rules(game: str) -> None:
    log = the_log(game)
    start = [entry for entry in log.entries if entry.command_id == "start"]
    wrong = renumbered(game, [*start[:-1], replace(start[-1], event=start[-2].event)])
    assert faults(wrong, []) != []


@OF_EACH_GAME
def test_the_audit_finds_an_end_that_the_table_missed(game: str) -> None:
    assert faults(replace(the_log(game), status="finished"), []) == ["finished, but the game is not over"]

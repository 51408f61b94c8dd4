"""Server crashes (kill -9) during play: answers are kept, turns revealed once, all games continue."""

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from statistics import median

import pytest

from engine.cartographers.events import CardRevealed, Drawn, Event, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.randomness import Shuffler
from tests.concurrency.audit import Accepted, Entry, Log, faults, stored_logs
from tests.concurrency.people import Ledger, Person
from tests.engine.tools import Game, definition, seed_of
from tests.processes.http import Visitor, fetch
from tests.processes.manage import manage
from tests.processes.site import Site

SETTINGS = "tests.served_settings"
NAMES = ("ann", "ben", "cas", "dee")
PASSWORD = "a wide river bends"
SCRIPT = f"""
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables.lobby import services
host, *guests = (User.objects.create_user(name, {PASSWORD!r}) for name in {NAMES})
for _ in range(%d):
    new = services.NewTable(CARTOGRAPHERS.key, "Desk", CARTOGRAPHERS.solo_options(), 4)
    table = services.create_table(host=host, new=new)
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    print("table", table.code)
"""
# Seconds until a server must serve again after a kill.
SOON = 60
# How many commands more are accepted before the next kill.
FEWEST, MOST = 3, 12


@dataclass(frozen=True, slots=True)
class Trial:
    """The number of games and kills, and the time limit in seconds."""

    games: int
    kills: int
    bound: float = 500.0


def prepared(trial: Trial, environment: Mapping[str, str]) -> list[str]:
    """Create tables of four whose games have started; return their codes."""
    manage("prepare", **environment)
    output = manage("shell", "-c", SCRIPT % trial.games, **environment)
    return [line.split()[1] for line in output.splitlines() if line.startswith("table ")]


def seated(site: Site, codes: list[str], ledger: Ledger, deadline: float) -> list[Person]:
    """Sign everyone in, and return a player thread for each of their seats."""
    people = []
    for seat, name in enumerate(NAMES):
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
    people = seated(site, codes, ledger, deadline)
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


def test_kills_with_sqlite(environment: dict[str, str], start_site: Callable[..., Site], full: bool) -> None:
    play(Trial(games=24, kills=40, bound=2000) if full else Trial(games=2, kills=2), environment, start_site)


@pytest.mark.postgres
@pytest.mark.redis
def test_kills_with_postgresql_and_redis(
    environment: dict[str, str], start_site: Callable[..., Site], migrated_postgres_url: str, redis_url: str, full: bool
) -> None:
    urls = {"CARTO_DATABASE_URL": migrated_postgres_url, "CARTO_REDIS_URL": redis_url}
    play(Trial(games=12, kills=20, bound=2000) if full else Trial(games=2, kills=2), environment | urls, start_site)


# --- The audit itself can fail ----------------------------------------------------------------------------------------


def the_log(turns: int = 6) -> Log:
    """The log of a game in which two seats give first legal answers, each its own command."""
    game = Game(Setup(definition()), 2, Shuffler(seed_of(1)))
    commands = ["start"] * len(game.events)
    for step in range(2 * turns):
        ask = next(ask for ask in RULES.asks(game.state) if not ask.answered)
        commands += [f"command {step}"] * len(game.do(game.first_legal(ask)))
    entries = zip(game.events, commands, strict=True)
    return renumbered(Entry(0, event, command) for event, command in entries)


def accepted(log: Log) -> list[Accepted]:
    """All accepted commands in the log."""
    drawings = [entry for entry in log.entries if isinstance(entry.event, Drawn)]
    return [Accepted(entry.command_id, "", entry.event.seat) for entry in drawings if isinstance(entry.event, Drawn)]


def renumbered(entries: Iterable[Entry]) -> Log:
    """A log of these entries, renumbered so that it looks complete."""
    numbered = tuple(replace(entry, number=number) for number, entry in enumerate(entries, 1))
    return Log("playing", len(numbered), numbered)


def last_of(log: Log, kind: type[Event]) -> Entry:
    return [entry for entry in log.entries if isinstance(entry.event, kind)][-1]


def test_the_audit_finds_nothing_where_nothing_is_wrong() -> None:
    log = the_log()
    assert len(accepted(log)) == 12
    assert faults(log, accepted(log)) == []


@pytest.mark.parametrize("kind", [Drawn, TurnClosed, CardRevealed])
def test_the_audit_notices_a_deleted_event(kind: type[Event]) -> None:
    log = the_log()
    gone = last_of(log, kind)
    assert "missing" in faults(replace(log, entries=tuple(e for e in log.entries if e != gone)), [])[0]


def test_the_audit_notices_an_answer_whose_gap_was_closed() -> None:
    log = the_log()
    gone = last_of(log, Drawn)
    noticed = faults(renumbered(entry for entry in log.entries if entry != gone), accepted(log))
    assert [fault.split(":")[0] for fault in noticed] == ["lost"]
    assert gone.command_id in noticed[0]


@pytest.mark.parametrize(("kind", "words"), [(TurnClosed, "closed 2 times"), (CardRevealed, "revealed 2 times")])
def test_the_audit_finds_what_happened_twice(kind: type[Event], words: str) -> None:
    log = the_log()
    noticed = faults(renumbered([*log.entries, last_of(log, kind)]), accepted(log))
    assert any(words in fault for fault in noticed)


def test_the_audit_finds_a_turn_that_was_never_closed() -> None:
    log = the_log()
    cut = log.entries[: last_of(log, TurnClosed).number - 1]
    assert any("not closed" in fault for fault in faults(renumbered(cut), []))


def test_the_audit_finds_an_end_that_the_table_missed() -> None:
    assert faults(replace(the_log(), status="finished"), []) == ["finished, but the game is not over"]

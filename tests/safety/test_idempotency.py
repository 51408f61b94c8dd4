"""Idempotency: duplicate, reordered and late commands change nothing; games replay to their states."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any
from uuid import UUID

import pytest

from engine.contract import Ask, RuleViolation
from engine.randomness import Shuffler
from engine.runner import advance
from games.accounts.models import User
from games.tables.game import game_named, game_of
from games.tables.log.state import apply_events, cache, load
from games.tables.log.submit import CommandResult, Intent, submit
from games.tables.models import Table, TableCommand, TableEvent
from tests.engine.tools import seed_of
from tests.games.tables.clients import seeded
from tests.games.tables.present import present
from tests.scenarios import CARTOGRAPHERS, GISBORNE, TOY, Scenario

SENDS, FULL_SENDS = 600, 3000
MOST_PEOPLE = 4


@dataclass(frozen=True)
class Sent:
    """A command on its way, which answers an ask or takes its answer back."""

    id: UUID
    command: Any
    ask: Ask
    withdraws: bool = False


@dataclass
class Post:
    """A table that gets commands repeatedly, shuffled and late; `accepted` has those that took effect."""

    scenario: Scenario
    table: Table
    people: list[User]
    rng: Random
    accepted: list[Sent] = field(default_factory=list)
    outcomes: dict[UUID, CommandResult] = field(default_factory=dict)
    sends: int = 0

    def send(self, sent: Sent) -> None:
        """Send a command; after it is first accepted, check that each repeat returns the same outcome."""
        self.sends += 1
        before = TableEvent.objects.filter(table=self.table).count()
        try:
            outcome = submit(
                table=self.table.code,
                user=self.people[sent.ask.seat],
                command_id=sent.id,
                intent=Intent(
                    self.scenario.key, lambda _: sent.ask.id, lambda _: sent.command, withdraws=sent.withdraws
                ),
            )
        except RuleViolation as refusal:
            self.check(refusal.behind and sent.id not in self.outcomes, before)
            return
        if sent.id in self.outcomes:
            self.check(outcome.repeated and outcome.number == self.outcomes[sent.id].number, before)
        else:
            assert not outcome.repeated
            self.outcomes[sent.id] = outcome
            self.accepted.append(sent)
            # What a commit does, which the transaction of a test holds back.
            cache.keep(self.table.code, load(self.table))

    def check(self, well: bool, events: int) -> None:
        """Check that a command without effect stored nothing and got the right response."""
        assert well
        assert TableEvent.objects.filter(table=self.table).count() == events

    def play(self, most: int) -> None:
        """Play with every command sent up to five times, up to twenty others between."""
        waiting: list[Sent] = []
        while self.sends < most and not is_over(self.table):
            waiting += self.commands(state_of(self.table)) if self.rng.random() < 0.5 or not waiting else []
            self.rng.shuffle(waiting)
            for sent in waiting[: self.rng.randint(1, 6)]:
                self.send(sent)
            waiting = [sent for sent in waiting if self.rng.random() < 0.75]

    def commands(self, state: Any) -> Iterator[Sent]:
        """Return commands a seat might send now: an answer, sometimes two different ones or an undo, each repeated."""
        asks = game_of(self.table).rules.asks(state)
        ask = self.rng.choice([ask for ask in asks if not ask.answered])
        fresh = [self.sent(self.scenario.command(self.rng, state, ask), ask) for _ in range(self.rng.choice((1, 1, 2)))]
        answered = [ask for ask in asks if ask.answered]
        if answered and self.rng.random() < 0.3:
            back = self.rng.choice(answered)
            fresh.append(self.sent(self.scenario.take_back(back), back, withdraws=True))
        for sent in fresh:
            yield from [sent] * self.rng.randint(1, 4)

    def sent(self, command: Any, ask: Ask, *, withdraws: bool = False) -> Sent:
        return Sent(UUID(int=self.rng.getrandbits(128), version=4), command, ask, withdraws)


def state_of(table: Table) -> Any:
    return load(present(table)).state


def seats_of(scenario: Scenario, number: int) -> int:
    """Return the number of people at a game, by its number from 0 to 3, of those for which the game is made."""
    sizes = [size for size in game_named(scenario.key).seats if size <= MOST_PEOPLE]
    return sizes[number % len(sizes)]


def is_over(table: Table) -> bool:
    return bool(game_of(table).rules.progress(state_of(table)).over)


def clean_run(table: Table, accepted: list[Sent]) -> Any:
    """Return the state after each accepted command was applied once, in order."""
    rules, rng = game_of(table).rules, Shuffler(bytes(table.seed or b""))
    stored = TableEvent.objects.filter(table=table, seat=None).order_by("number")
    state = apply_events(rules, rules.initial, [rules.decode(event.kind, event.whole) for event in stored])
    for sent in accepted:
        state = apply_events(rules, state, advance(rules, state, sent.command, rng).events)
    return state


@pytest.fixture(params=(CARTOGRAPHERS, TOY, GISBORNE), ids=lambda one: one.key)
def scenario(request: pytest.FixtureRequest, settings: Any) -> Scenario:
    chosen: Scenario = request.param
    settings.CARTO_GAMES = chosen.games
    return chosen


def test_doubled_shuffled_and_late_sends_leave_the_clean_run(
    scenario: Scenario, people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    sends = games = 0
    most = FULL_SENDS if full else SENDS
    while sends < most:
        games += 1
        seeded(monkeypatch, seed_of(games))
        table = scenario.open_table(people[: seats_of(scenario, games % 4)])
        post = Post(scenario, table, people, Random(games))
        post.play(most - sends)
        sends += post.sends
        cache.clear()
        assert state_of(table) == clean_run(table, post.accepted)
        assert TableCommand.objects.filter(table=table).count() == len(post.accepted) == len(post.outcomes)
    assert games > 1


@pytest.mark.parametrize("number", [0, 2, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 3))])
def test_every_stored_game_replays_to_its_state_after_every_event(
    scenario: Scenario, number: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch, seed_of(number))
    table = scenario.open_table(people[: seats_of(scenario, number)])
    rng = Random(number)
    post = Post(scenario, table, people, rng)
    states = {table.number: state_of(table)}
    rules = game_of(table).rules
    while not is_over(table):
        warm = load(present(table))
        cache.clear()
        assert load(present(table)) == warm, "read anew"
        cache.keep(table.code, warm)
        ask = rng.choice([ask for ask in rules.asks(warm.state) if not ask.answered])
        post.send(post.sent(scenario.command(rng, warm.state, ask), ask))
        reached = load(present(table))
        states[reached.number] = reached.state
    state = rules.initial
    for event in TableEvent.objects.filter(table=table).order_by("number"):
        state = rules.evolve(state, rules.decode(event.kind, event.whole))
        assert rules.encode(rules.decode(event.kind, event.whole)) == (event.kind, event.whole)
        if event.number in states:
            assert state == states[event.number]
    assert rules.progress(state).over

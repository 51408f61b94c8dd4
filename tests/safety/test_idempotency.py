"""Commands sent twice, out of order and late change nothing, and every stored game replays to its states."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random
from uuid import UUID

import pytest

from engine.cartographers.commands import Command, Draw, TakeBack, ask_id
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.contract import RuleViolation, Seat
from engine.randomness import Shuffler
from engine.runner import advance
from games.accounts.models import User
from games.tables.log.state import cache, fold, load
from games.tables.log.submit import Intent, Stored, submit
from games.tables.models import Table, TableCommand, TableEvent
from tests.engine.tools import any_placement, seed_of
from tests.games.cartographers.play import awaited, gather, offer_to, seeded, state_of
from tests.games.tables.present import present

SENDS, FULL_SENDS = 600, 3000


@dataclass(frozen=True)
class Sent:
    """A command on its way."""

    id: UUID
    command: Command


@dataclass
class Post:
    """A table whose post comes twice, shuffled and late; `accepted` are the commands that counted, in order."""

    table: Table
    people: list[User]
    rng: Random
    accepted: list[Sent] = field(default_factory=list)
    outcomes: dict[UUID, Stored] = field(default_factory=dict)
    sends: int = 0

    def send(self, sent: Sent) -> None:
        """One send: the first accepted one counts, every later one has its outcome again."""
        self.sends += 1
        seat, turn = sent.command.seat, sent.command.turn
        before = TableEvent.objects.filter(table=self.table).count()
        try:
            outcome = submit(
                table=self.table.code,
                user=self.people[seat],
                command_id=sent.id,
                intent=Intent(
                    "cartographers",
                    partial(ask_id, turn),
                    lambda _: sent.command,
                    withdraws=isinstance(sent.command, TakeBack),
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
        """A send that must change nothing changed nothing, and was told so."""
        assert well
        assert TableEvent.objects.filter(table=self.table).count() == events

    def play(self, most: int) -> None:
        """Play with every command sent up to five times, up to twenty others between."""
        waiting: list[Sent] = []
        while self.sends < most and not state_of(self.table).over:
            waiting += self.commands(state_of(self.table)) if self.rng.random() < 0.5 or not waiting else []
            self.rng.shuffle(waiting)
            for sent in waiting[: self.rng.randint(1, 6)]:
                self.send(sent)
            waiting = [sent for sent in waiting if self.rng.random() < 0.75]

    def commands(self, state: State) -> Iterator[Sent]:
        """What a seat might send now: a drawing, at times two that differ or a change of mind, each several times."""
        seat = self.rng.choice(awaited(state))
        drawings: list[Command] = [
            Draw(seat, state.turn, any_placement(self.rng, offer_to(state, seat)))
            for _ in range(self.rng.choice((1, 1, 2)))
        ]
        drawn = [Seat(number) for number, drawing in enumerate(state.answers) if drawing is not None]
        if drawn and self.rng.random() < 0.3:
            drawings.append(TakeBack(self.rng.choice(drawn), state.turn))
        for command in drawings:
            sent = Sent(UUID(int=self.rng.getrandbits(128), version=4), command)
            yield from [sent] * self.rng.randint(1, 4)


def clean_run(table: Table, accepted: list[Sent]) -> State:
    """The game in which every command that counted came once, in order."""
    rng = Shuffler(bytes(table.seed or b""))
    stored = TableEvent.objects.filter(table=table, seat=None).order_by("number")
    state: State = fold(RULES, RULES.initial, [RULES.decode(event.kind, event.whole) for event in stored])
    for sent in accepted:
        state = fold(RULES, state, advance(RULES, state, sent.command, rng).events)
    return state


def test_doubled_shuffled_and_late_sends_leave_the_clean_run(
    people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    sends = games = 0
    most = FULL_SENDS if full else SENDS
    while sends < most:
        games += 1
        seeded(monkeypatch, seed_of(games))
        table = gather(*people[: games % 4 + 1])
        post = Post(table, people, Random(games))
        post.play(most - sends)
        sends += post.sends
        cache.clear()
        assert state_of(table) == clean_run(table, post.accepted)
        assert TableCommand.objects.filter(table=table).count() == len(post.accepted) == len(post.outcomes)
    assert games > 1


@pytest.mark.parametrize("number", [0, 2, *(pytest.param(number, marks=pytest.mark.long) for number in (1, 3))])
def test_every_stored_game_replays_to_its_state_after_every_event(
    number: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch, seed_of(number))
    table = gather(*people[: number + 1])
    rng = Random(number)
    post = Post(table, people, rng)
    states = {table.number: state_of(table)}
    while not (state := state_of(table)).over:
        warm = load(present(table))
        cache.clear()
        assert load(present(table)) == warm, "read anew"
        cache.keep(table.code, warm)
        seat = rng.choice(awaited(state))
        post.send(
            Sent(
                UUID(int=rng.getrandbits(128), version=4),
                Draw(seat, state.turn, any_placement(rng, offer_to(state, seat))),
            )
        )
        reached = load(present(table))
        states[reached.number] = reached.state
    state = RULES.initial
    for event in TableEvent.objects.filter(table=table).order_by("number"):
        state = RULES.evolve(state, RULES.decode(event.kind, event.whole))
        assert RULES.encode(RULES.decode(event.kind, event.whole)) == (event.kind, event.whole)
        if event.number in states:
            assert state == states[event.number]
    assert state.over

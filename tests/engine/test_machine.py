"""State machine that plays whole games, takes back answers and tries illegal commands."""

from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.cartographers.errors import Refusal
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL, Space, spaces
from engine.cartographers.notation import Placement
from engine.cartographers.placement import SingleTerrain
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import TURNS
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import view
from engine.contract import RuleViolation, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.verification import check
from tests.engine.invariants import check_history, check_state, check_step, through_json
from tests.engine.mixes import numbered_mix
from tests.engine.test_view import leaks, viewers
from tests.engine.tools import Game, definition

ANYTHING = st.builds(
    Placement,
    st.integers(-1, 3),
    st.sampled_from(Terrain),
    st.sampled_from(TURNS),
    st.sampled_from(spaces(FULL)),
)


class Anybody(RuleBasedStateMachine):
    """One game, with anything that a player may try."""

    game: Game

    @precondition(lambda self: not self.game.state.over)
    @rule(rng=st.randoms(use_true_random=False), who=st.integers(0, 99))
    def answer(self, rng: Random, who: int) -> None:
        before, asks = self.game.state, self.game.open_asks
        self.game.do(self.game.any_answer(rng, asks[who % len(asks)]))
        check_step(before, self.game.state)

    @precondition(lambda self: not self.game.state.over)
    @rule(rng=st.randoms(use_true_random=False), turns=st.integers(1, 6))
    def play_on(self, rng: Random, turns: int) -> None:
        before = self.game.state
        for _ in range(turns):
            if not self.game.state.over:
                self.game.close_turn(rng)
        check_step(before, self.game.state)

    @precondition(lambda self: any(self.game.state.answers))
    @rule(who=st.integers(0, 99))
    def take_back(self, who: int) -> None:
        before = self.game.state
        drawn = [seat for seat, drawing in enumerate(before.answers) if drawing]
        seat = drawn[who % len(drawn)]
        self.game.take_back(seat)
        assert self.game.state.boards == before.boards
        assert self.game.state.answers == tuple(
            None if at == seat else drawing for at, drawing in enumerate(before.answers)
        )

    @rule(placement=ANYTHING, seat=st.integers(-1, 5), turn=st.integers(-2, 2))
    def draw_anything(self, placement: Placement, seat: int, turn: int) -> None:
        command = Draw(Seat(seat), self.game.state.turn + turn, placement)
        if self._looks_legal(command):
            self.game.do(command)
        else:
            self._refused(command)

    def _looks_legal(self, command: Draw) -> bool:
        """True if the placement is on offer, counting rotations that look the same as a listed one."""
        open_seats = {ask.seat for ask in self.game.open_asks}
        if command.turn != self.game.state.turn or command.seat not in open_seats or self.game.state.choice:
            return False
        offer, placement = self.game.offer(command.seat), command.placement
        if not 0 <= placement.option < len(offer.options):
            return False
        held = offer.options[placement.option].shape.held(placement.turn).turn
        same = Placement(placement.option, placement.terrain, held, placement.anchor)
        return same in set(offer.placements())

    @rule(space=st.sampled_from(spaces(FULL)), seat=st.integers(-1, 5), turn=st.integers(-2, 2))
    def choose_anything(self, space: Space, seat: int, turn: int) -> None:
        command = Choose(Seat(seat), self.game.state.turn + turn, space)
        is_asked = not turn and self.game.state.choice and seat in {ask.seat for ask in self.game.open_asks}
        if is_asked and space in spaces(self.game.targets(seat)):
            self.game.do(command)
        else:
            self._refused(command)

    @rule(seat=st.integers(-1, 5), turn=st.integers(-2, 2))
    def take_back_anything(self, seat: int, turn: int) -> None:
        state = self.game.state
        standing = not state.over and 0 <= seat < state.seats and state.answers[seat] is not None
        if turn or not standing:
            self._refused(TakeBack(Seat(seat), state.turn + turn))

    def _refused(self, command: Command) -> None:
        with pytest.raises(RuleViolation) as refused:
            RULES.answer(self.game.state, command)
        assert refused.value.code in set(Refusal)

    @invariant()
    def everything_holds(self) -> None:
        if hasattr(self, "game"):
            check_state(self.game.state)
            for viewer in viewers(self.game.state):
                assert leaks(view(self.game.state, viewer), self.game.state) == []

    def teardown(self) -> None:
        if hasattr(self, "game"):
            check_history(self.game.events, self.game.state)
            assert through_json(self.game.events) == self.game.events
            assert check(RULES, self.game.events) == self.game.state


class Cartographers(Anybody):
    """A base game."""

    @initialize(
        seats=st.integers(1, 4),
        sheet=st.sampled_from("AB"),
        single=st.sampled_from(SingleTerrain),
        seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    )
    def sit_down(self, seats: int, sheet: str, single: SingleTerrain, seed: bytes) -> None:
        self.game = Game(Setup(definition(sheet, single)), seats, Shuffler(seed))


class Mixed(Anybody):
    """A game with both boxes, including heroes and monster effects."""

    @initialize(
        mix=st.integers(0, 999),
        seats=st.integers(1, 4),
        seed=st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES),
    )
    def sit_down(self, mix: int, seats: int, seed: bytes) -> None:
        self.game = Game(numbered_mix(mix).setup(), seats, Shuffler(seed))


Cartographers.TestCase.settings = Mixed.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestCartographers = Cartographers.TestCase
TestMixed = Mixed.TestCase

"""A random game of Gisborne in the engine and in the model at once, compared wherever it stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from random import Random
from typing import Any

from tests.engine.gisborne_box import CARDS, CHIPS
from tests.engine.gisborne_engine import EngineGame
from tests.engine.gisborne_knowledge import absent_answer, all_cards, all_chips, candidates, known, submit
from tests.engine.gisborne_oracle import Game, Refused
from tests.engine.gisborne_players import PLAYERS, Player

QUESTIONS = ("lay", "river", "wolves", "keep", "take back")


class Lockstep:
    """A game in both; `number` decides seats, switches, players and chance."""

    def __init__(self, number: int, players: list[Player] | None = None) -> None:
        self.number = number
        self.rng = Random(number)
        self.seats = 3 + number % 3
        switches = ("behind", "hidden")[number // 3 % 2], 1 + number // 6 % 2
        self.players = players or [self.rng.choice(PLAYERS) for _ in range(self.seats)]
        self.engine = EngineGame(self.seats, number, *switches)
        self.model = Game(self.seats, self.engine.recorded_order, *switches)
        self.compared = 0
        self.fields = dict.fromkeys(range(self.seats), 0)
        self.compare()

    def play(self, wild: int = 0) -> None:
        """Play to the end; before each answer try `wild` others that mostly are refused."""
        while not self.model.over:
            for _ in range(wild):
                self.try_anything()
            if not self.model.over:
                self.answer_one()

    def answer_one(self) -> None:
        """Let one seat of those asked answer."""
        model = self.model
        seat = self.rng.choice([seat for seat in model.asked if seat not in model.answers])
        self.submit(model.question, seat, self.players[seat](model, seat, self.rng))

    def try_anything(self) -> None:
        question = self.rng.choice((*QUESTIONS, self.model.question, "take back"))
        answers = candidates(question, self.model.surplus)
        self.submit(question, self.rng.randrange(self.seats), self.rng.choice(answers))

    def submit(self, question: str, seat: int, answer: Any) -> None:
        """Answer in both, which must accept or refuse alike."""
        by_engine = _refusal(lambda: self.engine.submit(question, seat, answer))
        by_model = _refusal(lambda: submit(self.model, question, seat, answer))
        where = f"seat {seat}: {question} {answer} in round {self.model.round}"
        assert bool(by_engine) == bool(by_model), f"{where}: engine {by_engine}, model {by_model}"
        assert by_engine <= by_model, f"{where}: engine {by_engine}, model {by_model}"
        if not by_model:
            self.compare()

    def compare(self) -> None:
        """Compare all that happened since, and all that anybody may know; look at what is always true."""
        model, engine = self.model, self.engine
        for by_engine, by_model in zip_longest(engine.log[self.compared :], model.log[self.compared :]):
            assert by_engine == by_model, f"round {model.round}"
        self.compared = len(model.log)
        assert not engine.chance.orders, "all that the engine shuffles the model shuffles"
        for viewer in self.viewers():
            by_engine, by_model = engine.known(viewer), known(model, viewer)
            for fact in by_model:
                assert by_engine[fact] == by_model[fact], f"{fact} in round {model.round}, viewer {viewer}"
        for seat in model.asked:
            if seat not in model.answers:
                assert engine.absent_answer(seat) == absent_answer(model, seat)
        assert engine.points() == [model.points(seat) for seat in model.seats]
        assert engine.standings() == model.standings()
        self._check_box()
        self._check_pawns()

    def viewers(self) -> list[int | None]:
        """Return all viewers in every fifth game, else one that changes from stop to stop."""
        everybody = [None, *self.model.seats]
        return everybody if self.number % 5 == 0 else [everybody[self.compared % len(everybody)]]

    def _check_box(self) -> None:
        assert Counter(all_cards(self.model)) == Counter(CARDS)
        assert Counter(self.engine.all_cards()) == Counter(CARDS)
        assert all_chips(self.model) == sorted([*CHIPS, 1, 4])
        assert self.engine.all_chips() == all_chips(self.model)

    def _check_pawns(self) -> None:
        model = self.model
        fields = [model.at[seat] for seat in model.seats if model.is_on_way(seat)]
        assert all(model.at[seat] >= field for seat, field in self.fields.items())
        self.fields = dict(model.at)
        if model.question not in ("river", "wolves"):
            assert len(set(fields)) == len(fields)
            assert not set(fields) & set(model.way.bridges)


def _refusal(act: Callable[[], None]) -> set[str]:
    try:
        act()
    except Refused as refused:
        return refused.reasons
    return set()

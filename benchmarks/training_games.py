"""Games from which the players' weights are learned.

A game is played in two parts: up to some turn by good, careless or partly random answers, then one turn at random, and
from there on by the present weights. Only boards of the second part are recorded, so that boards of all kinds are
judged by how a good player goes on from them. A third of the games consists of the second part alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.commands import Command, Draw
from engine.cartographers.events import SeasonScore, SeasonScored, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.value import BoardValue, Moment, circumstances_of, moment_of, value_of
from engine.cartographers.players.weights import Weights
from engine.cartographers.position import Position
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.randomness import Shuffler
from engine.runner import advance, begin

SCHEDULE = (
    *[(Preset.CARTOGRAPHERS, 1)] * 3,
    *[(Preset.HEROES, 1)] * 2,
    (Preset.CARTOGRAPHERS, 1),
    (Preset.BOTH, 1),
    (Preset.CARTOGRAPHERS, 3),
    (Preset.CARTOGRAPHERS, 1),
    (Preset.HEROES, 1),
    (Preset.HEROES, 3),
)
"""Box and seats of the games, in turn."""
SHEETS = {Preset.CARTOGRAPHERS: "AB", Preset.HEROES: "CD", Preset.BOTH: "CD"}

TRIED = (Preset.CARTOGRAPHERS, Preset.HEROES, Preset.CARTOGRAPHERS)
"""Boxes of the solo games in which weights are tried, in turn."""

TURNS = 22
"""About as many turns as a game has."""
CLEAN, CARELESS = 1 / 3, 0.4
"""Shares of games without a first part, and of first parts that are played for the stars of now alone."""
NOISE, ANYTHING = 0.35, 0.25
"""Share of random drawings in the other first parts, and of random drawings that may be any instead of a good one."""
GOOD = 40
"""Number of the best drawings that are good."""


@dataclass(frozen=True, slots=True)
class Record:
    """Positions of all seats right after a turn."""

    moment: Moment
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """Scores and boards of all seats at the end of a season."""

    scores: tuple[SeasonScore, ...]
    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """Records of a finished game, and the scorings of all its seasons."""

    value: BoardValue
    circumstances: str
    records: list[Record] = field(default_factory=list)
    scorings: list[Scoring] = field(default_factory=list)


class _Style:
    """Style of play until the recorded part of a game begins."""

    def __init__(self, weights: Weights, rng: Random) -> None:
        self._rng, self._good = rng, OnePly(weights)
        self.first = 0 if rng.random() < CLEAN else rng.randint(1, TURNS)
        """Turn that is played at random, the first one recorded; 0 if there is none."""
        careless = rng.random() < CARELESS
        self._early = OnePly(Weights()) if careless else self._good
        self._noise = 0.0 if careless else NOISE

    def choose(self, view: View, ask: Ask) -> Command:
        """Return the command for an ask."""
        player = self._early if view.turn < self.first else self._good
        noise = 1.0 if view.turn == self.first else self._noise if view.turn < self.first else 0.0
        if view.desk is None or self._rng.random() >= noise:
            return player.choose(view, ask)
        side = 1 if view.desk.subject == ask.seat else -1
        rated = sorted(player.rate_placements(view, view.desk), key=lambda each: -side * each.value)
        most = len(rated) if self._rng.random() < ANYTHING else min(len(rated), GOOD)
        return Draw(ask.seat, ask.turn, rated[self._rng.randrange(most)].placement)


def play(number: int, seed: int, weights: Weights) -> TrainingGame:
    """Play the game with a number, by the present weights."""
    preset, seats = SCHEDULE[number % len(SCHEDULE)]
    rng = Random(f"{seed}/{number}")
    style, shuffler = _Style(weights, rng), Shuffler(rng.randbytes(32))
    setup = setup_of(replace(PRESETS[preset], sheet=rng.choice(SHEETS[preset])))
    state = begin(RULES, setup, seats, shuffler).state
    spectator = RULES.view(state, None)
    game = TrainingGame(value_of(spectator, weights), circumstances_of(spectator))
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        view = RULES.view(state, asks[0].seat)
        moment = moment_of(view)
        run = advance(RULES, state, style.choose(view, asks[0]), shuffler)
        for event in run.events:
            state = RULES.evolve(state, event)
            if isinstance(event, TurnClosed) and moment is not None and view.turn >= style.first:
                game.records.append(Record(moment, state.positions))
            elif isinstance(event, SeasonScored):
                game.scorings.append(Scoring(event.scores, boards_of(state.positions)))
        state = run.state
    return game


@dataclass(frozen=True, slots=True)
class Trial:
    """A solo game that was played by some weights from the first turn: its stars, and what its weights were for."""

    stars: int
    edicts: tuple[ScoringCard, ...]
    circumstances: str


def play_trial(number: int, seed: str, weights: Weights) -> Trial:
    """Play a numbered solo game by some weights. The number and the seed choose the box, the sheet and the deck."""
    preset = TRIED[number % len(TRIED)]
    rng = Random(f"{seed} {number}")
    shuffler, player = Shuffler(rng.randbytes(32)), OnePly(weights)
    setup = setup_of(replace(PRESETS[preset], sheet=rng.choice(SHEETS[preset])))
    state = begin(RULES, setup, 1, shuffler).state
    while asks := RULES.asks(state):
        state = advance(RULES, state, player.choose(RULES.view(state, asks[0].seat), asks[0]), shuffler).state
    return Trial(state.total(Seat(0)), state.edicts, circumstances_of(RULES.view(state, None)))


def boards_of(positions: Sequence[Position]) -> tuple[Board, ...]:
    """Return the boards of some positions."""
    return tuple(position.board for position in positions)

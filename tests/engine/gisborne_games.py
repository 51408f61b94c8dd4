"""Random games of Gisborne for tests of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from engine.contract import Ask
from engine.gisborne import (
    RULES,
    Discard,
    Give,
    Keep,
    KeepDesk,
    LaidNumbers,
    Lay,
    LayDesk,
    RiverDesk,
    Setup,
    TakeBack,
    View,
    WolvesDesk,
    gisborne,
)
from engine.gisborne.cards import sort_cards
from engine.gisborne.commands import Command
from engine.gisborne.events import Event
from engine.gisborne.state import State
from engine.randomness import Shuffler
from engine.runner import advance, begin


def seed_of(number: int) -> bytes:
    """Return the seed of a game."""
    return number.to_bytes(32, "big")


def random_answer(view: View, ask: Ask, chance: Random) -> Command:
    """Return any legal answer to an open ask."""
    match view.desk:
        case LayDesk(hand, mixed) if chance.random() < 0.85:
            metal = chance.choice(hand).metal
            choice = [face for face in hand if mixed or face.metal is metal]
            return Lay(ask.seat, ask.turn, sort_cards(chance.sample(choice, min(len(choice), chance.randint(1, 5)))))
        case LayDesk(hand):
            cards = chance.sample(hand, min(len(hand), chance.randint(0, 4)))
            return Lay(ask.seat, ask.turn, sort_cards(cards), tent=True)
        case RiverDesk(hand, surplus):
            return Discard(ask.seat, ask.id, sort_cards(chance.sample(hand, surplus)))
        case WolvesDesk(chips):
            return Give(ask.seat, ask.id, chance.choice(chips))
        case KeepDesk(dealt):
            return Keep(ask.seat, ask.id, chance.randint(0, dealt))
    raise AssertionError("an open ask has a desk")


def random_game(number: int) -> Iterator[tuple[list[Event], State]]:
    """Play a random game with some taking back. Yields all events so far and the state, wherever it stops."""
    chance, rng = Random(number), Shuffler(seed_of(number))
    box = replace(gisborne(), laid_numbers=list(LaidNumbers)[number % 2], final_scorings=1 + number // 2 % 2)
    events, state = begin(RULES, Setup(box), 3 + number % 3, rng)
    yield events, state
    while asks := RULES.asks(state):
        undoable = [ask for ask in asks if ask.answered and ask.withdrawable]
        if undoable and chance.random() < 0.1:
            command: Command = TakeBack(undoable[0].seat, undoable[0].id)
        else:
            ask = chance.choice([ask for ask in asks if not ask.answered])
            command = random_answer(RULES.view(state, ask.seat), ask, chance)
        run = advance(RULES, state, command, rng)
        events, state = events + run.events, run.state
        yield events, state


def whole_game(number: int) -> tuple[list[Event], State]:
    """Return the events and the final state of a random game."""
    *_, last = random_game(number)
    return last

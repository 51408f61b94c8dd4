"""Seats for random games of Gisborne: each answers what the model asks it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.engine.gisborne_box import MOST_CARDS, value
from tests.engine.gisborne_knowledge import absent_answer
from tests.engine.gisborne_oracle import Game

Player = Callable[[Game, int, Random], Any]


def answer_at_random(game: Game, seat: int, rng: Random) -> Any:
    """Lay any cards of one metal, or from a village of all, at times the tent with or without cards."""
    hand = game.hands[seat]
    if game.question == "river":
        return rng.sample(hand, game.surplus)
    if game.question == "wolves":
        return rng.choice(game.chips[seat])
    if game.question == "keep":
        return rng.randint(0, len(game.dealt[seat]))
    if rng.random() < 0.15:
        return rng.sample(hand, min(len(hand), rng.randint(0, MOST_CARDS - 1))), True
    metal = rng.choice(hand)[0]
    choice = [face for face in hand if face[0] == metal or game.stood[seat] == "V"]
    return rng.sample(choice, min(len(choice), rng.randint(1, MOST_CARDS))), False


def hoard(game: Game, seat: int, rng: Random) -> Any:
    """Collect cards: keep all of them in hand, lay the tent or a single card."""
    if game.question == "keep":
        return 0
    if game.question == "lay":
        return ([], True) if rng.random() < 0.8 else ([min(game.hands[seat], key=value)], False)
    return answer_at_random(game, seat, rng)


def hurry(game: Game, seat: int, rng: Random) -> Any:
    """Lay as many steps as a metal allows, and put all cards of scorings away."""
    if game.question == "keep":
        return len(game.dealt[seat])
    if game.question == "lay":
        of_metals = [sorted((f for f in game.hands[seat] if f[0] == metal), key=value) for metal in "bsg"]
        return max((cards[-MOST_CARDS:] for cards in of_metals), key=lambda cards: sum(map(value, cards))), False
    return answer_at_random(game, seat, rng)


def aim(game: Game, seat: int, rng: Random) -> Any:
    """Lay a card that leads onto another pawn, a bridge, wolves or a viewpoint, if there is one."""
    if game.question != "lay":
        return answer_at_random(game, seat, rng)
    wanted = []
    for face in game.hands[seat]:
        target = game.at[seat] + value(face)
        mark = game.way.marks[target - 1] if target <= len(game.way.marks) else "."
        if target in game.at.values() or mark in "(WC":
            wanted.append(face)
    return ([rng.choice(wanted)], False) if wanted else answer_at_random(game, seat, rng)


def be_absent(game: Game, seat: int, rng: Random) -> Any:
    """Give the answers of an absent seat."""
    return absent_answer(game, seat)


PLAYERS: list[Player] = [answer_at_random, hoard, hurry, aim, be_absent]

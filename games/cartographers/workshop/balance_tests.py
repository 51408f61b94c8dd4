"""Quick games of balance tests, with a card or map sheet of the workshop.

They are solo games by the stand-in, with a scoring card among the edicts of each. The same number gives the
same sheet, other edicts and decks for every card, so that cards can be compared by their results in the same games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import definition_of
from engine.cartographers.mixing.library import published_library
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from engine.cartographers.state import State
from engine.randomness import Shuffler
from engine.runner import play_out

# Tasks that an earlier version of the site has queued name it here.
from games.catalog.balance_tests import go_on as go_on


def stars_of_game(card: ScoringCard, number: int) -> int:
    """The stars that a card earns in both seasons that score it, in the quick game of a number from 0."""
    setup = _setup(card, number)
    *_others, last = _states(setup, number)
    edict = tuple(Edict)[setup.edicts.index(card.id)]
    earned = 0
    for season, scores in zip(last.definition.seasons, last.scores, strict=True):
        earned += sum(stars for of, stars in zip(season.edicts, scores[0].edicts, strict=True) if of is edict)
    return earned


def boards_of_game(card: ScoringCard | None, number: int) -> Iterator[Board]:
    """The board after each turn of a quick game, with the card among its edicts, or without any but the published."""
    seen: set[Board] = set()
    for state in _states(_setup(card or _any_card(), number), number):
        if state.boards and state.boards[0] not in seen:
            seen.add(state.boards[0])
            yield state.boards[0]


def play_on_sheet(sheet: Sheet, number: int) -> State:
    """The end of a quick game on a sheet, with the cards of the base game; the number alone says with which edicts."""
    definition = replace(_of_sheet(next(iter(published_library().cartographers.sheets))), sheet=sheet)
    rng = Shuffler(hashlib.sha256(f"edicts {number}".encode()).digest())
    drawn = [rng.shuffle(stack, [card.id for card in definition.pool if card.stack is stack])[0] for stack in Stack]
    *_others, last = _states(Setup(definition, tuple(rng.shuffle("edicts", drawn))), number)
    return last


def ending_of(state: State) -> list[int]:
    """Return a quick game's result: total stars, stars lost to monsters, and empty spaces."""
    scores = [season[0] for season in state.scores]
    empty = state.boards[0].empty.bit_count()
    return [sum(score.total for score in scores), sum(score.losses for score in scores), empty]


def _any_card() -> ScoringCard:
    return next(iter(published_library().cartographers.scoring.values()))


def _states(setup: Setup, number: int) -> Iterator[State]:
    """The states in which the seat is asked, and the last one."""
    rng = Shuffler(hashlib.sha256(f"quick game {number}".encode()).digest())
    return play_out(RULES, setup, 1, rng, RULES.fallback)


def _setup(card: ScoringCard, number: int) -> Setup:
    """A card is tried as each of the four edicts, because its stars depend on when it is scored."""
    definition = _definition(number)
    others = [other for other in definition.pool if other.id != card.id and other.stack is not card.stack]
    rng = Shuffler(hashlib.sha256(f"edicts {number}".encode()).digest())
    other_edicts = [
        rng.shuffle(stack, [other.id for other in others if other.stack is stack])[0]
        for stack in Stack
        if stack is not card.stack
    ]
    at = number % len(Edict)
    edicts = (*other_edicts[:at], card.id, *other_edicts[at:])
    return Setup(replace(definition, pool=(*others, card)), edicts)


@lru_cache(maxsize=8)
def _of_sheet(sheet: str) -> Definition:
    return definition_of(replace(PRESETS[Preset.CARTOGRAPHERS], sheet=sheet))


def _definition(number: int) -> Definition:
    sheets = tuple(published_library().cartographers.sheets)
    return _of_sheet(sheets[number // len(Edict) % len(sheets)])

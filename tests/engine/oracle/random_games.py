"""Random set-ups and choosers for whole games, determined by the given Random."""

from random import Random

from tests.engine.oracle.cards import (
    AMBUSH,
    CARTOGRAPHERS_AMBUSH,
    CARTOGRAPHERS_EXPLORE,
    EXPLORE,
    RUINS,
    SEASONS,
    SHEETS,
    STACKS,
)
from tests.engine.oracle.game import Ask, Chooser, Setup
from tests.engine.oracle.greedy import greedy
from tests.engine.oracle.placement import Drawing, in_order


def random_setup(rng: Random, seats: int, sheet: str | None = None, single_terrain: str = "any") -> Setup:
    """A set-up of the base game: sheet A or B unless one is named, one card of each stack, shuffled decks."""
    edicts = [rng.choice(cards) for cards in STACKS.values()]
    rng.shuffle(edicts)
    sheet_text = SHEETS[rng.choice("AB") if sheet is None else sheet]
    return Setup(seats, sheet_text.strip(), tuple(edicts), random_decks(rng), single_terrain)


def random_decks(rng: Random) -> tuple[tuple[str, ...], ...]:
    """The explore deck of each season: each adds one ambush card, and unrevealed ones stay in."""
    ambush_deck = [card.id for card in CARTOGRAPHERS_AMBUSH]
    rng.shuffle(ambush_deck)
    in_play: list[str] = []
    decks = []
    for _, threshold, _ in SEASONS:
        in_play.append(ambush_deck.pop())
        deck = [card.id for card in CARTOGRAPHERS_EXPLORE] + list(RUINS) + in_play
        rng.shuffle(deck)
        decks.append(tuple(deck))
        in_play = [card for card in in_play if card not in revealed(tuple(deck), threshold)]
    return tuple(decks)


def revealed(deck: tuple[str, ...], threshold: int) -> list[str]:
    """The cards turned up before the season ends."""
    time, seen = 0, []
    for card in deck:
        if time >= threshold:
            break
        seen.append(card)
        if card not in RUINS and card not in AMBUSH:
            time += EXPLORE[card].time
    return seen


def random_chooser(rng: Random) -> Chooser:
    """Choose any drawing with equal probability."""

    def choose(ask: Ask) -> Drawing:
        return rng.choice(in_order(ask.drawings))

    return choose


def greedy_chooser(setup: Setup) -> Chooser:
    """Choose the best drawing for the board's owner by the season's two edicts, even in an ambush."""

    def choose(ask: Ask) -> Drawing:
        letters = SEASONS[ask.season][2]
        cards = tuple(setup.edicts["ABCD".index(letter)] for letter in letters)
        return greedy(ask.board, ask.drawings, cards)

    return choose

"""Public knowledge of the deck: true at every moment of any game, and revealing nothing more."""

from collections import Counter
from random import Random

import pytest

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.cartographers.state import State
from engine.cartographers.unseen_deck import find_unseen_deck
from engine.cartographers.view import view
from engine.contract import Seat
from engine.randomness import Shuffler
from tests.engine.mixes import PRESETS, random_mix
from tests.engine.test_sampling import SIGMAS, moments
from tests.engine.tools import Game, seed_of

DEALT = 6000
SETUPS = [*(mix.setup() for mix in PRESETS.values()), *(random_mix(Random(number)).setup() for number in range(6))]


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_it_agrees_with_the_true_deck(number: int) -> None:
    game = Game(SETUPS[number], 1 + number % 4, Shuffler(seed_of(number)))
    for state in moments(game, Random(number)):
        known, deck = find_unseen_deck(view(state, None)), [state.card(card) for card in state.deck]
        kinds = Counter(type(card) for card in deck)
        assert (known.size, known.ambushes.count, known.heroes.count) == (
            len(deck),
            kinds[AmbushCard],
            kinds[HeroCard],
        )
        assert {card for card in deck if not isinstance(card, AmbushCard | HeroCard)} == set(known.sure)
        assert {card for card in deck if isinstance(card, AmbushCard)} <= set(known.ambushes.cards)
        assert {card for card in deck if isinstance(card, HeroCard)} <= set(known.heroes.cards)


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_all_chances_together_are_one(number: int) -> None:
    game = Game(SETUPS[number], 2, Shuffler(seed_of(number)))
    for state in moments(game, Random(number)):
        known = find_unseen_deck(view(state, None))
        cards = (*known.sure, *known.ambushes.cards, *known.heroes.cards)
        assert sum(map(known.chance, cards)) == (known.size > 0)
        assert known.chance(state.edicts[0]) == 0  # type: ignore[arg-type]  # no card of the deck


def test_the_viewer_s_seat_is_all_the_same() -> None:
    game = Game(SETUPS[0], 3, Shuffler(seed_of(5)))
    for state in moments(game, Random(5)):
        assert len({find_unseen_deck(view(state, seat)) for seat in (None, Seat(0), Seat(2))}) == 1


def test_as_likely_as_in_games_that_are_drawn_by_chance() -> None:
    state = _amid_summer(SETUPS[2])
    seen, rng = view(state, None), Random(8)
    known = find_unseen_deck(seen)
    tops = Counter(sample(seen, rng).deck[0] for _ in range(DEALT))
    for card in (*known.sure, *known.ambushes.cards, *known.heroes.cards):
        chance = float(known.chance(card))
        spread = (DEALT * chance * (1 - chance)) ** 0.5
        assert abs(tops[card.id] - DEALT * chance) < SIGMAS * spread, card.id


def _amid_summer(setup: Setup) -> State:
    game = Game(setup, 2, Shuffler(seed_of(3)))
    return next(state for state in moments(game, Random(3)) if state.season == 1 and len(state.column) == 4)

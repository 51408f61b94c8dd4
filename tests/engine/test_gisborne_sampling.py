"""Sampled games of Gisborne: consistent with a viewer's knowledge, playable, and the same for the same knowledge."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.contract import Seat, Viewer
from engine.gisborne import RULES, Lay, Setup, gisborne, parse_cards, sample
from engine.gisborne.state import State
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.gisborne_games import random_answer, random_game, seed_of
from tests.engine.gisborne_positions import Table
from tests.engine.gisborne_worlds import other_state


def _viewers(state: State) -> list[Viewer]:
    return [None, *map(Seat, range(state.seats))]


def _all_cards(state: State) -> Counter[str]:
    scoring = state.round.scoring
    dealt = scoring.dealt[:-1] if scoring else ()
    plays = [play.cards for play in state.round.plays if play]
    groups = [state.pile, state.discards, *state.hands, *plays, *dealt, *(chest.cards for chest in state.chests)]
    return Counter(face for group in groups for face in group)


def _all_chips(state: State) -> Counter[int]:
    chests = [chip for chest in state.chests for chip in chest.chips]
    beach = (state.beach_chip,) if state.beach_chip else ()
    return Counter((*state.on_way.values(), *state.chip_pile, *state.aside, *beach, *chests))


@pytest.mark.parametrize("number", range(6))
def test_sample_at_every_moment_gives_an_equal_view_and_the_same_components(number: int) -> None:
    rng = Random(number)
    for _, state in random_game(number):
        for viewer in _viewers(state):
            seen = RULES.view(state, viewer)
            drawn = sample(seen, rng)
            assert RULES.view(drawn, viewer) == seen
            assert _all_cards(drawn) == _all_cards(state)
            assert _all_chips(drawn) == _all_chips(state)
            assert len(drawn.stack) == len(state.stack)


@pytest.mark.parametrize("number", range(4))
def test_sample_is_continued_by_the_rules_to_the_end(number: int) -> None:
    chance = Random(number)
    for place, (_, state) in enumerate(random_game(number)):
        if place % 25 != number:
            continue
        state = sample(RULES.view(state, chance.choice(_viewers(state))), chance)
        while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
            command = random_answer(RULES.view(state, asks[0].seat), asks[0], chance)
            state = advance(RULES, state, command, Shuffler(chance.randbytes(32))).state
        assert state.over


@pytest.mark.parametrize("number", range(4))
def test_sample_of_worlds_that_differ_in_secrets_is_the_same(number: int) -> None:
    rng, differing = Random(number), 0
    for _, state in random_game(number):
        for viewer in _viewers(state):
            other = other_state(state, viewer, rng)
            differing += other.hands != state.hands
            one, another = (sample(RULES.view(world, viewer), Random(7)) for world in (state, other))
            assert one == another
    assert differing > 25


def test_sample_deals_each_unseen_card_as_often_as_it_should() -> None:
    table, tries = Table([3, 2, 1], ["5b1", "b2 s2", "g4"]), 3000
    seen = RULES.view(table.state, Seat(0))
    counts = Counter(face for _ in range(tries) for face in sample(seen, Random(_)).hands[1])
    unseen = Counter(gisborne().cards) - Counter(parse_cards("5b1"))
    for face, number in unseen.items():
        share = number / unseen.total()
        assert counts[face] == pytest.approx(2 * tries * share, abs=4.5 * (2 * tries * share) ** 0.5)


def test_sample_keeps_the_own_play_and_the_size_of_those_ahead() -> None:
    table = Table([3, 2, 1], ["b1 b1 b2", "s2 s3", "g4"])
    state = table.state
    for seat, cards in ((0, "b1 b2"), (1, "s3")):
        command = Lay(Seat(seat), state.round.number, parse_cards(cards))
        state = advance(RULES, state, command, Shuffler(seed_of(1))).state
    sizes = set()
    for number in range(50):
        plays = sample(RULES.view(state, Seat(1)), Random(number)).round.plays
        assert plays[1] == state.round.plays[1]
        assert plays[0] is not None
        assert plays[0].size == 2
        behind = sample(RULES.view(state, Seat(0)), Random(number)).round.plays[1]
        assert behind is not None
        sizes.add(behind.size)
    assert sizes == {1, 2, 3}


def test_sample_while_pawns_move_is_refused() -> None:
    state = begin(RULES, Setup(gisborne()), 3, Shuffler(seed_of(1))).state
    moving = state._replace(round=state.round._replace(revealed=True, begun=1))
    with pytest.raises(ValueError, match="nobody is asked"):
        sample(RULES.view(moving, None), Random(0))

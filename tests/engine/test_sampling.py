"""Sampled games from one viewer's knowledge: consistent with it, playable, and fairly distributed."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from math import sqrt
from random import Random
from typing import Any

import pytest

from engine.cartographers.commands import Choose, Draw
from engine.cartographers.events import Drawn
from engine.cartographers.evolution import evolve
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.rules import explore, season
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.cartographers.state import BetweenCards, ChoosePhase, DrawPhase, State
from engine.cartographers.view import view
from engine.contract import Seat, Viewer
from engine.randomness import Shuffler
from tests.engine.invariants import check_state
from tests.engine.mixes import BOTH, BOTH_ON_HEROES_DECK, CARTOGRAPHERS, HEROES, random_mix, staged
from tests.engine.tools import EDICTS, Game, any_placement, definition, names, new_game, seed_of

GAMES_DEALT = 6000

SIGMAS = 4.5
"""How far a count may lie from what is expected of it: fair chance goes as far once in a hundred thousand times. Seeds
are fixed, so what passes once always does.
"""


def viewers(state: State) -> list[Viewer]:
    return [None, *map(Seat, range(state.seats))]


def game_at(state: State, rng: Random) -> Game:
    """A game that continues from a state; its remaining decks are shuffled by a seed of its own."""
    game = Game.__new__(Game)
    game.rng, game.events, game.state = Shuffler(rng.randbytes(32)), [], state
    return game


def moments(game: Game, rng: Random) -> Iterator[State]:
    """The states of a random game, with some answers taken back, including the final one."""
    while not game.state.over:
        yield game.state
        answered = [seat for seat, answer in enumerate(game.state.answers) if answer]
        if answered and rng.random() < 0.1:
            game.take_back(rng.choice(answered))
        else:
            game.anything(rng)
    yield game.state


def unanswered(state: State, seats: Iterable[int]) -> State:
    """The state with the answers of some seats removed."""
    phase = state.phase
    if not isinstance(phase, DrawPhase | ChoosePhase):
        return state
    answers = tuple(None if seat in seats else answer for seat, answer in enumerate(phase.answers))
    return state.but(phase=phase._replace(answers=answers))


def without_secrets(state: State) -> State:
    """The state as far as everyone at the table knows it."""
    return unanswered(state, range(state.seats)).but(deck=(), ambush_deck=(), hero_deck=(), retakes=())


def hidden(state: State) -> tuple[tuple[str, ...], ...]:
    """The part of the state that nobody at the table knows."""
    return state.deck, state.ambush_deck, state.hero_deck


def kind(state: State) -> str:
    asks = RULES.asks(state)
    sealed = "answered" if any(ask.answered for ask in asks) else "open"
    return f"{asks[0].kind} {sealed}" if asks else "over"


EFFECTS = (["giant_troll_ravage", "lagoon"], ["zombie_plague", "lagoon"], ["gorgon_gaze", "lagoon"], ["lagoon"])
"""Cards by season: monsters that act at once, at the end of seasons, and after one another."""

MIXES = {"cartographers": CARTOGRAPHERS, "heroes": HEROES, "both": BOTH, "heroes deck": BOTH_ON_HEROES_DECK}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("mix", [*MIXES, "effects"])
def test_at_every_moment_a_sample_looks_the_same_and_all_that_must_hold_does(mix: str, seats: int) -> None:
    rng = Random(seats)
    effects = mix == "effects"
    game = staged(seats, *EFFECTS) if effects else Game(MIXES[mix].setup(), seats, Shuffler(seed_of(seats)))
    for state in moments(game, rng):
        for viewer in viewers(state):
            seen = view(state, viewer)
            drawn = sample(seen, rng)
            assert view(drawn, viewer) == seen
            assert without_secrets(drawn) == without_secrets(state)
            assert sorted(drawn.deck + drawn.ambush_deck + drawn.hero_deck) == sorted(
                state.deck + state.ambush_deck + state.hero_deck
            )
            assert len(drawn.deck) == len(state.deck)
            check_state(drawn)


def test_from_every_kind_of_moment_the_rules_go_on_to_the_end() -> None:
    """Covers random mixes, and games with many destructive monsters."""
    rng, met = Random(1), Counter[str]()
    destroying = [staged(seats, *EFFECTS, seed=seats) for seats in (1, 2, 3, 4)]
    others = [Game(random_mix(rng).setup(), 1 + n % 4, Shuffler(seed_of(n))) for n in range(16)]
    for game in (*destroying, *others):
        for state in moments(game, rng):
            if met[kind(state)] < 5 or rng.random() < 0.02:
                met[kind(state)] += 1
                _check_end(sample(view(state, rng.choice(viewers(state))), rng), rng)
    kinds = {f"{what} {sealed}" for what in ("draw", "ambush", "hero", "destroy") for sealed in ("open", "answered")}
    assert set(met) == kinds | {"over"}
    assert min(met.values()) >= 5


def _check_end(state: State, rng: Random) -> None:
    """Play random or first legal answers to the end, checking the invariants."""
    game = game_at(state, rng)
    while not game.state.over:
        ask = rng.choice(game.open_asks)
        game.do(game.first_legal(ask) if rng.random() < 0.3 else game.any_answer(rng, ask))
        check_state(game.state)
    assert len(game.state.scores) == len(state.definition.seasons)
    assert len(RULES.standings(game.state).places) == state.seats


def other_world(state: State, viewer: Viewer, rng: Random) -> State:
    """A state with other secrets: hidden ambushes and heroes, deck orders, sealed answers, take-backs.

    Only those that the viewer can't see are changed.
    """
    others: dict[str, str] = {}
    unrevealed = {*state.deck, *state.ambush_deck, *state.hero_deck}
    for cards in (state.definition.ambushes, state.definition.heroes):
        unseen = [card.id for card in cards if card.id in unrevealed]
        others |= zip(unseen, rng.sample(unseen, len(unseen)), strict=True)
    deck = [others.get(card, card) for card in state.deck]
    rng.shuffle(deck)
    state = state.but(
        deck=tuple(deck),
        ambush_deck=tuple(others[card] for card in state.ambush_deck),
        hero_deck=tuple(others[card] for card in state.hero_deck),
        retakes=tuple(retake for retake in state.retakes if retake[1] == viewer),
    )
    for seat in map(Seat, range(state.seats)):
        if state.answers[seat] and seat != viewer:
            game = game_at(unanswered(state, [seat]), rng)
            ask = next(ask for ask in game.open_asks if ask.seat == seat)
            state = evolve(game.state, RULES.answer(game.state, game.any_answer(rng, ask)))
    return state


@pytest.mark.parametrize(("seats", "mix"), [(2, "cartographers"), (3, "heroes"), (4, "both")])
def test_worlds_that_differ_in_secrets_give_the_same_samples(seats: int, mix: str) -> None:
    rng = Random(seats)
    differing = 0
    for state in moments(Game(MIXES[mix].setup(), seats, Shuffler(seed_of(seats))), rng):
        for viewer in viewers(state):
            other = other_world(state, viewer, rng)
            differing += other.deck != state.deck and other.answers != state.answers
            assert view(other, viewer) == view(state, viewer)
            assert sample(view(other, viewer), Random(7)) == sample(view(state, viewer), Random(7))
    assert differing > 25


def test_games_that_were_seen_alike_but_lie_otherwise_give_the_same_samples() -> None:
    """Two games with different decks, in which the same cards come up and the same is drawn."""
    seen = (["hamlet", "gnoll_raid", "farmland"], ["orchard", "marshlands"], ["kobold_onslaught", "fishing_village"])
    mix = replace(CARTOGRAPHERS, edicts=EDICTS)
    one, other = (staged(2, *seen, mix=mix, seed=seed) for seed in (1, 2))
    rng, met = Random(3), 0
    while one.state.season < 2 or one.state.column != tuple(seen[2]):
        ask = rng.choice(one.open_asks)
        command = one.any_answer(rng, ask)
        one.do(command)
        other.do(command)
        met += 1
        for viewer in viewers(one.state):
            assert view(one.state, viewer) == view(other.state, viewer)
            assert sample(view(one.state, viewer), Random(4)) == sample(view(other.state, viewer), Random(4))
    assert met > 10
    assert hidden(one.state) != hidden(other.state)


def test_a_seat_keeps_its_own_answer_and_how_often_it_took_one_back() -> None:
    game = new_game(3, spring=["farmland"])
    for place in ("A1", "C1"):
        game.draw(f"1 farm {place}", 1)
        game.take_back(1)
        game.draw("1 farm A1", 0)
        game.take_back(0)
    game.draw("1 farm E1", 1)
    game.draw("1 farm E1", 0)
    drawn = sample(view(game.state, Seat(1)), Random(0))
    assert drawn.answers[1] == game.state.answers[1]
    assert drawn.retakes == ((1, Seat(1)),) * 2
    assert isinstance(drawn.answers[0], Drawn)
    assert drawn.answers[0].attempt == 0
    assert drawn.answers[2] is None
    game.take_back(1)
    assert sample(view(game.state, Seat(1)), Random(0)).retakes == ()
    assert sample(view(game.state, None), Random(0)).retakes == ()


def test_between_turns_there_is_nothing_to_sample() -> None:
    state = new_game(2, spring=["farmland"]).state.but(phase=BetweenCards())
    with pytest.raises(ValueError, match="nobody is asked"):
        sample(view(state, None), Random(0))


def check_evenly(counts: Counter[str], chances: dict[str, float]) -> None:
    """Assert that each outcome is as frequent as its probability predicts, and that there are no others."""
    tries = counts.total()
    assert set(counts) == set(chances)
    for what, chance in chances.items():
        assert abs(counts[what] - tries * chance) < SIGMAS * sqrt(tries * chance * (1 - chance)), what


@pytest.mark.parametrize("mix", ["cartographers", "heroes", "both"])
def test_every_card_that_may_be_next_is_next_as_often_as_it_should(mix: str) -> None:
    """In fall, with some ambushes and heroes revealed and some hidden."""
    rng = Random(5)
    game = Game(MIXES[mix].setup(), 2, Shuffler(seed_of(2)))
    while game.state.season < 2 or len(game.state.column) < 2:
        game.anything(rng)
    state, seen = game.state, view(game.state, Seat(0))
    definition = state.definition
    chances = {
        card.id: 1 / len(state.deck) for card in (*definition.explore, *definition.ruins) if card.id not in state.column
    }
    for cards in (definition.ambushes, definition.heroes):
        unseen = [card.id for card in cards if card.id not in state.revealed]
        waiting = sum(card in state.deck for card in unseen)
        assert not cards or 0 < waiting < len(unseen) < len(cards)
        chances |= {card: waiting / len(unseen) / len(state.deck) for card in unseen}
    check_evenly(Counter(sample(seen, rng).deck[0] for _ in range(4000)), chances)


def small() -> Setup:
    """A set-up with few cards and short seasons, in which complete histories repeat often."""
    base = definition()
    seasons = tuple(replace(each, threshold=1) for each in base.seasons[:3])
    one, other = (card for card in base.explore if card.id in ("farmland", "hamlet"))
    return Setup(replace(base, seasons=seasons, explore=(one, other), ruins=(), ambushes=base.ambushes[:3]), EDICTS)


def dealt(setup: Setup, rng: Shuffler) -> Iterator[State]:
    """The states after each reveal, in a game in which nobody draws."""
    state = reduce(evolve, RULES.start(setup, 2, rng), RULES.initial)
    for _ in setup.definition.seasons:
        state = evolve(state, season.begin(state, rng))
        while not season.is_season_over(state):
            state = evolve(state, explore.reveal(state))
            yield state
            state = state.but(phase=BetweenCards())


def test_what_is_hidden_is_distributed_as_shuffling_has_it() -> None:
    """Compare thousands of dealt games with samples of their views.

    Among games with the same view, hidden deck orders must be as frequent as in the samples, and so must ambushes as
    the next card.
    """
    setup, rng = small(), Random(9)
    alike: defaultdict[tuple[int, tuple[str, ...], tuple[str, ...]], list[State]] = defaultdict(list)
    for number in range(GAMES_DEALT):
        for state in dealt(setup, Shuffler(seed_of(number))):
            alike[state.season, state.column, state.revealed].append(state)
    often = [states for states in alike.values() if len(states) >= 200]
    assert {states[0].season for states in often} == {0, 1, 2}
    assert {len(states[0].revealed) for states in often} >= {0, 1, 2}
    for states in often:
        seen = view(states[0], None)
        samples = [sample(seen, rng) for _ in states]
        check_alike(Counter(map(hidden, states)), Counter(map(hidden, samples)))
        check_alike(Counter(state.deck[0] for state in states), Counter(state.deck[0] for state in samples))


def check_alike(one: Counter[Any], other: Counter[Any]) -> None:
    """Assert that two counts have the same distribution: they differ by about the root of their sum."""
    assert one.total() == other.total()
    for what in one | other:
        assert abs(one[what] - other[what]) < SIGMAS * sqrt(one[what] + other[what]), what


def test_sealed_answers_are_any_legal_ones_as_often_as_each_other() -> None:
    full = "/".join(["FFFFFFFFFFF"] * 9 + ["F........FF"] + ["FFFFFFFFFFF"])
    game = new_game(2, spring=["hamlet"]).put(full)
    rng = Random(6)
    game.do(Draw(Seat(1), 1, any_placement(rng, game.offer(1))))
    legal = [str(placement) for placement in game.offer(1).placements()]
    counts: Counter[str] = Counter()
    for _ in range(2000):
        answer = sample(view(game.state, Seat(0)), rng).answers[1]
        assert isinstance(answer, Drawn)
        counts[str(answer.placement)] += 1
    check_evenly(counts, dict.fromkeys(legal, 1 / len(legal)))


def test_what_a_monster_destroys_for_others_is_any_of_its_targets() -> None:
    game = staged(2, ["giant_troll_ravage", "lagoon"])
    rng = Random(8)
    while not game.state.choice:
        game.anything(rng)
    targets = spaces(game.targets(1))
    game.do(Choose(Seat(1), game.state.turn, targets[0]))
    counts: Counter[str] = Counter()
    for _ in range(2000):
        answer = sample(view(game.state, Seat(0)), rng).answers[1]
        assert answer
        counts[names(answer.outcome.destroyed)] += 1
    assert len(targets) > 1
    check_evenly(counts, dict.fromkeys((names(1 << space) for space in targets), 1 / len(targets)))

"""Set-up: random choices, and definitions that can't be played."""

from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from engine.cartographers.cards import Stack
from engine.cartographers.errors import Refusal
from engine.cartographers.events import AmbushDeckShuffled, Definition, EdictsLaid, GameStarted, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.rules.problems import ProblemCode, find_problems
from engine.cartographers.rules.setup import Setup
from engine.contract import RuleViolation
from engine.randomness import Shuffler
from tests.engine.tools import BLANK, EDICTS, Game, definition, new_game, seed_of


def started(setup: Setup, seats: int = 1, number: int = 0) -> Game:
    return Game(setup, seats, Shuffler(seed_of(number)))


@pytest.mark.parametrize("seats", [1, 2, 12, 100])
def test_one_to_a_hundred_play(seats: int) -> None:
    game = started(Setup(definition()), seats)
    assert (game.state.seats, len(game.state.boards), game.state.coins) == (seats, seats, (0,) * seats)
    assert len(set(game.state.boards)) == 1


@pytest.mark.parametrize("seats", [-1, 0, 101])
def test_fewer_or_more_are_refused(seats: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        started(Setup(definition()), seats)
    assert refused.value.code == Refusal.SEATS


@pytest.mark.parametrize("stack", Stack)
def test_a_pool_without_a_stack_is_refused(stack: Stack) -> None:
    whole = definition()
    pool = tuple(card for card in whole.pool if card.stack is not stack)
    with pytest.raises(RuleViolation) as refused:
        started(Setup(replace(whole, pool=pool)))
    assert refused.value.code == Refusal.POOL


@pytest.mark.parametrize(
    "edicts",
    [
        EDICTS[:3],
        (*EDICTS, "treetower"),
        ("sentinel_wood", "treetower", "canal_lake", "borderlands"),
        ("sentinel_wood", "sentinel_wood", "canal_lake", "borderlands"),
        ("sentinel_wood", "wildholds", "canal_lake", "unheard_of"),
        ("faunlost_thicket", "wildholds", "canal_lake", "borderlands"),
    ],
)
def test_edicts_that_are_not_one_of_each_stack_are_refused(edicts: tuple[str, ...]) -> None:
    with pytest.raises(RuleViolation) as refused:
        started(Setup(definition(), edicts))
    assert refused.value.code == Refusal.EDICTS


@pytest.mark.parametrize(
    "shorten",
    [
        lambda definition: replace(definition, explore=definition.explore[:5]),
        lambda definition: replace(definition, explore=()),
        lambda definition: replace(
            definition, seasons=(replace(definition.seasons[0], threshold=17), *definition.seasons[1:])
        ),
    ],
)
def test_a_deck_that_cannot_end_a_season_is_refused(shorten: Callable[[Definition], Definition]) -> None:
    with pytest.raises(RuleViolation) as refused:
        started(Setup(shorten(definition())))
    assert refused.value.code == Refusal.SHORT_DECK


def test_every_problem_is_found_at_once() -> None:
    whole = definition()
    pool = (*(card for card in whole.pool if card.stack is not Stack.FOREST), whole.pool[-1])
    twins = tuple(replace(card, initial="G") for card in whole.ambushes[:2])
    spoilt = replace(whole, explore=whole.explore[:1], pool=pool, ambushes=twins, sheet=replace(BLANK, mountains=FULL))
    assert [(problem.code, problem.part) for problem in find_problems(spoilt, ("unheard_of",))] == [
        (ProblemCode.SAME_ID, "pool"),
        (ProblemCode.POOL, "pool"),
        (ProblemCode.EDICT_OUTSIDE, "edicts"),
        (ProblemCode.SHORT_DECK, "seasons"),
        (ProblemCode.NO_ROOM, "sheet"),
        (ProblemCode.SAME_INITIAL, "ambushes"),
    ]
    assert find_problems(whole) == []


def test_monsters_of_one_initial_may_be_played_where_a_game_has_them() -> None:
    """Only sets are kept from it; a game file may be older."""
    whole = definition()
    twins = tuple(replace(card, initial="G") for card in whole.ambushes)
    assert started(Setup(replace(whole, ambushes=twins))).state.seats == 1


def without_singles() -> Definition:
    """The base game without the card that fits into any space."""
    base = definition()
    return replace(base, explore=tuple(card for card in base.explore if card.id != "rift_lands"))


@pytest.mark.parametrize(("box", "empty"), [(definition(), 0), (without_singles(), 0b1), (without_singles(), 0b101)])
def test_a_sheet_on_which_no_card_fits_is_refused(box: Definition, empty: Mask) -> None:
    with pytest.raises(RuleViolation) as refused:
        started(Setup(replace(box, sheet=replace(BLANK, mountains=FULL & ~empty))))
    assert refused.value.code == Refusal.NO_ROOM


@pytest.mark.parametrize(("box", "empty"), [(definition(), 0b1), (without_singles(), 0b11)])
def test_a_sheet_on_which_one_card_fits_is_played(box: Definition, empty: Mask) -> None:
    assert started(Setup(replace(box, sheet=replace(BLANK, mountains=FULL & ~empty)))).state.turn > 0


def test_a_deck_that_just_ends_a_season_is_played() -> None:
    base = definition()
    enough = replace(base, explore=base.explore[:6])
    assert sum(card.time for card in enough.explore) == 8
    assert started(Setup(enough), 2).play_on(Random(0)).state.over


@pytest.mark.parametrize("edicts", list(permutations(EDICTS))[::5])
def test_a_host_may_lay_the_edicts(edicts: tuple[str, ...]) -> None:
    game = started(Setup(definition(), edicts))
    assert tuple(card.id for card in game.state.edicts) == edicts
    assert [event.drawn for event in game.events if isinstance(event, EdictsLaid)] == [False]


def test_chance_lays_one_card_of_each_stack_in_any_order() -> None:
    orders, cards = set(), set()
    for number in range(200):
        game = started(Setup(definition()), 1, number)
        assert [event.drawn for event in game.events if isinstance(event, EdictsLaid)] == [True]
        orders.add(tuple(card.stack for card in game.state.edicts))
        cards |= {card.id for card in game.state.edicts}
        assert {card.stack for card in game.state.edicts} == set(Stack)
    assert len(orders) == 24
    assert len(cards) == 16


def test_each_season_scores_two_edicts_in_turn() -> None:
    game = new_game(1)
    pairs = []
    for season in range(4):
        game.state = game.state.but(season=season)
        pairs.append(tuple(EDICTS.index(card.id) for card in game.state.scored_edicts()))
    assert pairs == [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_the_seed_decides_everything_and_nothing_else_does() -> None:
    one, same, other = (started(Setup(definition()), 3, number) for number in (1, 1, 2))
    assert one.events == same.events
    assert one.events != other.events


def test_the_ambush_deck_holds_each_ambush_once() -> None:
    first = set()
    for number in range(60):
        game = started(Setup(definition()), 2, number)
        (shuffled,) = [event for event in game.events if isinstance(event, AmbushDeckShuffled)]
        (began,) = [event for event in game.events if isinstance(event, SeasonBegan)]
        assert sorted(shuffled.deck) == sorted(card.id for card in definition().ambushes)
        assert began.ambush == shuffled.deck[0]
        assert game.state.ambush_deck == shuffled.deck[1:]
        first.add(began.ambush)
    assert len(first) == 4


def test_the_first_event_holds_the_whole_definition() -> None:
    game = started(Setup(definition("B")), 2)
    assert game.events[0] == GameStarted(definition("B"), 2)
    assert RULES.initial.definition.deck == ()

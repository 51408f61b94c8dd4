"""Careless commands: the engine refuses them by the rules, and nothing else happens."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.cards import AmbushCard, RotationDirection
from engine.cartographers.catalog import heroes
from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.cartographers.effects import DESTROY_ANY, DESTROY_EMPTY, PUBLISHED, SPREAD, Effect
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Definition, Drawn, Event, TakenBack
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Space, spaces
from engine.cartographers.notation import Placement
from engine.cartographers.rules import draw, effects
from engine.cartographers.rules.setup import Setup, check
from engine.cartographers.shapes import TURNS, ShapeTurn
from engine.cartographers.state import State
from engine.cartographers.terrain import Terrain
from engine.contract import RuleViolation, Seat
from tests.engine.mixes import staged
from tests.engine.test_codec import EFFECTS
from tests.engine.tools import Game, board, definition, names, new_game


def wild(rng: Random, game: Game) -> Command:
    """A command with random values of the right types, some of them sensible."""
    seat = Seat(rng.choice((0, 0, 0, 1, 2, -1, -2, 100)))
    now = game.state.turn
    turn = rng.choice((now, now, now, now, now, now - 1, 0, -1, 10**9))
    where = Space(rng.choice((rng.randrange(132), rng.randrange(-140, 400), 11, -2, 131, 132)))
    placement = Placement(rng.choice((0, 0, 1, -1, 2, 99)), rng.choice(list(Terrain)[:6]), rng.choice(TURNS), where)
    drawn = Draw(seat, turn, placement)
    targets = spaces(game.targets()) if game.state.choice else ()
    return rng.choice((drawn, drawn, Choose(seat, turn, rng.choice((where, *targets))), TakeBack(seat, turn)))


def answered(state: State, command: Command) -> Event | None:
    """The resulting event, or None if the rules refuse the command."""
    try:
        return RULES.answer(state, command)
    except RuleViolation:
        return None


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_hand_made_commands_are_refused_by_the_rules_or_legal(seats: int) -> None:
    rng, accepted = Random(seats), Counter[type]()
    for game in (staged(seats, *EFFECTS), new_game(seats, seed=seats)):
        while not game.state.over:
            for _ in range(80):
                event = answered(game.state, wild(rng, game))
                expect_legal(game, event)
                accepted[type(event)] += 1
            game.anything(rng)
    assert accepted[Drawn]
    assert accepted[Chosen]
    assert accepted[TakenBack] or seats == 1, "alone, a turn closes at once"


def expect_legal(game: Game, event: Event | None) -> None:
    """Assert that an accepted answer is one that the rules offer."""
    match event:
        case Drawn(subject=subject, cells=cells, placement=placement):
            offered = draw.offer(game.state, game.state.positions[subject])
            assert offered
            assert cells in {fit.cells for fit in offered.fits(offered.options[placement.option])}
        case Chosen(subject=subject, destroyed=destroyed):
            assert game.state.choice
            assert destroyed.bit_count() == 1
            assert destroyed & effects.targets(game.state.choice, game.state.boards[subject])


@pytest.mark.parametrize("quarters", [-1, 4, 5])
def test_there_are_four_quarters(quarters: int) -> None:
    with pytest.raises(ValueError, match="0 to 3 quarters"):
        ShapeTurn(quarters)


@pytest.mark.parametrize("anchor", [-2, -132, 132, 10**6])
def test_an_anchor_off_the_map_is_off_the_map(anchor: int) -> None:
    game = new_game(1, spring=["hamlet"])
    placement = Placement(0, Terrain.VILLAGE, TURNS[0], Space(anchor))
    with pytest.raises(RuleViolation) as refused:
        RULES.answer(game.state, Draw(Seat(0), 1, placement))
    assert refused.value.code == Refusal.OFF_MAP


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_nobody_looks_from_a_seat_that_there_is_not(seat: int) -> None:
    game = new_game(2)
    game.anything(Random(0))
    with pytest.raises(RuleViolation) as refused:
        RULES.view(game.state, Seat(seat))
    assert refused.value.code == Refusal.SEATS


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda definition: replace(definition, seasons=()), Refusal.SEASONS),
        (lambda definition: replace(definition, seasons=(*definition.seasons, definition.seasons[0])), Refusal.SEASONS),
        (lambda definition: replace(definition, explore=(*definition.explore, definition.explore[0])), Refusal.SAME_ID),
        (
            lambda definition: replace(definition, ruins=(replace(definition.ruins[0], id=definition.explore[0].id),)),
            Refusal.SAME_ID,
        ),
        (lambda definition: replace(definition, pool=(*definition.pool, definition.pool[3])), Refusal.SAME_ID),
        (lambda definition: replace(definition, singles=(*definition.singles, Terrain.HERO)), Refusal.SINGLES),
        (lambda definition: replace(definition, singles=()), Refusal.SINGLES),
    ],
)
def test_what_cannot_be_played_is_refused(change: Callable[[Definition], Definition], code: Refusal) -> None:
    check(Setup(definition()), 2)
    with pytest.raises(RuleViolation) as refused:
        check(Setup(change(definition())), 2)
    assert refused.value.code == code


def monster_of(effect: Effect | None) -> AmbushCard:
    """A monster with an effect."""
    return replace(next(iter(heroes().ambushes.values())), effect=effect, initial="Q")


PLACES = [effect for effect in PUBLISHED.values() if not effect.on_coins]


@pytest.mark.parametrize("effect", PLACES)
def test_monsters_take_empty_or_all_spaces_around(effect: Effect) -> None:
    """Guards against confusing one effect with another."""
    adjacent = board("/".join(["F.........."] + ["..........."] * 10)).draw(1 << 1, Terrain.MONSTER, "Q")
    expected = "A1 A3 B2" if effect is DESTROY_ANY else "A3 B2"
    assert names(effects.targets(monster_of(effect), adjacent)) == expected


def test_the_seat_that_chooses_is_the_owner_or_drew_the_monster() -> None:
    empty, anything, spreading = (
        replace(monster_of(effect), passing=RotationDirection.CLOCKWISE)
        for effect in (DESTROY_EMPTY, DESTROY_ANY, SPREAD)
    )
    assert effects.chooser_of(empty, Seat(1), 3) == Seat(1), "on their own map"
    assert effects.chooser_of(anything, Seat(1), 3) == Seat(0), "on the map that they drew on"
    with pytest.raises(AssertionError, match="nobody chooses"):
        effects.chooser_of(spreading, Seat(1), 3)


def test_monsters_without_an_effect_never_act() -> None:
    with pytest.raises(AssertionError, match="has no effect"):
        effects.next_monster_event(new_game(1).state, monster_of(None))

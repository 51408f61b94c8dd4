"""Monsters that move, and effects on the regions of a map sheet."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers import codec
from engine.cartographers.cards import AmbushCard
from engine.cartographers.effects import (
    SPREAD,
    Effect,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
    effect_from_json,
    effect_to_json,
    find_effect_problem,
)
from engine.cartographers.events import ChoiceAsked, Chosen, EffectPassed, Growth, MonstersActed
from engine.cartographers.forecast import effects_due, forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.news import ChoiceNews
from engine.cartographers.position import Outcome, Position, Reward
from engine.cartographers.rules.effects import may_act, outcome_of, targets
from engine.cartographers.rules.setup import Setup
from engine.cartographers.terrain import Feature
from engine.contract import RuleViolation
from engine.randomness import Shuffler
from tests.engine.invariants import through_json
from tests.engine.mixed_games import check_game
from tests.engine.mixes import Mix, living_sheet_of, random_effect
from tests.engine.test_effect_blocks import begun, troll
from tests.engine.test_effects import kinds
from tests.engine.tools import Game, board, mask, mostly_empty, names, seed_of

NOW, AFTER, LAST = EffectTiming.AT_ONCE, EffectTiming.SEASON_END, EffectTiming.LAST_SCORING
OWNER, DRAWER, NOBODY = EffectChooser.OWNER, EffectChooser.DRAWER, EffectChooser.NOBODY
MAP = mostly_empty(A="F^.........", B=".MM.......F", C="#.r........") + " T:B2,B3"
"""A Troll on B2 and B3."""


def move(area: EffectArea = EffectArea.BESIDE, timing: EffectTiming = AFTER, chooser: EffectChooser = NOBODY) -> Effect:
    return Effect(timing, EffectAction.MOVE, area, 1, chooser)


CHOSEN = move(chooser=OWNER)


def moved(text: str, area: EffectArea, **changes: object) -> Position:
    position = Position(board(text), track=14)._replace(**changes)
    return position.after(outcome_of(troll(move(area)), position))


@pytest.mark.parametrize(
    ("area", "outcome"),
    [
        (EffectArea.NORTH, Outcome()),  # a mountain is in the way
        (EffectArea.EAST, Outcome(mask("B3 B4"), initial="T", cleared=mask("B2 B3"))),
        (EffectArea.SOUTH, Outcome(mask("C2 C3"), initial="T", cleared=mask("B2 B3"))),
        (EffectArea.WEST, Outcome(mask("B1 B2"), initial="T", cleared=mask("B2 B3"))),
    ],
)
def test_a_move_shifts_every_space_to_empty_spaces_or_its_own(area: EffectArea, outcome: Outcome) -> None:
    assert outcome_of(troll(move(area)), Position(board(MAP), track=14)) == outcome


@pytest.mark.parametrize(
    ("row", "area"),
    [("M..........", EffectArea.WEST), ("..........M", EffectArea.EAST), ("...MF......", EffectArea.EAST)],
)
def test_a_move_off_the_map_or_onto_a_filled_space_does_not_happen(row: str, area: EffectArea) -> None:
    place = f"F{row.index('M') + 1}"
    position = Position(board(mostly_empty(F=row) + f" T:{place}"), track=14)
    assert outcome_of(troll(move(area)), position) == Outcome()
    assert may_act(troll(move(area)), position)


def test_a_monster_may_act_later_on_spaces_that_another_one_may_leave() -> None:
    drawn = board(mostly_empty(A="MM.........", B="F..........") + " T:A2 Z:A1")
    position, spreads = Position(drawn, track=14), replace(troll(SPREAD), initial="Z")
    assert not may_act(spreads, position)
    assert not may_act(spreads, position, [spreads, troll(SPREAD)])
    assert may_act(spreads, position, [spreads, troll(move(EffectArea.EAST))])


def test_a_move_leaves_empty_spaces_without_an_initial_and_keeps_ruins() -> None:
    after = moved(mostly_empty(C="..m........") + " T:C3", EffectArea.EAST).board
    assert names(after.marked_with("T")) == names(after.surviving("T")) == "C4"
    assert names(after.layers[Feature.RUINS]) == names(after.empty_ruins) == "C3"
    assert names(after.monster_losses()) == "B4 C3 C5 D4"


def test_a_move_leaves_destroyed_spaces_behind() -> None:
    after = moved(mostly_empty(C="..MX.......") + " T:C3,C4", EffectArea.SOUTH).board
    assert (names(after.surviving("T")), names(after.marked_with("T"))) == ("D3", "C4 D3")


def test_a_move_onto_a_mark_destroys_the_space() -> None:
    position = Position(board(MAP).mark(mask("B4")), track=14)
    outcome = outcome_of(troll(move(EffectArea.EAST)), position)
    assert names(outcome.destroyed) == "B4"
    after = position.after(outcome).board
    assert (names(after.surviving("T")), names(after.marked_with("T"))) == ("B3", "B3 B4")


def test_a_mountain_pays_only_the_first_time_that_a_move_surrounds_it() -> None:
    start = Position(board(mostly_empty(A="^.M........", B="F..........") + " T:A3"), track=14)
    west, east = troll(move(EffectArea.WEST)), troll(move(EffectArea.EAST))
    once = start.after(outcome_of(west, start))
    assert (once.coins, names(once.paid)) == (1, "A1")
    away = once.after(outcome_of(east, once))
    back = away.after(outcome_of(west, away))
    assert (away.coins, back.coins, back.board) == (1, 1, once.board)


def test_a_move_can_surround_a_monster_that_pays_for_it() -> None:
    text = mostly_empty(A="M.M........", B="F..........") + " D:A1 T:A3"
    after = moved(text, EffectArea.WEST, rewarding=(Reward("D", 3),))
    assert (after.coins, after.rewarded) == (3, ("D",))


def test_a_direction_is_chosen_by_the_space_to_which_the_first_space_moves() -> None:
    game = begun(CHOSEN).put(MAP)
    game.draw("1 water J10")
    assert names(game.targets()) == "B1 B3 C2"
    with pytest.raises(RuleViolation) as refused:
        game.choose("B4")
    assert refused.value.args[0] == "not_a_target"
    new = game.choose("B3")
    assert kinds(new)[:3] == ["Chosen", "TurnClosed", "SeasonBegan"]
    chosen = new[0]
    assert isinstance(chosen, Chosen)
    assert (names(chosen.grown), names(chosen.cleared), chosen.initial) == ("B3 B4", "B2 B3", "T")
    assert names(game.state.boards[0].surviving("T")) == names(game.state.latest[0]) == "B3 B4"
    assert through_json(game.events) == game.events
    news = RULES.visible(chosen, None, game.state)
    assert isinstance(news, ChoiceNews)
    assert news.outcome == chosen.outcome


def test_a_monster_moves_at_once_on_every_map() -> None:
    game = begun(move(EffectArea.SOUTH, NOW), seats=2)
    new = game.draw_all("1 monster A1")  # A1 A2 A3 B2
    assert kinds(new)[-3:] == ["TurnClosed", "MonstersActed", "CardRevealed"]
    (acted,) = (event for event in new if isinstance(event, MonstersActed))
    assert acted.growths == (Growth(mask("B1 B2 B3 C2"), cleared=mask("A1 A2 A3 B2")),) * 2
    assert [names(each.surviving("T")) for each in game.state.boards] == ["B1 B2 B3 C2"] * 2


def test_a_monster_that_can_move_nowhere_passes() -> None:
    game = begun(move(EffectArea.NORTH)).put(MAP)
    assert "EffectPassed" in kinds(game.draw("1 water J10"))


def test_the_forecast_moves_monsters_season_by_season() -> None:
    game = begun(move(EffectArea.WEST)).put(mostly_empty(A="..M........") + " T:A3")
    view = RULES.view(game.state, None)
    foreseen = forecast_view(view, view.positions[0])
    assert [names(season.losses.lit) for season in foreseen.seasons] == ["A2 A4 B3", "A1 A3 B2", "A2 B1", "A2 B1"]
    (due,) = foreseen.effects
    assert names(due.spaces) == "A2"
    game.draw("1 water J10")
    assert names(game.state.boards[0].surviving("T")) == "A2"
    (choice,) = effects_due(view.positions[0], [troll(CHOSEN)])
    assert (names(choice.spaces), choice.outcome) == ("A2 A4 B3", None)


@pytest.mark.parametrize(
    ("effect", "problem"),
    [
        (CHOSEN, ""),
        (move(EffectArea.EAST), ""),
        (move(), "chooser"),
        (move(EffectArea.EAST, chooser=OWNER), "chooser"),
        (move(EffectArea.ROWS, chooser=OWNER), "where"),
        (move(EffectArea.REGION_1), "where"),
        (replace(CHOSEN, count=2), "count"),
        (replace(CHOSEN, count=None), "count"),
        (Effect(AFTER, EffectAction.DRAW, EffectArea.NORTH), "where"),
        (Effect(AFTER, EffectAction.DRAW, EffectArea.REGION_4), ""),
    ],
)
def test_blocks_of_a_move_fit_each_other(effect: Effect, problem: str) -> None:
    assert find_effect_problem(effect) == problem
    if problem:
        with pytest.raises(ValueError, match=problem):
            effect_from_json(effect_to_json(effect))
    else:
        assert effect_from_json(effect_to_json(effect)) == effect


@pytest.mark.parametrize("effect", [CHOSEN, Effect(AFTER, EffectAction.DRAW, EffectArea.REGION_2)])
def test_moves_and_regions_are_stored_in_version_6(effect: Effect) -> None:
    assert codec.encode(begun(effect).events[0])[1]["version"] == 6
    assert codec.encode(begun(Effect(AFTER, EffectAction.DRAW, EffectArea.ROWS)).events[0])[1]["version"] == 5


def with_region(text: str, spaces: str) -> Position:
    layers = list(board(text).layers)
    layers[Feature.REGION_2] = mask(spaces)
    return Position(replace(board(text), layers=tuple(layers)), track=14)


def region_card(
    action: EffectAction = EffectAction.DESTROY_EMPTY, area: EffectArea = EffectArea.REGION_2
) -> AmbushCard:
    return troll(Effect(AFTER, action, area))


def test_a_region_is_reached_from_anywhere_but_only_by_a_surviving_monster() -> None:
    position = with_region(MAP, "B3 B11 D4 D5")
    assert names(targets(region_card(), position.board)) == "D4 D5"
    assert names(targets(region_card(EffectAction.DESTROY_ANY), position.board)) == "B11 D4 D5"
    assert not targets(region_card(area=EffectArea.REGION_1), position.board)
    assert not targets(region_card(), with_region(mostly_empty(), "D4 D5").board)


def test_the_number_of_coins_lost_is_what_is_left_after_a_drawing_was_paid() -> None:
    position = Position(board(MAP), track=14, coins=3)
    paid = position.after(Outcome(mask("K1"), spent=2))
    loses = troll(Effect(AFTER, EffectAction.LOSE_COINS), coins=5)
    assert outcome_of(loses, paid).reward_coins == -1
    assert paid.after(outcome_of(loses, paid)).coins == 0


def moving_game(number: int) -> Game:
    """A game with random effects, most of which move monsters or act on a region, and 1 to 6 seats."""
    rng, sheet = Random(number), living_sheet_of(number)
    definition = Mix(sheet=sheet, ambushes="both", monsters_walk=rng.random() < 0.2).definition()
    effects = [effect for effect in (random_effect(rng) for _ in range(400)) if effect.needs_version_6]
    cards = [replace(card, effect=rng.choice(effects)) if card.initial else card for card in definition.ambushes]
    return Game(Setup(replace(definition, ambushes=tuple(cards)), ()), 1 + number % 6, Shuffler(seed_of(number)))


@pytest.mark.parametrize("seats", range(1, 7))
def test_games_with_moving_monsters_end_as_the_oracle_has_it(seats: int, full: bool) -> None:
    for number in range(seats - 1, 600 if full else 24, 6):
        check_game(moving_game(number), Random(number))


def test_the_stand_in_moves_monsters_too() -> None:
    happened, moves = set[type](), 0
    for number in range(14):
        game = moving_game(number)
        while not game.state.over:
            game.do(game.fallback(game.open_asks[0]))
        happened |= {type(event) for event in game.events}
        moves += sum(isinstance(event, Chosen) and bool(event.cleared) for event in game.events)
    assert {ChoiceAsked, MonstersActed, EffectPassed} <= happened
    assert moves

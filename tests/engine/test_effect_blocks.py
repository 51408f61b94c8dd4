"""Effects made of blocks: each block on small boards."""

from dataclasses import replace

import pytest

from engine.cartographers.cards import AmbushCard
from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser, EffectTiming
from engine.cartographers.events import (
    EffectPassed,
    MonstersActed,
    MonstersSpread,
    SeasonScored,
)
from engine.cartographers.forecast import forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.position import Position
from engine.cartographers.rules.effects import outcome_of, targets
from engine.contract import Seat
from tests.engine.mixes import Mix, staged
from tests.engine.test_effects import kinds
from tests.engine.test_heroes import destroyed, monsters
from tests.engine.tools import BLANK, Game, board, mostly_empty, mostly_full, names

TROLL, LAGOON = "giant_troll_ravage", "lagoon"
NOW, AFTER, LAST = EffectTiming.AT_ONCE, EffectTiming.SEASON_END, EffectTiming.LAST_SCORING
OWNER, DRAWER = EffectChooser.OWNER, EffectChooser.DRAWER
MAP = mostly_empty(A="F^.........", B=".MM.......F", C="#..........", D=".F.........") + " T:B2,B3"
"""A Troll on B2 and B3."""


def troll(effect: Effect, coins: int = 0) -> AmbushCard:
    (card,) = (card for card in Mix().definition().ambushes if card.id == TROLL)
    return replace(card, effect=effect, coins=coins)


def begun(effect: Effect, *seasons: list[str], seats: int = 1, coins: int = 0) -> Game:
    """A game in which the Troll has another effect; by default a year in which it comes in spring."""
    mix = Mix(sheet=BLANK, pool="both")
    others = [card for card in mix.definition().ambushes if card.id != TROLL]
    return staged(seats, *(seasons or [[TROLL, LAGOON]]), mix=mix, ambushes=(troll(effect, coins), *others))


@pytest.mark.parametrize(
    ("area", "action", "reached"),
    [
        (EffectArea.BESIDE, EffectAction.DESTROY_EMPTY, "A3 B1 B4 C2 C3"),
        (EffectArea.DIAGONAL, EffectAction.DESTROY_EMPTY, "A3 A4 C2 C3 C4"),
        (EffectArea.ROWS, EffectAction.DRAW, "B1 B4 B5 B6 B7 B8 B9 B10"),
        (EffectArea.COLUMNS, EffectAction.DRAW, "A3 C2 C3 D3 E2 E3 F2 F3 G2 G3 H2 H3 I2 I3 J2 J3 K2 K3"),
        (EffectArea.BESIDE, EffectAction.DESTROY_ANY, "A3 B1 B2 B3 B4 C2 C3"),
        (EffectArea.DIAGONAL, EffectAction.DESTROY_ANY, "A1 A3 A4 C2 C3 C4"),
        (EffectArea.ROWS, EffectAction.DESTROY_ANY, "B1 B4 B5 B6 B7 B8 B9 B10 B11"),
    ],
)
def test_an_area_is_seen_from_the_surviving_spaces(area: EffectArea, action: EffectAction, reached: str) -> None:
    assert names(targets(troll(Effect(NOW, action, area)), board(MAP))) == reached


def test_the_first_spaces_are_taken_if_nobody_chooses() -> None:
    position = Position(board(MAP), track=14)
    for count, taken in ((1, "A3"), (3, "A3 B1 B4"), (None, "A3 B1 B4 C2 C3")):
        effect = Effect(NOW, EffectAction.DESTROY_EMPTY, count=count)
        assert names(outcome_of(troll(effect), position).destroyed) == taken


def test_a_row_is_destroyed_at_once_on_every_map() -> None:
    game = begun(Effect(NOW, EffectAction.DESTROY_EMPTY, EffectArea.ROWS), seats=2)
    new = game.draw_all("1 monster A1")  # A1 A2 A3 B2
    assert kinds(new)[-3:] == ["TurnClosed", "MonstersActed", "CardRevealed"]
    rows = "A4 A5 A6 A7 A8 A9 A10 A11 B1 B3 B4 B5 B6 B7 B8 B9 B10 B11"
    assert [destroyed(game, seat) for seat in (0, 1)] == [rows, rows]


def test_two_spaces_are_chosen_in_two_turns() -> None:
    game = begun(Effect(AFTER, EffectAction.DRAW, EffectArea.DIAGONAL, 2, OWNER)).put(MAP)
    game.draw("1 water J10")
    view = RULES.view(game.state, Seat(0))
    turn = game.state.turn
    assert view.acting == (TROLL,)
    assert kinds(game.choose("C4")) == ["Chosen", "TurnClosed", "ChoiceAsked"]
    assert (game.state.turn, RULES.view(game.state, Seat(0)).acting) == (turn + 1, ())
    assert "D5" in names(game.targets()), "seen from the new space"
    assert kinds(game.choose("D5"))[:3] == ["Chosen", "TurnClosed", "SeasonBegan"]
    assert monsters(game) == "B2 B3 C4 D5"
    assert names(game.state.boards[0].marked_with("T")) == "B2 B3 C4 D5"


def test_choices_end_when_no_space_is_left() -> None:
    game = begun(Effect(AFTER, EffectAction.DESTROY_EMPTY, EffectArea.BESIDE, 3, OWNER))
    game.put(mostly_full(A="M.FFFFFFFFF", K=".FFFFFFFFFF") + " T:A1")
    game.draw("1 water K1")
    new = game.choose("A2")
    assert kinds(new)[:4] == ["Chosen", "TurnClosed", "EffectPassed", "SeasonBegan"]


def test_the_seat_that_drew_chooses_for_a_neighbor_at_a_season_end() -> None:
    game = begun(Effect(AFTER, EffectAction.DESTROY_ANY, EffectArea.ROWS, 1, DRAWER), seats=3)
    game.draw_all("1 monster E5")
    game.draw_all("1 water J10")
    asks = [(ask.seat, ask.subject) for ask in RULES.asks(game.state)]
    assert asks in ([(0, 1), (1, 2), (2, 0)], [(0, 2), (1, 0), (2, 1)])


def test_an_effect_before_the_last_scoring_acts_once_and_counts() -> None:
    game = begun(Effect(LAST, EffectAction.DESTROY_EMPTY), [TROLL, LAGOON], *[[LAGOON]] * 3)
    for place in ("J10", "J8", "J6"):
        game.draw(f"1 water {place}")
    assert not [event for event in game.events if isinstance(event, MonstersActed | EffectPassed)]
    last = forecast_view(view := RULES.view(game.state, None), view.positions[0])
    assert [due.card.id for due in last.effects] == [TROLL]
    assert last.seasons[-1].losses.total == 0 > last.losses.total
    game.draw("1 water J4")
    assert kinds(game.events[-4:]) == ["TurnClosed", "MonstersActed", "SeasonScored", "GameEnded"]
    assert [season[0].losses for season in game.state.scores][-2:] == [last.losses.units, 0]


def test_coins_are_lost_as_far_as_there_are_any() -> None:
    game = begun(Effect(AFTER, EffectAction.LOSE_COINS), [TROLL, LAGOON], [LAGOON], [LAGOON], coins=2)
    game.put(mostly_empty(A="M..........") + " T:A1", coins=[1])
    new = game.draw("1 water J10")  # earns a coin
    assert game.state.coins == (0,)
    (acted,) = (event for event in new if isinstance(event, MonstersActed))
    assert acted.growths[0].reward_coins == -2
    game.put(mostly_empty(A="M..........") + " T:A1", coins=[0])
    new = game.draw("2 water H7")
    assert [type(event) for event in new if isinstance(event, MonstersActed | EffectPassed)] == [EffectPassed]


@pytest.mark.parametrize("action", [EffectAction.EARN_COINS, EffectAction.LOSE_COINS])
def test_coins_change_only_while_a_space_survives(action: EffectAction) -> None:
    game = begun(Effect(AFTER, action), [TROLL, LAGOON], [LAGOON], coins=3)
    game.put(mostly_empty(A="X..........") + " T:A1", coins=[4])
    game.draw("1 water J10")
    assert game.state.coins == (5,)
    assert [event.card for event in game.events if isinstance(event, EffectPassed)] == [TROLL]


def test_earned_coins_end_with_the_track() -> None:
    game = begun(Effect(NOW, EffectAction.EARN_COINS), [TROLL, LAGOON], coins=99)
    assert game.state.coins == (14,)


def test_monsters_that_spread_onto_marks_are_destroyed() -> None:
    marked = board(MAP).mark(1 << 12)
    outcome = outcome_of(troll(Effect(NOW, EffectAction.DRAW)), Position(marked, track=14))
    assert (names(outcome.cells), names(outcome.destroyed)) == ("A3 B1 B4 C2 C3", "B1")


def test_the_forecast_has_what_happens_without_a_choice() -> None:
    game = begun(Effect(AFTER, EffectAction.DRAW, EffectArea.DIAGONAL)).put(MAP)
    now = forecast_view(view := RULES.view(game.state, None), view.positions[0])
    (due,) = now.effects
    assert names(due.spaces) == "A3 A4 C2 C3 C4"
    assert now.seasons[1].losses.units > now.seasons[0].losses.units
    spread = [event for event in game.draw("1 water J10") if isinstance(event, MonstersSpread)]
    assert names(spread[0].growths[0].cells) == names(due.spaces)
    assert [event for event in game.events if isinstance(event, SeasonScored)]

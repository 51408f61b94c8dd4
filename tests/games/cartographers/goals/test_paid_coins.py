"""Coins that landmarks earn and coin spaces cost: on the track, in reasons, in the log and while placing."""

from dataclasses import replace

from engine.cartographers.board import Board
from engine.cartographers.news import DrawingNews
from engine.cartographers.notation import Placement, space_of
from engine.cartographers.position import Outcome, Position
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Terrain
from engine.contract import Seat
from games.cartographers.desk.pending_result import cost_sentence
from games.cartographers.goals.explanations import coin_reasons
from games.cartographers.goals.panels import _old
from games.cartographers.log.entries import TurnTask, log_lines
from games.cartographers.log.past_states import CoinGain
from games.cartographers.words.shapes import sheet_counts
from tests.engine.tools import mask
from tests.games.cartographers import skill_games
from tests.games.cartographers.goals.test_figures import EMPTY, view_of

DRAWN = Outcome(mask("A2 B1"), Terrain.FARM, coin=True, landmarks=mask("A1"), landmark_coins=3, spent=2)


def with_tolls() -> Board:
    """Return an empty map with two coin spaces."""
    sheet = Sheet.from_rows("own", "Own", ["." * 11] * 11)
    return Board.of_sheet(replace(sheet, tolls=mask("A2 B1")))


def test_a_drawing_pays_for_coin_spaces_before_a_landmark_earns_coins() -> None:
    sheet = Sheet.from_rows("own", "Own", ["*..........", *["." * 11] * 10])
    board = Board.of_sheet(replace(sheet, tolls=mask("A2 B1")))
    position = Position(board, 14, coins=2, landmark_coins=3)
    outcome = position.outcome_of(mask("A2 B1"), Terrain.FARM, coin=True)
    assert (outcome.landmarks, outcome.landmark_coins) == (mask("A1"), 3)
    assert position.after(outcome._replace(spent=2)).coins == 4


def test_reasons_name_what_was_paid_and_what_landmarks_earned() -> None:
    reasons = coin_reasons(view_of(EMPTY), 4, (CoinGain("hamlet", DRAWN),), with_tolls())
    assert [each.sentence for each in reasons] == [
        "2 coins paid to draw Hamlet on the coin spaces A2, B1.",
        "1 coin for the shape of Hamlet on A2, B1.",
        "3 coins for the landmark A1.",
    ]
    assert reasons[0].spaces == "A2 B1"


def test_reasons_name_coins_for_a_skill_and_for_coin_spaces_apart() -> None:
    view = view_of(EMPTY)
    view = replace(view, definition=replace(view.definition, skills=skill_games.SKILLS))
    drawn = Outcome(mask("A2 A3"), Terrain.FARM, spent=2)
    reasons = coin_reasons(view, 0, (CoinGain("hamlet", drawn, "broad_brush"),), with_tolls())
    assert [each.sentence for each in reasons] == [
        "1 coin paid to use Broad Brush on Hamlet.",
        "1 coin paid to draw Hamlet on the coin space A2.",
    ]
    free = CoinGain("hamlet", drawn._replace(spent=1), "broad_brush")
    assert [each.sentence for each in coin_reasons(view, 0, (free,), with_tolls())] == [
        "1 coin paid to use Broad Brush on Hamlet.",
    ]


def test_log_names_coins_for_a_skill_and_for_coin_spaces_once() -> None:
    definition = replace(view_of(EMPTY).definition, skills=skill_games.SKILLS)
    placement = Placement(0, Terrain.FARM, ShapeTurn(0, flipped=False), space_of("A2"))
    event = DrawingNews(1, Seat(0), Seat(0), placement, mask("A2 A3"), Terrain.FARM, spent=2, skill="broad_brush")
    assert log_lines(event, ("Ann",), definition, Seat(0), TurnTask()) == [
        "You used Broad Brush (1 coin) and drew farm on A2, A3. You paid 1 coin for a coin space."
    ]
    assert log_lines(replace(event, spent=1), ("Ann",), definition, None, TurnTask()) == [
        "Ann used Broad Brush (1 coin) and drew farm on A2, A3."
    ]
    assert log_lines(replace(event, skill=""), ("Ann",), definition, None, TurnTask()) == [
        "Ann drew farm on A2, A3. Ann paid 2 coins for coin spaces."
    ]


def test_a_coin_earned_by_a_drawing_with_a_skill_is_new() -> None:
    first = CoinGain("hamlet", Outcome(mask("K1"), Terrain.FARM, coin=True))
    paid = CoinGain("hamlet", Outcome(mask("A2 A3"), Terrain.FARM, mountains=mask("A1"), spent=2), "broad_brush")
    assert _old((first, first, first, paid), mask("A2 A3"), 2, 14) == 1


def test_coins_of_the_last_drawing_are_new_even_if_it_cost_some() -> None:
    first = CoinGain("hamlet", Outcome(mask("K1"), Terrain.FARM, coin=True))
    gains = (first, first, first, CoinGain("hamlet", DRAWN))
    assert _old(gains, mask("A2 B1"), 5, 14) == 1
    assert _old(gains, mask("K11"), 5, 14) == 5


def test_the_result_of_a_drawing_tells_what_it_costs_and_what_landmarks_earn() -> None:
    assert cost_sentence(2, 3) == "This costs 2 coins. This earns 3 coins from landmarks."
    assert cost_sentence(0, 0) == ""


def test_a_sheet_in_words_has_its_landmarks_coin_spaces_and_regions() -> None:
    sheet = Sheet.from_rows("own", "Own", ["*..........", *["." * 11] * 10])
    counts = sheet_counts(replace(sheet, landmark_coins=1, tolls=mask("A2")))
    assert counts.endswith("1 landmark: earns 1 coin when surrounded. 1 coin space: drawing on it costs 1 coin.")

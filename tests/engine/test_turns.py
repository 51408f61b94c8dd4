"""Explore and draw: opening, answering, taking back and closing a turn, and refused commands."""

from collections.abc import Callable, Sequence
from random import Random

import pytest

from engine.cartographers.commands import Command, Draw, TakeBack
from engine.cartographers.errors import Refusal
from engine.cartographers.events import CardRevealed, Drawn, TakenBack, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.notation import placement_of
from engine.contract import RuleViolation, Seat
from tests.engine.tools import FULL_MAP, Game, mostly_full, names, new_game


def kinds(events: Sequence[object]) -> list[str]:
    return [type(event).__name__ for event in events]


def refused(game: Game, act: Callable[[], object]) -> RuleViolation:
    """Run a command that must be refused and change nothing; return the violation."""
    before, count = game.state, len(game.events)
    with pytest.raises(RuleViolation) as caught:
        act()
    assert (game.state, len(game.events)) == (before, count)
    return caught.value


def test_a_game_runs_on_until_somebody_must_answer() -> None:
    game = new_game(2, spring=["temple_ruins", "farmland"])
    assert kinds(game.events) == [
        *("GameStarted", "EdictsLaid", "AmbushDeckShuffled", "SeasonBegan", "CardRevealed", "CardRevealed")
    ]
    assert game.state.column == ("temple_ruins", "farmland")
    assert [ask.seat for ask in game.open_asks] == [0, 1]
    assert {(ask.kind, ask.group, ask.turn, ask.answered) for ask in game.open_asks} == {("draw", "1", 1, False)}


def test_the_last_drawing_closes_the_turn_and_turns_up_the_next_card() -> None:
    game = new_game(2, spring=["farmland", "orchard"])
    assert kinds(game.draw("1 farm A1", 0)) == ["Drawn"]
    assert [(ask.seat, ask.answered) for ask in RULES.asks(game.state)] == [(0, True), (1, False)]
    assert names(game.state.boards[0].layers[2]) == ""
    assert kinds(game.draw("1 farm r1 A1", 1)) == ["Drawn", "TurnClosed", "CardRevealed"]
    assert [names(board.layers[2]) for board in game.state.boards] == ["A1 B1", "A1 A2"]
    assert (game.state.turn, game.state.open.id if game.state.open else "") == (2, "orchard")
    assert game.state.answers == (None, None)


def test_two_ruins_cards_are_as_good_as_one() -> None:
    game = new_game(1, spring=["temple_ruins", "outpost_ruins", "farmland", "orchard"])
    assert game.state.ruins_pending
    assert game.offer().covering == game.state.boards[0].empty_ruins
    game.draw("1 farm B6")
    assert not game.state.ruins_pending
    assert not game.offer().covering


@pytest.mark.parametrize("seats", [1, 3])
def test_ruins_wait_through_an_ambush_for_the_next_card_to_explore(seats: int) -> None:
    game = new_game(seats, spring=["temple_ruins", "goblin_attack", "rift_lands", "farmland"])
    if seats > 1:
        assert not game.offer().covering
        game.draw_all("1 monster A1")
    assert (game.state.ruins_pending, game.state.column[-1]) == (True, "rift_lands")
    assert names(game.offer().covering) == names(game.state.boards[0].empty_ruins)
    game.draw_all("1 water C2")
    assert (game.state.ruins_pending, game.state.column[-1]) == (False, "farmland")


def test_each_board_is_bound_by_its_own_ruins() -> None:
    game = new_game(2, spring=["temple_ruins", "farmland"]).put(
        mostly_full(E="..rFFFFFFFF"), mostly_full(E="..fFFFFFFFF")
    )
    assert [str(game.offer(seat).forced) for seat in (0, 1)] == ["", "no_empty_ruins"]
    assert refused(game, lambda: game.draw("1 farm r1 E1", 0)).details == ("E3",)
    game.draw("1 farm r1 E2", 0)
    game.draw("1 monster E1", 1)
    assert [board.empty.bit_count() for board in game.state.boards] == [1, 1]


def test_a_full_board_is_done_and_waits_for_nobody() -> None:
    game = new_game(3, spring=["farmland", "orchard"]).put(FULL_MAP, mostly_full(E="..FFFFFFFFF"), FULL_MAP)
    assert [ask.seat for ask in RULES.asks(game.state)] == [1]
    error = refused(game, lambda: game.draw("1 farm A1", 0))
    assert (error.code, error.behind) == (Refusal.NOTHING_TO_DRAW, False)
    assert kinds(game.draw("1 farm r1 E1", 1))[:2] == ["Drawn", "TurnClosed"]


def test_when_all_boards_are_full_the_game_runs_to_its_end() -> None:
    game = new_game(2, spring=["farmland"]).put(mostly_full(E="..FFFFFFFFF"))
    game.draw("1 farm r1 E1", 0)
    game.draw("1 farm r1 E1", 1)
    assert game.state.over
    assert RULES.asks(game.state) == ()
    assert [event.turn for event in game.events if isinstance(event, TurnClosed)] == list(range(1, game.state.turn + 1))


def test_a_drawing_can_be_taken_back_until_the_turn_closes() -> None:
    game = new_game(2, spring=["farmland", "orchard"])
    game.draw("1 farm A1", 0)
    assert kinds(game.take_back(0)) == ["TakenBack"]
    assert [ask.answered for ask in RULES.asks(game.state)] == [False, False]
    (again,) = game.draw("2 farm A2", 0)
    assert isinstance(again, Drawn)
    assert (again.attempt, again.coin, names(again.cells)) == (1, False, "A2 B1 B2 B3 C2")
    game.take_back(0)
    game.draw("1 farm r1 J10", 0)
    game.draw("1 farm A1", 1)
    assert [names(board.layers[2]) for board in game.state.boards] == ["J10 J11", "A1 B1"]
    assert game.state.coins == (1, 1)
    assert game.state.retakes == ((1, 0), (1, 0))


def test_attempts_count_anew_each_turn() -> None:
    game = new_game(2, spring=["farmland", "orchard"])
    game.draw("1 farm A1", 0)
    game.take_back(0)
    game.draw("1 farm A1", 0)
    game.draw("1 farm A1", 1)
    game.draw("1 farm D1", 0)
    drawn = [event for event in game.events if isinstance(event, Drawn)]
    assert [(event.turn, event.seat, event.attempt) for event in drawn] == [(1, 0, 0), (1, 0, 1), (1, 1, 0), (2, 0, 0)]


def test_a_closed_turn_is_not_taken_back() -> None:
    game = new_game(1, spring=["farmland", "orchard"])
    game.draw("1 farm A1")
    late, early = refused(game, lambda: game.take_back(0, turn=1)), refused(game, lambda: game.take_back(0))
    assert (late.code, late.behind) == (Refusal.TURN_OVER, True)
    assert (early.code, early.behind) == (Refusal.NOT_DRAWN, True)


@pytest.mark.parametrize(
    ("text", "seat", "turn", "code", "behind"),
    [
        ("1 farm C1", 0, 2, Refusal.ALREADY_DRAWN, True),
        ("1 farm C1", 1, 1, Refusal.TURN_OVER, True),
        ("1 farm C1", 1, 0, Refusal.TURN_OVER, True),
        ("1 farm C1", 1, 3, Refusal.TURN_AHEAD, False),
        ("1 farm C1", 2, 2, Refusal.SEATS, False),
        ("1 farm C1", -1, 2, Refusal.SEATS, False),
        ("2 farm C1", 1, 2, Refusal.UNKNOWN_OPTION, False),
        ("1 water C1", 1, 2, Refusal.TERRAIN_NOT_OFFERED, False),
        ("1 farm K11", 1, 2, Refusal.OFF_MAP, False),
        ("1 farm A1", 1, 2, Refusal.BLOCKED, False),
    ],
)
def test_a_drawing_is_refused(text: str, seat: int, turn: int, code: Refusal, behind: bool) -> None:
    game = new_game(2, spring=["farmland", "orchard", "homestead"])
    game.draw_all("1 farm A1")
    game.draw("1 farm C1", 0)
    error = refused(game, lambda: game.draw(text, seat, turn))
    assert (error.code, error.behind) == (code, behind)


@pytest.mark.parametrize(
    ("seat", "turn", "code", "behind"),
    [
        (1, 2, Refusal.NOT_DRAWN, True),
        (0, 1, Refusal.TURN_OVER, True),
        (0, 3, Refusal.TURN_AHEAD, False),
        (2, 2, Refusal.SEATS, False),
        (-2, 2, Refusal.SEATS, False),
    ],
)
def test_a_taking_back_is_refused(seat: int, turn: int, code: Refusal, behind: bool) -> None:
    game = new_game(2, spring=["farmland", "orchard", "homestead"])
    game.draw_all("1 farm A1")
    game.draw("1 farm C1", 0)
    error = refused(game, lambda: game.take_back(seat, turn))
    assert (error.code, error.behind) == (code, behind)


def test_ruins_required_names_the_ruins() -> None:
    game = new_game(1, spring=["temple_ruins", "farmland"])
    error = refused(game, lambda: game.draw("1 farm A1"))
    assert (error.code, " ".join(error.details)) == (Refusal.RUINS_REQUIRED, "B6 C2 C10 I2 I10 J6")


@pytest.mark.parametrize("command", [Draw(Seat(0), 1, placement_of("1 farm A1")), TakeBack(Seat(0), 1)])
def test_a_game_that_is_over_or_has_not_begun_takes_no_commands(command: Command) -> None:
    over = new_game(1).play_on(Random(1))
    error = refused(over, lambda: over.do(command))
    assert (error.code, error.behind) == (Refusal.GAME_OVER, True)
    with pytest.raises(RuleViolation):
        RULES.answer(RULES.initial, command)


def test_ruins_belong_to_the_turn_of_the_card_they_bind() -> None:
    game = new_game(1, spring=["farmland", "temple_ruins", "orchard"])
    game.draw("1 farm A1")
    revealed = [(event.card, event.turn) for event in game.events if isinstance(event, CardRevealed)]
    assert revealed == [("farmland", 1), ("temple_ruins", 1), ("orchard", 2)]


def test_deciding_changes_nothing_by_itself() -> None:
    game = new_game(2, spring=["farmland"])
    command = Draw(Seat(0), 1, placement_of("1 farm A1"))
    assert RULES.answer(game.state, command) == RULES.answer(game.state, command)
    assert game.state.answers == (None, None)
    assert TakenBack(1, Seat(0)) not in game.events


def test_an_absent_seat_draws_what_is_legal() -> None:
    game = new_game(3, spring=["temple_ruins", "kobold_onslaught"])
    while not game.state.over:
        ask = game.open_asks[-1]
        game.do(game.fallback(ask))
    assert RULES.standings(game.state).winners
    assert RULES.progress(game.state).over


def test_progress_tells_turn_and_season() -> None:
    game = new_game(1, spring=["farmland"])
    progress = RULES.progress(game.state)
    assert (progress.turn, progress.phase, progress.over) == (1, "spring", False)
    before = RULES.progress(game.state.but(season=-1, turn=0))
    assert (before.turn, before.phase) == (0, "")

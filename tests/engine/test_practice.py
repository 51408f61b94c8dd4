"""Practice mode: in a solo game, an answered turn stays open until the player closes it."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.commands import Choose, Close, Draw
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Drawn, Event, GameStarted, TakenBack, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.contract import RuleViolation, Seat
from engine.randomness import Shuffler
from engine.runner import begin
from engine.verification import Fault, RecordFault, check, verify
from tests.engine.invariants import check_state, check_step, through_json
from tests.engine.tools import Game, OncePlayed, definition, seed_of

ALONE = Seat(0)
SETUP = Setup(replace(definition(), practice=True))


def game_of(setup: Setup = SETUP, number: int = 1) -> Game:
    return Game(setup, 1, Shuffler(seed_of(number)))


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def close(game: Game, turn: int | None = None, seat: int = 0) -> list[Event]:
    return game.do(Close(Seat(seat), game.state.turn if turn is None else turn))


def any_drawing(game: Game, rng: Random) -> list[Event]:
    (ask,) = game.open_asks
    return game.do(game.any_answer(rng, ask))


def played(preset: Preset, number: int) -> Game:
    """A whole practice game with some take-backs, checking the invariants at each step."""
    rng, game = Random(number), game_of(setup_of(replace(PRESETS[preset], practice=True)), number)
    while not game.state.over:
        before = game.state
        if not before.held:
            any_drawing(game, rng)
        elif rng.random() < 0.2:
            game.take_back()
        else:
            close(game)
        check_step(before, game.state)
        check_state(game.state)
    return game


def test_a_drawing_reveals_nothing_until_the_turn_is_closed() -> None:
    game = game_of()
    column = game.state.column
    assert kinds(any_drawing(game, Random(1))) == ["Drawn"]
    assert game.state.column == column
    view = RULES.view(game.state, ALONE)
    assert (view.held, view.awaited, view.drawn) == (True, (True,), (True,))
    assert view.positions == RULES.view(game_of().state, ALONE).positions
    answered, closing = RULES.asks(game.state)
    assert (answered.answered, answered.withdrawable) == (True, True)
    assert (closing.id, closing.kind, closing.answered, closing.group) == ("1.0.close", "close", False, answered.group)
    assert RULES.fallback(view, closing) == Close(ALONE, 1)
    assert RULES.view(sample(view, Random(3)), ALONE) == view
    assert kinds(close(game))[:2] == ["TurnClosed", "CardRevealed"]
    assert not RULES.view(game.state, ALONE).held


def test_a_drawing_may_be_taken_back_as_long_as_the_turn_is_open() -> None:
    game = game_of()
    begun = game.state
    any_drawing(game, Random(1))
    assert kinds(game.take_back()) == ["TakenBack"]
    assert game.state == begun.but(retakes=((1, ALONE),))
    any_drawing(game, Random(2))
    assert isinstance(game.events[-1], Drawn)
    assert game.events[-1].attempt == 1
    close(game)
    with pytest.raises(RuleViolation) as refused:
        game.take_back(turn=1)
    assert (refused.value.code, refused.value.behind) == (Refusal.TURN_OVER, True)


def test_only_an_answered_turn_is_closed() -> None:
    game = game_of()
    for turn, seat, code in ((1, 0, Refusal.NOT_ASKED), (2, 0, Refusal.TURN_AHEAD), (1, 1, Refusal.SEATS)):
        with pytest.raises(RuleViolation) as refused:
            close(game, turn, seat)
        assert refused.value.code == code
    any_drawing(game, Random(1))
    with pytest.raises(RuleViolation) as twice:
        any_drawing_again(game)
    assert twice.value.code == Refusal.ALREADY_DRAWN
    close(game)
    with pytest.raises(RuleViolation) as behind:
        close(game, 1)
    assert behind.value.behind


def any_drawing_again(game: Game) -> None:
    game.do(Draw(ALONE, game.state.turn, next(game.offer().placements())))


@pytest.mark.parametrize("seats", [1, 2])
def test_without_practice_a_seat_closes_nothing(seats: int) -> None:
    game = Game(Setup(definition()), seats, Shuffler(seed_of(1)))
    if seats > 1:
        game.draw(str(next(game.offer().placements())))
    with pytest.raises(RuleViolation) as refused:
        close(game)
    assert refused.value.code == Refusal.NOT_ASKED


def test_practice_is_for_one_seat() -> None:
    with pytest.raises(RuleViolation) as refused:
        begin(RULES, SETUP, 2, Shuffler(seed_of(1)))
    assert refused.value.code == Refusal.PRACTICE


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("number", range(4))
def test_a_whole_game_holds_and_brings_what_it_brings_without_practice(preset: Preset, number: int) -> None:
    game = played(preset, number)
    assert through_json(game.events) == game.events
    assert check(RULES, game.events) == game.state
    verification = verify(RULES, game.events, game.rng.seed)
    assert (verification.fault, verification.differing) == (None, ())
    plain = Game(setup_of(PRESETS[preset]), 1, Shuffler(game.rng.seed))
    for answer in standing_answers(game.events):
        if plain.state.over:  # what changes no star is chosen by itself
            break
        if isinstance(answer, Drawn):
            plain.do(Draw(ALONE, answer.turn, answer.placement))
        else:
            plain.do(Choose(ALONE, answer.turn, answer.destroyed.bit_length() - 1))
    assert plain.state.over
    assert (plain.state.positions, plain.state.scores) == (game.state.positions, game.state.scores)
    assert RULES.standings(game.state) == replace(RULES.standings(plain.state), title="")
    assert RULES.standings(plain.state).title


def standing_answers(events: list[Event]) -> list[Drawn | Chosen]:
    """The answers that were not taken back."""
    answers: list[Drawn | Chosen] = []
    for event in events:
        if isinstance(event, Drawn | Chosen):
            answers.append(event)
        elif isinstance(event, TakenBack):
            answers.pop()
    return answers


def test_a_record_that_leaves_a_closing_out_or_closes_too_early_is_no_record() -> None:
    events = played(Preset.CARTOGRAPHERS, 1).events
    closing = next(number for number, event in enumerate(events) if isinstance(event, TurnClosed))
    for wrong in (events[:closing] + events[closing + 1 :], [*events[:closing], TurnClosed(7), *events[closing + 1 :]]):
        with pytest.raises(RecordFault) as fault:
            check(RULES, wrong)
        assert fault.value.number == closing + 1
    started = events[0]
    assert isinstance(started, GameStarted)
    plain = replace(started, definition=replace(started.definition, practice=False))
    assert check(RULES, events[: closing + 1 - 1]).held
    with pytest.raises(RecordFault) as otherwise:
        check(RULES, [plain, *events[1:closing]])
    assert otherwise.value.reason is Fault.MISSING


@pytest.mark.parametrize("preset", [Preset.HEROES, Preset.BOTH])
@pytest.mark.parametrize("number", range(6))
def test_after_winter_nobody_has_to_close_a_turn_in_which_nobody_chose(preset: Preset, number: int) -> None:
    game = game_of(setup_of(replace(PRESETS[preset], practice=True)), number)
    while not game.state.over:
        (ask,) = game.open_asks
        assert len(game.state.scores) < len(game.state.definition.seasons), "something is asked that changes no score"
        game.do(RULES.fallback(RULES.view(game.state, ALONE), ask))
    assert check(RULES, game.events) == game.state
    assert verify(RULES, game.events, game.rng.seed).fault is None


def test_the_choice_after_winter_of_seed_one_is_made_and_closed_at_once() -> None:
    game = Game(setup_of(replace(PRESETS[Preset.HEROES], practice=True)), 1, Shuffler((1).to_bytes(32, "big")))
    while not game.state.over:
        (ask,) = game.open_asks
        events = game.do(RULES.fallback(RULES.view(game.state, ALONE), ask))
        if len(game.state.scores) == 4:
            assert game.state.over
            after = kinds(events)[kinds(events).index("SeasonScored") + 1 :]
            assert [kind for kind in after if kind in ("Chosen", "TurnClosed")] in (["Chosen", "TurnClosed"], [])
    assert not RULES.asks(game.state)


def test_a_record_in_which_the_player_closed_that_turn_themselves_stays_valid() -> None:
    """Under the older rules, the choice was taken back and made again, and then the turn was closed."""
    for number in range(20):
        game = Game(
            setup_of(replace(PRESETS[Preset.HEROES], practice=True)), 1, Shuffler(seed_of(number)), OncePlayed()
        )
        while not (game.state.over or (game.state.choice and len(game.state.scores) == 4)):
            (ask,) = game.open_asks
            game.do(RULES.fallback(RULES.view(game.state, ALONE), ask))
        if game.state.over:
            continue
        for _ in range(2):
            (ask,) = game.open_asks
            game.do(RULES.fallback(RULES.view(game.state, ALONE), ask))
            if _ == 0:
                game.take_back()
        while not game.state.over:
            (ask,) = game.open_asks
            game.do(RULES.fallback(RULES.view(game.state, ALONE), ask))
        assert check(RULES, game.events) == game.state
        return
    raise AssertionError("no game came to a choice after winter")

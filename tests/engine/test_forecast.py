"""Forecasts of a position: compared with the actual scores, with reasons."""

from random import Random

import pytest

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.events import ChoiceAsked, Chosen, EffectPassed, MonstersSpread, SeasonScored
from engine.cartographers.forecast import Forecast, effects_due, forecast, forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.rules import effects
from engine.cartographers.rules.season import score_board
from engine.cartographers.scoring.tally import score
from tests.engine.mixes import mixed_random
from tests.engine.tools import Game, board, definition, mostly_empty, names, new_game, random_game, standing

CARDS = cartographers()
SEASONS = CARDS.seasons
ZOMBIES, TROLL = (heroes().ambushes[id] for id in ("zombie_plague", "giant_troll_ravage"))


def whole(number: int) -> Game:
    return mixed_random(number).play_on(Random(number))


def whole_games() -> list[Game]:
    return [random_game(2, 4), random_game(1, 9), *(whole(number) for number in (12, 19, 25))]


@pytest.mark.parametrize("game", whole_games(), ids=lambda game: f"{game.state.seats} seats")
def test_as_of_now_is_what_the_scoring_comes_to_that_follows(game: Game) -> None:
    """Compared just before a season is scored; the spaces behind the stars must be the cards'."""
    state, scored = RULES.initial, 0
    for event in game.events:
        if isinstance(event, SeasonScored):
            view = RULES.view(state, None)
            for seat, position in enumerate(view.positions):
                scoring = forecast_view(view, position).season_if_scored_now(state.season_card)
                assert scoring.score == event.scores[seat]
                assert scoring.total == event.scores[seat].total
                assert scoring.edicts == tuple(score(card, position.board) for card in state.scored_edicts())
                assert scoring.score == score_board(position.board, state.scored_edicts(), position.coins)
                assert forecast_view(view, position).seasons[0] == scoring
                scored += 1
        state = RULES.evolve(state, event)
    assert scored == 4 * game.state.seats


@pytest.mark.parametrize("number", [12, 19, 25, 28, 33])
def test_the_effects_due_are_those_that_happen(number: int) -> None:
    """The forecast before a scoring must list the monster effects that follow, in order."""
    game, seen = whole(number), 0
    state, due = RULES.initial, dict[str, object]()
    for event in game.events:
        match event:
            case SeasonScored():
                view = RULES.view(state, None)
                due = {effect.card.id: effect for effect in forecast_view(view, view.positions[0]).effects}
                first = next(iter(due), "")
            case MonstersSpread(card, growths) if card == first:
                assert growths[0].cells == due[card].spaces if card in due else not growths[0].cells
                assert due[card].outcome == growths[0].outcome._replace(initial=state.monster(card).initial)
                seen, first = seen + 1, ""
            case Chosen(card=card, subject=0) if card == first:
                assert event.destroyed & due[card].spaces
                seen, first = seen + 1, ""
            case ChoiceAsked() | EffectPassed():
                pass
            case _:
                pass
        state = RULES.evolve(state, event)
    assert seen or not any(isinstance(event, MonstersSpread) for event in game.events)


def forecast_of(text: str, *monsters: object) -> Forecast:
    state = standing(definition(), board(text), card=CARDS.explore["hamlet"], coins=2)
    position = state.positions[0]
    for card in monsters:
        cells = 1 << next(iter(spaces(position.board.empty)))
        position = position.after(position.monster(cells, card.initial))
    return forecast(position, CARDS_OF_EDICTS, SEASONS, monsters)


CARDS_OF_EDICTS = tuple(CARDS.scoring[id] for id in ("sentinel_wood", "treetower", "canal_lake", "borderlands"))


def test_coins_and_losses_are_contributions() -> None:
    future = forecast_of(mostly_empty(A="FF.........", F=".....M....."))
    assert (future.coins.total, future.losses.total, names(future.losses.lit)) == (2, -4, "E6 F5 F7 G6")
    assert (future.edict("A").stars, names(future.edict("A").lit)) == (2, "A1 A2")
    assert [season.total for season in future.seasons] == [0, -2, -2, 0]
    assert future.effects == ()


def test_what_spreads_spreads_season_by_season() -> None:
    future = forecast_of(mostly_empty(), ZOMBIES)
    (due,) = future.effects
    assert (due.card, names(due.spaces)) == (ZOMBIES, "A2 B1")
    assert due.outcome
    assert due.outcome.cells == due.spaces
    losses = [names(season.losses.lit) for season in future.seasons]
    assert losses == ["A2 B1", "A3 B2 C1", "A4 B3 C2 D1", "A5 B4 C3 D2 E1"]
    assert [future.season_if_scored_now(season).losses for season in SEASONS] == [future.losses] * 4


def test_what_somebody_chooses_is_told_as_a_choice() -> None:
    future = forecast_of(mostly_empty(), TROLL)
    (due,) = future.effects
    assert (names(due.spaces), due.outcome) == ("A2 B1", None)
    assert {season.losses for season in future.seasons} == {future.losses}
    assert forecast_of(mostly_empty()).effects == ()


def test_a_position_never_changes_by_being_asked() -> None:
    game = whole(12)
    view = RULES.view(game.state, None)
    before = view.positions
    assert forecast_view(view, view.positions[0]).seasons == ()
    assert RULES.view(game.state, None).positions == before


def test_growth_and_forecast_are_one() -> None:
    for number in (12, 19):
        state = whole(number).state
        for position in state.positions:
            future = forecast(position, state.edicts, (), (ZOMBIES,))
            cells = effects.outcome_of(ZOMBIES, position).cells
            assert [due.spaces for due in future.effects] == ([cells] if cells else [])


def test_monsters_without_a_later_effect_have_none_due() -> None:
    game = new_game(1, spring=["goblin_attack"])
    assert effects_due(game.state.positions[0], [CARDS.ambushes["goblin_attack"], ZOMBIES]) == ()
    assert {card.effect for card in CARDS.ambushes.values()} == {None}

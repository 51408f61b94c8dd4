"""Forecasts of a position: compared with the actual scores, with reasons."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.effects import Effect, EffectAction, EffectArea, EffectChooser, EffectTiming
from engine.cartographers.events import ChoiceAsked, Chosen, EffectPassed, MonstersSpread, SeasonScored
from engine.cartographers.forecast import Forecast, effects_due, forecast, forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.geometry import first, space_bit, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.players.futures import Start
from engine.cartographers.players.value import Moment
from engine.cartographers.rules import effects
from engine.cartographers.rules.season import score_board
from engine.cartographers.scoring.tally import score
from engine.contract import Seat
from tests.engine.mixes import Mix, mixed_random, staged
from tests.engine.tools import BLANK, Game, board, definition, mostly_empty, names, new_game, random_game, standing

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


LAST, AFTER = EffectTiming.LAST_SCORING, EffectTiming.SEASON_END
SPREADS = Effect(LAST, EffectAction.DRAW)
CHOSEN = Effect(LAST, EffectAction.DESTROY_EMPTY, EffectArea.ROWS, 2, EffectChooser.OWNER)


def with_two_monsters(one: Effect, two: Effect, *seasons: list[str]) -> Game:
    """A game in which the Zombies and the Troll, revealed in that order, have other effects."""
    mix = Mix(sheet=BLANK, pool="both")
    effects_of = {ZOMBIES.id: one, TROLL.id: two}
    cards = (replace(card, effect=effects_of.get(card.id)) for card in mix.definition().ambushes)
    return staged(1, *seasons, mix=mix, ambushes=tuple(cards))


@pytest.mark.parametrize(("one", "two"), [(SPREADS, CHOSEN), (CHOSEN, SPREADS)])
def test_monsters_act_once_before_the_last_scoring_while_a_choice_is_open(one: Effect, two: Effect) -> None:
    game = with_two_monsters(one, two, [ZOMBIES.id, "lagoon"], [TROLL.id, "lagoon"], *[["lagoon"]] * 2)
    for place in ("J10", "J8", "J6", "J4"):
        game.draw(f"1 water {place}")
    choices = 0
    while (choice := RULES.view(game.state, Seat(0)).choice) is not None:
        view, space = RULES.view(game.state, Seat(0)), first(choice.targets)
        expected = forecast_view(view, choice.position.after(choice.outcome(space_bit(space)))).seasons[-1].score
        spreading = {due.card.id for due in forecast_view(view, choice.position).effects if due.outcome}
        assert spreading == ({TROLL.id} if two == SPREADS else set())
        assert Start.of(view, Moment(3, 9)).acting == view.monsters_to_act
        assert {card.id for card in view.monsters_to_act} == set(view.acting)
        game.choose(space_name(space))
        choices += 1
    assert (choices, game.state.scores[-1][0]) == (2, expected)


def test_monsters_that_act_after_the_open_choice_have_acted_at_the_next_season_end() -> None:
    chosen, spreads = replace(CHOSEN, timing=AFTER, count=1), replace(SPREADS, timing=AFTER)
    game = with_two_monsters(chosen, spreads, [ZOMBIES.id, "lagoon"], [TROLL.id, "lagoon"])
    game.draw("1 water J10")
    game.choose(space_name(first(game.targets())))
    game.draw("1 water J8")
    view = RULES.view(game.state, Seat(0))
    choice = view.choice
    assert choice is not None
    space = first(choice.targets)
    foreseen = forecast_view(view, choice.position.after(choice.outcome(space_bit(space))))
    assert [card.id for card in view.monsters_about_to_act] == [TROLL.id]
    game.choose(space_name(space))
    now = forecast_view(after := RULES.view(game.state, None), after.positions[0])
    assert foreseen.seasons[0].losses.units != foreseen.losses.units
    assert [season.score for season in foreseen.seasons] == [season.score for season in now.seasons]

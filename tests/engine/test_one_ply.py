"""The one-ply player and its value: legal, deterministic, by the view alone, exact where it must be, and strong."""

from dataclasses import replace
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.commands import Choose, Close, Draw
from engine.cartographers.game import RULES
from engine.cartographers.geometry import space_bit, spaces
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Player
from engine.cartographers.players.value import Moment, moment_of, value_of
from engine.cartographers.players.weights import KNOTS, Weights, interpolate, trained_weights
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sampling import sample
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.randomness import Shuffler
from tests.engine.any_boards import ALWAYS_THE_SAME
from tests.engine.mixes import CARTOGRAPHERS, HEROES, PRESETS, Mix, mixed_random
from tests.engine.player_games import finish, made_up_game
from tests.engine.players import greedy_all_seasons
from tests.engine.tools import Game, definition, seed_of

PLAYER: Player = OnePly()
PLAIN = OnePly(Weights())


# --- Legal, deterministic, and by the view alone ----------------------------------------------------------------------


@pytest.mark.parametrize("few", range(4))
def test_commands_are_legal_in_games_of_any_parts(few: int, full: bool) -> None:
    """The other answers are random, so that the player meets boards that it would never produce itself."""
    kinds = set()
    for number in range(few, 240 if full else 48, 4):
        kinds |= finish(mixed_random(number), PLAYER, Random(number), 0.3)
    assert kinds >= {"draw", "ambush", "hero"}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [1, 2])
def test_commands_are_legal_in_whole_games_of_every_preset(preset: str, seats: int) -> None:
    game = Game(PRESETS[preset].setup(), seats, Shuffler(seed_of(seats)))
    finish(game, PLAYER, Random(seats))
    assert len(game.state.scores) == 4


@pytest.mark.parametrize("number", range(6))
def test_commands_are_legal_with_made_up_cards(number: int) -> None:
    game = made_up_game(number)
    finish(game, PLAYER, Random(number), 0.7)
    assert len(game.state.scores) == 4


@settings(ALWAYS_THE_SAME, max_examples=30)
@given(st.integers(0, 999), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_states_that_look_the_same_to_a_seat_get_the_same_command(number: int, steps: int, seed: int) -> None:
    game, rng = mixed_random(number), Random(seed)
    for _ in range(steps):
        if game.state.over:
            return
        game.anything(rng)
    for ask in game.open_asks:
        view = RULES.view(game.state, ask.seat)
        other = sample(view, rng)
        assert RULES.view(other, ask.seat) == view
        assert OnePly().choose(RULES.view(other, ask.seat), ask) == PLAYER.choose(view, ask)


def first_commands(player: Player, key: str = "") -> list[str]:
    """The first commands in several games in which all boards are equal, as text."""
    commands = []
    for number in range(8):
        game = Game(CARTOGRAPHERS.setup(), 3, Shuffler(seed_of(number)))
        for ask in game.open_asks:
            command = player.choose(RULES.view(game.state, ask.seat), replace(ask, tie_key=key))
            assert isinstance(command, Draw)
            commands.append(str(command.placement))
    return commands


def test_ties_are_broken_by_seed_and_tie_key_alone() -> None:
    plain = first_commands(PLAIN)
    assert first_commands(OnePly(Weights())) == plain
    assert first_commands(OnePly(Weights(), seed_of(5))) != plain
    assert first_commands(PLAIN, "another table") != plain


def test_a_drawing_at_practice_is_closed() -> None:
    game = Game(Setup(replace(definition(), practice=True)), 1, Shuffler(seed_of(3)))
    game.do(PLAYER.choose(RULES.view(game.state, Seat(0)), game.open_asks[0]))
    (closing,) = game.open_asks
    assert PLAYER.choose(RULES.view(game.state, Seat(0)), closing) == Close(Seat(0), 1)


# --- The value --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(12))
def test_the_value_of_a_finished_board_is_its_stars(number: int) -> None:
    game = made_up_game(number) if number % 2 else mixed_random(number)
    rng = Random(number)
    while not game.state.over:
        state = game.state
        view = RULES.view(state, None)
        if len(state.scores) == 3:
            last = view.definition.seasons[3]
            value = value_of(view, trained_weights())
            for position in state.positions:
                edicts = [stars(view.edicts[edict.number], position.board) for edict in last.edicts]
                lost = position.board.monster_losses().bit_count()
                found = value.value(position, Moment(3, last.threshold))
                assert found == pytest.approx(sum(edicts) + position.coins - lost)
        game.anything(rng)
    assert moment_of(RULES.view(game.state, None)) is None


@pytest.mark.parametrize("number", range(6))
def test_the_sources_of_a_value_add_up_to_it(number: int) -> None:
    game = made_up_game(number) if number % 2 else mixed_random(number)
    rng = Random(number)
    while not game.state.over:
        view = RULES.view(game.state, None)
        value, moment = value_of(view, trained_weights()), moment_of(view)
        for position in game.state.positions if moment else ():
            assert moment is not None
            assert value.breakdown(position, moment).total == pytest.approx(value.value(position, moment))
        game.anything(rng)


def test_a_source_is_worth_what_depends_on_it_alone() -> None:
    """Coins count under coins, lost spaces under monsters, and edicts that are done count nothing."""
    game = Game(CARTOGRAPHERS.setup(), 1, Shuffler(seed_of(1)))
    view, position = RULES.view(game.state, Seat(0)), game.state.positions[0]
    plain, last = value_of(view, Weights()), Moment(3, 0)
    found = plain.breakdown(position._replace(coins=3), last)
    assert (found.coins, found.monsters) == (3, 0)
    beset = position.board.draw(space_bit(next(iter(spaces(position.board.empty)))), Terrain.MONSTER)
    lost = beset.monster_losses().bit_count()
    assert plain.breakdown(position._replace(board=beset), last).monsters == -lost
    due = {edict.number for edict in view.definition.seasons[3].edicts}
    assert all(not worth for number, worth in enumerate(found.edicts) if number not in due)


@pytest.mark.parametrize("number", range(6))
def test_ratings_equal_the_values_of_the_positions_after_each_placement(number: int) -> None:
    """Links are left out, because their ratings are approximate."""
    game, rng = mixed_random(number), Random(number)
    while not game.state.over:
        ask = game.open_asks[0]
        view = RULES.view(game.state, ask.seat)
        kinds = [each.kind for of in value_of(view, trained_weights()).clauses for part in of for each in part]
        if view.desk and not any(kind.startswith("links") for kind in kinds):
            check_ratings(view, rng)
        game.anything(rng)


def check_ratings(view: View, rng: Random) -> None:
    """Compare a few ratings with the value of the position after."""
    assert view.desk is not None
    rated, value, moment = PLAYER.rate_placements(view, view.desk), value_of(view, trained_weights()), moment_of(view)
    assert moment is not None
    assert {each.placement for each in rated} == set(view.desk.offer.placements())
    for each in rng.sample(rated, min(len(rated), 4)):
        position = view.desk.position
        after = position.after(position.drawing(view.desk.offer, each.placement))
        assert each.value == pytest.approx(value.value(after, moment)), view.open


def test_weights_are_interpolated_between_knots() -> None:
    rows = tuple((float(10 * knot),) for knot in KNOTS[1:])
    assert [interpolate(rows, left) for left in (0, 1, 2, 7, 30, 99)] == [[0], [10], [20], [70], [300], [300]]


# --- Strength ---------------------------------------------------------------------------------------------------------


class GreedyAllSeasons:
    """Baseline: the most stars as of now, summed over all seasons to come."""

    def choose(self, view: View, ask: Ask, budget: object = None) -> Draw | Choose | Close:
        """Return its command."""
        return greedy_all_seasons(view, ask)


def mean_stars(player: Player, setup: Setup, games: int) -> float:
    """The mean final stars of some solo games."""
    totals = []
    for number in range(games):
        game = Game(setup, 1, Shuffler(seed_of(number)))
        finish(game, player, Random(number))
        totals.append(game.state.total(Seat(0)))
    return mean(totals)


@pytest.mark.parametrize("mix", [CARTOGRAPHERS, HEROES])
def test_it_beats_a_greedy_player(mix: Mix) -> None:
    setup = mix.setup()
    assert mean_stars(PLAYER, setup, 12) > 6 + mean_stars(GreedyAllSeasons(), setup, 12)


def test_an_ambush_costs_the_neighbour_more_than_most_placements() -> None:
    game, rng, met = mixed_random(1), Random(1), 0
    while not game.state.over:
        for ask in game.open_asks:
            view = RULES.view(game.state, ask.seat)
            if ask.kind == "ambush" and view.desk and view.desk.subject != ask.seat:
                command = PLAYER.choose(view, ask)
                assert isinstance(command, Draw)
                rated = {each.placement: each.value for each in PLAYER.rate_placements(view, view.desk)}
                assert rated[command.placement] <= min(rated.values()) + 1e-6
                met += 1
        game.anything(rng)
    assert met


def test_a_space_to_destroy_is_the_cheapest_for_its_owner_and_the_dearest_for_a_neighbour() -> None:
    met = set()
    for number in range(60):
        game, rng = mixed_random(number), Random(number)
        while not game.state.over:
            for ask in game.open_asks:
                view = RULES.view(game.state, ask.seat)
                if view.choice and (moment := moment_of(view)):
                    command, position = PLAYER.choose(view, ask), view.choice.position
                    assert isinstance(command, Choose)
                    value = value_of(view, trained_weights())
                    outcomes = {
                        space: value.value(position.after(position.destruction(space_bit(space))), moment)
                        for space in spaces(view.choice.targets)
                    }
                    own = view.choice.subject == ask.seat
                    best = (max if own else min)(outcomes.values())
                    assert outcomes[command.space] == pytest.approx(best)
                    met.add(own)
            game.anything(rng)
        if met == {True, False}:
            return
    raise AssertionError("no space was destroyed on both an own and another board")

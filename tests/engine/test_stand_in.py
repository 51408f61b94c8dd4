"""The stand-in for an absent seat: always legal, based on its view alone, and better than nothing."""

from dataclasses import replace
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers import stand_in
from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.events import SeasonScore
from engine.cartographers.forecast import forecast_view
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.notation import placement_of
from engine.cartographers.position import Position
from engine.cartographers.rules.setup import Setup, draw_edicts
from engine.cartographers.sampling import sample
from engine.cartographers.state import BetweenCards, ChoosePhase, DrawPhase, State
from engine.cartographers.terrain import Terrain
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.randomness import Shuffler
from tests.engine.any_boards import ALWAYS_THE_SAME, boards
from tests.engine.mixes import BOTH, Mix, mixed_random
from tests.engine.players import MIXES, Player, greedy, scores
from tests.engine.tools import Game, definition, mostly_full, names, new_game, seed_of, with_boards

ALONE = Seat(0)


def answered(game: Game, ask: Ask) -> Command:
    """The command that is played for the seat that owes an ask."""
    return RULES.fallback(RULES.view(game.state, ask.seat), ask)


def drawn(game: Game, seat: int = 0) -> Draw:
    """The placement that is drawn for a seat."""
    command = answered(game, next(ask for ask in game.open_asks if ask.seat == seat))
    assert isinstance(command, Draw)
    return command


def cells_of(game: Game, seat: int = 0) -> Mask:
    """The spaces of the placement drawn for a seat."""
    return game.offer(seat).fit(drawn(game, seat).placement).cells


# --- Always legal, by the view alone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("few", range(4))
def test_every_answer_in_games_of_any_parts_is_taken(few: int, full: bool) -> None:
    """The others play at random, so that the stand-in meets boards that it would never produce itself."""
    kinds = set()
    for number in range(few, 400 if full else 60, 4):
        game, rng = mixed_random(number), Random(number)
        while not game.state.over:
            ask = rng.choice(game.open_asks)
            if rng.random() < 0.25:
                kinds.add(ask.kind)
                game.do(answered(game, ask))
            else:
                game.anything(rng)
    assert kinds >= {"draw", "ambush", "hero"}


def test_it_plays_whole_games_to_their_end() -> None:
    for number, mix in enumerate(MIXES):
        for seats in (1, 2):
            game = Game(mix.setup(), seats, Shuffler(seed_of(number)))
            while not game.state.over:
                game.do(answered(game, game.open_asks[-1]))
            assert len(game.state.scores) == 4


@settings(ALWAYS_THE_SAME, max_examples=30)
@given(st.integers(0, 999), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_what_the_seat_may_not_know_changes_nothing(number: int, steps: int, seed: int) -> None:
    game, rng = mixed_random(number), Random(seed)
    for _ in range(steps):
        if game.state.over:
            return
        game.anything(rng)
    for ask in game.open_asks:
        view = RULES.view(game.state, ask.seat)
        other = sample(view, rng)
        assert RULES.view(other, ask.seat) == view
        assert RULES.fallback(RULES.view(other, ask.seat), ask) == answered(game, ask)


def test_another_deck_and_a_sealed_answer_of_another_seat_change_nothing() -> None:
    game = Game(BOTH.setup(), 2, Shuffler(seed_of(4)))
    before = drawn(game, 1)
    state = game.state
    assert len(state.deck) > 1
    game.state = state.but(deck=state.deck[::-1])
    assert drawn(game, 1) == before
    game.state = state
    game.do(drawn(game, 0))
    assert drawn(game, 1) == before


# --- Better than nothing ----------------------------------------------------------------------------------------------


def mean_score(player: Player, seats: int, games: int) -> float:
    """The mean final score of some games, with all seats played alike."""
    return mean(score for number in range(games) for score in scores(player, seats, number))


@pytest.mark.parametrize(("seats", "games"), [(1, 30), (3, 6)])
def test_it_plays_much_better_than_the_first_that_is_legal_and_than_the_greedy(seats: int, games: int) -> None:
    mine = mean_score(stand_in.answer, seats, games)
    assert mine > 1.5 * mean_score(stand_in.first_legal, seats, games)
    assert mine > 10 + mean_score(greedy, seats, games)


# --- A monster for another, and spaces destroyed ----------------------------------------------------------------------

AMBUSHES = [card for box in (cartographers(), heroes()) for card in box.ambushes.values()]
CHOOSING = {"T": "giant_troll_ravage", "G": "gorgon_gaze"}
NOTHING = SeasonScore((0, 0), 0, 0)


def in_winter(mix: Mix, edicts: tuple[str, ...], drawn: Board, *, seats: int = 2) -> State:
    """A game at the end of winter in which all boards are equal: a position is worth what that season scores."""
    game = Game(Setup(mix.definition(), edicts), seats, Shuffler(seed_of(1)))
    scores = ((NOTHING,) * seats,) * 3
    last = game.state.definition.seasons[3].threshold
    return with_boards(game.state, *[drawn] * seats).but(season=3, scores=scores, time=last)


def stars_gained(view: View, position: Position) -> int:
    """The winter score of a position."""
    (season,) = forecast_view(view, position).seasons
    return season.total


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, st.sampled_from(AMBUSHES), st.integers(0, 2**32 - 1))
def test_a_monster_drawn_for_another_does_the_most_harm_that_is_to_be_done(
    drawn: Board, card: AmbushCard, seed: int
) -> None:
    edicts = draw_edicts(BOTH.definition().pool, Shuffler(seed_of(seed)))
    state = in_winter(BOTH, edicts, drawn)
    state = state.but(phase=DrawPhase(card, (None, None)))
    view = RULES.view(state, ALONE)
    if view.desk is None:
        return
    command = RULES.fallback(view, RULES.asks(state)[0])
    assert isinstance(command, Draw)
    desk = view.desk
    assert desk.subject == 1
    outcomes = {
        placement: stars_gained(view, desk.position.after(desk.position.drawing(desk.offer, placement)))
        for placement in desk.offer.placements()
    }
    assert outcomes[command.placement] == min(outcomes.values())


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, st.sampled_from("TG"), st.integers(0, 2**32 - 1))
def test_what_is_destroyed_costs_the_owner_least_and_another_most(drawn: Board, initial: str, seed: int) -> None:
    """The owner chooses for a Troll, and in a solo game for a Gorgon; otherwise a neighbor does."""
    rng = Random(seed)
    for where in rng.sample(spaces(drawn.empty), min(3, drawn.empty.bit_count())):
        drawn = drawn.draw(space_bit(where), Terrain.MONSTER, initial)
    edicts = draw_edicts(BOTH.definition().pool, Shuffler(seed_of(seed)))
    for seats in (1, 2):
        state = in_winter(BOTH, edicts, drawn, seats=seats)
        card = state.monster(CHOOSING[initial])
        state = state.but(phase=ChoosePhase(card, (None,) * seats, BetweenCards()))
        view = RULES.view(state, ALONE)
        if view.choice is None:
            continue
        command = RULES.fallback(view, RULES.asks(state)[0])
        assert isinstance(command, Choose)
        position = view.choice.position
        outcomes = {
            where: stars_gained(view, position.after(position.destruction(space_bit(where))))
            for where in spaces(view.choice.targets)
        }
        own = initial == "T" or seats == 1
        assert outcomes[command.space] == (max if own else min)(outcomes.values())


# --- Boards that leave little choice ----------------------------------------------------------------------------------


def test_a_forced_single_is_of_the_terrain_that_brings_most() -> None:
    game = new_game(spring=["great_river"]).put(mostly_full(A=".FFFFFFFFFF"))
    assert drawn(game).placement == placement_of("1 forest r0 A1"), "a forest on the edge"


def test_of_two_gaps_the_corner_of_the_map_is_drawn_on_where_the_edge_pays() -> None:
    game = new_game(spring=["great_river"]).put(mostly_full(C="FF.FFFFFFFF", K="FFFFFFFFFF."))
    assert str(drawn(game).placement) == "1 forest r0 K11"


def test_the_gap_beside_a_monster_is_closed_first() -> None:
    game = new_game(spring=["great_river"]).put(mostly_full(C="FF.FFFFFFFF", F="FFFFFM.FFFF"))
    assert names(cells_of(game)) == "F7"


def test_the_last_card_of_all_is_drawn_where_it_pays_most() -> None:
    game = new_game(spring=["forgotten_forest"])
    last = game.state.but(season=3, scores=((NOTHING,),) * 3, time=6)
    view = RULES.view(last, ALONE)
    command = RULES.fallback(view, RULES.asks(last)[0])
    assert isinstance(command, Draw)
    assert view.desk is not None
    found = try_placements(view.desk.position, view.desk.offer, [view.edicts[0], view.edicts[3]], ScoreCache())
    worth = {each.placement: each.worth for each in found}
    assert worth[command.placement] == max(worth.values())


def test_at_practice_it_goes_on_once_it_has_drawn() -> None:
    game = Game(Setup(replace(definition(), practice=True)), 1, Shuffler(seed_of(3)))
    game.do(answered(game, game.open_asks[0]))
    assert game.state.held
    (closing,) = game.open_asks
    assert answered(game, closing) == Close(ALONE, 1)
    while not game.state.over:
        game.do(answered(game, game.open_asks[0]))
    assert len(game.state.scores) == 4

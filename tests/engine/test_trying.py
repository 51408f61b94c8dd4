"""Trying all placements at once, compared with trying each by itself."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import Overlap, Place, ScoringCard, Stack, clause_from_json
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.forecast import forecast
from engine.cartographers.geometry import EDGE, ROWS, first, neighbours
from engine.cartographers.placement import HeroPattern, Offer, SingleTerrain, ambush_offer, explore_offer, hero_offer
from engine.cartographers.position import Position, Reward
from engine.cartographers.scoring.families import Clause, layers_read
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from engine.cartographers.trial_placements import ScoreCache, try_placements
from tests.engine.any_boards import ALWAYS_THE_SAME, CARDS, boards
from tests.engine.made_up_clauses import random_card
from tests.engine.skill_games import ALL as ALL_SKILLS
from tests.engine.tools import board

BOXES = (cartographers(), heroes())
EXPLORE = [card for box in BOXES for card in box.explore.values()]
AMBUSHES = [card for box in BOXES for card in box.ambushes.values()]
HEROES = list(heroes().heroes.values())
SENTINEL_WOOD, LOST_BARONY = CARDS["sentinel_wood"], CARDS["lost_barony"]
BLANK = board("/".join(["." * 11] * 11))
SINGLES = (*DRAWABLE, Terrain.HERO)


def _offers(drawn: Board, rng: Random) -> list[Offer]:
    """An offer of each kind: explore, ruins, the older rule for singles, monster and hero."""
    old = SingleTerrain.CARD
    offers = (
        explore_offer(rng.choice(EXPLORE), drawn, ruins=False, singles=SINGLES, single_terrain=SingleTerrain.ANY),
        explore_offer(rng.choice(EXPLORE), drawn, ruins=True, singles=SINGLES, single_terrain=SingleTerrain.ANY),
        explore_offer(rng.choice(EXPLORE), drawn, ruins=False, singles=DRAWABLE, single_terrain=old),
        ambush_offer(rng.choice(AMBUSHES), drawn),
        hero_offer(rng.choice(HEROES), drawn, rng.choice(list(HeroPattern))),
    )
    return [offer for offer in offers if offer]


def _assert_as_forecast(
    position: Position, offer: Offer, edicts: Sequence[ScoringCard], tries: ScoreCache, every: int = 1
) -> None:
    attempts = try_placements(position, offer, edicts, tries)
    assert [each.placement for each in attempts] == list(offer.placements())
    for each in attempts[::every]:
        after = position.after(position.drawing(offer, each.placement))
        expected = forecast(after, edicts)
        earned = sum(tally.stars for tally in expected.edicts)
        losses = -expected.losses.total
        assert (each.stars, each.coins, each.losses) == (earned, after.coins - position.coins, losses), each.placement
        assert each.worth == earned + expected.coins.total - position.coins - losses


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, st.integers(0, 2**32 - 1))
def test_every_placement_comes_to_what_a_forecast_says(drawn: Board, seed: int) -> None:
    rng, tries = Random(seed), ScoreCache()
    rewarding = (Reward("D", 3), Reward("Z", 2))
    position = Position(drawn, 14, rng.randint(0, 14), rewarding, rng.choice(((), ("D",))))
    for offer in _offers(drawn, rng):
        _assert_as_forecast(position, offer, rng.sample(list(CARDS.values()), 2), tries)


@settings(ALWAYS_THE_SAME, max_examples=40)
@given(boards, st.integers(0, 2**32 - 1))
def test_placements_over_terrain_and_with_skills_come_to_what_a_forecast_says(drawn: Board, seed: int) -> None:
    rng, paid = Random(seed), drawn.surrounded_mountains() | drawn.surrounded_landmarks()
    position = Position(drawn, 14, rng.randint(0, 14), (Reward("D", 3),), landmark_coins=rng.randint(0, 3), paid=paid)
    card, *earlier = rng.sample(EXPLORE, 3)
    offer = explore_offer(
        replace(card, place=rng.choice((None, *Place)), overlap=rng.choice(list(Overlap))),
        drawn,
        ruins=rng.random() < 0.3,
        singles=SINGLES,
        single_terrain=SingleTerrain.ANY,
        coins=position.coins,
        skills=rng.sample(ALL_SKILLS, 3),
        earlier=earlier,
    )
    if offer:
        _assert_as_forecast(position, offer, [random_card(rng, 0), random_card(rng, 1)], ScoreCache(), every=37)


def test_one_memory_serves_a_whole_game() -> None:
    """Check positions throughout a game, scored with one shared cache."""
    rng, tries = Random(4), ScoreCache()
    edicts = rng.sample(list(CARDS.values()), 4)
    position = Position(BLANK.mark(neighbours(1 << 40)), 14, 0, (Reward("D", 3),))
    for turn in range(24):
        offer = rng.choice(_offers(position.board, rng))
        if turn % 4 == 0:
            _assert_as_forecast(position, offer, edicts, tries)
        best = max(try_placements(position, offer, edicts, tries), key=lambda each: each.worth)
        position = position.after(position.drawing(offer, best.placement))


def _single(drawn: Board, *terrains: Terrain) -> Offer:
    """An offer of any single space in the given terrains."""
    river = next(card for card in EXPLORE if card.id == "great_river")
    gaps = explore_offer(river, drawn, ruins=False, singles=terrains, single_terrain=SingleTerrain.ANY)
    assert gaps is not None
    assert gaps.forced
    return gaps


def test_a_space_that_closes_in_a_mountain_and_a_dragon_pays_for_both() -> None:
    rows = ["F" * 11] * 9
    drawn = board("/".join([*rows, "F^.MFFFFFFF", "FFFFFFFFFFF"]) + " D:J4")
    position = Position(drawn, 14, 0, (Reward("D", 3),))
    (forest, monster) = try_placements(
        position, _single(drawn, Terrain.FOREST, Terrain.MONSTER), [SENTINEL_WOOD], ScoreCache()
    )
    assert (forest.coins, forest.losses, forest.stars, forest.worth) == (4, 0, 40, 44)
    assert monster.coins == 4


def test_a_dragon_that_grows_until_it_is_closed_in_pays_once() -> None:
    dragon = next(card for card in AMBUSHES if card.initial == "D")
    hole = next(fit.cells for fit in dragon.shape.fits(BLANK.empty) if not fit.cells & EDGE)
    old = 1 << first(neighbours(hole) & ~hole)
    drawn = BLANK.draw(old, Terrain.MONSTER, "D").draw(BLANK.empty ^ hole ^ old, Terrain.FARM)
    offer = ambush_offer(dragon, drawn)
    assert offer is not None
    for rewarded, coins in (((), 3), (("D",), 0)):
        position = Position(drawn, 14, 0, (Reward("D", 3),), rewarded)
        assert [each.coins for each in try_placements(position, offer, [], ScoreCache())] == [coins]


def test_coins_beyond_the_track_are_worth_nothing() -> None:
    drawn = board("/".join(["F" * 11] * 9 + ["F^.MFFFFFFF", "FFFFFFFFFFF"]) + " D:J4")
    for coins, gained in ((10, 4), (12, 2), (14, 0)):
        position = Position(drawn, 14, coins, (Reward("D", 3),))
        assert [each.coins for each in try_placements(position, _single(drawn, Terrain.WATER), [], ScoreCache())] == [
            gained
        ]


def test_a_monster_on_a_heroes_mark_is_destroyed_and_costs_nothing() -> None:
    drawn = board("/".join(["." + "F" * 10, "." + "F" * 10, *["F" * 11] * 9]) + " marks:A1")
    first, second = try_placements(Position(drawn, 14), _single(drawn, Terrain.MONSTER), [LOST_BARONY], ScoreCache())
    assert (first.losses, first.stars) == (0, 30)
    assert (second.losses, second.stars) == (1, 30)


def test_what_a_card_does_not_look_at_is_not_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[Board] = []

    def counted(card: ScoringCard, drawn: Board) -> int:
        scored.append(drawn)
        return stars(card, drawn)

    monkeypatch.setattr("engine.cartographers.trial_placements.stars", counted)
    river = next(card for card in EXPLORE if card.id == "great_river")
    offer = explore_offer(river, BLANK, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    position, tries = Position(BLANK, 14), ScoreCache()
    try_placements(position, offer, [SENTINEL_WOOD], tries)
    assert len(scored) == 1, "water is nothing to a card of forests"
    try_placements(position, offer, [LOST_BARONY], tries)
    again = len(scored)
    assert again == 1 + len({fit.cells for option in offer.options for fit in offer.fits(option)})
    try_placements(Position(BLANK, 14, 3), offer, [SENTINEL_WOOD, LOST_BARONY], tries)
    assert len(scored) == again, "the same map is known"


ODD = (
    {"family": "lines", "stars": 1, "direction": "rows"},
    {"family": "lines", "stars": 1, "direction": "rows_and_columns", "filled": True, "kinds": 2},
    {"family": "lines", "stars": 2, "direction": "columns", "containing": "ruins", "equal": ["farm", "water"]},
    {"family": "clusters", "stars": 1, "terrain": "empty", "touching": "edge", "avoiding": ["ruins"], "kinds": 2},
    {"family": "clusters", "stars": 1, "terrain": "hero", "touching": "empty", "at_least": 2},
    {"family": "best_cluster", "stars": 1, "terrain": "farm", "measure": "empty_around", "avoiding": ["edge"]},
    {"family": "linked_features", "stars": 1, "of": "ruins", "terrain": "water", "partner": "monster"},
    {"family": "longest_run", "stars": 1, "terrain": "village"},
    {"family": "clusters", "stars": 1, "terrain": ["forest", "farm"], "touching": ["water", "ruins"], "at_least": 2},
    {"family": "clusters", "stars": 1, "terrain": "water", "most_kinds": 1, "per_space": True},
    {"family": "ranked_cluster", "stars": 1, "terrain": "empty", "touching": "monster", "from_smallest": True},
    {"family": "best_cluster", "stars": 1, "terrain": ["farm", "water"], "touching": "empty", "avoiding": ["ruins"]},
    {"family": "linked_features", "stars": 1, "of": "edge", "terrain": "forest", "partner": ["hero", "mountain"]},
    {"family": "lines", "stars": 1, "direction": "rows", "containing": ["forest", "village"], "at_least": 3},
    {"family": "spaces", "stars": 1, "terrain": "farm", "on": "ruins", "enclosed_by": "filled", "beside": "empty"},
    {"family": "spaces", "stars": 1, "terrain": "farm", "not_beside": ["filled", "ruins"]},
    {"family": "spaces", "stars": 1, "terrain": "farm", "most_kinds": 2, "adjacency": "both"},
    {"family": "spaces", "stars": 1, "terrain": "water", "beside": "filled", "at_least": 0, "at_most": 3},
    {"family": "lines", "stars": 1, "direction": "rows", "containing": "filled", "at_most": 7},
    {"family": "lines", "stars": 1, "direction": "columns", "containing": "forest", "at_least": 0, "at_most": 0},
    {"family": "lines", "stars": 1, "direction": "diagonals", "most_kinds": 2},
    {"family": "longest_run", "stars": 1, "terrain": "filled", "axis": "either", "ties": True},
    {"family": "runs", "stars": 1, "terrain": "forest", "axis": "either", "at_most": 3},
    {"family": "runs", "stars": 1, "terrain": "empty", "per_space": True},
)
"""Clauses such as somebody might write."""
WRITTEN: list[Clause] = [clause_from_json(data, 0) for data in ODD]


@settings(ALWAYS_THE_SAME, max_examples=60)
@given(boards, boards)
def test_the_layers_that_a_clause_does_not_look_at_change_nothing(drawn: Board, other: Board) -> None:
    for clause in [*(clause for card in CARDS.values() for clause in card.clauses), *WRITTEN]:
        read = layers_read(clause) | {Feature.EDGE}
        read |= {Feature.FILLED} if Feature.EMPTY in read else set()
        mixed = Board(tuple((drawn if layer in read else other).layers[layer] for layer in Feature))
        assert clause.contributions(mixed) == clause.contributions(drawn), clause


def test_what_was_found_on_one_map_holds_on_another_with_more_room() -> None:
    """Players try, go back and try again: the lake fills spaces that are empty again afterwards."""
    tries, lake = ScoreCache(), BLANK.draw(ROWS[0] | ROWS[1], Terrain.WATER)
    for drawn in (lake, BLANK):
        for offer in _offers(drawn, Random(2)):
            _assert_as_forecast(Position(drawn, 14), offer, [SENTINEL_WOOD], tries)


def test_a_card_that_looks_at_nothing_earns_nothing() -> None:
    card = ScoringCard("nothing", "Nothing", Stack.SPATIAL, 0, (WRITTEN[0],))
    offer = _offers(BLANK, Random(1))[0]
    assert {each.stars for each in try_placements(Position(BLANK, 14), offer, [card], ScoreCache())} == {0}

"""Combined cards: penalties, tiers, one of several clauses, caps and floors."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, scoring_from_json, scoring_to_json
from engine.cartographers.catalog import Edition, cartographers, scoring_cards
from engine.cartographers.codec import decode, encode
from engine.cartographers.command_line.score import tally_lines
from engine.cartographers.events import GameStarted, SeasonScore, SeasonScored
from engine.cartographers.geometry import FULL
from engine.cartographers.placement import SingleTerrain, explore_offer
from engine.cartographers.players.value import BoardValue
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.position import Position
from engine.cartographers.scoring.contribution import Contribution, Limited, Overruled, TierReached
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import parameters_of
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.scoring.tiers import Tiers
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.cartographers.trial_placements import ScoreCache, try_placements
from tests.engine.any_boards import ALWAYS_THE_SAME, boards
from tests.engine.made_up_clauses import random_card
from tests.engine.oracle.board import parse_map
from tests.engine.oracle.combining import COUNTS, combined
from tests.engine.oracle.random_maps import random_maps
from tests.engine.tools import BLANK, board, definition

MAPS = random_maps(33, 300)
MAP = board("FFF.V.V.V.V/" + "/".join(["..........."] * 10))
"""A map with 3 forest spaces and 4 village clusters."""
FOREST = {"family": "spaces", "stars": 2, "terrain": "forest"}
VILLAGES = {"family": "clusters", "stars": 1, "terrain": "village"}


def card_of(*clauses: dict[str, Any], **combining: Any) -> ScoringCard:
    """A card with these clauses."""
    data = {"id": "made_up", "name": "Made up", "stack": "forest", "solo_target": 0, "clauses": list(clauses)}
    return scoring_from_json(data | combining)


def random_data(rng: Random) -> tuple[dict[str, Any], list[Any]]:
    """A stored card of clauses that the oracle can count, and what each of them counts."""
    chosen = [rng.choice(COUNTS) for _ in range(rng.randint(1, 4))]
    clauses = [{**clause, "stars": rng.choice((1, 2, 5, -1, -3))} for clause, _count in chosen]
    for clause in clauses:
        if rng.random() < 0.4:
            clause["tiers"] = sorted(rng.sample(range(20), rng.randint(2, 10)))
    data = {"id": "made_up", "name": "", "stack": "forest", "solo_target": 0, "clauses": clauses}
    for key, values in (("combination", ("sum", "largest", "smallest")), ("cap", (1, 4, 15)), ("floor", (0, -3, -20))):
        if rng.random() < 0.5:
            data[key] = rng.choice(values)
    return data, [count for _clause, count in chosen]


@pytest.mark.parametrize("seed", range(10))
def test_random_combined_cards_score_as_the_slow_computation_does(seed: int) -> None:
    rng = Random(seed)
    for text in MAPS:
        data, counts = random_data(rng)
        drawn, slow = board(text), parse_map(text)
        expected = combined(data, [count(slow) for count in counts])
        assert stars(scoring_from_json(data), drawn) == expected, data


@given(boards, st.integers(0, 2**32 - 1))
@ALWAYS_THE_SAME
def test_reasons_add_up_to_the_stars_of_any_card(drawn: Board, seed: int) -> None:
    card = random_card(Random(seed), 0)
    tally = score(card, drawn)
    assert sum(reason.total for reason in tally.contributions) == tally.stars == stars(card, drawn)
    assert tally.lit & ~FULL == 0
    assert len(list(tally_lines(tally))) == 1 + len(tally.contributions)


@pytest.mark.parametrize("seed", range(40))
def test_a_combined_card_is_stored_and_read_again(seed: int) -> None:
    card = random_card(Random(seed), 0)
    assert scoring_from_json(scoring_to_json(card)) == card


def test_cards_that_add_up_their_clauses_are_stored_as_ever() -> None:
    for card in scoring_cards().values():
        stored = scoring_to_json(card)
        assert not {"combination", "cap", "floor"} & stored.keys()
        assert not any("tiers" in clause for clause in stored["clauses"])
        assert card.is_plain_sum


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_can_be_a_penalty_and_have_tiers(family: str) -> None:
    declared = parameters_of(FAMILIES[family])
    assert declared["tiers"].read([1, 3]) == Tiers((1, 3))
    assert declared["stars"].read(-1) == -1
    with pytest.raises(ValueError, match="except 0"):
        declared["stars"].read(0)


def test_a_penalty_takes_a_card_below_zero() -> None:
    tally = score(card_of({**FOREST, "stars": -2}, VILLAGES), MAP)
    assert (tally.stars, [reason.total for reason in tally.contributions]) == (-2, [-6, 1, 1, 1, 1])


@pytest.mark.parametrize(("tiers", "expected"), [([1, 3, 6, 10], 10), ([0, 2], 2), ([1, 2, 3, 4, 5], 4)])
def test_tiers_pay_by_the_number_of_things_that_count(tiers: list[int], expected: int) -> None:
    (reason,) = score(card_of({**VILLAGES, "tiers": tiers}), MAP).contributions
    assert isinstance(reason, TierReached)
    assert (reason.units, reason.total, reason.lit) == (4, expected, MAP.layers[Terrain.VILLAGE])


def test_tiers_are_multiplied_by_the_stars_of_the_clause() -> None:
    assert stars(card_of({**FOREST, "stars": -2, "tiers": [1, 3, 5, 9]}), MAP) == -10


def test_tiers_pay_nothing_for_nothing() -> None:
    assert score(card_of({**VILLAGES, "terrain": "farm", "tiers": [1, 3]}), MAP).contributions == ()


@pytest.mark.parametrize(("combination", "counting", "total"), [("largest", 0, 6), ("smallest", 1, 4)])
def test_only_one_clause_counts_and_the_other_is_named(combination: str, counting: int, total: int) -> None:
    tally = score(card_of(FOREST, VILLAGES, combination=combination), MAP)
    *reasons, other = tally.contributions
    assert tally.stars == total
    assert {reason.part for reason in reasons if isinstance(reason, Contribution)} == {counting}
    assert other == Overruled(1 - counting, 10 - total)
    assert tally.lit == MAP.layers[Terrain.VILLAGE if counting else Terrain.FOREST]


def test_the_first_of_equal_clauses_counts() -> None:
    tally = score(card_of(FOREST, {**FOREST, "stars": 2}, combination="largest"), MAP)
    assert [type(reason) for reason in tally.contributions] == [Contribution, Overruled]
    assert tally.contributions[0].total == tally.stars == 6


def test_clauses_without_stars_are_no_reason() -> None:
    blank = Board.of_sheet(BLANK)
    assert score(card_of(FOREST, VILLAGES, combination="smallest"), blank).contributions == ()


def test_a_cap_and_a_floor_have_reasons() -> None:
    assert score(card_of(FOREST, cap=4), MAP).contributions[-1] == Limited(4, -2)
    assert score(card_of({**FOREST, "stars": -1}, floor=-2), MAP).contributions[-1] == Limited(-2, 1)
    within = score(card_of(FOREST, cap=6, floor=0), MAP)
    assert (within.stars, len(within.contributions)) == (6, 1)


def test_the_command_line_explains_combined_cards() -> None:
    capped = card_of({**VILLAGES, "tiers": [1, 3, 7]}, FOREST, combination="largest", cap=5)
    assert list(tally_lines(score(capped, MAP))) == [
        "made_up: 5 stars",
        "  7 stars (tier for 4), clause 1: A5 A7 A9 A11",
        "  0 stars, clause 2 doesn't count: 6 stars",
        "  -2 stars, cap of the card: 5",
    ]


@pytest.mark.parametrize("seed", range(12))
def test_every_placement_comes_to_the_stars_of_the_card_after_it(seed: int) -> None:
    rng, tries = Random(seed), ScoreCache()
    edicts = [random_card(rng, number) for number in range(4)]
    position = Position(board(rng.choice([text for text in MAPS if text.count(".") > 20])), 14)
    drawn, explore = position.board, rng.choice(list(cartographers().explore.values()))
    offer = explore_offer(explore, drawn, ruins=False, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    for each in try_placements(position, offer, edicts, tries):
        after = position.after(position.drawing(offer, each.placement)).board
        assert each.stars == sum(stars(card, after) for card in edicts)


def test_players_have_no_trained_weights_for_combined_cards() -> None:
    for edition in Edition:
        for card in scoring_cards(edition).values():
            capped = replace(card, cap=99)
            value = BoardValue([capped] * 4, definition().seasons, BLANK, "alone", trained_weights())
            assert [[each.kind for each in features] for features in value.clauses[0]] == [["present stars"]]


def test_a_season_below_zero_is_stored_and_read_again() -> None:
    event = SeasonScored(0, (SeasonScore((-7, 2), 1, 3),))
    assert event.scores[0].total == -7
    assert decode(*encode(event)) == event


@pytest.mark.parametrize(
    ("change", "version"),
    [
        (lambda card: card, 2),
        (lambda card: replace(card, cap=9), 5),
        (lambda card: replace(card, clauses=(replace(card.clauses[0], stars=-1),)), 5),
        (lambda card: replace(card, clauses=(replace(card.clauses[0], tiers=Tiers((1, 2))),)), 5),
    ],
)
def test_games_with_combined_cards_need_a_newer_reader(change: Any, version: int) -> None:
    game = definition()
    pool = (change(scoring_cards()["sentinel_wood"]), *game.pool[1:])
    event = GameStarted(replace(game, pool=pool), 1)
    kind, data = encode(event)
    assert data["version"] == version
    assert decode(kind, data) == event

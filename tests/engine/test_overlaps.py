"""Explore cards that are drawn over terrain: offers, outcomes, whole games, and players that know them."""

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import Overlap, Place, explore_from_json, explore_to_json
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.errors import Refusal
from engine.cartographers.forecast import forecast
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of, placement_of
from engine.cartographers.placement import Forced, Offer, SingleTerrain, explore_offer
from engine.cartographers.players.futures import Reveal
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.replies import Drawing, Replies, offer_of
from engine.cartographers.players.review import review_answers
from engine.cartographers.players.search import Search
from engine.cartographers.players.value import Moment, value_of
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.position import Position, Reward, starting
from engine.cartographers.sampling import sample
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.cartographers.view import View
from engine.contract import RuleViolation, Seat
from engine.verification import check
from tests.engine.any_boards import ALWAYS_THE_SAME, CARDS, boards
from tests.engine.compare import drawings_of
from tests.engine.mixed_games import check_game
from tests.engine.mixes import wild_random
from tests.engine.oracle import placement as oracle
from tests.engine.oracle.board import parse_map
from tests.engine.oracle.cards import EXPLORE
from tests.engine.oracle.random_maps import random_maps
from tests.engine.player_games import finish
from tests.engine.shadow import shadowed
from tests.engine.tools import FULL_MAP, Game, mask, mostly_full, names

PUBLISHED = cartographers()
COVERING = [Overlap.REPLACE, Overlap.DESTROY]
PLACES = [None, Place.EDGE, Place.MOUNTAIN]


def _view(game: Game) -> View:
    return RULES.view(game.state, Seat(0))


def _offer(board: Board, overlap: Overlap, card: str = "great_river", **more: bool) -> Offer:
    offer = explore_offer(
        replace(PUBLISHED.explore[card], overlap=overlap),
        board,
        ruins=more.get("ruins", False),
        singles=DRAWABLE,
        single_terrain=SingleTerrain.ANY,
    )
    assert offer is not None
    return offer


@pytest.mark.parametrize("overlap", COVERING)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("ruins", [False, True])
def test_offers_are_those_of_the_oracle(ruins: bool, place: Place | None, overlap: Overlap, full: bool) -> None:
    for text in random_maps(61, 40 if full else 6):
        fast, slow = board_of(text), parse_map(text)
        for card in PUBLISHED.explore.values():
            tied = replace(card, place=place, overlap=overlap)
            single = SingleTerrain.ANY
            offer = explore_offer(tied, fast, ruins=ruins, singles=DRAWABLE, single_terrain=single)
            where = place.value if place else ""
            theirs = oracle.offer(slow, EXPLORE[card.id], ruins, place=where, overlap=overlap.value)
            assert (card.id, drawings_of(offer), text) == (card.id, theirs, text)
            free = oracle.shape_drawings(slow, EXPLORE[card.id], ruins, where, overlap.value)
            assert bool(offer and offer.forced) == bool(slow.empty() and not free)


@pytest.mark.parametrize("overlap", COVERING)
def test_offer_needs_an_empty_space_and_keeps_off_lasting_spaces(overlap: Overlap) -> None:
    board = board_of(mostly_full(A="F.FFFFFFFFF", B="F^FFFFFFFFF", C="F#FFFFFFFFF", D="F.FFFFFFFFF"))
    offer = _offer(board.destroy(mask("D3")), overlap)
    assert not offer.forced
    for text, code, spaces in (
        ("1 water r0 A2", Refusal.BLOCKED, "B2 C2"),
        ("1 water r1 D2", Refusal.BLOCKED, "D3"),
        ("1 water r0 E4", Refusal.EMPTY_REQUIRED, ""),
    ):
        with pytest.raises(RuleViolation) as refused:
            offer.fit(placement_of(text))
        assert (refused.value.code, " ".join(refused.value.details)) == (code, spaces)
    assert names(offer.fit(placement_of("1 water r1 A2")).cells) == "A2 A3 A4"
    assert names(offer.fit(placement_of("1 water r0 D2")).cells) == "D2 E2 F2"


def test_forced_single_covers_nothing() -> None:
    offer = _offer(board_of(mostly_full(E="FF^.^FFFFFF", D="FFF^FFFFFFF", F="FFF^FFFFFFF")), Overlap.REPLACE)
    assert offer.forced is Forced.NOTHING_FITS
    assert {names(offer.fit(each).cells) for each in offer.placements()} == {"E4"}


def test_full_map_offers_nothing() -> None:
    card = replace(PUBLISHED.explore["great_river"], overlap=Overlap.DESTROY)
    single = SingleTerrain.ANY
    board = board_of(FULL_MAP)
    assert explore_offer(card, board, ruins=False, singles=DRAWABLE, single_terrain=single) is None


def _after(board: Board, overlap: Overlap, text: str, **more: tuple[Reward, ...]) -> Position:
    position = Position(board, 14, 0, more.get("rewarding", ()))
    return position.after(position.drawing(_offer(board, overlap), placement_of(text)))


def test_replaced_spaces_hold_the_new_terrain() -> None:
    board = board_of(mostly_full(A="...FFFFFFFF"))
    after = _after(board, Overlap.REPLACE, "1 water r1 A3").board
    assert names(after.layers[Feature.WATER]) == "A3 A4 A5"
    assert not after.layers[Feature.FOREST] & mask("A3 A4 A5")


def test_destroyed_spaces_hold_no_terrain_and_stay_filled() -> None:
    board = board_of(mostly_full(A="...FFFFFFFF"))
    after = _after(board, Overlap.DESTROY, "1 water r1 A3").board
    assert (names(after.layers[Feature.WATER]), names(after.layers[Feature.DESTROYED])) == ("A3", "A4 A5")
    assert names(after.empty) == "A1 A2"


def test_replaced_monster_loses_its_initial_and_gives_no_coins() -> None:
    board = board_of(mostly_full(A="...FFFFFFFF")).clear(mask("A4")).draw(mask("A4"), Terrain.MONSTER, "D")
    rewarding = (Reward("D", 3),)
    after = _after(board, Overlap.REPLACE, "1 water r1 A3", rewarding=rewarding)
    assert (after.board.initials, after.rewarded, after.coins) == ((), (), 1)
    destroyed = _after(board, Overlap.DESTROY, "1 water r1 A3", rewarding=rewarding)
    assert destroyed.board.initials == (("D", mask("A4")),)
    assert (destroyed.rewarded, destroyed.coins) == (("D",), 4)


def test_covered_hero_leaves_its_marks() -> None:
    board = board_of(mostly_full(A="..HFFFFFFFF")).mark(mask("B3"))
    for overlap in COVERING:
        after = _after(board, overlap, "1 water r1 A1").board
        assert not after.layers[Feature.HERO]
        assert names(after.marked) == "B3"


def test_monster_drawn_over_terrain_under_attack_is_destroyed() -> None:
    board = board_of(mostly_full(A="..FFFFFFFFF")).mark(mask("A3"))
    card = replace(PUBLISHED.explore["great_river"], terrains=(Terrain.MONSTER,), overlap=Overlap.REPLACE)
    single = SingleTerrain.ANY
    offer = explore_offer(card, board, ruins=False, singles=DRAWABLE, single_terrain=single)
    assert offer is not None
    position = Position(board, 14)
    after = position.after(position.drawing(offer, placement_of("1 monster r1 A2"))).board
    assert (names(after.layers[Feature.MONSTER]), names(after.layers[Feature.DESTROYED])) == ("A2 A4", "A3")


@pytest.mark.parametrize("overlap", COVERING)
def test_printed_terrain_is_covered_and_surrounded_mountains_pay_no_more(overlap: Overlap) -> None:
    sheet = Sheet.from_rows("printed", "Printed", mostly_full(A="...FFFFFFFF", C="F^FFFFFFFFF").split("/"))
    position = starting(Board.of_sheet(sheet), 14, ())
    assert names(position.paid) == "C2"
    offer = _offer(position.board, overlap)
    with pytest.raises(RuleViolation):
        position.drawing(offer, placement_of("1 water r0 A2"))
    outcome = position.drawing(offer, placement_of("1 water r1 A3"))
    assert (outcome.coins, names(outcome.changed)) == (1, "A3 A4 A5")
    assert not position.after(outcome).board.layers[Feature.FOREST] & mask("A4 A5")


@settings(ALWAYS_THE_SAME, max_examples=25)
@given(boards, st.integers(0, 2**32 - 1))
def test_trial_placements_and_values_are_those_of_each_position(drawn: Board, seed: int) -> None:
    rng, tries, view = Random(seed), ScoreCache(), _view(wild_random(0, overlaps=True))
    position = Position(drawn, 14, rng.randint(0, 14), (Reward("D", 3), Reward("Z", 2)), rng.choice(((), ("D",))))
    edicts, value, moment = rng.sample(list(CARDS.values()), 2), value_of(view, trained_weights()), Moment(1, 2)
    cards = [*PUBLISHED.explore.values(), *heroes().explore.values()]
    if not drawn.empty:
        return
    card = replace(rng.choice(cards), overlap=rng.choice(COVERING), place=rng.choice(PLACES))
    if rng.random() < 0.2:
        card = replace(card, terrains=(Terrain.MONSTER, Terrain.FOREST))
    single = SingleTerrain.ANY
    offer = explore_offer(card, drawn, ruins=rng.random() < 0.3, singles=DRAWABLE, single_terrain=single)
    assert offer is not None
    attempts = try_placements(position, offer, edicts, tries)
    assert [each.placement for each in attempts] == list(offer.placements())
    rated = value.rate(position, offer, moment)
    for each, one in zip(attempts, rated, strict=True):
        after = position.after(position.drawing(offer, each.placement))
        expected = forecast(after, edicts)
        earned = sum(tally.stars for tally in expected.edicts)
        losses = -expected.losses.total
        assert (each.stars, each.coins, each.losses) == (earned, after.coins - position.coins, losses)
        assert one.placement == each.placement
        assert one.value == pytest.approx(value.value(after, moment))


@pytest.mark.parametrize("seats", range(1, 7))
def test_games_end_as_the_oracle_has_it(seats: int, full: bool) -> None:
    for number in range(seats - 1, 300 if full else 18, 6):
        check_game(wild_random(number, overlaps=True), Random(number))


def test_games_draw_over_every_kind_of_space() -> None:
    covered = Counter[Feature]()
    for number in range(6):
        game = wild_random(number, overlaps=True).play_on(Random(number))
        state = RULES.initial
        for event in game.events:
            if state.open and state.open.id in {card.id for card in state.definition.explore}:
                for answer in filter(None, state.answers):
                    board = state.boards[answer.subject]
                    over = (answer.outcome.cells | answer.outcome.destroyed) & board.filled
                    covered.update(feature for feature in Feature if board.layers[feature] & over)
            state = RULES.evolve(state, event)
    assert {Feature(terrain) for terrain in DRAWABLE} | {Feature.HERO} <= set(covered)
    assert not covered[Feature.MOUNTAIN] | covered[Feature.WASTELAND] | covered[Feature.DESTROYED]


def test_game_is_stored_and_read_in_version_6() -> None:
    game = wild_random(0, overlaps=True).play_on(Random(0))
    kind, data = RULES.encode(game.events[0])
    assert data["version"] == 6
    assert RULES.decode(kind, json.loads(json.dumps(data))) == game.events[0]
    assert check(RULES, game.events) == game.state


def test_card_is_stored_with_its_overlap_only_if_it_has_one() -> None:
    card = PUBLISHED.explore["great_river"]
    assert "overlap" not in explore_to_json(card)
    for overlap in COVERING:
        covering = replace(card, overlap=overlap)
        assert explore_to_json(covering)["overlap"] == overlap.value
        assert explore_from_json(explore_to_json(covering)) == covering
    with pytest.raises(ValueError, match="overlap: 'melt'"):
        explore_from_json(explore_to_json(card) | {"overlap": "melt"})


@pytest.mark.parametrize("number", range(6))
def test_replies_are_legal_and_have_their_true_value(number: int) -> None:
    game, rng = wild_random(number, overlaps=True), Random(number)
    for _ in range(8):
        game.anything(rng)
    view = RULES.view(game.state, Seat(0))
    value, box, position = value_of(view, trained_weights()), view.definition, view.positions[0]
    replies = Replies(box, value, position)
    for card in box.explore:
        reveal = Reveal(card, Moment(2, 3), ruins=number % 2 == 0)
        before = position
        for _ in range(3):
            found = replies.reply(before, reveal)
            if found is None:
                break
            offer = offer_of(box, before, reveal)
            fits = {fit.cells for option in offer.options for fit in offer.fits(option)}
            assert found.drawing.cells in fits
            if found.drawing.cells & before.board.filled:
                assert found.value == pytest.approx(value.value(found.drawing.on(before), reveal.moment))
            before = found.drawing.on(before)


def test_drawing_of_a_placement_leads_to_its_position() -> None:
    view = _view(wild_random(0, overlaps=True))
    value, board = value_of(view, trained_weights()), board_of(mostly_full(A="...FFFFFFFF", B="FFMFFFFFFFF"))
    for overlap in COVERING:
        position, offer = Position(board, 14), _offer(board, overlap)
        for rated in value.rate(position, offer, Moment(0, 0)):
            expected = position.after(position.drawing(offer, rated.placement))
            assert Drawing.of(offer, rated).on(position) == expected


@pytest.mark.parametrize("number", range(3))
def test_bots_and_samples_go_on_from_any_turn(number: int) -> None:
    game = wild_random(number, overlaps=True)
    finish(game, Search(), Random(number), 0.2, Budget(playouts=12))
    assert shadowed(game.events) == game.state
    again = wild_random(number, overlaps=True)
    for _ in range(7):
        again.anything(Random(number))
    view = _view(again)
    assert RULES.view(sample(view, Random(1)), Seat(0)) == view


def test_review_shows_all_spaces_of_a_covering_shape() -> None:
    game = wild_random(0, overlaps=True)
    finish(game, OnePly(), Random(0), 0.5)
    sizes = {len(shape.shape.cells) for card in game.state.definition.explore for shape in card.shapes}
    answers = [answer for answer in review_answers(game.events) if answer.turn]
    assert answers
    assert all(rating.cells.bit_count() in sizes | {1} for answer in answers for rating in answer.best)

"""Parts of both boxes in one game: sheets, seasons, decks, ambushes, heroes, pools and editions."""

from random import Random

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import scoring_from_json, scoring_to_json
from engine.cartographers.catalog import Edition, cartographers, heroes, scoring_cards
from engine.cartographers.events import CardRevealed, SeasonBegan, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.cartographers.rules.solo import path, walk
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import RuleViolation
from engine.randomness import Shuffler
from tests.engine.mixes import BOTH, BOTH_ON_HEROES_DECK, CARTOGRAPHERS, FIRST_GAME, HEROES, PRESETS, Mix, staged
from tests.engine.oracle.board import parse_map, space_name
from tests.engine.oracle.cards import AMBUSH, HEROES_AMBUSH, HEROES_EXPLORE, SHEETS
from tests.engine.oracle.heroes import ATTACKS, INITIALS
from tests.engine.oracle.placement import solo_ambush, solo_walk
from tests.engine.tools import Game, board, mostly_full, names, seed_of


def played(mix: Mix, seats: int, number: int, edicts: tuple[str, ...] = ()) -> Game:
    return Game(Setup(mix.definition(), edicts or mix.edicts), seats, Shuffler(seed_of(number))).play_on(Random(number))


def test_the_box_holds_what_the_oracle_knows_of_it() -> None:
    box = heroes()
    assert {card.id: card.time for card in box.explore.values()} == {card.id: card.time for card in HEROES_EXPLORE}
    for card in HEROES_EXPLORE:
        shapes = [(frozenset(entry.shape.cells), entry.coin) for entry in box.explore[card.id].shapes]
        printed = [(anchored(shape.cells), shape.coin) for shape in card.shapes]
        assert shapes == printed
        assert tuple(terrain.word for terrain in box.explore[card.id].terrains) == card.terrains
    for ambush in HEROES_AMBUSH:
        ours = box.ambushes[ambush.id]
        assert frozenset(ours.shape.cells) == anchored(ambush.cells)
        assert (ours.passing, ours.solo_corner, ours.solo_way) == (
            *(ambush.passes, ambush.solo_corner, ambush.solo_direction),
        )
    assert {card.id: card.initial for card in box.ambushes.values()} == INITIALS
    assert {card.id: frozenset(card.attack) for card in box.heroes.values()} == ATTACKS
    assert {name: "\n".join(sheet.rows()) for name, sheet in box.sheets.items()} == {
        name: SHEETS[name].strip() for name in "CD"
    }


def anchored(cells: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    """The cells relative to the first one."""
    top, left = min(cells)
    return frozenset((row - top, column - left) for row, column in cells)


@pytest.mark.parametrize("sheet", "CD")
@pytest.mark.parametrize("card", [card.id for card in HEROES_AMBUSH])
def test_alone_they_walk_in_where_the_oracle_has_them(card: str, sheet: str) -> None:
    ours, undrawn = heroes().ambushes[card], Board.of_sheet(heroes().sheets[sheet])
    expected = solo_ambush(parse_map(SHEETS[sheet]), AMBUSH[card])
    assert expected is not None
    assert names(walk(ours, undrawn)) == " ".join(map(space_name, sorted(expected)))
    places = dict.fromkeys(" ".join(map(space_name, sorted(cells))) for cells in solo_walk(AMBUSH[card]))
    assert [names(cells) for cells in path(ours.shape, ours.solo_corner, ours.solo_way)] == list(places)


@pytest.mark.parametrize(("mix", "thresholds"), [(CARTOGRAPHERS, (8, 8, 7, 6)), (HEROES, (8, 7, 7, 6))])
def test_seasons_last_as_their_cards_say(mix: Mix, thresholds: tuple[int, ...]) -> None:
    game = played(mix, 2, 5)
    assert tuple(season.threshold for season in game.state.definition.seasons) == thresholds
    times = {card.id: card.time for card in game.state.definition.explore}
    time, ends = 0, []
    for event in game.events:
        if isinstance(event, CardRevealed):
            assert time < thresholds[len(ends)]
            time += times.get(event.card, 0)
        elif isinstance(event, SeasonScored):
            ends.append(time)
            time = 0
    assert all(threshold <= end <= threshold + 1 for end, threshold in zip(ends, thresholds, strict=True))


@pytest.mark.parametrize(
    ("mix", "threshold"), [(Mix("B", "heroes", "cartographers"), 8), (Mix("B", "cartographers", "heroes"), 7)]
)
def test_the_season_cards_of_one_box_go_with_the_deck_of_the_other(mix: Mix, threshold: int) -> None:
    game = played(mix, 1, 3)
    assert game.state.definition.seasons[1].threshold == threshold
    assert game.state.over


@pytest.mark.parametrize(
    ("mix", "in_deck"),
    [
        (HEROES, False),
        (Mix(heroes=False), False),
        (Mix("A"), True),
        (Mix(seasons="cartographers"), True),
        (Mix(ruins="in"), True),
        (Mix("A", "cartographers", "cartographers", "cartographers", False, "cartographers", ruins="out"), False),
        (Mix(deck="cartographers"), True),
        (Mix(ambushes="cartographers"), True),
        (Mix(ambushes="both"), True),
        (Mix(pool="cartographers"), True),
        (Mix(pool="both"), True),
        (BOTH, True),
        (BOTH_ON_HEROES_DECK, True),
        (CARTOGRAPHERS, True),
    ],
)
def test_ruins_cards_are_what_the_set_up_says(mix: Mix, in_deck: bool) -> None:
    game = played(mix, 1, 2)
    ruins = {"temple_ruins", "outpost_ruins"} if in_deck else set()
    for event in game.events:
        if isinstance(event, SeasonBegan):
            assert {card for card in event.deck if card.endswith("_ruins")} == ruins


def test_without_ruins_cards_ruins_bind_nobody() -> None:
    game = Game(Setup(HEROES.definition()), 1, Shuffler(seed_of(1)))
    while not game.state.over:
        assert not game.state.ruins_pending
        game.anything(Random(1))


def test_one_ambush_a_season_from_both_boxes() -> None:
    met: set[str] = set()
    for number in range(12):
        game = played(BOTH, 1, number)
        began = [event for event in game.events if isinstance(event, SeasonBegan)]
        assert len({event.ambush for event in began}) == 4
        met |= {event.ambush for event in began}
    assert met == {*cartographers().ambushes, *heroes().ambushes}


def test_the_explore_decks_are_never_mixed() -> None:
    for mix, explore in (
        (CARTOGRAPHERS, cartographers().explore),
        (HEROES, heroes().explore),
        (BOTH, cartographers().explore),
        (BOTH_ON_HEROES_DECK, heroes().explore),
    ):
        assert {card.id for card in mix.definition().explore} == set(explore)


def test_one_scoring_card_a_stack_from_both_pools() -> None:
    laid = {card.id for number in range(20) for card in played(BOTH, 1, number).state.edicts}
    assert laid & set(cartographers().scoring)
    assert laid & set(heroes().scoring)
    for number in range(5):
        stacks = [card.stack for card in played(BOTH, 1, number).state.edicts]
        assert len(set(stacks)) == 4


def test_the_first_game_of_the_box_has_its_four_edicts() -> None:
    game = played(HEROES, 2, 1, FIRST_GAME)
    assert tuple(card.id for card in game.state.edicts) == FIRST_GAME
    with pytest.raises(RuleViolation, match="edicts"):
        played(CARTOGRAPHERS, 2, 1, FIRST_GAME)


def test_a_hero_is_a_type_for_cards_that_count_types() -> None:
    row = mostly_full(E="FVAWH......")
    assert stars(scoring_cards()["banded_hills"], board(row)) == 4
    plains = mostly_full(D="...........", E=".FVHA......", F="..W........", G="...........")
    for text, expected in ((plains, 3), (plains.replace("H", "X"), 0)):
        assert stars(scoring_cards()["greengold_plains"], board(text)) == expected


def test_singles_are_heroes_only_where_heroes_are() -> None:
    assert Mix(heroes=False).definition().singles == DRAWABLE
    assert HEROES.definition().singles == (*DRAWABLE, Terrain.HERO)
    assert Terrain.HERO not in [
        terrain for card in heroes().explore.values() for option in card.options for terrain in option.terrains
    ]


DIFFERING = {
    "heart_of_the_forest": (2, 3),
    "craylund": (7, 6),
    "ulems_wallow": (4, 3),
    "traylo_monastery": (7, 6),
    "dwarvenholds": (7, 8),
    "banded_hills": (4, 3),
}


def test_the_editions_differ_on_six_cards_and_no_others() -> None:
    retail, preview = (heroes(edition).scoring for edition in (Edition.RETAIL, Edition.PREVIEW))
    assert list(retail) == list(preview)
    assert {card for card in retail if retail[card] != preview[card]} == set(DIFFERING)
    for card, worth in DIFFERING.items():
        assert tuple(cards[card].clauses[0].stars for cards in (retail, preview)) == worth
        assert retail[card].solo_target == preview[card].solo_target
    assert heroes().scoring == retail


@pytest.mark.parametrize("edition", Edition)
def test_a_game_keeps_the_edition_it_began_with(edition: Edition) -> None:
    game = played(Mix(edition=edition), 1, 4, ("heart_of_the_forest", "traylo_monastery", "craylund", "dwarvenholds"))
    for card in game.state.edicts:
        assert card == heroes(edition).scoring[card.id]
    kind, data = RULES.encode(game.events[0])
    assert RULES.decode(kind, data) == game.events[0]


def test_banded_hills_for_full_rows_at_four_stars_is_data() -> None:
    data = scoring_to_json(heroes().scoring["banded_hills"])
    data["clauses"][0]["filled"] = True
    third = scoring_from_json(data)
    row = board("/".join(["FVAWMFFFFFF", "FVAWM......", *["." * 11] * 9]))
    cards = (heroes().scoring["banded_hills"], third, heroes(Edition.PREVIEW).scoring["banded_hills"])
    assert [stars(card, row) for card in cards] == [8, 4, 3]


@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_played_to_its_end_by_any_number(preset: str, seats: int) -> None:
    game = played(PRESETS[preset], seats, seats)
    assert (game.state.over, len(game.state.scores)) == (True, 4)


def test_seats_up_to_a_hundred_play_with_heroes() -> None:
    game = staged(100, ["dal_of_jolev", "gorgon_gaze", "lagoon"])
    game.draw_all("1 hero A1")
    game.draw_all("1 monster E5")
    assert [ask.subject for ask in RULES.asks(game.state)] == [99, *range(99)]

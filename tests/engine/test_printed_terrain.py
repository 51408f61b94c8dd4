"""Sheets with printed terrain: how they are read, drawn on, scored, destroyed, stored and played."""

import json
from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of, board_text, space_names
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Search
from engine.cartographers.rules.effects import targets
from engine.cartographers.scoring.tally import score
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE, Feature, Terrain
from engine.randomness import Shuffler
from engine.verification import check
from tests.engine.mixed_games import check_game
from tests.engine.mixes import CARTOGRAPHERS, Mix, sheet_with_terrain
from tests.engine.player_games import finish
from tests.engine.shadow import shadowed
from tests.engine.tools import Game, seed_of

ROWS = [
    "FF.........",
    "Ff.r...^...",
    "...........",
    "VV....^A...",
    "......AA...",
    "...........",
    "...........",
    "WW.w....M..",
    "...........",
    "...........",
    "..........#",
]
SHEET = Sheet.from_rows("meadow", "Meadow", ROWS)


def test_sheet_from_rows_reads_printed_terrain_and_ruins_below_it() -> None:
    assert [terrain for terrain, _ in SHEET.terrain] == list(DRAWABLE)
    assert [len(space_names(cells)) for _, cells in SHEET.terrain] == [4, 2, 3, 3, 1]
    assert space_names(SHEET.ruins) == ("B2", "B4", "H4")
    assert SHEET.rows() == ROWS
    assert SHEET.empty.bit_count() == 121 - 13 - 2 - 1


@pytest.mark.parametrize("number", range(20))
def test_random_sheet_has_the_board_of_its_rows(number: int) -> None:
    sheet = sheet_with_terrain(number)
    assert Sheet.from_rows(sheet.id, sheet.name, sheet.rows()) == sheet
    assert board_text(Board.of_sheet(sheet)) == "/".join(sheet.rows())
    assert Board.of_sheet(sheet).empty == sheet.empty


def test_printed_terrain_fills_spaces_and_scores_as_if_drawn() -> None:
    printed = Board.of_sheet(SHEET)
    assert printed == board_of("/".join(ROWS))
    assert not printed.empty & SHEET.printed
    assert printed.monster_losses().bit_count() == 4
    assert not printed.initials
    greenbough = cartographers().scoring["greenbough"]
    assert score(greenbough, printed).stars == 4
    assert score(greenbough, printed.draw(1 << 2, Terrain.FOREST)).stars == 5


def test_monsters_destroy_printed_terrain() -> None:
    gorgon = next(card for card in Mix().definition().ambushes if card.id == "gorgon_gaze")
    beside = board_of("/".join(ROWS)).draw(1 << 2, Terrain.MONSTER, gorgon.initial)
    assert "A2" in space_names(targets(gorgon, beside))
    destroyed = beside.destroy(1 << 1)
    assert destroyed.layers[Feature.FOREST].bit_count() == 3
    assert destroyed.layers[Feature.DESTROYED] == 1 << 1


def test_game_on_printed_terrain_is_stored_in_version_5() -> None:
    plain = Game(CARTOGRAPHERS.setup(), 1, Shuffler(seed_of(1)))
    printed = Game(replace(CARTOGRAPHERS, sheet=SHEET).setup(), 1, Shuffler(seed_of(1)))
    kind, data = RULES.encode(printed.events[0])
    assert data["version"] == 5
    assert data["definition"]["sheet"] == {"id": "meadow", "name": "Meadow", "rows": ROWS}
    assert RULES.decode(kind, json.loads(json.dumps(data))) == printed.events[0]
    assert RULES.encode(plain.events[0])[1]["version"] < 5


@pytest.mark.parametrize("seats", range(1, 7))
def test_game_on_printed_terrain_agrees_with_the_oracle(seats: int, full: bool) -> None:
    for number in range(seats - 1, 120 if full else 12, 6):
        mix = Mix(sheet_with_terrain(number), deck="cartographers", ambushes="both", pool="both")
        check_game(Game(mix.setup(), seats, Shuffler(seed_of(number))), Random(number))


@pytest.mark.parametrize("seats", [1, 2])
def test_players_and_the_stand_in_play_on_printed_terrain(seats: int) -> None:
    mix = Mix(sheet_with_terrain(seats), pool="both")
    game = Game(mix.setup(), seats, Shuffler(seed_of(seats)))
    for _ in range(6):
        game.do(game.fallback(game.open_asks[0]))
    finish(game, Search(), Random(seats), 0.2, Budget(playouts=12))
    assert shadowed(game.events) == check(RULES, game.events) == game.state

"""Every ruling of docs/rules.md, by name: a board or a moment of a game that would fail without it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import Edition, cartographers, scoring_cards
from engine.cartographers.events import Drawn
from engine.cartographers.geometry import DIAGONALS
from engine.cartographers.mixing.build import definition_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.placement import Forced
from engine.cartographers.rules.setup import Setup
from engine.cartographers.rules.solo import walk
from engine.cartographers.scoring.tally import stars
from engine.cartographers.terrain import Feature
from tests.engine.tools import FULL_MAP, Game, Stacked, board, mostly_full, names, new_game, seed_of

BLANK_ROW = "." * 11


def rows(*drawn: str) -> str:
    """A map that starts with these rows, each padded with empty spaces, and is empty below."""
    padded = [row.ljust(11, ".") for row in drawn]
    return "/".join([*padded, *[BLANK_ROW] * (11 - len(padded))])


def earned(card: str, text: str, edition: Edition = Edition.RETAIL) -> int:
    return stars(scoring_cards(edition)[card], board(text))


# ruling: (card, map, stars)
CARDS: dict[str, tuple[str, str, int]] = {
    "sentinel wood: a corner is one space": ("sentinel_wood", rows("F"), 1),
    "greenbough: twenty-two at most": ("greenbough", FULL_MAP, 22),
    "greenbough: a row counts once": ("greenbough", rows("FFF"), 4),
    "treetower: the edge closes": ("treetower", rows("FV", "V"), 1),
    "treetower: wasteland and destroyed close": ("treetower", rows(".#", "XFM", ".^"), 1),
    "treetower: empty ruins do not close": ("treetower", rows(".#", "XFr", ".^"), 0),
    "stoneside: one cluster, two mountains": ("stoneside_forest", rows("", ".^FF^"), 6),
    "stoneside: two clusters do not join": ("stoneside_forest", rows("", ".^F.F^"), 0),
    "stoneside: a mountain scores once": ("stoneside_forest", rows(".FFF", ".^.^", ".FFF"), 6),
    "stoneside: chains score every mountain once": ("stoneside_forest", rows("^F^F^"), 9),
    "wildholds: each cluster of six": ("wildholds", rows("VVVVVV", "", "VVVVVVV", "", "VVVVV"), 16),
    "great city: mountains spoil before the largest is chosen": ("great_city", rows("^VVVV", "", "VV"), 2),
    "great city: one touching space spoils all": ("great_city", rows("VVV", "..V^"), 0),
    "greengold: three types": ("greengold_plains", rows("FVA", ".W"), 3),
    "greengold: monster, hero and mountain are types": ("greengold_plains", rows("MVH", ".^"), 3),
    "greengold: wasteland, ruins and destroyed are none": ("greengold_plains", rows("FVA", "r#X"), 0),
    "greengold: villages do not count themselves": ("greengold_plains", rows("FVV", ".AV"), 0),
    "shieldgate: tied for largest": ("shieldgate", rows("VVV", "", "VVV"), 6),
    "shieldgate: one cluster alone": ("shieldgate", rows("VVV"), 0),
    "canal lake: each space once": ("canal_lake", rows(".A", "AWA", ".A"), 5),
    "mages valley: each space once": ("mages_valley", rows(".^", "^W^", ".^"), 2),
    "mages valley: water two, farm one": ("mages_valley", rows("W^A"), 3),
    "golden granary: water beside ruins, drawn over or not": ("the_golden_granary", rows("Wr.fW"), 2),
    "golden granary: on ruins is not beside them": ("the_golden_granary", rows("", ".w"), 0),
    "golden granary: water on ruins beside others": ("the_golden_granary", rows("wr"), 1),
    "golden granary: farm on ruins": ("the_golden_granary", rows("", ".a.A"), 3),
    "golden granary: destroyed ruins are ruins": ("the_golden_granary", rows("Wx"), 1),
    "shoreside: the edge spoils the cluster": ("shoreside_expanse", rows(".A", ".A", "", ".A"), 3),
    "shoreside: the other terrain spoils the cluster": ("shoreside_expanse", rows("", ".AAW"), 0),
    "shoreside: each cluster three": ("shoreside_expanse", rows("", ".AA.WW"), 6),
    "borderlands: crossing lines both score": (
        "borderlands",
        rows("FFFFFFFFFFF", *["F"] * 10),
        12,
    ),
    "borderlands: empty ruins are a gap": ("borderlands", rows("FFFFFFFFFFr"), 0),
    "borderlands: wasteland and destroyed fill": ("borderlands", rows("##XX^FVAWMH"), 6),
    "lost barony: one square only": ("lost_barony", rows("FFF.FFF", "FFF.FFF", "FFF.FFF"), 9),
    "lost barony: three for each space of the side": ("lost_barony", FULL_MAP, 33),
    "lost barony: a lone mountain": ("lost_barony", rows("", ".^"), 3),
    "lost barony: wasteland fills": ("lost_barony", rows("##", "##"), 6),
    "broken road: the corner is a diagonal": ("the_broken_road", "/".join([*[BLANK_ROW] * 10, "F" + "." * 10]), 3),
    "broken road: not from the upper edge": ("the_broken_road", rows(".F", "..F"), 0),
    "broken road: eleven diagonals": ("the_broken_road", FULL_MAP, 33),
    "cauldrons: the edge closes": ("the_cauldrons", rows(".F", "F"), 1),
    "cauldrons: empty ruins may be one": ("the_cauldrons", rows("rF", "F"), 1),
    "cauldrons: two together are none": ("the_cauldrons", rows("..F", "FF"), 0),
    "faunlost thicket: one vertical run": ("faunlost_thicket", rows("F", "F", ".", "F", "FFFFF", "F"), 6),
    "deepwood: one touching village spoils all": ("deepwood", rows("FFFFF", "....V", "", "FFFFFF"), 6),
    "heart of the forest: the edge closes": ("heart_of_the_forest", rows("FF", "F"), 2),
    "sleepy valley: three anywhere in the row": ("sleepy_valley", rows("F...F.....F"), 4),
    "traylo: once a cluster": ("traylo_monastery", rows("VVVVVVVV", "V", "V", "V"), 7),
    "gnomish colony: once a cluster": ("gnomish_colony", rows("VVVV", "VVVV"), 6),
    "outer enclave: the best cluster": ("outer_enclave", rows("V", "", ".....V"), 4),
    "outer enclave: empty ruins are empty": ("outer_enclave", rows(".r", "rVr", ".r"), 4),
    "caravansary: the best cluster": ("caravansary", rows("VVVV", "", ".....VV", ".....VV"), 5),
    "craylund: three distinct waters": ("craylund", rows(".W", "WAW"), 7),
    "craylund: a water touched twice is one": ("craylund", rows("AAW", "AWA", ".A"), 0),
    "ulem's wallow: two farms": ("ulems_wallow", rows("AWA", "", "AW"), 4),
    "clawsgrave: one cluster touches both": ("clawsgrave_peaks", rows("^WWA"), 5),
    "clawsgrave: two clusters do not": ("clawsgrave_peaks", rows("^W.WA"), 0),
    "clawsgrave: a mountain scores once": ("clawsgrave_peaks", rows("AW", ".^WA"), 5),
    "jorekburg: at least one of each": ("jorekburg", rows("A", "W", ".", "."), 4),
    "jorekburg: none of each is no match": ("jorekburg", rows("F"), 0),
    "dwarvenholds: a row and a column share a mountain": ("dwarvenholds", rows("^FFFFFFFFFF", *["F"] * 10), 14),
    "dwarvenholds: wasteland is filled": ("dwarvenholds", rows("^##########"), 7),
    "silos: odd columns only": ("silos", "/".join(["FF" + "." * 9] * 11), 10),
    "banded hills: the row need not be full": ("banded_hills", rows("FVAWM"), 4),
    "banded hills: wasteland, destroyed and ruins are no types": ("banded_hills", rows("FVAW#Xr"), 0),
    "banded hills: hero and mountain are types": ("banded_hills", rows("FVA^H"), 4),
    "starlit sigil: exactly three": ("starlit_sigil", mostly_full(B="F...FFFFFFF", D="F..F....FFF"), 4),
    "starlit sigil: the edge closes": ("starlit_sigil", mostly_full(A="..FFFFFFFFF", B=".FFFFFFFFFF"), 4),
    "starlit sigil: empty ruins are empty": ("starlit_sigil", mostly_full(B="Fr.rFFFFFFF"), 4),
}


@pytest.mark.parametrize("ruling", CARDS)
def test_card_ruling(ruling: str) -> None:
    card, text, expected = CARDS[ruling]
    assert earned(card, text) == expected


# card: (map, retail stars, preview stars)
EDITIONS = {
    "heart_of_the_forest": (rows("FF", "F"), 2, 3),
    "traylo_monastery": (rows("VVVV", "", "", ".VVV", ".VV", "", "VV", "VVV"), 7, 6),
    "craylund": (rows(".W", "WAW"), 7, 6),
    "ulems_wallow": (rows("AWA"), 4, 3),
    "dwarvenholds": (rows("^FFFFFFFFFF"), 7, 8),
    "banded_hills": (rows("FVAWM", "FVAWMFVAWMF"), 8, 3),
}


@pytest.mark.parametrize("card", EDITIONS)
def test_edition_ruling(card: str) -> None:
    text, retail, preview = EDITIONS[card]
    assert [earned(card, text, edition) for edition in (Edition.RETAIL, Edition.PREVIEW)] == [retail, preview]


def _monsters_once() -> None:
    assert names(board(rows("M.M", "...", ".r.")).monster_losses()) == "A2 A4 B1 B3"
    assert board(rows("MX", "#")).monster_losses() == 0


def _destroyed() -> None:
    drawn = board(rows("XM", "x"))
    assert names(drawn.filled) == "A1 A2 B1"
    assert names(drawn.monster_losses()) == "A3 B2"


def _ruins_are_empty() -> None:
    assert names(board(mostly_full(E="r.FFFFFFFFF")).empty) == "E1 E2"


def _ruins_twice() -> None:
    game = new_game(2, spring=["temple_ruins", "outpost_ruins", "farmland", "orchard"])
    game.draw_all("1 farm B6")
    assert not game.state.ruins_pending


def _ruins_through_ambush() -> None:
    game = new_game(2, spring=["temple_ruins", "gnoll_raid", "farmland"])
    game.draw_all("1 monster A1")
    assert game.state.ruins_pending
    assert game.offer().covering


def _ruins_if_any_shape() -> None:
    one_shape = mostly_full(C="r" + "F" * 10, D="." + "F" * 10)
    game = new_game(1, spring=["temple_ruins", "farmland"]).put(one_shape)
    assert game.offer().forced is Forced.NO
    assert [str(each) for each in game.offer().placements()] == ["1 farm r0 C1"]


def _forced_under_ruins() -> None:
    game = new_game(1, spring=["temple_ruins", "farmland"]).put(mostly_full(C="..f" + "F" * 8))
    assert game.offer().forced is Forced.NO_EMPTY_RUINS
    assert {each.terrain.word for each in game.offer().placements()} == {
        "forest",
        "village",
        "farm",
        "water",
        "monster",
    }


def _forced_no_coin() -> None:
    game = new_game(1, spring=["farmland", "orchard"]).put(mostly_full(C=".F." + "F" * 8))
    game.draw("1 farm C1")
    assert game.state.coins == (0,)


def _rift_under_ruins() -> None:
    game = new_game(1, spring=["temple_ruins", "rift_lands"])
    assert names(game.offer().covering) == "B6 C2 C10 I2 I10 J6"
    assert game.offer().forced is Forced.NO
    game.put(mostly_full(E="..fFFFFFFFF"))
    assert game.offer().forced is Forced.NO_EMPTY_RUINS


def _rift_monster_has_no_initial() -> None:
    game = new_game(2, spring=["rift_lands"])
    (drawn, *_) = game.draw("1 monster A1")
    assert isinstance(drawn, Drawn)
    assert drawn.initial == ""


def _no_heroes() -> None:
    game = new_game(1, spring=["farmland"]).put(mostly_full(E=".FFFFFFFFFF"))
    assert "hero" not in {each.terrain.word for each in game.offer().placements()}


def _full_board() -> None:
    game = new_game(2, spring=["farmland"]).put(FULL_MAP, mostly_full(E="..FFFFFFFFF"))
    assert [ask.seat for ask in game.open_asks] == [1]


def _coin_by_anybody() -> None:
    game = new_game(2, spring=["gnoll_raid", "farmland"]).put(rows(".F", "F^F"), rows(""))
    # Seat 1 holds the board of seat 0: counter-clockwise goes to the seat before, which is the other one.
    game.draw("1 monster C2", 1)
    game.draw("1 monster A1", 0)
    assert game.state.coins == (1, 0)


def _coin_track() -> None:
    game = new_game(1, spring=["farmland"]).put(rows(""), coins=[14])
    game.draw("1 farm A1")
    assert game.state.coins == (14,)


def _printed_shut_in() -> None:
    sheet_b = Board.of_sheet(cartographers().sheets["B"])
    assert sheet_b.surrounded_mountains() == 0
    drawn = board(rows("#^#", ".#"))
    assert names(drawn.surrounded_mountains()) == "A2"
    closing = board(rows("#^#", "F#")).filled & ~drawn.filled
    assert drawn.surrounded_by(closing, drawn.layers[Feature.MOUNTAIN]) == 0


def _surplus_is_lost() -> None:
    game = new_game(1, spring=["farmland", "orchard", "homestead", "marshlands", "treetop_village"])
    for _ in range(5):
        game.close_turn()
    assert (game.state.season, game.state.time) in {(1, 0), (1, 1), (1, 2)}


def _two_seats() -> None:
    assert [[ask.subject for ask in new_game(2, spring=[card]).open_asks] for card in cartographers().ambushes] == [
        [1, 0]
    ] * 4


def _ambush_single() -> None:
    game = new_game(2, spring=["goblin_attack"]).put(mostly_full(E="..FFFFFFFFF"))
    assert (game.offer().forced, game.offer().initial) == (Forced.NOTHING_FITS, "")


def _solo_ignored() -> None:
    assert walk(cartographers().ambushes["goblin_attack"], board(mostly_full(E="....FFFFFFF"))) == 0


def _solo_rings() -> None:
    inner = "/".join(["F" * 11] + ["F" + "." * 9 + "F"] * 9 + ["F" * 11])
    assert names(walk(cartographers().ambushes["goblin_attack"], board(inner))) == "H8 I9 J10"


def _k1_is_a_diagonal() -> None:
    assert [names(line) for line in DIAGONALS[-2:]] == ["J1 K2", "K1"]


def _mixed_with_ruins() -> None:
    """A mix that differs from the Heroes box only in its sheet has ruins cards."""
    own, mixed = (definition_of(replace(PRESETS[Preset.HEROES], sheet=sheet)) for sheet in "CA")
    assert (len(own.ruins), len(mixed.ruins)) == (0, 2)
    game = Game(Setup(mixed), 1, Stacked(seed_of(1), {"deck/spring": ["temple_ruins", "lagoon"]}))
    assert game.offer().covering == game.state.boards[0].empty_ruins


MOMENTS: dict[str, Callable[[], None]] = {
    "words: undrawn ruins are empty": _ruins_are_empty,
    "words: destroyed is filled and no terrain": _destroyed,
    "explore: two ruins cards count as one": _ruins_twice,
    "explore: ruins wait through an ambush": _ruins_through_ambush,
    "draw: ruins bind if any shape of the card can": _ruins_if_any_shape,
    "draw: a forced single under ruins is of any terrain": _forced_under_ruins,
    "draw: a forced single has no coin": _forced_no_coin,
    "draw: no heroes without hero cards": _no_heroes,
    "draw: rift lands under ruins": _rift_under_ruins,
    "draw: a monster of rift lands has no initial": _rift_monster_has_no_initial,
    "draw: a full board is done": _full_board,
    "coins: a mountain pays the owner, whoever shuts it in": _coin_by_anybody,
    "coins: beyond fourteen they are lost": _coin_track,
    "coins: what is printed shut in never pays": _printed_shut_in,
    "check: surplus time is lost": _surplus_is_lost,
    "ambush: two seats have one neighbour": _two_seats,
    "ambush: a monster without a place is a single": _ambush_single,
    "ambush: alone, no place and no single": _solo_ignored,
    "ambush: alone, one ring further in": _solo_rings,
    "season: a space beside two monsters costs once": _monsters_once,
    "mixing: anything of the base box brings the ruins cards": _mixed_with_ruins,
    "broken road: the corner K1 is the shortest diagonal": _k1_is_a_diagonal,
}


@pytest.mark.parametrize("ruling", MOMENTS)
def test_ruling(ruling: str) -> None:
    MOMENTS[ruling]()


def test_every_card_has_a_ruling() -> None:
    assert {card for card, _, _ in CARDS.values()} == set(scoring_cards())

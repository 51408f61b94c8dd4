"""The golden games: players, setups, and the purpose of each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.cartographers.catalog import Edition
from engine.cartographers.events import Definition
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from tests.engine.mixes import BOTH, BOTH_ON_HEROES_DECK, FIRST_GAME, HEROES, Mix
from tests.engine.tools import definition

CRAMPED = Sheet.from_rows(
    "cramped",
    "Cramped",
    [
        "###########",
        "#....r...##",
        "#..#...^..#",
        "#.......r.#",
        "##..^....##",
        "##........#",
        "#.r......##",
        "#...#.....#",
        "#......^..#",
        "##.r.....##",
        "###########",
    ],
)

MEADOW = Sheet.from_rows(
    "meadow",
    "Meadow",
    [
        "FF.......^.",
        "Ff.........",
        "...^....r..",
        ".......AA..",
        ".VV....a...",
        ".V...#.....",
        "......r....",
        "..r........",
        "....^..WW^.",
        ".......WwW.",
        "..........#",
    ],
)


@dataclass(frozen=True)
class Recipe:
    """Recipe of a golden game; `players` are named in tests/golden/players.py and take the seats in turn."""

    name: str
    about: str
    seats: int
    seed: int
    players: Sequence[str] = ("anything",)
    sheet: str = "A"
    single_terrain: SingleTerrain = SingleTerrain.ANY
    edicts: Sequence[str] = ()
    retakes: float = 0.0
    mix: Mix | None = None

    def definition(self) -> Definition:
        """Return the base game on the recipe's map sheet, or its mix of both boxes."""
        if self.mix:
            return self.mix.definition()
        sheet = CRAMPED if self.sheet == "cramped" else self.sheet
        return definition(sheet, self.single_terrain)


OTHERWISE = Mix(
    sheet="B",
    deck="cartographers",
    ambushes="both",
    pool="both",
    edition=Edition.PREVIEW,
    single_terrain=SingleTerrain.CARD,
    hero_pattern=HeroPattern.AS_PRINTED,
)
WALKING = replace(BOTH, sheet="D", edition=Edition.ONLINE, monsters_walk=True, destroys_wasteland=True)
BLOCKS = replace(BOTH, wild=37)
PREVIEW = replace(HEROES, edition=Edition.PREVIEW)
PREVIEW_FIRST = ("faunlost_thicket", "traylo_monastery", "ulems_wallow", "dwarvenholds")
EDICTS = ("the_cauldrons", "greenbough", "shieldgate", "mages_valley")

RECIPES = (
    # Alone: every title, from the best that these players reach down to the worst.
    Recipe("solo_legendary", "alone, the best rating", 1, 14, ["careful"]),
    Recipe("solo_legendary_just", "alone, a rating of exactly 30", 1, 6, ["clumsy"]),
    Recipe("solo_master", "alone, master mapsmith", 1, 8, ["careful"]),
    Recipe("solo_journeyman", "alone, a rating of exactly 10", 1, 0, ["careful"]),
    Recipe("solo_apprentice", "alone, apprentice surveyor", 1, 10, ["careful"]),
    Recipe("solo_amateur", "alone, a rating of -1", 1, 5, ["careful"]),
    Recipe("solo_inept", "alone, inept assistant", 1, 7, ["clumsy"]),
    Recipe("solo_dimwitted", "alone, a rating of exactly -20", 1, 6, ["hasty"]),
    Recipe("solo_oblivious_just", "alone, a rating of -21", 1, 14, ["hasty"]),
    Recipe("solo_oblivious", "alone, playing to lose", 1, 14, ["spiteful"]),
    Recipe("solo_wastelands", "alone on sheet B", 1, 3, ["clumsy"], "B"),
    Recipe("solo_coins", "alone, the coin track full and one coin lost", 1, 1, ["greedy_for_coins"]),
    Recipe("solo_cramped", "alone on a cramped sheet: forced singles, ambushes without a place", 1, 1, sheet="cramped"),
    # Together: seats, ambushes and the ways to win.
    Recipe("two_plain", "two seats, some drawings taken back", 2, 4, retakes=0.2),
    Recipe("two_fewer_losses", "two seats, equal stars, fewer lost to monsters", 2, 15),
    Recipe("two_shared", "two seats share the victory", 2, 1029),
    Recipe(
        "three_plain", "three seats on sheet B with chosen edicts", 3, 5, ["careful", "anything"], "B", edicts=EDICTS
    ),
    Recipe("three_coins", "three seats, all coin tracks full", 3, 1, ["greedy_for_coins"]),
    Recipe(
        "four_cramped",
        "four seats fill a cramped sheet, singles of the card's terrains",
        4,
        1,
        sheet="cramped",
        single_terrain=SingleTerrain.CARD,
    ),
    Recipe("four_shared", "four seats, the victory shared", 4, 15),
    Recipe("five_fewer_losses", "five seats, equal stars, fewer lost to monsters", 5, 22),
    Recipe("five_absent", "five absent seats", 5, 9, ["first"], "B", retakes=0.1),
    Recipe("six_plain", "six seats, some drawings taken back", 6, 3, ["clumsy", "anything", "hasty"], retakes=0.1),
    Recipe("six_shared", "six seats, the victory shared", 6, 23),
    # Both boxes: heroes, effects and presets.
    Recipe("heroes_solo", "Heroes alone", 1, 6, ["careful"], mix=HEROES),
    Recipe("heroes_solo_coins", "Heroes alone, for coins", 1, 12, ["greedy_for_coins"], mix=HEROES),
    Recipe("heroes_two", "Heroes, two seats, some answers taken back", 2, 15, retakes=0.2, mix=HEROES),
    Recipe("heroes_three", "Heroes, three seats", 3, 5, ["careful", "anything"], mix=HEROES),
    Recipe("heroes_four", "Heroes, four seats", 4, 6, ["hasty", "greedy_for_coins"], mix=HEROES),
    Recipe("heroes_five", "Heroes, five absent seats", 5, 7, ["first"], mix=HEROES),
    Recipe("heroes_six", "Heroes, six seats", 6, 46, ["clumsy", "anything", "hasty"], retakes=0.1, mix=HEROES),
    Recipe("heroes_first_game", "Heroes, the edicts of a first game", 2, 9, ["careful"], edicts=FIRST_GAME, mix=HEROES),
    Recipe("heroes_cramped", "Heroes on a cramped sheet", 3, 10, mix=Mix(CRAMPED)),
    Recipe("both_solo", "both boxes alone", 1, 8, ["careful"], mix=BOTH_ON_HEROES_DECK),
    Recipe("both_two", "both boxes, two seats", 2, 2, ["careful", "spiteful"], mix=BOTH_ON_HEROES_DECK),
    Recipe("both_three", "both boxes, three seats", 3, 3, retakes=0.1, mix=BOTH_ON_HEROES_DECK),
    Recipe("both_four", "both boxes, four seats", 4, 4, ["greedy_for_coins"], mix=BOTH_ON_HEROES_DECK),
    Recipe("both_five", "both boxes, five seats", 5, 5, ["hasty"], mix=BOTH_ON_HEROES_DECK),
    Recipe("both_six", "both boxes, six seats", 6, 6, retakes=0.1, mix=BOTH_ON_HEROES_DECK),
    # What hosts are offered by name, with every number of seats: what the games above leave out.
    Recipe("mixed_solo", "the mix of both boxes, alone", 1, 21, ["careful"], mix=BOTH),
    Recipe("mixed_two", "the mix of both boxes, two seats", 2, 22, ["careful", "clumsy"], retakes=0.1, mix=BOTH),
    Recipe("mixed_three", "the mix of both boxes, three seats", 3, 23, ["clumsy", "anything"], mix=BOTH),
    Recipe("mixed_four", "the mix of both boxes, four seats", 4, 24, ["hasty"], retakes=0.1, mix=BOTH),
    Recipe("mixed_five", "the mix of both boxes, five seats", 5, 25, ["greedy_for_coins", "first"], mix=BOTH),
    Recipe("mixed_six", "the mix of both boxes, six seats", 6, 26, mix=BOTH),
    Recipe("first_game_solo", "a first game alone", 1, 31, ["careful"], edicts=FIRST_GAME, mix=HEROES),
    Recipe("first_game_three", "a first game, three seats", 3, 33, ["clumsy"], edicts=FIRST_GAME, mix=HEROES),
    Recipe("first_game_four", "a first game, four seats", 4, 34, ["hasty"], edicts=FIRST_GAME, mix=HEROES),
    Recipe("first_game_five", "a first game, five seats", 5, 35, edicts=FIRST_GAME, mix=HEROES),
    Recipe("first_game_six", "a first game, six seats", 6, 36, ["first"], edicts=FIRST_GAME, mix=HEROES),
    Recipe("otherwise_three", "the other reading of every switch, three seats", 3, 7, ["clumsy"], mix=OTHERWISE),
    Recipe("walking_three", "monsters walk in and may destroy wasteland, three seats", 3, 41, mix=WALKING),
    Recipe("first_game_preview_two", "a first game in the preview edition", 2, 42, edicts=PREVIEW_FIRST, mix=PREVIEW),
    Recipe("blocks_solo", "effects made of blocks, cards tied to a place, alone", 1, 87, retakes=0.1, mix=BLOCKS),
    Recipe("blocks_three", "effects made of blocks, three seats", 3, 86, retakes=0.1, mix=replace(BOTH, wild=36)),
    Recipe(
        "printed_two", "printed terrain, two seats", 2, 51, ["careful", "anything"], mix=replace(BOTH, sheet=MEADOW)
    ),
    Recipe("without_heroes_two", "the Heroes box without its heroes, two seats", 2, 8, mix=Mix("C", heroes=False)),
)

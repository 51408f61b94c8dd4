"""The published cards and sheets needed for placement and play, as plain data."""

from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Shape:
    """The cells of a shape as printed, and a flag for its coin."""

    cells: frozenset[Cell]
    coin: bool = False


@dataclass(frozen=True)
class Explore:
    """An explore card: its time, terrains and shapes."""

    id: str
    time: int
    terrains: tuple[str, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Ambush:
    """An ambush card: the monster's shape, the direction in which boards pass, and its solo walk."""

    id: str
    cells: frozenset[Cell]
    passes: str
    solo_corner: str
    solo_direction: str


def drawn(*rows: str) -> frozenset[Cell]:
    """The cells marked # in a drawing."""
    return frozenset((row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#")


def coin(*rows: str) -> Shape:
    """A shape that earns a coin."""
    return Shape(drawn(*rows), coin=True)


def plain(*rows: str) -> Shape:
    """A shape without a coin."""
    return Shape(drawn(*rows))


FIVE = ("forest", "village", "farm", "water", "monster")

CARTOGRAPHERS_EXPLORE = (
    Explore("great_river", 1, ("water",), (coin("#", "#", "#"), plain("..#", ".##", "##."))),
    Explore("farmland", 1, ("farm",), (coin("#", "#"), plain(".#.", "###", ".#."))),
    Explore("hamlet", 1, ("village",), (coin("#.", "##"), plain("###", "##."))),
    Explore("forgotten_forest", 1, ("forest",), (coin("#.", ".#"), plain("#.", "##", ".#"))),
    Explore("hinterland_stream", 2, ("farm", "water"), (plain("###", "#..", "#.."),)),
    Explore("homestead", 2, ("village", "farm"), (plain("#.", "##", "#."),)),
    Explore("orchard", 2, ("forest", "farm"), (plain("###", "..#"),)),
    Explore("treetop_village", 2, ("forest", "village"), (plain("..##", "###."),)),
    Explore("marshlands", 2, ("forest", "water"), (plain("#..", "###", "#.."),)),
    Explore("fishing_village", 2, ("village", "water"), (plain("####"),)),
    Explore("rift_lands", 0, FIVE, (plain("#"),)),
)
HEROES_EXPLORE = (
    Explore("lagoon", 1, ("water",), (coin(".#", "#."), plain("###", ".#."))),
    Explore("pasture", 1, ("farm",), (coin("#.#"), plain(".##", "##."))),
    Explore("settlement", 1, ("village",), (coin("#", "#"), plain("..#", ".##", "##."))),
    Explore("timber_grove", 1, ("forest",), (coin("#.", "##"), plain("#.#", "#.#"))),
    Explore("hillside_terrace", 2, ("farm", "water"), (plain("##", "##"),)),
    Explore("frontier_dwelling", 2, ("village", "farm"), (plain("###", ".#.", ".#."),)),
    Explore("wildwood_garden", 2, ("forest", "farm"), (plain(".##", "#.."),)),
    Explore("woodland_crossroads", 2, ("forest", "village"), (plain(".#.", "###", ".#."),)),
    Explore("coastal_encampment", 2, ("village", "water"), (plain("###", "#.."),)),
    Explore("mangrove_swamp", 2, ("forest", "water"), (plain("###", "#.#"),)),
    Explore("kethras_gates", 0, FIVE, (plain("#"),)),
)
EXPLORE = {card.id: card for card in CARTOGRAPHERS_EXPLORE + HEROES_EXPLORE}
RUINS = ("temple_ruins", "outpost_ruins")

CARTOGRAPHERS_AMBUSH = (
    Ambush("goblin_attack", drawn("#..", ".#.", "..#"), "counterclockwise", "bottom_right", "counterclockwise"),
    Ambush("bugbear_assault", drawn("#.#", "#.#"), "clockwise", "top_right", "clockwise"),
    Ambush("kobold_onslaught", drawn("#.", "##", "#."), "clockwise", "bottom_left", "clockwise"),
    Ambush("gnoll_raid", drawn("##", "#.", "##"), "counterclockwise", "top_left", "counterclockwise"),
)
HEROES_AMBUSH = (
    Ambush("dragon_inferno", drawn("..#", "###", "#.."), "counterclockwise", "bottom_left", "counterclockwise"),
    Ambush("zombie_plague", drawn("#"), "counterclockwise", "top_left", "counterclockwise"),
    Ambush("giant_troll_ravage", drawn("###", ".#."), "clockwise", "top_right", "clockwise"),
    Ambush("gorgon_gaze", drawn("#.#", ".#."), "clockwise", "bottom_right", "clockwise"),
)
AMBUSH = {card.id: card for card in CARTOGRAPHERS_AMBUSH + HEROES_AMBUSH}

SHEETS = {
    "A": """
...........
...^.r.....
.r......^r.
...........
...........
.....^.....
...........
...........
.r^......r.
.....r.^...
...........
""",
    "B": """
...........
......r.^..
..r^.......
.....#.....
....##r....
....###....
.r...#.....
.....^..r..
.........^.
..^r.......
...........
""",
    "C": """
...........
.^..r......
...........
.......r^..
...........
...^.......
......r....
..r........
.........^.
.....^..r..
r..........
""",
    "D": """
...........
.#.r....r^.
.#.........
...^.......
...........
.r....^..##
.......r.#r
...........
..^......^.
##...r.....
...........
""",
}

SEASONS = (("spring", 8, "AB"), ("summer", 8, "BC"), ("fall", 7, "CD"), ("winter", 6, "DA"))
COIN_TRACK = 14

STACKS = {
    "forest": ("sentinel_wood", "greenbough", "treetower", "stoneside_forest"),
    "village": ("wildholds", "great_city", "greengold_plains", "shieldgate"),
    "farm_water": ("canal_lake", "mages_valley", "the_golden_granary", "shoreside_expanse"),
    "spatial": ("borderlands", "lost_barony", "the_broken_road", "the_cauldrons"),
}
SOLO_TARGETS = {
    "sentinel_wood": 25,
    "greenbough": 22,
    "treetower": 17,
    "stoneside_forest": 18,
    "canal_lake": 24,
    "mages_valley": 22,
    "the_golden_granary": 20,
    "shoreside_expanse": 27,
    "wildholds": 16,
    "great_city": 16,
    "greengold_plains": 21,
    "shieldgate": 20,
    "borderlands": 24,
    "lost_barony": 24,
    "the_broken_road": 24,
    "the_cauldrons": 20,
}

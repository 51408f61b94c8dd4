"""Drawn boards for the spatial cards of Cartographers Heroes."""

from tests.engine.cases.case import Case, at, column, row

NO_DWARVES = """
FFFFFFFFFFF
...........
VVVVV^VVVV.
...........
###########
...........
...........
...........
...........
...........
...........
"""
TWO_HOLDS = """
........F..
FFF^AAAWWVV
........F..
........F..
........F..
........F..
........F..
........^..
........V..
........V..
........V..
"""
ONE_MOUNTAIN_TWICE = """
...F.......
...V.......
...#.......
...X.......
...A.......
f#X^v^MHawm
...W.......
...m.......
...H.......
...F.......
...F.......
"""
FOUR_TYPES = """
FVAW#Xr....
...........
FVAW#X#X#X#
...........
...........
...........
...........
...........
...........
...........
...........
"""
FIVE_TYPES = """
...........
...........
F.V.A.W.M..
...........
...........
...........
...........
FFVVAAWWMMM
...........
...........
...........
"""
RARE_TYPES = """
^H#XfVA####
...........
...........
...........
FVAWMH^....
...........
...........
...........
...........
...........
FVAW#X#X#X#
"""

CASES: tuple[Case, ...] = (
    Case("dwarvenholds", "none: full without mountain, mountain without full", NO_DWARVES, 0, ()),
    Case("dwarvenholds", "none: full without mountain, mountain without full", NO_DWARVES, 0, (), "preview"),
    Case("dwarvenholds", "typical: a row and a column", TWO_HOLDS, 14, row("B") + column(9)),
    Case("dwarvenholds", "typical: a row and a column", TWO_HOLDS, 16, row("B") + column(9), "preview"),
    Case(
        "dwarvenholds",
        "tricky: row and column through one mountain, two mountains in a row are one row",
        ONE_MOUNTAIN_TWICE,
        14,
        row("F") + column(4),
    ),
    Case(
        "dwarvenholds",
        "tricky: row and column through one mountain, two mountains in a row are one row",
        ONE_MOUNTAIN_TWICE,
        16,
        row("F") + column(4),
        "preview",
    ),
    Case(
        "silos",
        "none: an even column, and an odd one with a gap",
        """
.FA........
.FA........
.FA........
.FA........
.FA........
.F.........
.FA........
.FA........
.FA........
.FA........
.FA........
""",
        0,
        (),
    ),
    Case(
        "silos",
        "typical: columns 1, 6 and 11",
        """
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
F....V....W
""",
        20,
        column(1) + column(11),
    ),
    Case(
        "silos",
        "tricky: everything that fills, and one undrawn ruins space",
        """
....^.F....
....#.F....
....X.F....
....f.F....
....v.F....
....a.r....
....w.F....
....m.F....
....h.F....
....x.F....
....H.F....
""",
        10,
        column(5),
    ),
    Case("banded_hills", "none: wasteland, ruins and destroyed are no types", FOUR_TYPES, 0, ()),
    Case("banded_hills", "none: wasteland, ruins and destroyed are no types", FOUR_TYPES, 0, (), "preview"),
    Case(
        "banded_hills",
        "typical: five types, full or not",
        FIVE_TYPES,
        8,
        at("C1 C3 C5 C7 C9") + row("H"),
    ),
    Case("banded_hills", "typical: five types in a complete row", FIVE_TYPES, 3, row("H"), "preview"),
    Case(
        "banded_hills",
        "tricky: mountain and hero are types, seven types score once",
        RARE_TYPES,
        8,
        at("A1 A2 A5 A6 A7 E1 E2 E3 E4 E5 E6 E7"),
    ),
    Case(
        "banded_hills",
        "tricky: wasteland and destroyed complete a row",
        RARE_TYPES,
        3,
        at("A1 A2 A5 A6 A7"),
        "preview",
    ),
    Case("banded_hills", "none: wasteland, ruins and destroyed are no types", FOUR_TYPES, 0, (), "online"),
    Case("banded_hills", "typical: five types in a complete row", FIVE_TYPES, 4, row("H"), "online"),
    Case(
        "banded_hills",
        "tricky: wasteland and destroyed complete a row",
        RARE_TYPES,
        4,
        at("A1 A2 A5 A6 A7"),
        "online",
    ),
    Case(
        "starlit_sigil",
        "none: groups of one, two, four and many",
        """
F.FF..FFFFF
FFFFFFFFFFF
F..FFFFFFFF
F..FFFFFFFF
FFFFFFFFFFF
...........
...........
...........
...........
...........
...........
""",
        0,
        (),
    ),
    Case(
        "starlit_sigil",
        "typical: an angle and a line of three",
        """
FFFFFFFFFFF
F..VVVVVVVF
F.VVVVVVVVF
FFFFFFFFFFF
FF...FFFFFF
FFFFFFFFFFF
FFFFFF..FFF
FFFFFFFFFFF
FF....FFFFF
FFFFFFFFFFF
FFFFFFFFFFF
""",
        8,
        at("B2 B3 C2 E3 E4 E5"),
    ),
    Case(
        "starlit_sigil",
        "tricky: the edge closes, undrawn ruins are empty, corners do not join",
        """
..FFFFFFFFr
.FFFFFFFFr.
F.FFFFFFFFF
F.#FFFFFFFF
FX^FFF.FFFF
FFFFFF.FFFF
FFFFFF.HFFF
FFFFFFF.FFF
MMMMMMMMMMM
...........
WWWWWWWWWWW
""",
        12,
        at("A1 A2 A11 B1 B10 B11 E7 F7 G7"),
    ),
)

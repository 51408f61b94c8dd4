"""Rule types that no published card uses: their stars and spaces by plain search, from a clause's JSON form."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from tests.engine.oracle.board import COLUMNS, ROWS, SIZE, SPACES, TYPES, OracleMap, Space, around, groups, on_edge

Clause = dict[str, Any]
Reason = tuple[frozenset[Space], int]
"""Spaces that count, and their stars."""

_MARKS = {
    "F": "forest",
    "V": "village",
    "A": "farm",
    "W": "water",
    "M": "monster",
    "H": "hero",
    "^": "mountain",
}
_TURNS: list[list[Callable[[int, int], Space]]] = [
    [lambda r, c: (r, c), lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r)],
    [lambda r, c: (r, -c), lambda r, c: (-c, -r), lambda r, c: (-r, c), lambda r, c: (c, r)],
]
"""Rotations clockwise by 0 to 3 quarters, of the drawing and of its mirror image."""


def reasons(clause: Clause, board: OracleMap) -> list[Reason]:
    """The spaces that count and their stars, sorted."""
    found = {"patterns": _patterns, "touching_pairs": _pairs, "linked_edges": _edges, "sets": _sets}
    return sorted(found[clause["family"]](clause, board), key=lambda reason: sorted(reason[0]))


def _spaces_of(word: str | list[str], board: OracleMap) -> set[Space]:
    if isinstance(word, list):
        return set().union(*(_spaces_of(each, board) for each in word))
    if word == "empty":
        return board.empty()
    if word == "filled":
        return set(SPACES) - board.empty()
    return board.of(word)


def _patterns(clause: Clause, board: OracleMap) -> Iterator[Reason]:
    taken: set[Space] = set()
    for spaces in _in_order(clause, board):
        if clause["overlapping"] or not taken & spaces:
            taken |= spaces
            yield spaces, clause["stars"]


def _in_order(clause: Clause, board: OracleMap) -> list[frozenset[Space]]:
    """The spaces of each match, by first space, then by orientation; the same spaces only once."""
    drawn = [
        (row, column, mark)
        for row, line in enumerate(clause["stamp"])
        for column, mark in enumerate(line)
        if mark != "."
    ]
    turns = _TURNS[0][:1] if clause["as_drawn"] else _TURNS[0] + _TURNS[1]
    matches: dict[frozenset[Space], tuple[Space, int]] = {}
    for number, turn in enumerate(turns):
        turned = [(*turn(row, column), mark) for row, column, mark in drawn]
        for down, across in product(range(-3, SIZE + 3), repeat=2):
            placed = {(row + down, column + across): mark for row, column, mark in turned}
            if set(placed) <= _ON_MAP and _matches(placed, clause, board):
                spaces = frozenset(placed)
                matches.setdefault(spaces, (min(spaces), number))
    # Of matches with the same first space, the first orientation that looks like it counts.
    shapes = [_shape(turn, drawn) for turn in turns]
    return sorted(matches, key=lambda spaces: (min(spaces), shapes.index(_moved(spaces))))


_ON_MAP = set(SPACES)


def _shape(turn: Callable[[int, int], Space], drawn: list[tuple[int, int, str]]) -> frozenset[Space]:
    return _moved(frozenset(turn(row, column) for row, column, _ in drawn))


def _moved(spaces: frozenset[Space]) -> frozenset[Space]:
    """The spaces moved so that their first one is (0, 0)."""
    top, left = min(spaces)
    return frozenset((row - top, column - left) for row, column in spaces)


def _matches(placed: dict[Space, str], clause: Clause, board: OracleMap) -> bool:
    same = {board.terrain.get(space) for space, mark in placed.items() if mark == "="}
    if same and (len(same) > 1 or not same <= set(TYPES)):
        return False
    return all(_meets(space, mark, clause, board) for space, mark in placed.items() if mark != "=")


def _meets(space: Space, mark: str, clause: Clause, board: OracleMap) -> bool:
    here = board.terrain.get(space)
    if mark == "R":
        return space in board.ruins
    if mark in "#_":
        return (here is None) == (mark == "_")
    return here in clause["one_of"] if mark == "*" else here == _MARKS[mark]


def _is_large_enough(group: set[Space], clause: Clause) -> bool:
    return clause["smallest"] <= len(group) <= clause.get("largest", SIZE * SIZE)


def _pairs(clause: Clause, board: OracleMap) -> Iterator[Reason]:
    one, other = clause["terrain"], clause["partner"]
    if set([one] if isinstance(one, str) else one) & set([other] if isinstance(other, str) else other):
        return
    for first, second in product(groups(_spaces_of(one, board)), groups(_spaces_of(other, board))):
        if around(first) & second and _is_large_enough(first, clause) and _is_large_enough(second, clause):
            yield frozenset(first | second), clause["stars"]


def _edges(clause: Clause, board: OracleMap) -> Iterator[Reason]:
    for group in groups(_spaces_of(clause["terrain"], board)):
        top, bottom = any(row == 0 for row, _ in group), any(row == SIZE - 1 for row, _ in group)
        left, right = any(column == 0 for _, column in group), any(column == SIZE - 1 for _, column in group)
        links = {
            "left_and_right": left and right,
            "top_and_bottom": top and bottom,
            "opposite": (left and right) or (top and bottom),
            "two": top + bottom + left + right >= 2,
            "three": top + bottom + left + right >= 3,
            "four": top + bottom + left + right == 4,
        }
        if links[clause["link"]]:
            assert any(map(on_edge, group))
            yield frozenset(group), clause["stars"] * (len(group) if clause["per_space"] else 1)


def _sets(clause: Clause, board: OracleMap) -> Iterator[Reason]:
    if not clause["each"]:
        return
    if clause["members"] == "clusters":
        each = [
            [group for group in groups(_spaces_of(word, board)) if _is_large_enough(group, clause)]
            for word in clause["each"]
        ]
        for number in range(min(map(len, each))):
            yield frozenset().union(*(clusters[number] for clusters in each)), clause["stars"]
        return
    areas = {"spaces": [SPACES], "spaces_of_row": ROWS, "spaces_of_column": COLUMNS}[clause["members"]]
    for area in areas:
        held = [_spaces_of(word, board) & set(area) for word in clause["each"]]
        if all(held):
            yield frozenset().union(*held), clause["stars"] * min(map(len, held))

"""Ambush effects by the book, from their stored form: what a monster does on a board, as sets of spaces."""

from collections.abc import Mapping
from typing import Any

from tests.engine.oracle.board import SPACES, Space, neighbours
from tests.engine.oracle.cards import COIN_TRACK
from tests.engine.oracle.heroes import HeroMap
from tests.engine.oracle.placement import Cells

DIRECTIONS = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}

Effect = Mapping[str, Any]

PUBLISHED: dict[str, Effect] = {
    "spread": {"when": "season_end", "what": "draw_monster"},
    "destroy_empty": {"when": "season_end", "what": "destroy_empty", "count": 1, "chooser": "owner"},
    "destroy_any": {"when": "at_once", "what": "destroy_any", "count": 1, "chooser": "drawer"},
}


def effect_of(stored: Any) -> Effect:
    """The blocks of an effect; none for cards without one and for those that pay when surrounded."""
    return PUBLISHED.get(stored, {}) if isinstance(stored, str) else stored


def is_chosen(effect: Effect) -> bool:
    """True if a seat chooses each space."""
    return effect.get("chooser", "nobody") != "nobody"


def steps(effect: Effect) -> int:
    """Number of times that the monster acts in a row."""
    return effect["count"] if is_chosen(effect) else 1


def reached(monster: set[Space], where: str) -> set[Space]:
    """The spaces that an effect reaches from a monster's spaces; beside it, its own count too."""
    if where == "beside":
        return {near for space in monster for near in neighbours(space)}
    if where == "rows":
        return {space for space in SPACES if space[0] in {row for row, _ in monster}} - monster
    if where == "columns":
        return {space for space in SPACES if space[1] in {column for _, column in monster}} - monster
    steps = [(down, right) for down in (-1, 1) for right in (-1, 1)]
    diagonal = {(row + down, column + right) for row, column in monster for down, right in steps}
    return (diagonal & set(SPACES)) - monster


def moved(monster: set[Space], step: tuple[int, int]) -> set[Space]:
    """The spaces of a monster after it moves by a step."""
    return {(row + step[0], column + step[1]) for row, column in monster}


def destinations(board: HeroMap, monster: set[Space], where: str) -> Cells:
    """The spaces to which the monster's first space can move together with all others."""
    found = set[Space]()
    free = {space for space in SPACES if not board.map.is_filled(space)} | monster
    for name, step in DIRECTIONS.items():
        after = moved(monster, step)
        if after and where in ("beside", name) and after <= free:
            found.add(min(after))
    return frozenset(found)


def targets(board: HeroMap, initial: str, effect: Effect) -> Cells:
    """The spaces that the monster may take."""
    if "coins" in effect["what"]:
        return frozenset()
    where, monster = effect.get("where", "beside"), board.surviving(initial)
    if effect["what"] == "move":
        return destinations(board, monster, where)
    if where.startswith("region"):
        around = board.map.of(where) - monster if monster else set()
    else:
        around = reached(monster, where)
    if effect["what"] == "destroy_any":
        return frozenset(space for space in around if board.map.terrain.get(space) not in board.lasting())
    return frozenset(space for space in around if not board.map.is_filled(space))


def taken(board: HeroMap, initial: str, effect: Effect) -> Cells:
    """The spaces that the monster takes if nobody chooses: the first ones, or all."""
    return frozenset(sorted(targets(board, initial, effect))[: effect.get("count")])


def act(board: HeroMap, initial: str, effect: Effect, spaces: Cells, coins: int) -> None:
    """Let the monster take spaces, or change the owner's coins."""
    if effect["what"] == "draw_monster":
        board.draw(spaces, "monster", initial=initial, free=True)
    elif effect["what"] == "move":
        if spaces:
            (to,) = spaces
            first = min(board.surviving(initial))
            board.move(initial, (to[0] - first[0], to[1] - first[1]))
    elif "coins" not in effect["what"]:
        for space in sorted(spaces):
            board.destroy(space)
    elif board.surviving(initial):
        change = coins if effect["what"] == "earn_coins" else -coins
        board.coins = max(0, min(COIN_TRACK, board.coins + change))


def does_something(board: HeroMap, initial: str, effect: Effect, coins: int) -> bool:
    """True if the effect changes or may change the board or its coins."""
    if "coins" not in effect["what"]:
        return bool(targets(board, initial, effect))
    return bool(board.surviving(initial) and coins and (effect["what"] == "earn_coins" or board.coins))

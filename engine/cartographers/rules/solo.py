"""Solo rules: ambushes that are placed automatically, also on several maps, and the title at the end."""

from __future__ import annotations

from functools import lru_cache

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Corner, RotationDirection, ScoringCard
from engine.cartographers.events import Growth, MonstersWalkedIn, MonsterWalkedIn
from engine.cartographers.geometry import SIZE, Mask, mask_of, space
from engine.cartographers.position import Outcome, Position
from engine.cartographers.shapes import Shape
from engine.cartographers.state import State

_CORNERS = (Corner.TOP_LEFT, Corner.TOP_RIGHT, Corner.BOTTOM_RIGHT, Corner.BOTTOM_LEFT)
"""Map corners, clockwise."""

TITLES = (
    (30, "legendary_cartographer"),
    (20, "master_mapsmith"),
    (10, "journeyman_topographer"),
    (0, "apprentice_surveyor"),
    (-5, "amateur_assessor"),
    (-10, "inept_assistant"),
    (-20, "dimwitted_doodler"),
)
"""Minimum rating of each title, best first. The last title has no minimum."""

LAST_TITLE = "oblivious_inkdrinker"


def title(rating: int) -> str:
    """Return the code of a rating's title. Source: docs/rules.md, "End of the game"."""
    return next((code for least, code in TITLES if rating >= least), LAST_TITLE)


def next_title(rating: int) -> tuple[int, str]:
    """Return the minimum rating and code of the next higher title; the code is "" if there is none."""
    above = [(least, code) for least, code in TITLES if least > rating]
    return above[-1] if above else (rating, "")


def rating(stars: int, edicts: tuple[ScoringCard, ...]) -> int:
    """Return the stars minus the four solo targets."""
    return stars - sum(card.solo_target for card in edicts)


def walk(card: AmbushCard, board: Board) -> Mask:
    """Return the spaces where an ambush appears: the first empty spot on its path, or 0 if none.

    Source: docs/rules.md, "Ambush".
    """
    filled = board.filled
    return next((cells for cells in path(card.shape, card.solo_corner, card.solo_way) if not cells & filled), 0)


def has_automatic_ambushes(state: State) -> bool:
    """Return True if ambushes are placed automatically, False if seats draw them on each other's maps."""
    return state.seats == 1 or state.definition.monsters_walk


def place_ambush(state: State, card: AmbushCard) -> MonsterWalkedIn | MonstersWalkedIn:
    """Place the monster of an ambush automatically on every map, and return the resulting event."""
    outcomes = [_walk_outcome(card, position) for position in state.positions]
    if state.seats > 1:
        return MonstersWalkedIn(state.turn, card.id, tuple(map(Growth.of, outcomes)))
    (outcome,) = outcomes
    return MonsterWalkedIn(
        state.turn,
        outcome.cells,
        outcome.mountains,
        card.initial,
        outcome.destroyed,
        outcome.rewards,
        outcome.reward_coins,
        outcome.landmarks,
        outcome.landmark_coins,
    )


def _walk_outcome(card: AmbushCard, position: Position) -> Outcome:
    cells = walk(card, position.board)
    return position.monster(cells, card.initial) if cells else Outcome(initial=card.initial)


@lru_cache(maxsize=64)
def path(shape: Shape, corner: Corner, way: RotationDirection) -> tuple[Mask, ...]:
    """Return every place tried for an unrotated shape: from a corner around the border, then each inner ring."""
    places: list[Mask] = []
    rows = shape.rows()
    for ring in range(SIZE // 2 + 1):
        loop = _loop(ring, SIZE - ring - len(rows), SIZE - ring - len(rows[0]), corner, way)
        places += (_placed(rows, top, left) for top, left in loop)
    return tuple(places)


def _loop(near: int, low: int, right: int, corner: Corner, way: RotationDirection) -> list[tuple[int, int]]:
    """Return the distinct top-left spaces of the box around one ring; none if it does not fit."""
    if low < near or right < near:
        return []
    sides = (
        [(near, column) for column in range(near, right + 1)],
        [(row, right) for row in range(near, low + 1)],
        [(low, column) for column in range(right, near - 1, -1)],
        [(row, near) for row in range(low, near - 1, -1)],
    )
    begin = _CORNERS.index(corner)
    walk = [place for side in (*sides[begin:], *sides[:begin]) for place in side]
    return list(dict.fromkeys(reversed(walk) if way is RotationDirection.COUNTERCLOCKWISE else walk))


def _placed(rows: list[str], top: int, left: int) -> Mask:
    return mask_of(
        space(top + row, left + column)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "#"
    )

"""Placements of an oriented shape for each space, shared by the page's steps and its script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from engine.cartographers.geometry import FULL, SIZE, Mask, Space, column_of, row_of, space, spaces
from engine.cartographers.shapes import Cell, Orientation

Anchors: TypeAlias = Mapping[Space, Space]
"""Anchor for each space of the map."""


def middle(orientation: Orientation) -> Cell:
    """Return the center cell of the bounding box, relative to the anchor.

    Of two center rows or columns, the upper or left one is always used. So four quarter turns bring a shape back to
    its starting position.
    """
    rows, columns = zip(*orientation.cells, strict=True)
    return (min(rows) + max(rows)) // 2, (min(columns) + max(columns)) // 2


def middle_at(orientation: Orientation, anchor: Space) -> Space:
    """Return the middle space of a shape, whose anchor must keep it on the map."""
    down, right = middle(orientation)
    return space(row_of(anchor) + down, column_of(anchor) + right)


@lru_cache(maxsize=512)
def about(orientation: Orientation) -> Anchors:
    """Return, for each space, the anchor that puts the shape's middle there or as near as the map allows."""
    rows, columns = zip(*orientation.cells, strict=True)
    down, right = middle(orientation)
    return {
        where: space(
            min(max(row_of(where) - down, 0), SIZE - 1 - max(rows)),
            min(max(column_of(where) - right, -min(columns)), SIZE - 1 - max(columns)),
        )
        for where in spaces(FULL)
    }


def covering(orientation: Orientation, legal: Mask) -> Anchors:
    """Return, for each space, the anchor at which the shape covers it.

    Legal anchors are preferred, then any anchor on the map; of several, the last one in reading order is used. If no
    placement in this orientation covers the space (a corner), the anchor is as near to it as the map allows.
    """
    return {**_covering_anyhow(orientation), **_last_covering(orientation, legal)}


@lru_cache(maxsize=512)
def _covering_anyhow(orientation: Orientation) -> Anchors:
    return {**about(orientation), **_last_covering(orientation, orientation.reach)}


def _last_covering(orientation: Orientation, anchors: Mask) -> Anchors:
    """The last of some anchors that covers a space, for those that one does."""
    steps = (0, *orientation.steps)
    return {Space(anchor + step): anchor for anchor in spaces(anchors) for step in steps}

"""Placements of an oriented shape for each space, shared by the page's steps and its script."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urlencode

from django.http import QueryDict

from engine.cartographers.cards import Option
from engine.cartographers.geometry import FULL, SIZE, Mask, Space, column_of, row_of, space, spaces
from engine.cartographers.notation import NotationError, Placement, space_name, space_of
from engine.cartographers.placement import Offer
from engine.cartographers.shapes import Cell, Fit, Orientation, ShapeTurn
from engine.cartographers.terrain import Terrain

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
def anchors_by_middle(orientation: Orientation) -> Anchors:
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


def anchors_by_space(orientation: Orientation, legal: Mask) -> Anchors:
    """Return, for each space, the anchor at which the shape covers it.

    Legal anchors are preferred, then any anchor on the map; of several, the last one in reading order is used. If no
    placement in this orientation covers the space (a corner), the anchor is as near to it as the map allows.
    """
    return {**_find_all_covering_anchors(orientation), **_last_covering(orientation, legal)}


@lru_cache(maxsize=512)
def _find_all_covering_anchors(orientation: Orientation) -> Anchors:
    return {**anchors_by_middle(orientation), **_last_covering(orientation, orientation.reach)}


def _last_covering(orientation: Orientation, anchors: Mask) -> Anchors:
    """The last of some anchors that covers a space, for those that one does."""
    steps = (0, *orientation.steps)
    return {Space(anchor + step): anchor for anchor in spaces(anchors) for step in steps}


Fields: TypeAlias = tuple[tuple[str, str], ...]
"""Names and values as sent by a form and as used in URLs, with "" for a missing anchor."""


@dataclass(frozen=True, slots=True)
class Ghost:
    """Shape being placed; `fit` is its position, or None if it is not placed. It need not be legal."""

    offer: Offer
    option: int
    terrain: Terrain
    orientation: Orientation
    anchor: Space | None = None

    @property
    def chosen(self) -> Option:
        """Option being drawn."""
        return self.offer.options[self.option]

    @property
    def alike(self) -> tuple[int, ...]:
        """Numbers of the options of the same skill, or of all without a skill."""
        skill = self.chosen.skill
        return tuple(number for number, option in enumerate(self.offer.options) if option.skill == skill)

    @property
    def wanted(self) -> Mask:
        """Spaces of which the shape must cover one: ruins, a place, or the monsters that it replaces; 0 for none."""
        return self.chosen.targets or (0 if self.chosen.anywhere else self.offer.covering)

    @property
    def fit(self) -> Fit | None:
        """Fit of the shape at its anchor, or None if it isn't placed or runs over the edge of the map."""
        return None if self.anchor is None else self.orientation.table[self.anchor]

    @property
    def cells(self) -> Mask:
        """Spaces that the shape covers."""
        fit = self.fit
        return 0 if fit is None else fit.cells

    @property
    def legal(self) -> bool:
        """True if the shape is placed where it may be drawn."""
        return self.anchor is not None and bool(self.offer.anchors(self.chosen, self.orientation) >> self.anchor & 1)

    @property
    def placement(self) -> Placement | None:
        """Placement at the current spot, or None if it isn't placed."""
        if self.anchor is None:
            return None
        return Placement(self.option, self.terrain, self.orientation.turn, self.anchor)

    @property
    def fields(self) -> Fields:
        """Form fields that restore this state."""
        return _fields(self.option, self.terrain, self.orientation.turn, self.anchor)

    def query(self, worth: str = "") -> str:
        """Return the address of this step; `worth` names the goal whose heat is shown."""
        return _address((*self.fields, ("worth", worth)))

    def with_option(self, option: int) -> Ghost:
        """Another shape about the same middle; the terrain is kept where it is offered; this shape, nothing changed."""
        if option == self.option:
            return self
        entry = self.offer.options[option]
        terrain = self.terrain if self.terrain in entry.terrains else entry.terrains[0]
        return replace(self.with_orientation(entry.shape.orientations[0]), option=option, terrain=terrain)

    def with_terrain(self, terrain: Terrain) -> Ghost:
        """Return the ghost in another terrain."""
        return replace(self, terrain=terrain)

    def with_orientation(self, orientation: Orientation) -> Ghost:
        """Return the ghost in another orientation, around the same center and kept on the map."""
        if self.anchor is None:
            return replace(self, orientation=orientation)
        middle = middle_at(self.orientation, self.anchor)
        return replace(self, orientation=orientation, anchor=anchors_by_middle(orientation)[middle])

    def turned(self, quarters: int) -> Ghost:
        """Return the ghost rotated clockwise by quarter turns."""
        turn = self.orientation.turn
        return self.with_orientation(self.chosen.shape.held(ShapeTurn((turn.quarters + quarters) % 4, turn.flipped)))

    def flipped(self) -> Ghost:
        """Return the ghost flipped left to right as it is shown."""
        turn = self.orientation.turn
        return self.with_orientation(self.chosen.shape.held(ShapeTurn(-turn.quarters % 4, not turn.flipped)))

    def nudged(self, down: int, right: int) -> Ghost | None:
        """Return the ghost moved by an offset, or None if it isn't placed or would leave the map."""
        if self.anchor is None:
            return None
        row, column = row_of(self.anchor) + down, column_of(self.anchor) + right
        if not (0 <= row < SIZE and 0 <= column < SIZE):
            return None
        moved = space(row, column)
        return replace(self, anchor=moved) if self.orientation.table[moved] else None

    def next_fit(self) -> Ghost | None:
        """Return the ghost at the next legal spot in reading order, then by orientation, or None."""
        ways = self.chosen.shape.orientations
        here = ways.index(self.orientation)
        after = -1 if self.anchor is None else self.anchor
        later = [anchor for anchor in spaces(self.offer.anchors(self.chosen, self.orientation)) if anchor > after]
        if later:
            return replace(self, anchor=later[0])
        for step in range(1, len(ways) + 1):
            way = ways[(here + step) % len(ways)]
            if anchors := spaces(self.offer.anchors(self.chosen, way)):
                return replace(self, orientation=way, anchor=anchors[0])
        return None

    def covering(self, tapped: Space) -> Ghost:
        """Return the ghost covering a tapped space; unchanged if it legally covers it already."""
        if self.legal and self.cells >> tapped & 1:
            return self
        return replace(
            self, anchor=anchors_by_space(self.orientation, self.offer.anchors(self.chosen, self.orientation))[tapped]
        )


# A table's page has dozens of them, mostly the same as for other seats and tables.
@lru_cache(20_000)
def _address(fields: Fields) -> str:
    return "?" + urlencode([(name, value) for name, value in fields if value]) + "#desk"


def first_ghost(offer: Offer) -> Ghost:
    """Return the initial state: the first shape in its first terrain as printed, not placed."""
    option = offer.options[0]
    return Ghost(offer, 0, option.terrains[0], option.shape.orientations[0])


def step_of(placement: Placement) -> QueryDict:
    """Return the query parameters that restore a placement."""
    query = QueryDict(mutable=True)
    query.update(dict(_fields(placement.option, placement.terrain, placement.turn, placement.anchor)))
    return query


def _fields(option: int, terrain: Terrain, turn: ShapeTurn, anchor: Space | None) -> Fields:
    return (
        ("option", str(option + 1)),
        ("terrain", terrain.word),
        ("held", turn.code),
        ("anchor", "" if anchor is None else space_name(anchor)),
    )


def ghost_of(query: QueryDict, offer: Offer) -> Ghost:
    """Return the drawing that a query describes; missing or invalid parts default to those of `first_ghost`."""
    ghost = first_ghost(offer)
    number = query.get("option", "")
    if number.isascii() and number.isdigit() and 1 <= int(number[:3]) <= len(offer.options):
        ghost = ghost.with_option(int(number[:3]) - 1)
    terrain = next((entry for entry in ghost.chosen.terrains if entry.word == query.get("terrain")), ghost.terrain)
    ghost = ghost.with_terrain(terrain)
    with suppress(ValueError):
        ghost = replace(ghost, orientation=ghost.chosen.shape.held(ShapeTurn.from_code(query.get("held", "r0"))))
    return _place_ghost(ghost, query)


def _place_ghost(ghost: Ghost, query: QueryDict) -> Ghost:
    """Return the ghost at `anchor`, then moved to cover the tapped space (`at`).

    It stays unplaced if neither parameter names a valid space.
    """
    with suppress(NotationError):
        anchored = replace(ghost, anchor=space_of(query.get("anchor", "")))
        ghost = anchored if anchored.fit else ghost
    with suppress(NotationError):
        ghost = ghost.covering(space_of(query.get("at", "")))
    return ghost

"""The way: the tiles on the table, joined. Its fields are numbered from 1, across tiles; 0 is the bar."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.gisborne.tiles import Mark, Tile


@dataclass(frozen=True, slots=True)
class Way:
    """Tiles (ids) on the table and what lies on their fields.

    `marks` are the kinds of the fields, from field 1. `rivers` are the fields with a river behind them. `bridges` maps
    the first field of each shortcut to the field behind the bridge. `ends` is the last field of each tile.
    """

    tiles: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    ends: tuple[int, ...] = ()
    rivers: frozenset[int] = frozenset()
    bridges: Mapping[int, int] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """Last field that lies there."""
        return len(self.marks)

    def mark(self, at: int) -> Mark:
        """Return the kind of a field."""
        return self.marks[at - 1]

    def join(self, tile: Tile) -> Way:
        """Return the way with one more tile at its end."""
        before = len(self.marks)
        bridges = self.bridges
        if tile.bridge:
            first, end = tile.bridge
            bridges = {**bridges, before + first: before + end}
        return replace(
            self,
            tiles=(*self.tiles, tile.id),
            marks=self.marks + tile.marks,
            ends=(*self.ends, before + len(tile.marks)),
            rivers=self.rivers | {before + river for river in tile.rivers},
            bridges=bridges,
        )

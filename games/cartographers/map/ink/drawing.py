"""The drawing of a map: washes, ink lines and a picture in each filled space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, Space, clusters, column_of, first, row_of, spaces
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.map.ink.outlines import UNIT, inner_lines, outline
from games.play.ink import double_line, noise, wash

PICTURES: Final = {
    Feature.WASTELAND: 3,
    Feature.DESTROYED: 2,
    Feature.FARM: 5,
    Feature.WATER: 4,
    Feature.FOREST: 6,
    Feature.VILLAGE: 6,
    Feature.MONSTER: 9,
    Feature.HERO: 3,
    Feature.LANDMARK: 1,
    Feature.MOUNTAIN: 4,
}
"""Number of pictures for each kind of space, from the bottom to the top of the drawing; mountains leave their space."""
_FACES: Final = {"T": 4, "D": 5, "Z": 6, "G": 7}
"""Pictures of the monsters with an initial. The other monsters have the first four, by their shape."""
_NO_CARD: Final = 8
"""Picture of a monster that is not from an ambush card."""
_SHIPS: Final = 9
"""Number of spaces of open water for each boat or serpent, on average."""
_OPEN_WATER: Final = 3
"""Spaces of a lake that may have a boat or a serpent."""
_CHOICES: Final = noise("pictures", SIZE * STRIDE)


def picture_number(where: Space, count: int) -> int:
    """Choose one of `count` pictures for a space, always the same."""
    return _CHOICES[where] % count


@lru_cache(1)
def _faces_by_shape() -> Mapping[Mask, int]:
    """Return the picture of each monster without an initial, by its shape in any orientation from its first space."""
    cards = [card for card in cartographers().ambushes.values() if not card.initial]
    return {way.pattern: number for number, card in enumerate(cards) for way in card.shape.orientations}


def _monster_number(board: Board, where: Space, pieces: tuple[Mask, ...]) -> int:
    """Choose the picture of a monster; without `pieces`, any of those that monsters without an initial have."""
    if initial := board.initial_at(1 << where):
        return _FACES.get(initial, ord(initial[0]) % len(_FACES))
    if not pieces:
        return picture_number(where, len(set(_faces_by_shape().values())))
    piece = next((piece for piece in pieces if piece >> where & 1), 1)
    return _faces_by_shape().get(piece // (piece & -piece), _NO_CARD)


def ink_drawing(board: Board, fresh: Mask, sprite: str, ids: str = "ink", pieces: tuple[Mask, ...] = ()) -> SafeString:
    """Return a board as SVG elements, 100 units a space.

    `sprite` is the address of its pictures, and `fresh` are the spaces drawn last. The ids of two drawings on a page
    must begin with different `ids`. Inside a cluster, thin lines separate its `pieces`, the spaces of each turn.
    """
    paper = f'<use href="{sprite}#stains"/><use href="{sprite}#grid" class="grid"/>'
    # All of it is our own markup, without texts.
    contents = board_contents(board, board.filled, sprite, ids, pieces)
    return SafeString(f"{paper}{contents}{_fresh_line(fresh, board.filled)}")


def ink_changes(before: Board, after: Board, sprite: str, ids: str) -> SafeString:
    """Return what is new on a board as SVG elements to put on top of the drawing before."""
    new = {feature: after.layers[feature] & ~before.layers[feature] for feature in PICTURES}
    changed = Board.of_layers(new).filled
    layers = {**new, Feature.RUINS: after.layers[Feature.RUINS] & changed}
    only = replace(Board.of_layers(layers), initials=after.initials)
    attacked = after.marked & ~before.marked
    marks = f'<path class="marked" d="{outline(attacked, after.filled)}"/>' if attacked else ""
    contents = board_contents(only, after.filled, sprite, ids, (new[Feature.MONSTER],))
    return SafeString(f"{contents}{marks}{_fresh_line(only.filled, after.filled)}")


# A player's map after a drawing and in the next turn differ only in the line around what is fresh.
@lru_cache(500)
def board_contents(board: Board, filled: Mask, sprite: str, ids: str, pieces: tuple[Mask, ...]) -> str:
    """Washes, lines and pictures of a board with its `pieces`; corners are tight where `filled` spaces meet."""
    drawn = [(feature, mask) for feature in PICTURES if (mask := board.layers[feature])]
    parts = [_wash(feature, mask, filled, ids) for feature, mask in drawn]
    parts.append(_piece_lines(board, pieces))
    lines = "".join(f'<use href="#{ids}-{feature.word}"/>' for feature, _ in drawn if feature is not Feature.MOUNTAIN)
    parts.append(double_line(lines))
    parts.append(_ruins(board, sprite))
    parts.append(_tolls(board, sprite))
    parts += [_pictures(feature, mask, board, sprite, ids, pieces) for feature, mask in drawn]
    parts.append(_regions(board, sprite))
    return "".join(parts)


def _piece_lines(board: Board, pieces: tuple[Mask, ...]) -> str:
    """The lines between pieces of the same kind."""
    east = south = 0
    for piece in pieces:
        for feature in PICTURES:
            here, beyond = board.layers[feature] & piece, board.layers[feature] & ~piece
            east |= here & beyond >> 1 | beyond & here >> 1
            south |= here & beyond >> STRIDE | beyond & here >> STRIDE
    path = inner_lines(east, south)
    return f'<path class="shape-lines" stroke-width="3" stroke-opacity=".5" d="{path}"/>' if path else ""


def _fresh_line(fresh: Mask, filled: Mask) -> str:
    """The line around what was drawn last."""
    path = outline(fresh, filled)
    return f'<path class="fresh-line" stroke-width="12" pathLength="1" d="{path}"/>' if path else ""


def _wash(feature: Feature, mask: Mask, filled: Mask, ids: str) -> str:
    """The watercolor of one kind of space, darker along its edge."""
    name = feature.word
    return f'<g class="t-{name}">{wash(f"{ids}-{name}", outline(mask, filled))}</g>'


def _pictures(feature: Feature, mask: Mask, board: Board, sprite: str, ids: str, pieces: tuple[Mask, ...]) -> str:
    """A picture in each space of a kind, smaller on ruins; water has waves that run on from space to space."""
    name, count = feature.word, PICTURES[feature]
    ruins = board.layers[Feature.RUINS] if feature not in {Feature.WATER, Feature.MOUNTAIN} else 0
    uses = []
    for where in spaces(mask):
        x, y = column_of(where) * UNIT, row_of(where) * UNIT
        place = f'transform="translate({x + 14} {y + 13})scale(.72)"' if ruins >> where & 1 else f'x="{x}" y="{y}"'
        is_monster = feature is Feature.MONSTER
        number = _monster_number(board, where, pieces) if is_monster else picture_number(where, count)
        uses.append(f'<use href="{sprite}#{name}-{number}" {place}/>')
    if feature is not Feature.WATER:
        return f'<g class="t-{name}">{"".join(uses)}</g>'
    ships = "".join(_ships(mask & ~board.layers[Feature.RUINS], sprite))
    return f'<g class="t-water"><g clip-path="url(#in-{ids}-water)">{"".join(uses)}</g>{ships}</g>'


def _ships(mask: Mask, sprite: str) -> list[str]:
    """Boats and serpents on some spaces of large lakes."""
    lakes = [lake for lake in clusters(mask) if lake.bit_count() >= _OPEN_WATER]
    return [
        f'<use href="{sprite}#{"serpent" if where % 2 else "boat"}" '
        f'x="{column_of(where) * UNIT}" y="{row_of(where) * UNIT}"/>'
        for lake in lakes
        for where in spaces(lake)
        if picture_number(where, _SHIPS) == 0
    ]


def _ruins(board: Board, sprite: str) -> str:
    """Fallen stones on all ruins, and an arch on those that are empty."""
    if not board.layers[Feature.RUINS]:
        return ""
    uses = []
    for where in spaces(board.layers[Feature.RUINS] & FULL):
        name = "ruins" if board.empty >> where & 1 else "stones"
        uses.append(f'<use href="{sprite}#{name}" x="{column_of(where) * UNIT}" y="{row_of(where) * UNIT}"/>')
    return f'<g class="t-mountain">{"".join(uses)}</g>'


def _tolls(board: Board, sprite: str) -> str:
    """A coin on each coin space that is still empty, smaller on ruins."""
    if not board.tolls:
        return ""
    uses = []
    for where in spaces(board.tolls):
        x, y = column_of(where) * UNIT, row_of(where) * UNIT
        on_ruins = board.layers[Feature.RUINS] >> where & 1
        place = f'transform="translate({x + 44} {y + 40})scale(.56)"' if on_ruins else f'x="{x}" y="{y}"'
        uses.append(f'<use href="{sprite}#toll" {place}/>')
    return f'<g class="t-farm">{"".join(uses)}</g>'


def _regions(board: Board, sprite: str) -> str:
    """A dashed line around each region, with its number in a corner of the first space of each part."""
    parts = []
    for region in REGIONS:
        if mask := board.layers[region]:
            places = [f'x="{column_of(at) * UNIT}" y="{row_of(at) * UNIT}"' for at in map(first, clusters(mask))]
            uses = "".join(f'<use href="{sprite}#{region.word}" {place}/>' for place in places)
            parts.append(f'<path stroke-width="7" stroke-dasharray="24 18" d="{outline(mask, FULL)}"/>{uses}')
    return f'<g class="regions">{"".join(parts)}</g>' if parts else ""

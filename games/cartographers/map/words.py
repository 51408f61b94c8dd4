"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import Space, enclosed
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Feature, Terrain
from games.cartographers.words.names import terrain_name
from games.play.people import Person


def space_label(board: Board, where: Space) -> str:
    """A space and what is on it: "C5, forest, on ruins"."""
    bit, layers = 1 << where, board.layers
    words = {"space": space_name(where)}
    on_ruins = bool(layers[Feature.RUINS] & bit)
    if layers[Feature.MOUNTAIN] & bit:
        return _mountain(bit, board) % words
    if layers[Feature.EMPTY] & bit:
        return _empty(on_ruins, bool(layers[Feature.MARKED] & bit)) % words
    terrain = board.terrain_at(bit)
    if terrain is not None:
        words["terrain"] = _terrain(board, bit, terrain)
        return (_("%(space)s, %(terrain)s, on ruins") if on_ruins else _("%(space)s, %(terrain)s")) % words
    if layers[Feature.DESTROYED] & bit:
        return (_("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")) % words
    return _("%(space)s, wasteland") % words


def _terrain(board: Board, bit: int, terrain: Terrain) -> str:
    """The terrain's name, with the initial that is written in a monster."""
    name = terrain_name(terrain)
    initial = next((initial for initial, cells in board.initials if cells & bit), "")
    return _("%(monster)s %(initial)s") % {"monster": name, "initial": initial} if initial else name


def _mountain(bit: int, board: Board) -> str:
    closed = enclosed(bit, board.layers[Feature.FILLED])
    return _("%(space)s, mountain, surrounded") if closed else _("%(space)s, mountain")


def _empty(on_ruins: bool, marked: bool) -> str:
    if marked:
        return _("%(space)s, empty ruins, under attack") if on_ruins else _("%(space)s, empty, under attack")
    return _("%(space)s, empty ruins") if on_ruins else _("%(space)s, empty")


def map_title(owner: Person) -> str:
    """What a seat's map is called to who looks at it."""
    return _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}

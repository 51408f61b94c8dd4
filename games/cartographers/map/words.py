"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import Space, enclosed
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_name
from games.play.people import Person


def space_label(board: Board, where: Space) -> str:
    """A space and what is on it: "C5, forest, on ruins"."""
    bit = 1 << where
    on_ruins = board.on_ruins(bit)
    words = {"space": space_name(where)}
    match board.feature_at(bit):
        case Feature.MOUNTAIN:
            text = _mountain(bit, board)
        case Feature.EMPTY:
            text = _empty(on_ruins, bool(board.marked & bit))
        case Feature.DESTROYED:
            text = _("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")
        case Feature.WASTELAND:
            text = _("%(space)s, wasteland")
        case terrain:
            words["terrain"] = _terrain(terrain, board.initial_at(bit))
            text = _("%(space)s, %(terrain)s, on ruins") if on_ruins else _("%(space)s, %(terrain)s")
    return text % words


def _terrain(terrain: Feature, initial: str) -> str:
    """The terrain's name, with the initial that is written in a monster."""
    name = terrain_name(terrain)
    return _("%(monster)s %(initial)s") % {"monster": name, "initial": initial} if initial else name


def _mountain(bit: int, board: Board) -> str:
    closed = enclosed(bit, board.filled)
    return _("%(space)s, mountain, surrounded") if closed else _("%(space)s, mountain")


def _empty(on_ruins: bool, marked: bool) -> str:
    if marked:
        return _("%(space)s, empty ruins, under attack") if on_ruins else _("%(space)s, empty, under attack")
    return _("%(space)s, empty ruins") if on_ruins else _("%(space)s, empty")


def map_title(owner: Person) -> str:
    """What a seat's map is called to who looks at it."""
    return _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}

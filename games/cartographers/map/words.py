"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import Space, enclosed
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_name
from games.play.kept import kept
from games.play.people import Person


def space_label(board: Board, where: Space) -> str:
    """A space and what is on it: "C5, forest, on ruins"."""
    bit = 1 << where
    feature = board.feature_at(bit)
    closed = feature is Feature.MOUNTAIN and bool(enclosed(bit, board.filled))
    return _label(where, feature, board.initial_at(bit), board.on_ruins(bit), bool(board.marked & bit), closed)


# Few of a map's 121 spaces change from turn to turn.
@kept(20_000)
def _label(where: Space, feature: Feature, initial: str, on_ruins: bool, marked: bool, closed: bool) -> str:
    words = {"space": space_name(where)}
    match feature:
        case Feature.MOUNTAIN:
            text = _("%(space)s, mountain, surrounded") if closed else _("%(space)s, mountain")
        case Feature.EMPTY:
            text = _empty(on_ruins, marked)
        case Feature.DESTROYED:
            text = _("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")
        case Feature.WASTELAND:
            text = _("%(space)s, wasteland")
        case terrain:
            words["terrain"] = _terrain(terrain, initial)
            text = _("%(space)s, %(terrain)s, on ruins") if on_ruins else _("%(space)s, %(terrain)s")
    return text % words


def _terrain(terrain: Feature, initial: str) -> str:
    """The terrain's name, with the initial that is written in a monster."""
    name = terrain_name(terrain)
    return _("%(monster)s %(initial)s") % {"monster": name, "initial": initial} if initial else name


def _empty(on_ruins: bool, marked: bool) -> str:
    if marked:
        return _("%(space)s, empty ruins, under attack") if on_ruins else _("%(space)s, empty, under attack")
    return _("%(space)s, empty ruins") if on_ruins else _("%(space)s, empty")


def map_title(owner: Person) -> str:
    """What a seat's map is called to who looks at it."""
    return _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}

"""Maps, their spaces, and what is on these."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import Space, enclosed
from engine.cartographers.notation import space_name
from engine.cartographers.terrain import Feature
from games.cartographers.words.names import terrain_name
from games.play.people import Person


class SpaceState(NamedTuple):
    """One space and what is on it: the monster's `initial` that is written there ("" for none), whether it is ruins,
    whether a hero attacks it, and of a mountain whether it is surrounded.
    """

    where: Space
    feature: Feature
    initial: str
    on_ruins: bool
    marked: bool
    surrounded: bool


def space_state(board: Board, where: Space) -> SpaceState:
    """Return the contents of a space on a board."""
    bit = 1 << where
    feature = board.feature_at(bit)
    surrounded = feature is Feature.MOUNTAIN and bool(enclosed(bit, board.filled))
    return SpaceState(where, feature, board.initial_at(bit), board.on_ruins(bit), bool(board.marked & bit), surrounded)


def space_label(space: SpaceState) -> str:
    """A space and what is on it: "C5, forest, on ruins"."""
    words = {"space": space_name(space.where)}
    on_ruins = space.on_ruins
    match space.feature:
        case Feature.MOUNTAIN:
            text = _("%(space)s, mountain, surrounded") if space.surrounded else _("%(space)s, mountain")
        case Feature.EMPTY:
            text = _empty(on_ruins, space.marked)
        case Feature.DESTROYED:
            text = _("%(space)s, destroyed, on ruins") if on_ruins else _("%(space)s, destroyed")
        case Feature.WASTELAND:
            text = _("%(space)s, wasteland")
        case terrain:
            words["terrain"] = _terrain(terrain, space.initial)
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
    """Return what a seat's map is called to its viewer; after a past turn, with the stand-in where that drew."""
    title = _("Your map") if owner.me else _("%(name)s’s map") % {"name": owner.name}
    return _("%(map)s (turn drawn by a stand-in)") % {"map": title} if owner.by_stand_in else title

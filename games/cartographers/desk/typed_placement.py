"""Interpretation of a typed placement, given the offer and what is in hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.geometry import Mask, Space, spaces
from engine.cartographers.notation import space_name
from engine.cartographers.shapes import Orientation
from engine.cartographers.terrain import Terrain
from engine.cartographers.view import Desk, SpaceChoice, View
from games.cartographers.desk.placement_state import Fields, Ghost, ghost_of
from games.cartographers.desk.space_choice import selected_space
from games.cartographers.typed.commands import BareSpace, Command, DescribeSpace, Destroy, Parts, PlaceShape, Plain
from games.cartographers.words.names import terrain_label, terrain_name
from games.play.line import UnreadableCommand
from games.play.words import or_list


@dataclass(frozen=True, slots=True)
class SelectedSpace:
    """Space choice with the selected space, or 0 for none."""

    choice: SpaceChoice
    space: Mask


Hand = Ghost | SelectedSpace | None
"""Drawing or space to destroy that the seat has selected, or None if it has nothing to do."""


def hand_of(view: View, query: QueryDict) -> Hand:
    """Return what is in hand at the step in a page address, or None if nothing is asked."""
    match view.owed:
        case Desk(offer=offer):
            return ghost_of(query, offer)
        case SpaceChoice() as choice:
            return SelectedSpace(choice, selected_space(query, choice))
        case None:
            return None


def fields_of(hand: Hand) -> Fields:
    """Return the form fields that restore the selection."""
    match hand:
        case Ghost():
            return hand.fields
        case SelectedSpace(space=space):
            return (("space", space_name(spaces(space)[0]) if space else ""),)
        case None:
            return ()


def step_in_hand(hand: Hand) -> QueryDict:
    """Return the query parameters that restore the selection."""
    query = QueryDict(mutable=True)
    query.update(dict(fields_of(hand)))
    return query


def plain_command(command: Command, hand: Hand) -> Plain:
    """Return the command, with a bare space replaced by an explicit command.

    The space is destroyed while spaces are being chosen. It places the shape if only one shape in one terrain is
    possible. Otherwise it is described.
    """
    if not isinstance(command, BareSpace):
        return command
    match hand:
        case SelectedSpace():
            return Destroy(command.space)
        case Ghost() as ghost if len(ghost.alike) == 1 and len(ghost.chosen.terrains) == 1:
            return PlaceShape(Parts(option=ghost.option, anchor=command.space))
        case _:
            return DescribeSpace(command.space)


def ghost_from_parts(parts: Parts, hand: Ghost, *, loosely: bool = False) -> Ghost:
    """Return the drawing that the parts describe. A missing orientation, and if `loosely` a missing shape or terrain,
    is taken from `hand`. Raises UnreadableCommand if parts are missing or not offered.
    """
    number = _option(parts, hand, loosely)
    ghost = hand if number == hand.option else hand.with_option(number)
    terrain, flips = _terrain(parts, ghost, loosely=loosely and number == hand.option)
    return replace(ghost, terrain=terrain, orientation=_held(parts, ghost, flips=flips), anchor=parts.anchor)


def _option(parts: Parts, hand: Ghost, loosely: bool) -> int:
    if parts.option is not None:
        return offered_option(parts.option, hand)
    if len(hand.alike) > 1 and not loosely:
        if first := hand.alike[0]:
            text = _(
                "This skill has %(n)s shapes, numbered %(first)s to %(last)s. Add the shape number, for example "
                "“%(first)s forest C5”."
            )
        else:
            text = _("There are %(n)s shapes. Add the shape number, for example “2 forest C5”.")
        raise UnreadableCommand(text % {"n": len(hand.alike), "first": first + 1, "last": hand.alike[-1] + 1})
    return hand.option


def offered_option(option: int, hand: Ghost) -> int:
    """Return the 0-based option if it is offered, with whatever skill. Raises UnreadableCommand otherwise, which names
    the numbers of the shapes in hand.
    """
    if not 0 <= option < len(hand.offer.options):
        count, first, last = len(hand.alike), hand.alike[0] + 1, hand.alike[-1] + 1
        if first == 1:
            text = ngettext("There is only %(n)s shape: type 1.", "There are %(n)s shapes: type 1 to %(n)s.", count)
        else:
            text = ngettext(
                "This skill has only %(n)s shape: type %(first)s.",
                "This skill has %(n)s shapes: type %(first)s to %(last)s.",
                count,
            )
        raise UnreadableCommand(text % {"n": count, "first": first, "last": last})
    return option


def _terrain(parts: Parts, ghost: Ghost, *, loosely: bool) -> tuple[Terrain, bool]:
    """Return the terrain, and whether a loose "f" flips the shape because forest isn't offered."""
    offered = ghost.chosen.terrains
    if parts.terrain is None:
        if parts.loose and Terrain.FOREST in offered:
            return Terrain.FOREST, False
        if len(offered) > 1 and not loosely:
            names = or_list([terrain_name(terrain) for terrain in offered])
            raise UnreadableCommand(_("Add a terrain: %(terrains)s.") % {"terrains": names})
        return (ghost.terrain if loosely else offered[0]), parts.loose
    if parts.terrain not in offered:
        names = or_list([terrain_name(terrain) for terrain in offered])
        label = terrain_label(parts.terrain)
        raise UnreadableCommand(
            _("%(terrain)s isn’t on this card. Type %(terrains)s.") % {"terrain": label, "terrains": names}
        )
    return parts.terrain, False


def _held(parts: Parts, ghost: Ghost, *, flips: bool) -> Orientation:
    turn = parts.turn
    if flips:
        turn = replace(turn or ghost.chosen.shape.orientations[0].turn, flipped=True)
    return ghost.orientation if turn is None else ghost.chosen.shape.held(turn)


def next_target(hand: SelectedSpace) -> Space:
    """Return the next space that may be destroyed, in reading order, wrapping at the end."""
    targets = spaces(hand.choice.targets)
    here = spaces(hand.space)
    return next((target for target in targets if here and target > here[0]), targets[0])

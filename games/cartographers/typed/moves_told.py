"""Where shapes may be drawn, and what a drawing or a choice that is not confirmed yet would change, in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from engine.cartographers.cards import Option
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import space_names
from engine.cartographers.shapes import Orientation
from engine.cartographers.view import Choice, Desk, View
from games.cartographers.placing import Ghost
from games.cartographers.presenters.choosing import choice_changes
from games.cartographers.presenters.edicts import next_season
from games.cartographers.presenters.pending import changed_sentences, in_hand, pending
from games.cartographers.presenters.people import Person
from games.cartographers.typed.aiming import PutForward
from games.cartographers.typed.commands import Parts
from games.cartographers.typed.looking import Room
from games.cartographers.typed.map_told import runs_phrase
from games.cartographers.typed.turn_told import fits_count, shapes
from games.cartographers.words.announcements import offer_sentence
from games.cartographers.words.effects_text import no_stakes_sentence
from games.cartographers.words.shapes_text import attack_phrase, cells_phrase

FEW = 4
"""Places that are named of each way to hold a shape, unless one way is asked for."""


def fits(room: Room, parts: Parts) -> tuple[str, ...]:
    """Where the shapes fit, way by way; of one way that is asked for all places are named."""
    if not isinstance(room.hand, Ghost):
        return shapes(room) if room.view.destroyer else (offer_sentence(room.view, room.names),)
    offer = room.hand.offer
    found: list[str] = []
    for number, option in enumerate(offer.options):
        if parts.option in {None, number}:
            found += _fits_of(number, option, room.hand, parts)
    return tuple(found)


def _fits_of(number: int, option: Option, hand: Ghost, parts: Parts) -> Iterator[str]:
    words = {"number": number + 1, "fits": fits_count(len(hand.offer.fits(option.shape)))}
    yield _("Shape %(number)s. %(fits)s") % words
    ways = option.shape.orientations if parts.turn is None else (option.shape.held(parts.turn),)
    for way in ways:
        if anchors := hand.offer.anchors(way):
            yield _way(way, anchors, few=parts.turn is None and anchors.bit_count() > FEW)


def _way(way: Orientation, anchors: Mask, *, few: bool) -> str:
    """One way to hold a shape: its code, its look, and its places, all of them or how many and the first `few`."""
    places = space_names(anchors)
    words = {
        "code": code_of(way),
        "shape": attack_phrase(way.attack) if way.attack else cells_phrase(way.cells),
        "count": len(places),
        "places": ", ".join(places[:FEW]) if few else runs_phrase(anchors),
    }
    text = (
        _("%(code)s, %(shape)s: %(places)s and more, %(count)s in all.")
        if few
        else _("%(code)s, %(shape)s: %(places)s.")
    )
    return text % words


def code_of(way: Orientation) -> str:
    """How a shape is held, as it is typed: "r1 f"."""
    return f"r{way.turn.quarters}{' f' if way.turn.flipped else ''}"


def put_down(room: Room) -> tuple[str, ...]:
    """What is in hand, and what it would change."""
    match room.hand:
        case Ghost(anchor=None) as ghost:
            return (_taken(ghost),)
        case Ghost() as ghost:
            assert room.view.desk is not None
            return _drawing(room.view, room.view.desk, ghost, room.people[room.view.desk.subject])
        case PutForward(choice=choice, space=space):
            destroyed = _("%(space)s would be destroyed.") % {"space": ", ".join(space_names(space))}
            return destroyed, _chosen(room.view, choice, space), _confirm()
        case None:
            return (offer_sentence(room.view, room.names),)


def _chosen(view: View, choice: Choice, space: Mask) -> str:
    if next_season(view) is None:
        return no_stakes_sentence()
    return changed_sentences(choice_changes(view, choice, space)) or _no_change()


def _taken(ghost: Ghost) -> str:
    return f"{in_hand(ghost)} {fits_count(ghost.offer.anchors(ghost.orientation).bit_count())}"


def _drawing(view: View, desk: Desk, ghost: Ghost, owner: Person) -> tuple[str, ...]:
    found = pending(view, desk, ghost, owner)
    if not found.legal:
        return found.told
    if not changed_sentences(found.changes):
        return (*found.told, _no_change(), _confirm())
    return (*found.told, _confirm())


def _no_change() -> str:
    return _("No figure would change.")


def _confirm() -> str:
    return _("Type “confirm” to do it.")

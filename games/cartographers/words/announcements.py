"""What is said about a live table: spaces, shapes, and what is asked of whom."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Option
from engine.cartographers.geometry import Mask, Space, enclosed
from engine.cartographers.notation import space_name
from engine.cartographers.placement import Forced, Offer
from engine.cartographers.shapes import Turn
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import Choice, Desk, View
from games.cartographers.words.effects_text import choice_sentence
from games.cartographers.words.lists import and_list, or_list, space_list
from games.cartographers.words.names import card_name, terrain_label, terrain_name
from games.cartographers.words.refusals import forced_sentence
from games.cartographers.words.shapes_text import shape_label
from games.cartographers.words.standings_text import winners_sentence

MOST_NAMES = 3
"""Awaited people who are named; of more the rest are counted."""


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


def orientation_label(turn: Turn) -> str:
    """How a shape is held."""
    return str(_HELD[turn.code])


_HELD = {
    "r0": gettext_lazy("as on the card"),
    "r1": gettext_lazy("turned a quarter to the right"),
    "r2": gettext_lazy("turned upside down"),
    "r3": gettext_lazy("turned a quarter to the left"),
    "r0f": gettext_lazy("mirrored"),
    "r1f": gettext_lazy("mirrored, then turned a quarter to the right"),
    "r2f": gettext_lazy("mirrored, then turned upside down"),
    "r3f": gettext_lazy("mirrored, then turned a quarter to the left"),
}


def in_hand_sentence(offer: Offer, option: int, terrain: Terrain, turn: Turn) -> str:
    """What is in hand while it lies nowhere: which shape, where there are several (`option` is 0-based), in which
    terrain, and how it is held.
    """
    words = {"number": option + 1, "terrain": terrain_name(terrain), "held": orientation_label(turn)}
    if len(offer.options) == 1:
        return _("In hand: %(terrain)s, %(held)s.") % words
    return _("In hand: shape %(number)s, %(terrain)s, %(held)s.") % words


def lying_sentence(terrain: Terrain, cells: Mask, attack: Mask, *, fits: bool) -> str:
    """Where a drawing lies that is not confirmed yet, in a few words, as they are heard after every move."""
    words = {"terrain": terrain_label(terrain), "spaces": space_list(cells), "attack": space_list(attack)}
    if attack:
        text = _("%(terrain)s on %(spaces)s, attacking %(attack)s: fits.") if fits else _attacks_without_fit()
    else:
        text = _("%(terrain)s over %(spaces)s: fits.") if fits else _("%(terrain)s over %(spaces)s: does not fit.")
    return text % words


def _attacks_without_fit() -> str:
    return _("%(terrain)s on %(spaces)s, attacking %(attack)s: does not fit.")


def option_label(number: int, option: Option) -> str:
    """A shape on offer: `number` is its place in the offer, 0-based."""
    shape = shape_label(option.shape.orientations[0], coin=option.coin)
    return _("Shape %(number)s: %(shape)s") % {"number": number + 1, "shape": shape}


def offer_sentence(view: View, names: Sequence[str]) -> str:
    """What is asked of the viewer now, or who is awaited. `names` are those of the seats."""
    if view.over:
        return _("The game is over.")
    if view.viewer is not None and view.choice is not None:
        return _choice(view.choice, view, names)
    if view.viewer is None or view.desk is None:
        return _no_desk(view, names)
    if view.desk.drawing is not None:
        return _("You have drawn. %(waiting)s") % {"waiting": waiting_sentence(view, names)}
    assert view.open is not None, "a desk is about an open card"
    if isinstance(view.open, AmbushCard):
        return _ambush(view.open, view.desk, names)
    if isinstance(view.open, HeroCard):
        return _hero(view.open, view.desk.offer)
    return _explore(view.open, view.desk.offer)


def heard_sentence(view: View, names: Sequence[str], sentence: str) -> str:
    """What is asked, `sentence` being that of `offer_sentence`, for those who only hear it: with the card's name, with
    whose turn it is, and at the end with who has won.
    """
    if view.over:
        return f"{sentence} {winners_sentence(view.standings, names, view.viewer)}"
    if view.viewer is None or not view.awaited[view.viewer]:
        return sentence
    if isinstance(view.open, ExploreCard):
        sentence = f"{card_name(view.open)}. {sentence}"
    return sentence if view.seats == 1 else _("Your turn. %(what)s") % {"what": sentence}


def _choice(choice: Choice, view: View, names: Sequence[str]) -> str:
    if choice.chosen is not None:
        return _("You have chosen. %(waiting)s") % {"waiting": waiting_sentence(view, names)}
    own, alone = choice.subject == view.viewer, view.seats == 1
    return choice_sentence(choice.card, names[choice.subject], own=own, alone=alone)


def _no_desk(view: View, names: Sequence[str]) -> str:
    waiting = waiting_sentence(view, names)
    if view.viewer is not None and view.destroyer is not None:
        card = card_name(view.destroyer)
        return _("%(card)s finds nothing to destroy for you. %(waiting)s") % {"card": card, "waiting": waiting}
    if view.viewer is None or view.open is None:
        return waiting
    if isinstance(view.open, AmbushCard):
        return _("The map that comes to you is full, so you draw no monster. %(waiting)s") % {"waiting": waiting}
    return _("Your map is full, so you have nothing to draw. %(waiting)s") % {"waiting": waiting}


def _ambush(card: AmbushCard, desk: Desk, names: Sequence[str]) -> str:
    words = {"card": card_name(card), "owner": names[desk.subject]}
    if desk.offer.forced is Forced.NO:
        return _("Draw %(card)s on %(owner)s’s map.") % words
    return _("Draw a single monster square on %(owner)s’s map: %(card)s fits nowhere.") % words


def _hero(card: HeroCard, offer: Offer) -> str:
    if len(offer.options[0].shape.orientations) == 1:
        return _("Draw %(card)s on your map.") % {"card": card_name(card)}
    return _("Draw %(card)s on your map, and choose which way the attack goes.") % {"card": card_name(card)}


def _explore(card: ExploreCard, offer: Offer) -> str:
    terrains = or_list([terrain_name(terrain) for terrain in offer.options[0].terrains])
    words = {"terrains": terrains, "reason": forced_sentence(offer.forced, card)}
    if offer.forced is not Forced.NO:
        return _("%(reason)s It may be %(terrains)s.") % words
    count = len(offer.options)
    if offer.covering:
        text = ngettext(
            "Draw the shape as %(terrains)s, over at least one empty ruins space.",
            "Draw one of %(n)s shapes as %(terrains)s, over at least one empty ruins space.",
            count,
        )
    else:
        text = ngettext("Draw the shape as %(terrains)s.", "Draw one of %(n)s shapes as %(terrains)s.", count)
    return text % {**words, "n": count}


def _awaited(view: View, names: Sequence[str]) -> list[str]:
    """The names of those who still have to draw, the viewer left out."""
    return [names[seat] for seat, awaited in enumerate(view.awaited) if awaited and seat != view.viewer]


def waiting_sentence(view: View, names: Sequence[str]) -> str:
    """Whom the table waits for besides the viewer, "" for nobody."""
    awaited = _awaited(view, names)
    if not awaited:
        return ""
    more = len(awaited) - MOST_NAMES
    if more < 1:
        return _("Waiting for %(names)s.") % {"names": and_list(awaited)}
    text = ngettext("Waiting for %(names)s and %(n)s other.", "Waiting for %(names)s and %(n)s others.", more)
    return text % {"names": ", ".join(awaited[:MOST_NAMES]), "n": more}


def turn_title(view: View, names: Sequence[str]) -> str:
    """The beginning of the page's title: what the viewer's turn is."""
    if view.over:
        return _("Game over")
    if view.viewer is None:
        return _("Turn %(turn)s") % {"turn": view.turn}
    if not view.awaited[view.viewer]:
        return _("Waiting")
    if view.desk is not None and view.desk.subject != view.viewer:
        return _("Your turn: draw on %(owner)s’s map") % {"owner": names[view.desk.subject]}
    return _("Your turn")


def time_sentence(time: int, threshold: int, *, last: bool) -> str:
    """How far the season has come; `last` where its turn is open with which it ends."""
    if last:
        return _("%(time)s of %(threshold)s: the season ends with this turn.") % {"time": time, "threshold": threshold}
    return _("%(time)s of %(threshold)s") % {"time": time, "threshold": threshold}

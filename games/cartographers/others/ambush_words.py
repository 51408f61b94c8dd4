"""Ambushes in words: who drew what where, how a monster walked in, and what it costs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, Way
from engine.cartographers.geometry import Mask
from games.cartographers.words.names import card_name, corner_name
from games.cartographers.words.places import space_list


def drawn_by_sentence(card: AmbushCard, cells: Mask, name: str, *, me: bool, outlined: bool) -> str:
    """Return the sentence about a monster's spaces and the player who drew it.

    `me` is true if that player is the reader, `outlined` if the map outlines the spaces.
    """
    if me:
        text = (
            _("Highlighted: %(card)s on %(spaces)s, drawn by you.")
            if outlined
            else _("%(card)s on %(spaces)s, drawn by you.")
        )
    else:
        text = (
            _("Highlighted: %(card)s on %(spaces)s, drawn by %(name)s.")
            if outlined
            else _("%(card)s on %(spaces)s, drawn by %(name)s.")
        )
    return text % {"card": card_name(card), "spaces": space_list(cells), "name": name}


def drawn_by(name: str, *, me: bool) -> str:
    """The same under a small map."""
    return _("Monster drawn by you") if me else _("Monster drawn by %(name)s") % {"name": name}


def walked_in() -> str:
    """Under the small map of who plays alone."""
    return _("Monster placed automatically")


def walk_sentences(card: AmbushCard, cells: Mask, tried: int, ring: int, *, outlined: bool) -> list[str]:
    """Return sentences about a solo monster's path to its spaces.

    They give the direction, the number of occupied spots (`tried`) and the distance from the edge of the map
    (`ring`). Without `cells`, the monster found no spot.
    """
    words = {"card": card_name(card), "corner": corner_name(card.solo_corner)}
    if card.solo_way is Way.CLOCKWISE:
        way = _("%(card)s entered from the %(corner)s corner, clockwise along the edge.") % words
    else:
        way = _("%(card)s entered from the %(corner)s corner, counterclockwise along the edge.") % words
    if not cells:
        return [way, _("It didn’t fit anywhere, so the card was ignored.")]
    return [way, *_further_in(ring), *_tried(tried), _drawn_at(cells, outlined=outlined)]


def _further_in(ring: int) -> list[str]:
    if not ring:
        return []
    text = ngettext(
        "It didn’t fit along the edge, so it moved %(n)s space inward.",
        "It didn’t fit along the edge, so it moved %(n)s spaces inward.",
        ring,
    )
    return [text % {"n": ring}]


def _tried(tried: int) -> list[str]:
    if not tried:
        return []
    text = ngettext(
        "%(n)s spot was blocked.",
        "%(n)s spots were blocked.",
        tried,
    )
    return [text % {"n": tried}]


def _drawn_at(cells: Mask, *, outlined: bool) -> str:
    words = {"spaces": space_list(cells)}
    if outlined:
        return _("The first free spot is highlighted: %(spaces)s.") % words
    return _("The first free spot was %(spaces)s.") % words


def harm_sentences(costly: Mask, spared: Mask, name: str) -> list[str]:
    """Return sentences about a monster's cost for `name` at every scoring.

    `costly` are the spaces that would cost 1 star each. `spared` are those that the monster covers, so that they no
    longer cost a star.
    """
    if not costly and not spared:
        return [_("It doesn’t cost %(name)s any more stars.") % {"name": name}]
    sentences = []
    if costly:
        n = costly.bit_count()
        text = ngettext(
            "It costs %(name)s %(n)s more star each season: %(spaces)s.",
            "It costs %(name)s %(n)s more stars each season: %(spaces)s.",
            n,
        )
        sentences.append(text % {"name": name, "n": n, "spaces": space_list(costly)})
    if spared:
        text = ngettext(
            "%(spaces)s would no longer cost stars.",
            "%(spaces)s would no longer cost stars.",
            spared.bit_count(),
        )
        sentences.append(text % {"spaces": space_list(spared)})
    return sentences


def small_map_caption(name: str) -> str:
    """Under the small map of who draws on another’s."""
    return _("%(name)s draws on your map") % {"name": name}


def full_map_caption() -> str:
    """The same where the own map is full."""
    return _("Your map is full, so no monster is drawn on it")

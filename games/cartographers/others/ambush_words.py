"""Ambushes in words: who drew what where, how a monster walked in, and what it costs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard, Way
from engine.cartographers.geometry import Mask
from games.cartographers.words.names import card_name, corner_name
from games.cartographers.words.places import space_list


def drawn_by_sentence(card: AmbushCard, cells: Mask, name: str, *, me: bool, outlined: bool) -> str:
    """Who drew a monster where; `me` where that is who reads it, `outlined` where the map shows it so."""
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
    """How a monster came to lie where it lies: along which way, after how many places that were not free, and how many
    spaces from the border; without cells it found no place at all.
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
    """What a monster would cost `name` at every scoring: the spaces that would cost a star each, and those that would
    cost nothing any more, as it lies on them.
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

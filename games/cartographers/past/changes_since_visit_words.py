"""Sentences about changes since the viewer last looked."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import AmbushCard
from engine.cartographers.geometry import Mask
from games.cartographers.map.words import map_title
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name
from games.cartographers.words.places import space_list
from games.play.log import turn_name
from games.play.people import Person


def since_title(turns: int) -> str:
    """Return the title with the number of closed turns."""
    text = ngettext("%(count)d turn since your last visit", "%(count)d turns since your last visit", turns)
    return text % {"count": turns}


def turns_name(first: int, last: int) -> str:
    """Turns that are told of together."""
    if first == last:
        return turn_name(first)
    return _("Turns %(first)s to %(last)s") % {"first": first, "last": last}


def ambush_title(name: str) -> str:
    """Return the title about the player who drew a monster on the reader's map."""
    return _("%(name)s ambushed you") % {"name": name}


def ambush_sentences(card: AmbushCard, cells: Mask, cost: int) -> list[str]:
    """Return sentences about a monster's spaces and the additional stars it costs the reader."""
    return [_("%(card)s on %(spaces)s.") % {"card": card_name(card), "spaces": space_list(cells)}, _cost(cost)]


def _cost(stars: int) -> str:
    if stars <= 0:
        return _("It doesn’t cost you any stars now.")
    text = ngettext("It costs you %(n)s star per season.", "It costs you %(n)s stars per season.", stars)
    return text % {"n": stars}


def map_label(owner: Person, changed: Mask) -> str:
    """A small map, with the spaces that are outlined on it."""
    return _("%(map)s: %(spaces)s") % {"map": map_title(owner), "spaces": space_list(changed)}


def said(title: str, sentences: Iterable[str], gained: Iterable[tuple[str, int]]) -> str:
    """Return a step as read aloud; `gained` holds names with the stars they gained."""
    brought = [_("%(name)s: %(stars)s.") % {"name": name, "stars": stars_of(stars)} for name, stars in gained]
    return " ".join([f"{title}.", *sentences, *brought])

"""Deck after a past turn: as known then, or in its actual order once the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import takewhile
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.cards import DeckCard
from engine.cartographers.events import CardRevealed, Event, SeasonBegan, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.state import State
from engine.cartographers.unseen_deck import UncertainCards, UnseenDeck, find_unseen_deck
from engine.cartographers.view import View
from games.cartographers.cards.faces import card_address
from games.cartographers.past.turn_navigation import TurnParameters, VariantLink, variant_links
from games.cartographers.words.names import card_name
from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent

KNOWN: Final = "known"
LAY: Final = "lay"
"""URL values for the deck as it was known at the time and for its actual order."""


@dataclass(frozen=True, slots=True)
class CardLink:
    """Card with its address; `came` if it was revealed before its season ended."""

    name: str
    url: str
    came: bool = False


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Group of cards in the deck, with a sentence about what is known of them."""

    sentence: str
    cards: tuple[CardLink, ...]


@dataclass(frozen=True, slots=True)
class DeckView:
    """Deck in groups, or in its actual order (`lay`), top card first."""

    sentence: str
    groups: tuple[CardGroup, ...] = ()
    lay: tuple[CardLink, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckPart:
    """Deck after a turn, and the links that show it.

    `deck` is None if it isn't shown; then `problem` explains why if it was requested.
    """

    deck: DeckView | None
    problem: str
    asks: tuple[VariantLink, ...]


def deck_part(seated: Seated, view: View, turn: int, table: str, parameters: TurnParameters) -> DeckPart:
    """Return the deck after a turn, computed only on request.

    The actual order can be requested once the game is over.
    """
    over = seated.state.over
    titles = {KNOWN: _("As known at the time"), LAY: _("Actual deck order")} if over else {KNOWN: _("Show deck")}
    links = variant_links(parameters, "deck", titles)
    if not parameters.deck:
        return DeckPart(None, "", links)
    deck = ordered_deck(whole_log(seated), turn, table) if parameters.deck == LAY else known_deck(view, table)
    return DeckPart(deck, "" if deck else _("The deck was empty."), links)


def known_deck(view: View, table: str) -> DeckView | None:
    """Return the deck as known to everyone after a turn, or None if the game ended then or no card was left."""
    known = find_unseen_deck(view)
    if view.over or not known.size:
        return None
    return DeckView(_size_sentence(known.size), _groups(known, table))


def ordered_deck(log: Sequence[DecodedEvent[Event]], turn: int, table: str) -> DeckView | None:
    """Return the actual deck after a turn of a finished game, or None if the game ended with that turn."""
    state: State = reduce(RULES.evolve, (entry.event for entry in log if entry.turn <= turn), RULES.initial)
    later = (entry.event for entry in log if entry.turn > turn)
    came = sum(isinstance(event, CardRevealed) for event in takewhile(_in_season, later))
    cards = tuple(_link(state.card(card), table, came=place < came) for place, card in enumerate(state.deck))
    return DeckView(_ordered_deck_sentence(len(cards), came), lay=cards) if cards and not state.over else None


def _in_season(event: Event) -> bool:
    # A turn of monsters that destroy comes between a season's scoring and the next season.
    return not isinstance(event, SeasonScored | SeasonBegan)


def _groups(known: UnseenDeck, table: str) -> tuple[CardGroup, ...]:
    kinds: list[tuple[str, Sequence[DeckCard]]] = [(_sure_sentence(known), known.sure)]
    if known.ambushes.count:
        kinds.append((_ambush_sentence(known.ambushes, known.size), known.ambushes.cards))
    if known.heroes.count:
        kinds.append((_hero_sentence(known.heroes, known.size), known.heroes.cards))
    return tuple(CardGroup(sentence, tuple(_link(card, table) for card in cards)) for sentence, cards in kinds if cards)


def _link(card: DeckCard, table: str, *, came: bool = False) -> CardLink:
    return CardLink(card_name(card), card_address(table, card), came)


def _size_sentence(size: int) -> str:
    return ngettext("%(size)s card was left in the deck.", "%(size)s cards were left in the deck.", size) % {
        "size": size
    }


def _sure_sentence(known: UnseenDeck) -> str:
    words = {"size": known.size}
    return _("Each of these had a 1 in %(size)s chance of being next:") % words


def _ambush_sentence(share: UncertainCards, size: int) -> str:
    text = ngettext(
        "1 of these ambush cards was in the deck, so the chance of an ambush next was 1 in %(size)s:",
        "%(count)s of these ambush cards were in the deck, so the chance of an ambush next was %(count)s in %(size)s:",
        share.count,
    )
    return text % {"count": share.count, "size": size}


def _hero_sentence(share: UncertainCards, size: int) -> str:
    text = ngettext(
        "1 of these hero cards was in the deck, so the chance of a hero next was 1 in %(size)s:",
        "%(count)s of these hero cards were in the deck, so the chance of a hero next was %(count)s in %(size)s:",
        share.count,
    )
    return text % {"count": share.count, "size": size}


def _ordered_deck_sentence(size: int, came: int) -> str:
    if not came:
        return _("Deck order from the top. The season ended before another card was revealed.")
    if came == size:
        return _("Deck order from the top. All cards were revealed.")
    text = ngettext(
        "Deck order from the top. 1 card was revealed before the season ended.",
        "Deck order from the top. %(came)s cards were revealed before the season ended.",
        came,
    )
    return text % {"came": came}

"""Explore deck as public knowledge: its contents, and the probability of each next card.

For each season the rules return every explore and ruins card to the deck. They add one ambush card and one hero card,
face down, from decks of their own, and keep those that have not been revealed. Source: docs/rules.md, "End of a
season".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.view import View


@dataclass(frozen=True, slots=True)
class UncertainCards:
    """Group of cards, `count` of which are in the deck; nobody knows which ones."""

    cards: tuple[AmbushCard | HeroCard, ...]
    count: int


@dataclass(frozen=True, slots=True)
class UnseenDeck:
    """Cards certainly in the deck, and the groups of ambush and hero cards that are partly in it."""

    sure: tuple[ExploreCard | RuinsCard, ...]
    ambushes: UncertainCards
    heroes: UncertainCards

    @property
    def size(self) -> int:
        """Number of cards in the deck."""
        return len(self.sure) + self.ambushes.count + self.heroes.count

    def chance(self, card: DeckCard) -> Fraction:
        """Return the probability that a card is on top of the deck, 0 if it cannot be."""
        if card in self.sure:
            return Fraction(1, self.size)
        for share in (self.ambushes, self.heroes):
            if card in share.cards:
                return Fraction(share.count, self.size * len(share.cards))
        return Fraction(0)


def find_unseen_deck(view: View) -> UnseenDeck:
    """Return the deck of a game in progress; after the end, the cards not revealed in the last season."""
    definition = view.definition
    returning: tuple[ExploreCard | RuinsCard, ...] = (*definition.explore, *definition.ruins)
    return UnseenDeck(
        tuple(card for card in returning if card.id not in view.column),
        _share(view, definition.ambushes),
        _share(view, definition.heroes),
    )


def count_waiting_cards(view: View, cards: Sequence[AmbushCard | HeroCard]) -> int:
    """Return the number of cards of a kind, added one per season, that are in the explore deck."""
    dealt = min(view.season + 1, len(cards))
    return dealt - sum(card.id in view.revealed for card in cards)


def _share(view: View, cards: Sequence[AmbushCard | HeroCard]) -> UncertainCards:
    return UncertainCards(
        tuple(card for card in cards if card.id not in view.revealed), count_waiting_cards(view, cards)
    )

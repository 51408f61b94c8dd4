"""The explore deck as everybody at a table knows it: what lies in it, and how likely each card comes next.

The rules put every explore and ruins card back into the deck for each season, add one ambush and one hero, face down,
from decks of their own, and keep those in it that have not been turned up. Source: docs/rules.md, "End of a season".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.view import View


@dataclass(frozen=True, slots=True)
class Share:
    """Cards of which so many lie in the deck, nobody knows which."""

    cards: tuple[AmbushCard | HeroCard, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that lie in the deck for sure, and the ambushes and heroes of which some do."""

    sure: tuple[ExploreCard | RuinsCard, ...]
    ambushes: Share
    heroes: Share

    @property
    def size(self) -> int:
        """The cards of the deck."""
        return len(self.sure) + self.ambushes.count + self.heroes.count

    def chance(self, card: DeckCard) -> Fraction:
        """Return the probability that a card is on top of the deck, 0 if it cannot be."""
        if card in self.sure:
            return Fraction(1, self.size)
        for share in (self.ambushes, self.heroes):
            if card in share.cards:
                return Fraction(share.count, self.size * len(share.cards))
        return Fraction(0)


def unseen(view: View) -> Unseen:
    """The deck of a game under way; of one that is over, the cards that were not turned up in the last season."""
    definition = view.definition
    returning: tuple[ExploreCard | RuinsCard, ...] = (*definition.explore, *definition.ruins)
    return Unseen(
        tuple(card for card in returning if card.id not in view.column),
        _share(view, definition.ambushes),
        _share(view, definition.heroes),
    )


def waiting(view: View, cards: Sequence[AmbushCard | HeroCard]) -> int:
    """Return the number of cards of a kind, added one per season, that are in the explore deck."""
    dealt = min(view.season + 1, len(cards))
    return dealt - sum(card.id in view.revealed for card in cards)


def _share(view: View, cards: Sequence[AmbushCard | HeroCard]) -> Share:
    return Share(tuple(card for card in cards if card.id not in view.revealed), waiting(view, cards))

"""Futures: the cards that may come next, as far as a seat can know.

The cards that are revealed do not depend on what is drawn, so that one future serves for every drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeAlias

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.events import Definition
from engine.cartographers.players.value import Moment
from engine.cartographers.unseen_deck import find_unseen_deck
from engine.cartographers.view import View
from engine.randomness import Shuffler

_Hidden: TypeAlias = tuple[AmbushCard | HeroCard, ...]


class Reveal(NamedTuple):
    """Card revealed in a future: the moment after it, and whether a ruins card applies to it."""

    card: ExploreCard | AmbushCard | HeroCard
    moment: Moment
    ruins: bool


class SeasonEnd(NamedTuple):
    """End of a season in a future: its number, and the monsters that act at season ends."""

    season: int
    acting: tuple[AmbushCard, ...]


Step = Reveal | SeasonEnd


class Start(NamedTuple):
    """Start of a future: the moment, whether a ruins card is pending, and the monsters that act at season ends."""

    moment: Moment
    ruins: bool
    acting: tuple[AmbushCard, ...]

    @classmethod
    def of(cls, view: View, moment: Moment) -> Start:
        """Return the start after the open turn of a view, whose moment is given."""
        ruins = view.ruins_pending and not isinstance(view.open, ExploreCard)
        return cls(moment, ruins, view.monsters_to_act)


def steps(game: Definition, start: Start, decks: Iterable[Sequence[DeckCard]], depth: int) -> tuple[Step, ...]:
    """Return the steps until a number of explore and hero cards is revealed, or the game ends.

    `decks` are what is left of the deck of the present season, and the whole decks of the later ones, top first.
    """
    (season, time), pending, acting = start
    found: list[Step] = []
    for number, deck in enumerate(decks, season):
        threshold, cards = game.seasons[number].threshold, iter(deck)
        while time < threshold and (card := next(cards, None)) is not None:
            time += card.time
            if isinstance(card, RuinsCard):
                pending = True
                continue
            found.append(Reveal(card, Moment(number, time), pending and isinstance(card, ExploreCard)))
            if isinstance(card, AmbushCard):
                if card.acts_later:
                    acting = (*acting, card)
                continue
            pending = pending and not isinstance(card, ExploreCard)
            depth -= 1
            if not depth:
                return tuple(found)
        found.append(SeasonEnd(number, acting))
        time, pending = 0, False
        if number == len(game.seasons) - 1:
            break
    return tuple(found)


class Futures:
    """Futures after the open turn of a view, numbered from 0.

    Every order of the decks that the view allows is about equally likely. But in a row of futures every explore card is
    the first of its kind to come about equally often, so that fewer futures are needed.
    """

    def __init__(self, view: View, moment: Moment, depth: int, shuffler: Shuffler, label: str) -> None:
        self._game, self._depth, self._shuffler, self._label = view.definition, depth, shuffler, label
        self._start = Start.of(view, moment)
        self._unseen = find_unseen_deck(view)
        explore = [card for card in self._unseen.sure if isinstance(card, ExploreCard)]
        self._first = shuffler.shuffle(f"{label}:first", explore)

    def deal(self, number: int) -> tuple[Step, ...]:
        """Return the steps of a future."""
        return steps(self._game, self._start, self._decks(number), self._depth)

    def _decks(self, number: int) -> Iterator[Sequence[DeckCard]]:
        label = f"{self._label}:{number}"
        unseen = self._unseen
        ambushes, ambush_deck = self._split(f"{label}:ambushes", unseen.ambushes.cards, unseen.ambushes.count)
        heroes, hero_deck = self._split(f"{label}:heroes", unseen.heroes.cards, unseen.heroes.count)
        deck = list(self._shuffler.shuffle(f"{label}:deck", (*unseen.sure, *ambushes, *heroes)))
        if self._first:
            wanted = deck.index(self._first[number % len(self._first)])
            foremost = next(place for place, card in enumerate(deck) if isinstance(card, ExploreCard))
            deck[foremost], deck[wanted] = deck[wanted], deck[foremost]
        yield deck
        waiting: list[AmbushCard | HeroCard] = [*ambushes, *heroes]
        revealed = self._revealed(deck, self._start.moment)
        for season in range(self._start.moment.season + 1, len(self._game.seasons)):
            waiting = [card for card in waiting if card not in revealed]
            waiting += chain(ambush_deck[:1], hero_deck[:1])
            ambush_deck, hero_deck = ambush_deck[1:], hero_deck[1:]
            cards = (*self._game.explore, *self._game.ruins, *waiting)
            deck = list(self._shuffler.shuffle(f"{label}:{season}", cards))
            yield deck
            revealed = self._revealed(deck, Moment(season, 0))

    def _split(self, label: str, cards: _Hidden, count: int) -> tuple[_Hidden, _Hidden]:
        """Return which cards of a kind are in the explore deck, and those in a deck of their own."""
        shuffled = self._shuffler.shuffle(label, cards)
        return shuffled[:count], shuffled[count:]

    def _revealed(self, deck: Sequence[DeckCard], moment: Moment) -> list[DeckCard]:
        """Return the cards of a deck that are revealed from a moment until the end of its season."""
        season, time = moment
        revealed: list[DeckCard] = []
        for card in deck:
            if time >= self._game.seasons[season].threshold:
                break
            revealed.append(card)
            time += card.time
        return revealed

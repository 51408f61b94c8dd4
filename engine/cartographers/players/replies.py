"""Replies: drawings for the cards of a future, each chosen from a short list that is ranked only once.

A list has the best drawings of a card on the board of the open turn. Most of them are still among the best a few
drawings later, so that only the first ones that still fit, and some next to what was drawn since, are rated again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from heapq import nlargest, nsmallest
from operator import itemgetter
from typing import NamedTuple, Protocol

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap
from engine.cartographers.events import Definition
from engine.cartographers.geometry import Mask, neighbours
from engine.cartographers.placement import Offer, ambush_offer, explore_offer, hero_offer
from engine.cartographers.players.futures import Reveal
from engine.cartographers.players.value import BoardValue, Moment, RatedPlacement
from engine.cartographers.position import Position
from engine.cartographers.terrain import Terrain

LISTED, RATED, RATED_BESIDE = 70, 10, 8
"""Drawings in a list; those of them that are rated again; and those rated besides if next to something new."""

RATED_HEROES = 4
"""Drawings of a hero that are rated again: they are slow to rate, because they may destroy monsters."""


class Drawing(NamedTuple):
    """Drawing on a board, and the monster's initial, the coin and the attacked spaces that come with it.

    `covered` are those of its spaces that it destroys instead, and `spent` the coins that it costs.
    """

    cells: Mask
    terrain: Terrain
    initial: str = ""
    coin: bool = False
    marks: Mask = 0
    covered: Mask = 0
    spent: int = 0

    @classmethod
    def of(cls, offer: Offer, rated: RatedPlacement) -> Drawing:
        """Return the drawing of a placement."""
        fit, option = rated.fit, offer.options[rated.option]
        marks = fit.orientation.marks(fit.anchor) if fit.orientation.attack else 0
        covered = fit.cells & ~offer.empty if option.overlap is Overlap.DESTROY else 0
        spent = offer.cost(option, fit.cells)
        return cls(fit.cells ^ covered, rated.terrain, offer.initial, option.coin, marks, covered, spent)

    def on(self, position: Position) -> Position:
        """Return the position after the drawing."""
        outcome = position.outcome_of(
            self.cells, self.terrain, self.initial, coin=self.coin, marks=self.marks, covered=self.covered
        )
        return position.after(outcome._replace(spent=self.spent) if self.spent else outcome)


class Rated(NamedTuple):
    """Drawing with the value of the position after it."""

    value: float
    drawing: Drawing


class Replier(Protocol):
    """Chooses the drawings of a future."""

    def reply(self, position: Position, reveal: Reveal) -> Rated | None:
        """Return the drawing for a revealed card, or None if no space is empty.

        It is the best one for the board's owner, but the worst one for an ambush, which a neighbour draws.
        """
        ...


class Replies:
    """Replies from lists that are ranked on the board of the open turn."""

    def __init__(self, game: Definition, value: BoardValue, position: Position) -> None:
        self._game, self._value, self._position = game, value, position
        self._replies: dict[tuple[Hashable, ...], Rated] = {}
        self._lists: dict[tuple[str, bool], tuple[Offer, list[Drawing]]] = {}

    def reply(self, position: Position, reveal: Reveal) -> Rated | None:
        board = position.board
        if not board.empty:
            return None
        if not position.coins and board.tolls == board.empty and not isinstance(reveal.card, AmbushCard):
            return None
        key = position.board.layers, position.coins, reveal.card.id, reveal.moment, reveal.ruins
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._find(position, reveal)
        return found

    def _find(self, position: Position, reveal: Reveal) -> Rated:
        offer, listed = self._list(reveal)
        card = reveal.card
        if isinstance(card, HeroCard):
            return self._best_hero(position, listed, reveal)
        find = min if isinstance(card, AmbushCard) else max
        best: Rated | None = None
        for values, drawings in self._rate(position, offer, self._promising(position, listed), reveal.moment):
            value = find(values)
            if best is None or find(value, best.value) != best.value:
                best = Rated(value, drawings[values.index(value)])
        return best or self._best_of_all(position, reveal)

    def _list(self, reveal: Reveal) -> tuple[Offer, list[Drawing]]:
        """Return the offer of a card on the board of the open turn, and its list."""
        card = reveal.card
        found = self._lists.get((card.id, reveal.ruins))
        if found is None:
            offer = offer_of(self._game, self._position, reveal)
            rank = nsmallest if isinstance(card, AmbushCard) else nlargest
            ranked = rank(LISTED, self._value.rate(self._position, offer, reveal.moment), key=itemgetter(0))
            found = self._lists[card.id, reveal.ruins] = offer, [Drawing.of(offer, each) for each in ranked]
        return found

    def _promising(self, position: Position, listed: list[Drawing]) -> dict[Terrain, list[Drawing]]:
        """Return the drawings of a list that are worth rating again, by terrain."""
        filled = position.board.filled
        near = neighbours(filled & ~self._position.board.filled)
        rated, beside = RATED, RATED_BESIDE
        promising: dict[Terrain, list[Drawing]] = {}
        for drawing in listed:
            cells = drawing[0]
            if cells & filled or drawing.covered or drawing.spent > position.coins:
                continue
            if rated:
                rated -= 1
            elif cells & near:
                beside -= 1
            else:
                continue
            promising.setdefault(drawing[1], []).append(drawing)
            if not beside:
                break
        return promising

    def _rate(
        self, position: Position, offer: Offer, promising: dict[Terrain, list[Drawing]], moment: Moment
    ) -> list[tuple[list[float], Sequence[Drawing]]]:
        """Return the values of drawings with them, by terrain."""
        if not promising:
            return []
        trials, coin = self._value.trials(position, offer, moment), self._value.prices(moment).coin
        coins, track, closed_by = position.coins, position.track, position.board.mountains_surrounded_by
        found: list[tuple[list[float], Sequence[Drawing]]] = []
        for terrain, drawings in promising.items():
            # Drawings of one terrain count as one option of the trials, because every terrain has its own.
            values = trials.values(terrain, terrain, [drawing[0] for drawing in drawings])
            for place, (cells, _, _, has_coin, _, _, spent) in enumerate(drawings):
                values[place] += coin * min(track, coins - spent + has_coin + closed_by(cells).bit_count())
            found.append((values, drawings))
        return found

    def _best_hero(self, position: Position, listed: list[Drawing], reveal: Reveal) -> Rated:
        fitting = [drawing for drawing in listed if not drawing.cells & position.board.filled][:RATED_HEROES]
        if not fitting:
            return self._best_of_all(position, reveal)
        value = self._value.value
        return max(
            [Rated(value(drawing.on(position), reveal.moment), drawing) for drawing in fitting], key=itemgetter(0)
        )

    def _best_of_all(self, position: Position, reveal: Reveal) -> Rated:
        """Return the best drawing if none of the list fits any more."""
        offer = offer_of(self._game, position, reveal)
        find = min if isinstance(reveal.card, AmbushCard) else max
        best = find(self._value.rate(position, offer, reveal.moment), key=itemgetter(0))
        return Rated(best.value, Drawing.of(offer, best))


def offer_of(game: Definition, position: Position, reveal: Reveal) -> Offer:
    """Return the offer of a card on a board with an empty space."""
    card, board = reveal.card, position.board
    if isinstance(card, ExploreCard):
        single, singles = game.single_terrain, game.singles
        offer = explore_offer(
            card, board, ruins=reveal.ruins, singles=singles, single_terrain=single, coins=position.coins
        )
    elif isinstance(card, HeroCard):
        offer = hero_offer(card, board, game.hero_pattern, position.coins)
    else:
        offer = ambush_offer(card, board)
    assert offer is not None, "a space is empty"
    return offer

"""Replies: drawings for the cards of a future, each chosen from a short list that is ranked only once.

A list has the best drawings of a card on the board of the open turn. Most of them are still among the best a few
drawings later, so that only the first ones that still fit, and some next to what was drawn since, are rated again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from heapq import nlargest, nsmallest
from operator import itemgetter
from typing import NamedTuple, Protocol

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, Overlap
from engine.cartographers.events import Definition
from engine.cartographers.geometry import Mask, neighbours
from engine.cartographers.placement import Offer, ambush_offer, can_draw, explore_offer, hero_offer
from engine.cartographers.players.futures import Reveal
from engine.cartographers.players.value import BoardValue, Moment, RatedPlacement
from engine.cartographers.position import Position
from engine.cartographers.terrain import Terrain

LISTED, RATED, RATED_BESIDE = 70, 10, 8
"""Drawings in a list; those of them that are rated again; and those rated besides if next to something new."""

RATED_HEROES = 4
"""Drawings of a hero that are rated again: they are slow to rate, because they may destroy monsters."""


class Drawing(NamedTuple):
    """Drawing on a board, and the monster's initial, the coin and the attacked spaces that come with it, and the coins
    that it costs.

    With an `overlap`, some of its cells may be filled on the board that it is drawn on.
    """

    cells: Mask
    terrain: Terrain
    initial: str = ""
    coin: bool = False
    marks: Mask = 0
    overlap: Overlap = Overlap.NONE
    spent: int = 0

    @classmethod
    def of(cls, offer: Offer, rated: RatedPlacement) -> Drawing:
        """Return the drawing of a placement."""
        fit, option = rated.fit, offer.options[rated.option]
        marks = fit.orientation.marks(fit.anchor) if fit.orientation.attack else 0
        spent = offer.cost(option, fit.cells)
        return cls(fit.cells, rated.terrain, offer.initial, option.coin, marks, option.overlap, spent)

    def fits_over(self, board: Board, covering: Mask) -> bool:
        """Return True if the drawing may cover what fills some of its cells, and covers an empty space: one of
        `covering` if there are any.
        """
        filled = board.filled
        if self.overlap is Overlap.NONE or self.cells & filled & ~board.coverable:
            return False
        return bool(self.cells & (covering or self.cells) & ~filled)

    def on(self, position: Position) -> Position:
        """Return the position after the drawing."""
        cells, terrain, initial, coin, marks, overlap, spent = self
        return position.after(
            position.outcome_of(cells, terrain, initial, coin=coin, marks=marks, overlap=overlap, spent=spent)
        )


class Rated(NamedTuple):
    """Drawing with the value of the position after it."""

    value: float
    drawing: Drawing


class Replier(Protocol):
    """Chooses the drawings of a future."""

    def reply(self, position: Position, reveal: Reveal) -> Rated | None:
        """Return the drawing for a revealed card, or None if no space is empty, or none that the owner can pay.

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
        if not can_draw(reveal.card, position.board, position.coins):
            return None
        key = position.board.layers, position.coins, position.paid, reveal.card.id, reveal.moment, reveal.ruins
        found = self._replies.get(key)
        if found is None:
            found = self._replies[key] = self._find(position, reveal)
        return found

    def _find(self, position: Position, reveal: Reveal) -> Rated:
        card, start = reveal.card, self._position
        if not can_draw(card, start.board, start.coins):
            return self._best_of_all(position, reveal)
        offer, listed = self._list(reveal)
        if isinstance(card, HeroCard):
            return self._best_hero(position, listed, reveal)
        find = min if isinstance(card, AmbushCard) else max
        best: Rated | None = None
        for values, drawings in self._rate(
            position, offer, self._promising(position, offer.covering, listed), reveal.moment
        ):
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

    def _promising(self, position: Position, covering: Mask, listed: list[Drawing]) -> dict[Terrain, list[Drawing]]:
        """Return the drawings of a list that are worth rating again, by terrain."""
        board = position.board
        filled = board.filled
        near = neighbours(filled & ~self._position.board.filled)
        rated, beside = RATED, RATED_BESIDE
        promising: dict[Terrain, list[Drawing]] = {}
        for drawing in listed:
            cells = drawing[0]
            if drawing.spent > position.coins or (cells & filled and not drawing.fits_over(board, covering)):
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
        coins, track, closed_by = position.coins, position.track, position.closed_by
        filled = position.board.filled
        found: list[tuple[list[float], Sequence[Drawing]]] = []
        pays_more = bool(position.landmark_coins or offer.tolls)
        for terrain, drawings in promising.items():
            # Drawings of one terrain count as one option of the trials, because every terrain has its own.
            values = trials.values(terrain, terrain, [drawing[0] & ~filled for drawing in drawings])
            for place, drawing in enumerate(drawings):
                cells = drawing[0]
                if cells & filled:
                    values[place] = self._value.value(drawing.on(position), moment)
                    continue
                mountains, landmarks = closed_by(cells)
                earned = drawing[3] + mountains.bit_count()
                if pays_more:
                    earned += position.landmark_coins * landmarks.bit_count() - drawing.spent
                values[place] += coin * min(track, coins + earned)
            found.append((values, drawings))
        return found

    def _best_hero(self, position: Position, listed: list[Drawing], reveal: Reveal) -> Rated:
        filled, coins = position.board.filled, position.coins
        fitting = [each for each in listed if not each.cells & filled and each.spent <= coins][:RATED_HEROES]
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
    """Return the offer of a card on a board where it can be drawn."""
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
    assert offer is not None, "the card can be drawn"
    return offer

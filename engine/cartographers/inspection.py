"""Whether a recorded drawing lies as the rules have it."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard
from engine.cartographers.events import Drawn
from engine.cartographers.placement import Offer
from engine.cartographers.rules.draw import outcome
from engine.cartographers.terrain import Feature, Terrain

_MONSTER, _EMPTY = Terrain.MONSTER, Feature.EMPTY


class Differs(Exception):
    """The event at hand is not what the rules give."""


def require(holds: bool) -> None:
    """Raise Differs unless it holds."""
    if not holds:
        raise Differs


def check_free(event: Drawn, card: ExploreCard | AmbushCard, board: Board, *, ruins: bool, initial: str) -> None:
    """A drawing of what is on a card. Where it lies as it should, nothing forced another. Raises Differs."""
    placement, cells = event.placement, event.cells
    option = card.options[placement.option]
    if ruins and not cells & board.empty_ruins:
        raise Differs
    fit = option.shape.held(placement.turn).table[placement.anchor]
    if (
        fit is None
        or fit.cells != cells
        or cells & board.layers[_EMPTY] != cells
        or placement.option < 0
        or event.marks
    ):
        raise Differs
    if placement.terrain not in option.terrains or event.coin is not option.coin or event.initial != initial:
        raise Differs
    if event.destroyed != (cells & board.marked if placement.terrain is _MONSTER else 0):
        raise Differs


def check_offered(event: Drawn, offer: Offer | None, board: Board) -> None:
    """A drawing of anything else, held against all that is on offer. Raises Differs, and RuleViolation."""
    if offer is None or offer.forced is not event.forced:
        raise Differs
    found = outcome(board, offer, event.placement)
    require((found.cells, found.marks, found.destroyed) == (event.cells, event.marks, event.destroyed))
    require(event.coin is offer.options[event.placement.option].coin and event.initial == offer.initial)

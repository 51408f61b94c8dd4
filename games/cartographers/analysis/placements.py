"""Best spots of the card of an analysis, and the spaces where it is worth most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from engine.cartographers.cards import ExploreCard, HeroCard, ScoringCard
from engine.cartographers.geometry import Space, spaces
from engine.cartographers.placement import HeroPattern, Offer, SingleTerrain, explore_offer, hero_offer
from engine.cartographers.players.review import Rating, pick_different
from engine.cartographers.players.value import BoardValue, Breakdown, RatedPlacement, name_circumstances
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.position import Position
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE, Terrain
from games.cartographers.analysis.components import deck_of, seasons_of
from games.cartographers.analysis.position import AnalysisPosition
from games.play.words import signed_number

BEST_SHOWN: Final = 5
"""Number of placements that are listed."""
_SHADES: Final = 4
"""Number of shades of the heat map, `glow1` to `glow4` in the styles."""


@dataclass(frozen=True, slots=True)
class PlacementAdvice:
    """Placements of a card: the best ones that differ, with the position after each; and the heat of all.

    Estimates are for the time after the card. `before` are those of the map without it. `heat` maps each space to its
    CSS class and its number: the stars that the best placement that covers it gains.
    """

    before: Breakdown
    best: tuple[tuple[Rating, Position], ...]
    heat: Mapping[Space, tuple[str, str]]


def board_value(position: AnalysisPosition) -> BoardValue:
    """Return the value of boards under the edicts and seasons of a position."""
    return _board_value(position.edicts, position.sheet, position.solo, position.heroes)


@lru_cache(maxsize=32)
def _board_value(edicts: tuple[ScoringCard, ...], sheet: Sheet, solo: bool, heroes: bool) -> BoardValue:
    circumstances = name_circumstances(alone=solo, heroes=heroes)
    return BoardValue(edicts, seasons_of(heroes=heroes), sheet, circumstances, trained_weights())


def offer_of(position: AnalysisPosition) -> Offer | None:
    """Return what the card offers on the map, or None without a card or an empty space."""
    card, board = position.card, position.board
    if card is None:
        return None
    if isinstance(card, HeroCard):
        return hero_offer(card, board, HeroPattern.TURNABLE, position.coins)
    singles = (*DRAWABLE, Terrain.HERO) if position.heroes else DRAWABLE
    return explore_offer(
        card, board, ruins=position.ruins, singles=singles, single_terrain=SingleTerrain.ANY, coins=position.coins
    )


# Showing a placement on the map doesn't change the placements.
@lru_cache(maxsize=32)
def find_placements(position: AnalysisPosition) -> PlacementAdvice | None:
    """Return the best placements of the card, or None if there is nothing to draw."""
    offer = offer_of(position)
    if offer is None:
        return None
    value, start, moment = board_value(position), position.position, position.moment_after_card
    rated = sorted(value.rate(start, offer, moment), key=lambda each: -each.value)
    ranked = ((each.placement, each.fit.cells) for each in rated)
    values = {each.placement: each for each in rated}
    best = []
    for answer in pick_different(ranked, BEST_SHOWN):
        found = values[answer]  # type: ignore[index]
        after = start.after(start.drawing(offer, found.placement))
        best.append((Rating(answer, found.fit.cells, found.value, value.breakdown(after, moment)), after))
    return PlacementAdvice(value.breakdown(start, moment), tuple(best), _heat(rated, value.value(start, moment)))


@lru_cache(maxsize=32)
def rate_coming_cards(position: AnalysisPosition) -> tuple[tuple[ExploreCard, float | None], ...]:
    """Return the explore cards not seen this season with the stars that each may gain, the best card first.

    None for all of them if the map is full.
    """
    unseen = [card for card in deck_of(heroes=position.heroes) if card not in position.seen]
    gains = [(card, _best_gain(replace(position, card=card))) for card in unseen]
    return tuple(sorted(gains, key=lambda pair: -(pair[1] or 0.0)))


def _best_gain(position: AnalysisPosition) -> float | None:
    """Return the stars that the best placement of a position's card gains, or None if the map is full."""
    offer = offer_of(position)
    if offer is None or not position.board.empty:
        return None
    value, start, moment = board_value(position), position.position, position.moment_after_card
    return max(each.value for each in value.rate(start, offer, moment)) - value.value(start, moment)


def _heat(rated: Iterable[RatedPlacement], now: float) -> dict[Space, tuple[str, str]]:
    """Return the heat of each space that a placement covers. `rated` has the best placements first."""
    gains: dict[Space, float] = {}
    covered = 0
    for each in rated:
        if fresh := each.fit.cells & ~covered:
            covered |= fresh
            gains |= dict.fromkeys(spaces(fresh), each.value - now)
    least, most = min(gains.values(), default=0.0), max(gains.values(), default=0.0)
    return {where: (_shade(gain, least, most), signed_number(round(gain))) for where, gain in gains.items()}


def _shade(gain: float, least: float, most: float) -> str:
    """Return the class of a gain, by its place between the least and the most."""
    if gain < 0:
        return "glow-loss"
    shade = round(_SHADES * (gain - max(0.0, least)) / (most - max(0.0, least))) if most > least else _SHADES
    return f"glow{shade}" if shade else "fits"


def sum_up(position: AnalysisPosition) -> Breakdown:
    """Return the stars that a position is expected to bring until the end of the game, by source."""
    return board_value(position).breakdown(position.position, position.moment)

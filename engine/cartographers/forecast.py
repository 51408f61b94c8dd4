"""Forecast of a position: if scored now, and at each season end if nothing more were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import assert_never

from engine.cartographers.cards import AmbushCard, Edict, Effect, ScoringCard, Season
from engine.cartographers.events import SeasonScore
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Outcome, Position
from engine.cartographers.rules import effects
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.tally import Tally, score
from engine.cartographers.view import View


@dataclass(frozen=True, slots=True)
class EffectDue:
    """Effect of one monster on a position at the end of a season.

    `spaces` are those that it spreads to, or those of which it destroys one. `outcome` is None if the owner has to
    choose.
    """

    card: AmbushCard
    spaces: Mask
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SeasonForecast:
    """Forecast for a season end: tallies of its two edicts, coins, and stars lost to monsters."""

    season: Season
    edicts: tuple[Tally, Tally]
    coins: Contribution
    losses: Contribution

    @property
    def score(self) -> SeasonScore:
        """Season's stars as they would be recorded."""
        one, two = self.edicts
        return SeasonScore((one.stars, two.stars), self.coins.total, -self.losses.total)

    @property
    def total(self) -> int:
        """Stars of the season."""
        return self.score.total


@dataclass(frozen=True, slots=True)
class Forecast:
    """Forecast for a position.

    `edicts` (A to D), `coins` (1 star each) and `losses` (1 star less for each space lost to monsters) are as if
    scored now. `effects` are those due at the next season end. `seasons` are those to come, in order, each as scored
    if nothing more were drawn: monsters that spread by then have spread, effects that need a choice are left out.
    """

    edicts: tuple[Tally, ...]
    coins: Contribution
    losses: Contribution
    effects: tuple[EffectDue, ...]
    seasons: tuple[SeasonForecast, ...]

    def edict(self, letter: Edict | str) -> Tally:
        """Return the tally of an edict by letter."""
        return self.edicts[Edict(letter).number]

    def season_if_scored_now(self, season: Season) -> SeasonForecast:
        """Return the forecast for a season if it were scored now."""
        one, two = season.edicts
        return SeasonForecast(season, (self.edict(one), self.edict(two)), self.coins, self.losses)


def forecast(
    position: Position,
    edicts: Sequence[ScoringCard],
    seasons: Sequence[Season] = (),
    monsters: Sequence[AmbushCard] = (),
) -> Forecast:
    """Return the forecast for a position under edicts A to D.

    `seasons` are those to come. `monsters` are those that act at their ends.
    """
    now = then = _forecast_scores_now(position, edicts, monsters)
    ends: list[SeasonForecast] = []
    for season in seasons:
        ends.append(then.season_if_scored_now(season))
        after = _spread(position, monsters)
        if after is not position:
            position, then = after, _forecast_scores_now(after, edicts, monsters)
    return replace(now, seasons=tuple(ends))


def _forecast_scores_now(position: Position, edicts: Sequence[ScoringCard], monsters: Sequence[AmbushCard]) -> Forecast:
    board = position.board
    losses = board.monster_losses()
    return Forecast(
        edicts=tuple(score(card, board) for card in edicts),
        coins=Contribution(0, 0, 1, position.coins),
        losses=Contribution(0, losses, -1, losses.bit_count()),
        effects=effects_due(position, monsters),
        seasons=(),
    )


def forecast_view(view: View, position: Position) -> Forecast:
    """Return the forecast for a position in the game of a view.

    The view's boards stand as they were before the open turn. Forecasts are cached.
    """
    monsters = tuple(card for id in view.effects if isinstance(card := view.card(id), AmbushCard))
    return _foreseen(position, view.edicts, view.seasons_to_come, monsters)


# A page needs many figures for the same few positions, and the pages of a table request them in quick succession.
_foreseen = lru_cache(1_000)(forecast)


def _spread(position: Position, monsters: Sequence[AmbushCard]) -> Position:
    """Return a position after a season's end, without effects that need a choice; monsters act one by one."""
    for card in monsters:
        due = _effect(position, card)
        position = position.after(due.outcome) if due.outcome and due.spaces else position
    return position


def effects_due(position: Position, monsters: Sequence[AmbushCard]) -> tuple[EffectDue, ...]:
    """Return the effects of monsters at a season end, without those that find no space."""
    dues = [_effect(position, card) for card in monsters]
    return tuple(due for due in dues if due.spaces)


def _effect(position: Position, card: AmbushCard) -> EffectDue:
    match card.effect:
        case Effect.SPREAD:
            outcome = effects.growth(position, card.initial)
            return EffectDue(card, outcome.cells, outcome)
        case Effect.DESTROY_EMPTY | Effect.DESTROY_ANY:
            return EffectDue(card, effects.targets(card, position.board), None)
        case Effect.NONE | Effect.REWARD:
            return EffectDue(card, 0, None)
        case _:
            assert_never(card.effect)

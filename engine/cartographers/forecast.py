"""Forecast of a position: if scored now, and at each season end if nothing more were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.cartographers.cards import AmbushCard, Edict, ScoringCard, Season
from engine.cartographers.effects import EffectTiming
from engine.cartographers.events import SeasonScore
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Outcome, Position
from engine.cartographers.rules import effects
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.tally import Tally, score
from engine.cartographers.view import View

_NOTHING = Outcome()


@dataclass(frozen=True, slots=True)
class EffectDue:
    """Effect of one monster on a position at the end of a season.

    `spaces` are those that it takes, or those of which a seat chooses. `outcome` is None if a seat has to choose.
    """

    card: AmbushCard
    spaces: Mask
    outcome: Outcome | None

    @property
    def coins(self) -> int:
        """Number of coins that the effect earns, negative if it costs coins; 0 if a seat has to choose."""
        return self.outcome.coins if self.outcome else 0


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
    if nothing more were drawn: monsters that act without a choice by then have acted, other effects are left out.
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
    acting: Sequence[AmbushCard] = (),
    *,
    wasteland: bool = False,
) -> Forecast:
    """Return the forecast for a position under edicts A to D.

    `seasons` are those to come. `monsters` are those that act at their ends, and `acting` those that act before the
    first of them begins. With `wasteland` they may destroy it.
    """
    after_scoring = [card for card in monsters if card.acts(EffectTiming.SEASON_END)]
    before_last = [card for card in monsters if card.acts(EffectTiming.LAST_SCORING)]
    due = [*before_last, *after_scoring] if len(seasons) == 1 else after_scoring
    now = then = replace(
        _forecast_scores_now(position, edicts), effects=effects_due(position, due, wasteland=wasteland)
    )
    ends: list[SeasonForecast] = []
    after = _act(position, acting, wasteland=wasteland)
    for number, season in enumerate(seasons, 1):
        if number == len(seasons):
            after = _act(after, before_last, wasteland=wasteland)
        if after is not position:
            position, then = after, _forecast_scores_now(after, edicts)
        ends.append(then.season_if_scored_now(season))
        after = _act(position, after_scoring, wasteland=wasteland)
    return replace(now, seasons=tuple(ends))


def _forecast_scores_now(position: Position, edicts: Sequence[ScoringCard]) -> Forecast:
    board = position.board
    losses = board.monster_losses()
    return Forecast(
        edicts=tuple(score(card, board) for card in edicts),
        coins=Contribution(0, 0, 1, position.coins),
        losses=Contribution(0, losses, -1, losses.bit_count()),
        effects=(),
        seasons=(),
    )


def forecast_view(view: View, position: Position) -> Forecast:
    """Return the forecast for a position in the game of a view.

    The view's boards stand as they were before the open turn. Forecasts are cached.
    """
    monsters, acting = view.monsters_to_act, view.monsters_about_to_act
    wasteland = view.definition.destroys_wasteland
    return _foreseen(position, view.edicts, view.seasons_to_come, monsters, acting, wasteland=wasteland)


# A page needs many figures for the same few positions, and the pages of a table request them in quick succession.
_foreseen = lru_cache(1_000)(forecast)


def _act(position: Position, monsters: Sequence[AmbushCard], *, wasteland: bool) -> Position:
    """Return a position after monsters have acted one by one, without effects that need a choice."""
    for card in monsters:
        outcome = _effect(position, card, wasteland=wasteland).outcome
        position = position.after(outcome) if outcome and outcome != _NOTHING else position
    return position


def effects_due(
    position: Position, monsters: Sequence[AmbushCard], *, wasteland: bool = False
) -> tuple[EffectDue, ...]:
    """Return the effects of monsters at season ends on a position, without those that change nothing."""
    dues = [_effect(position, card, wasteland=wasteland) for card in monsters if card.acts_later]
    return tuple(due for due in dues if due.spaces or due.coins)


def _effect(position: Position, card: AmbushCard, *, wasteland: bool) -> EffectDue:
    if effects.effect_of(card).is_chosen:
        return EffectDue(card, effects.targets(card, position.board, wasteland=wasteland), None)
    outcome = effects.outcome_of(card, position, wasteland=wasteland)
    return EffectDue(card, outcome.changed, outcome)

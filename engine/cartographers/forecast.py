"""What a position would bring: as of now, and at the end of each season to come if nothing more were drawn."""

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
    """What a monster that acts at the end of a season does to a position: `spaces` are those that it takes, or those of
    which it destroys one; `outcome` is what comes of it, None where its owner has the choice.
    """

    card: AmbushCard
    spaces: Mask
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class SeasonForecast:
    """What the end of a season would bring: the tallies of its two edicts, the coins and what monsters cost."""

    season: Season
    edicts: tuple[Tally, Tally]
    coins: Contribution
    losses: Contribution

    @property
    def score(self) -> SeasonScore:
        """The stars of the season as they would be written down."""
        one, two = self.edicts
        return SeasonScore((one.stars, two.stars), self.coins.total, -self.losses.total)

    @property
    def total(self) -> int:
        """The stars of the season."""
        return self.score.total


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a position comes to.

    As of now: the tallies of edicts A to D, a star for each coin, and one less for each space that a monster costs.
    `effects` are those due at the end of the next season. `seasons` are those to come, in order, each as it would be
    scored if nothing more were drawn: what spreads by then has spread, but what somebody has to choose is left out.
    """

    edicts: tuple[Tally, ...]
    coins: Contribution
    losses: Contribution
    effects: tuple[EffectDue, ...]
    seasons: tuple[SeasonForecast, ...]

    def edict(self, letter: Edict | str) -> Tally:
        """The tally of an edict by its letter."""
        return self.edicts[Edict(letter).number]

    def as_of_now(self, season: Season) -> SeasonForecast:
        """What a season would bring if it were scored now."""
        one, two = season.edicts
        return SeasonForecast(season, (self.edict(one), self.edict(two)), self.coins, self.losses)


def forecast(
    position: Position,
    edicts: Sequence[ScoringCard],
    seasons: Sequence[Season] = (),
    monsters: Sequence[AmbushCard] = (),
) -> Forecast:
    """What a position would bring under the edicts A to D, with the seasons to come and the monsters that act at their
    ends.
    """
    now = then = _as_of_now(position, edicts, monsters)
    ends: list[SeasonForecast] = []
    for season in seasons:
        ends.append(then.as_of_now(season))
        after = _spread(position, monsters)
        if after is not position:
            position, then = after, _as_of_now(after, edicts, monsters)
    return replace(now, seasons=tuple(ends))


def _as_of_now(position: Position, edicts: Sequence[ScoringCard], monsters: Sequence[AmbushCard]) -> Forecast:
    board = position.board
    losses = board.monster_losses()
    return Forecast(
        edicts=tuple(score(card, board) for card in edicts),
        coins=Contribution(0, 0, 1, position.coins),
        losses=Contribution(0, losses, -1, losses.bit_count()),
        effects=effects_due(position, monsters),
        seasons=(),
    )


def foreseen(view: View, position: Position) -> Forecast:
    """What a position would bring in the game of a view, whose boards stand as they were before the open turn."""
    monsters = tuple(card for id in view.effects if isinstance(card := view.card(id), AmbushCard))
    return _foreseen(position, view.edicts, view.seasons_to_come, monsters)


# A page asks many figures of the same few positions, and the pages of a table ask them one after the other.
_foreseen = lru_cache(1_000)(forecast)


def _spread(position: Position, monsters: Sequence[AmbushCard]) -> Position:
    """A position after a season's end, as far as nobody has a choice; one monster acts after the other."""
    for card in monsters:
        due = _effect(position, card)
        position = position.after(due.outcome) if due.outcome and due.spaces else position
    return position


def effects_due(position: Position, monsters: Sequence[AmbushCard]) -> tuple[EffectDue, ...]:
    """What monsters that act at the end of a season would do to a position, those left out that find nothing to do."""
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

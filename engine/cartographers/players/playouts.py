"""Playouts: one board is played on through a future, by the rules but without events.

It is the board of one seat. Other boards matter only because neighbours draw ambushes, where they hurt most.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.cartographers.cards import AmbushCard
from engine.cartographers.effects import EffectChooser, EffectTiming
from engine.cartographers.events import Definition
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.players.futures import Reveal, SeasonEnd, Step
from engine.cartographers.players.replies import Replier
from engine.cartographers.players.value import BoardValue, Moment
from engine.cartographers.position import Position
from engine.cartographers.rules import effects, solo
from engine.cartographers.rules.season import score_board


class Playouts:
    """Playouts of one game. With `automatic`, ambushes are placed automatically; otherwise a neighbour draws them."""

    def __init__(self, game: Definition, value: BoardValue, *, automatic: bool) -> None:
        self._game, self._value, self._automatic = game, value, automatic

    def play(self, position: Position, future: tuple[Step, ...], replier: Replier) -> float:
        """Return the stars that a position brings in a future, and then is expected to bring until the end."""
        stars, last = 0, len(future) - 1
        for number, step in enumerate(future):
            if isinstance(step, SeasonEnd):
                position = self.act_before_scoring(position, step)
                stars += self.score(position, step.season)
                position = self.act(position, step)
                continue
            if isinstance(step.card, AmbushCard):
                position = self.ambush(position, step, step.card, replier)
                continue
            best = replier.reply(position, step)
            if number == last:
                return stars + (best.value if best else self._value.value(position, step.moment))
            if best:
                position = best.drawing.on(position)
        return stars

    def score(self, position: Position, season: int) -> int:
        """Return the stars of a position at the end of a season."""
        one, two = [self._value.edicts[number] for number in self._value.edicts_of(season)]
        return score_board(position.board, (one, two), position.coins).total

    def act(self, position: Position, end: SeasonEnd) -> Position:
        """Return the position after the monsters that act once a season is scored."""
        season = end.season + 1
        if season == len(self._game.seasons):
            return position
        return self._act_all(position, end.acting, EffectTiming.SEASON_END, Moment(season, 0))

    def act_before_scoring(self, position: Position, end: SeasonEnd) -> Position:
        """Return the position after the monsters that act before the last scoring, if it is due."""
        if end.season + 1 < len(self._game.seasons):
            return position
        moment = Moment(end.season, self._game.seasons[end.season].threshold)
        return self._act_all(position, end.acting, EffectTiming.LAST_SCORING, moment)

    def _act_all(
        self, position: Position, monsters: Iterable[AmbushCard], timing: EffectTiming, moment: Moment
    ) -> Position:
        for card in monsters:
            if card.acts(timing):
                position = self._act(position, card, moment)
        return position

    def ambush(self, position: Position, reveal: Reveal, card: AmbushCard, replier: Replier) -> Position:
        """Return the position after an ambush, and after its monster has acted if it does so at once."""
        if self._automatic:
            cells = solo.walk(card, position.board)
            if cells:
                position = position.after(position.monster(cells, card.initial))
        elif worst := replier.reply(position, reveal):
            position = worst.drawing.on(position)
        if card.acts(EffectTiming.AT_ONCE):
            position = self._act(position, card, reveal.moment)
        return position

    def _act(self, position: Position, card: AmbushCard, moment: Moment) -> Position:
        """Return the position after a monster has acted on the spaces that their chooser likes best."""
        effect, wasteland = effects.effect_of(card), self._game.destroys_wasteland
        if not effect.is_chosen:
            return position.after(effects.outcome_of(card, position, wasteland=wasteland))
        # A neighbour chooses for the monster that they drew.
        find = max if self._automatic or effect.chooser is EffectChooser.OWNER else min
        for _ in range(effect.steps):
            targets: Mask = effects.targets(card, position.board, wasteland=wasteland)
            if not targets:
                break
            bits = map(space_bit, spaces(targets))
            outcomes = [position.after(effects.outcome_of_choice(card, position, bit)) for bit in bits]
            position = find(outcomes, key=lambda after: self._value.value(after, moment))
        return position

"""Playouts: one board is played on through a future, by the rules but without events.

It is the board of one seat. Other boards matter only because neighbours draw ambushes, where they hurt most.
"""

from __future__ import annotations

from engine.cartographers.cards import AmbushCard, Effect, EffectTiming
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
        """Return the position after the monsters that act at the end of a season."""
        season = end.season + 1
        if season == len(self._game.seasons):
            return position
        for card in end.acting:
            if card.effect is Effect.SPREAD:
                position = position.after(effects.growth(position, card.initial))
            else:
                position = self._destroy(position, card, Moment(season, 0))
        return position

    def ambush(self, position: Position, reveal: Reveal, card: AmbushCard, replier: Replier) -> Position:
        """Return the position after an ambush, and after its monster has destroyed a space if it does so at once."""
        if self._automatic:
            cells = solo.walk(card, position.board)
            if cells:
                position = position.after(position.monster(cells, card.initial))
        elif worst := replier.reply(position, reveal):
            position = worst.drawing.on(position)
        if card.effect.moment is EffectTiming.AT_ONCE:
            position = self._destroy(position, card, reveal.moment)
        return position

    def _destroy(self, position: Position, card: AmbushCard, moment: Moment) -> Position:
        """Return the position after a monster has destroyed the space that its chooser likes best."""
        targets: Mask = effects.targets(card, position.board, wasteland=self._game.destroys_wasteland)
        if not targets:
            return position
        # A neighbour chooses what is destroyed at once by the monster that they drew.
        find = max if self._automatic or card.effect is Effect.DESTROY_EMPTY else min
        outcomes = [position.after(position.destruction(space_bit(space))) for space in spaces(targets)]
        return find(outcomes, key=lambda after: self._value.value(after, moment))

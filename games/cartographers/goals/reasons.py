"""The reasons of a figure: one sentence a contribution, and its spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.geometry import Mask, clusters, column_of, neighbours, row_of, spaces
from engine.cartographers.notation import space_names
from engine.cartographers.scoring.tally import score
from engine.cartographers.terrain import Feature
from engine.cartographers.view import View
from games.cartographers.goals import explanation_words
from games.cartographers.goals.score_words import (
    contribution_sentence,
    losses_sentence,
    no_stars_sentence,
)
from games.cartographers.log.past_states import Gain
from games.play.explanations import ReasonView


def reason(sentence: str, lit: Mask = 0, url: str = "") -> ReasonView:
    """A reason and the spaces that it is about."""
    return ReasonView(sentence, " ".join(space_names(lit)), _tiles(lit), url)


def _tiles(mask: Mask) -> str:
    """A small square amid each space, so that the terrain around it stays in sight."""
    return "".join(f"M{column_of(where)}.25 {row_of(where)}.25h.5v.5h-.5z" for where in spaces(mask))


def edict_reasons(card: ScoringCard, board: Board) -> tuple[ReasonView, ...]:
    """Return the reasons for the stars of an edict."""
    reasons = tuple(reason(contribution_sentence(part, card), part.lit) for part in score(card, board).contributions)
    return reasons or (reason(no_stars_sentence(card)),)


def monster_reasons(board: Board) -> tuple[ReasonView, ...]:
    """Return the reasons for stars lost to monsters, by group of monsters with adjacent empty spaces."""
    losses = board.monster_losses()
    return tuple(_beside(board, losses & group) for group in _groups(board, losses)) or (reason(losses_sentence(0)),)


def _groups(board: Board, losses: Mask) -> Iterator[Mask]:
    """Monsters with the empty spaces beside them, together where they share one."""
    return (group for group in clusters(board.layers[Feature.MONSTER] | losses) if group & losses)


def _beside(board: Board, losses: Mask) -> ReasonView:
    monsters = board.layers[Feature.MONSTER] & neighbours(losses)
    return reason(explanation_words.beside_sentence(losses, monsters), losses | monsters)


def coin_reasons(view: View, coins: int, gains: Sequence[Gain], board: Board) -> tuple[ReasonView, ...]:
    """Return the source of each coin on a track."""
    reasons: list[ReasonView] = []
    for gain in gains:
        reasons += _of_gain(view, gain, board)
    if sum(gain.outcome.coins for gain in gains) > coins:
        reasons.append(reason(explanation_words.full_track_sentence()))
    return tuple(reasons)


def _of_gain(view: View, gain: Gain, board: Board) -> Iterator[ReasonView]:
    if gain.shape:
        yield reason(explanation_words.shape_sentence(gain.shape, view.card(gain.card)), gain.shape)
    outcome = gain.outcome
    if outcome.mountains:
        yield reason(explanation_words.mountains_sentence(outcome.mountains), outcome.mountains)
    if outcome.rewards:
        cards = [card for card in view.definition.ambushes if card.initial in outcome.rewards]
        lit = sum(board.written(initial) for initial in outcome.rewards)
        yield reason(explanation_words.rewards_coins_sentence(outcome.reward_coins, cards), lit)

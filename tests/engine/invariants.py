"""Invariants of every game at every moment."""

import json
from collections.abc import Sequence

from engine.cartographers.board import Board
from engine.cartographers.cards import Overlap
from engine.cartographers.events import (
    CardRevealed,
    Drawn,
    Event,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScore,
    SeasonScored,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL
from engine.cartographers.rules.season import score_board
from engine.cartographers.scoring.tally import score
from engine.cartographers.skills import SkillPower
from engine.cartographers.state import ChoosePhase, State
from engine.cartographers.terrain import REGIONS, Feature
from engine.contract import Seat

LAYERS = [*(Feature(number) for number in range(9)), Feature.LANDMARK]
"""The layers that fill a space, each by itself."""


def through_json(events: Sequence[Event]) -> list[Event]:
    """Round-trip events through JSON."""
    return [RULES.decode(kind, json.loads(json.dumps(data))) for kind, data in map(RULES.encode, events)]


def check_board(board: Board) -> None:
    """Assert that each space has at most one filling, and that all others are empty."""
    filled = 0
    for layer in LAYERS:
        assert not board.layers[layer] & filled
        filled |= board.layers[layer]
    assert board.filled == filled
    assert board.empty == FULL ^ filled


def check_state(state: State) -> None:
    """Assert what is true of any state after the start."""
    assert state.seats == len(state.boards) == len(state.coins) == len(state.answers)
    assert all(0 <= coins <= state.definition.coin_track for coins in state.coins)
    assert (state.over, bool(state.open), bool(state.choice)).count(True) == 1
    if isinstance(state.phase, ChoosePhase):
        effect = state.phase.card.effect
        assert effect is not None
        assert state.phase.then.acting.count(state.phase.card.id) < effect.steps
    assert len(set(state.deck)) == len(state.deck)
    assert not set(state.deck) & set(state.column)
    assert state.time == sum(state.card(card).time for card in state.column)
    for board in state.boards:
        check_board(board)
        assert board.layers[Feature.RUINS] == state.definition.sheet.ruins
        for _, written in board.initials:
            assert written
            assert not written & ~(board.layers[Feature.MONSTER] | board.layers[Feature.DESTROYED])
        assert not board.layers[Feature.MONSTER] & board.marked
    asks = RULES.asks(state)
    assert bool([ask for ask in asks if not ask.answered]) != state.over
    for seat in range(state.seats):
        assert state.total(Seat(seat)) == sum(scores[seat].total for scores in state.scores)


def check_step(before: State, after: State) -> None:
    """Assert that filled spaces and scores stay, and that the turn never decreases."""
    assert after.turn >= before.turn
    assert after.scores[: len(before.scores)] == before.scores
    definition = after.definition
    replacing = any(card.overlap is Overlap.REPLACE for card in definition.explore) or bool(definition.skills)
    moves = any(card.effect is not None and card.effect.action == "move" for card in after.definition.ambushes)
    for old, new in zip(before.boards, after.boards, strict=True):
        left = old.layers[Feature.MONSTER] if moves else 0
        assert not old.filled & ~new.filled & ~left
        for layer in [] if replacing else LAYERS:
            assert not old.layers[layer] & ~new.layers[layer] & ~new.layers[Feature.DESTROYED] & ~left
        lasting = [Feature.MOUNTAIN, Feature.LANDMARK, Feature.DESTROYED, Feature.MARKED, Feature.TOLL, *REGIONS]
        for layer in lasting + [Feature.WASTELAND] * (not after.definition.destroys_wasteland):
            assert not old.layers[layer] & ~new.layers[layer]
        for initial, written in [] if replacing else old.initials:
            assert not written & ~new.marked_with(initial) & ~left
    costs = [card for card in after.definition.ambushes if card.effect and card.effect.action == "lose_coins"]
    assert (
        costs
        or definition.sheet.tolls
        or definition.skills
        or all(old <= new for old, new in zip(before.coins, after.coins, strict=True))
    )


def check_history(events: Sequence[Event], state: State) -> None:
    """Replay the events, recomputing every score from the boards at that moment and every coin."""
    again = RULES.initial
    coins = [0] * state.seats

    def pay(owner: int, more: int, spent: int = 0) -> None:
        assert spent <= coins[owner]
        coins[owner] = min(state.definition.coin_track, coins[owner] - spent + more)

    for event in events:
        match event:
            case Drawn():
                board = again.boards[event.subject]
                replaced = event.cells & ~board.empty
                assert not replaced & ~board.coverable
                assert not replaced or event.cells & board.empty or _is_slain(state, event)
            case TurnClosed():
                for answer in again.answers:
                    if answer is not None:
                        pay(answer.subject, answer.outcome.coins, answer.outcome.spent)
            case MonsterWalkedIn():
                pay(0, event.outcome.coins)
            case MonstersSpread(growths=growths) | MonstersActed(growths=growths) | MonstersWalkedIn(growths=growths):
                for owner, growth in enumerate(growths):
                    pay(owner, growth.outcome.coins)
            case CardRevealed(card=card):
                assert again.deck[0] == card
            case SeasonScored(scores=scores):
                _check_scores(again, scores)
            case _:
                pass
        again = RULES.evolve(again, event)
        assert again.over or not again.coins or list(again.coins) == coins
    assert again == state


def _is_slain(state: State, event: Drawn) -> bool:
    """True if a skill draws on a single space with a monster."""
    return event.cells.bit_count() == 1 and SkillPower.SLAY in {
        skill.power for skill in state.skills if skill.id == event.skill
    }


def _check_scores(state: State, scores: Sequence[SeasonScore]) -> None:
    edicts = state.scored_edicts()
    for board, coins, season in zip(state.boards, state.coins, scores, strict=True):
        assert season == score_board(board, edicts, coins)
        recounted = [sum(part.total for part in score(card, board).contributions) for card in edicts]
        total = sum(recounted) + coins - board.monster_losses().bit_count()
        assert total == season.total

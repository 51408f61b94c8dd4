"""Position scorings. Source: docs/gisborne.md, "Position scoring"."""

from __future__ import annotations

from itertools import accumulate

from engine.contract import RuleViolation, Seat
from engine.gisborne.cards import Cards, sort_cards
from engine.gisborne.commands import Keep, keep_id
from engine.gisborne.errors import Refusal
from engine.gisborne.events import KeepTakenBack, Kept, PileShuffled, ScoringBegan, ScoringClosed
from engine.gisborne.rules.draws import renew_pile
from engine.gisborne.rules.past_asks import not_asked
from engine.gisborne.state import Scoring, State
from engine.randomness import Shuffler


def begin_scoring(state: State, rng: Shuffler) -> PileShuffled | ScoringBegan:
    """Return the dealing of the next scoring; each rank gets its whole number before the next (ruling G22)."""
    numbers = state.box.dealt_by_rank(state.seats)
    shuffled = renew_pile(state, sum(numbers), rng)
    if shuffled:
        return shuffled
    ends = list(accumulate(numbers))
    dealt = tuple(state.pile[end - number : end] for number, end in zip(numbers, ends, strict=True))
    now = state.round
    return ScoringBegan(now.number, now.scored + 1, state.ranks(), dealt, has_choice=not state.last_round)


def close_scoring(state: State, scoring: Scoring) -> ScoringClosed | None:
    """Return the end of a scoring once all have said, or None. Nobody says anything in the last round (ruling G24)."""
    chests, kept = [0] * state.seats, list[Cards]([()] * state.seats)
    for rank, (seat, dealt) in enumerate(zip(scoring.ranks, scoring.dealt, strict=True)):
        number = scoring.choices[rank]
        if number is None:
            if scoring.must_choose(seat):
                return None
            number = len(dealt) if rank + 1 < len(scoring.ranks) else 0
        chests[seat], kept[seat] = number, sort_cards(dealt[number:])
    return ScoringClosed(state.round.number, scoring.number, tuple(chests), tuple(kept))


def keep(state: State, command: Keep) -> Kept:
    """Return the event of deciding about dealt cards, all at once and unseen (ruling G23). Raises RuleViolation."""
    scoring = _open(state, command.seat, command.ask)
    rank = scoring.rank(command.seat)
    if scoring.choices[rank] is not None:
        raise RuleViolation(Refusal.ALREADY_SAID, behind=True)
    if not 0 <= command.chest <= len(scoring.dealt[rank]):
        raise RuleViolation(Refusal.NOT_OFFERED, [str(len(scoring.dealt[rank]))])
    attempt = state.withdrawn.get(command.ask, 0)
    return Kept(state.round.number, scoring.number, command.seat, command.chest, attempt)


def take_back(state: State, seat: Seat, ask: str) -> KeepTakenBack:
    """Return the event of taking back one's decision. Raises RuleViolation."""
    scoring = _open(state, seat, ask)
    if scoring.choices[scoring.rank(seat)] is None:
        raise RuleViolation(Refusal.NOT_ANSWERED, behind=True)
    return KeepTakenBack(state.round.number, scoring.number, seat)


def _open(state: State, seat: Seat, ask: str) -> Scoring:
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    scoring = state.round.scoring
    if scoring is None or not scoring.must_choose(seat) or ask != keep_id(state.round.number, scoring.number, seat):
        raise not_asked(state, seat, ask)
    return scoring

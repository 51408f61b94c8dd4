"""Continuation of a game of any rules from a past turn: one seat plays anew, the others repeat their answers.

Later random decisions are the same, because the seed is. Answers are matched by their questions rather than by turn:
once the fork differs from the original, the same card may come in another turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from engine.contract import Ask, ForkRules, Rules, RuleViolation, Seat
from engine.randomness import Shuffler
from engine.runner import Run, advance, follow

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class OpenTurn(NamedTuple):
    """Moment at which a turn is open and nobody has answered it, after event `number` of the game."""

    number: int
    turn: int


@dataclass(frozen=True, slots=True)
class GameAnswers:
    """Answers of all seats in a finished game.

    `answers` gives, by seat and question, the number of the event with the final answer. `last_turns` gives, by seat,
    the last turn that left it a choice. `asides` gives, by seat and question, the number of the event that the seat
    gave besides its answer, if any.
    """

    answers: Mapping[tuple[Seat, str], int]
    last_turns: Mapping[Seat, int]
    asides: Mapping[tuple[Seat, str], int] = field(default_factory=dict)

    def chooses(self, seat: Seat, turn: int) -> bool:
        """Return True if a seat had a choice in this turn or a later one."""
        return self.last_turns.get(seat, 0) >= turn


class ForkReply(NamedTuple, Generic[StateT, EventT]):
    """Reply of another seat in a fork, with all automatic events after it.

    `number` is that of the event in the original game which the reply repeats, or None if the stand-in answered.
    """

    seat: Seat
    number: int | None
    run: Run[StateT, EventT]


def collect_answers(rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Iterable[EventT]) -> GameAnswers:
    """Return the final answers of all seats in a game."""
    state, asks = rules.initial, dict[tuple[Seat, str], Ask]()
    answers, last_turns, asides = dict[tuple[Seat, str], int](), dict[Seat, int](), dict[tuple[Seat, str], int]()
    aside = _forks(rules).aside
    for number, event in enumerate(events, 1):
        after = rules.evolve(state, event)
        asks_after = _list_open_asks(rules, after)
        if (giver := aside(event)) is not None:
            asides |= {key: number for key in asks if key[0] == giver}
        for key in asks.keys() - asks_after.keys():
            answers[key] = number
            if rules.automatic_answer(state) is None:
                last_turns[key[0]] = asks[key].turn
        state, asks = after, asks_after
    return GameAnswers(answers, last_turns, asides)


def find_open_turn(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Iterable[EventT], turn: int, rng: Shuffler
) -> OpenTurn | None:
    """Return the moment when a turn was open and nobody had answered it, or None if there is none.

    If nobody was asked anything in that turn, it is the moment of the first later turn in which somebody was.
    """
    state = rules.initial
    for number, event in enumerate(events, 1):
        state = rules.evolve(state, event)
        if rules.progress(state).turn < turn:
            continue
        turns = [ask.turn for ask in rules.asks(state) if ask.turn >= turn]
        if turns and rules.next_event(state, rng) is None and rules.automatic_answer(state) is None:
            return OpenTurn(number, min(turns))
    return None


def reply_for_others(
    rules: Rules[Any, StateT, EventT, Any, Any, Any],
    state: StateT,
    seat: Seat,
    played: GameAnswers,
    events: Sequence[EventT],
    rng: Shuffler,
) -> Iterator[ForkReply[StateT, EventT]]:
    """Yield the replies of all seats but `seat` until they owe nothing.

    Each repeats its answer from the game of `events`, summarized in `played`, if the rules still accept it. Otherwise
    the stand-in answers.
    """
    while ask := next((ask for ask in rules.asks(state) if ask.seat != seat and not ask.answered), None):
        given = _reply(rules, state, ask, played, events, rng)
        yield given
        state = given.run.state


def _reply(
    rules: Rules[Any, StateT, EventT, Any, Any, Any],
    state: StateT,
    ask: Ask,
    played: GameAnswers,
    events: Sequence[EventT],
    rng: Shuffler,
) -> ForkReply[StateT, EventT]:
    """Return what a seat gave besides its answer, unless the rules refuse it, as they do a second time; else its answer
    or that of the stand-in.
    """
    key = ask.seat, _forks(rules).question(state, ask)
    for number in filter(None, (played.asides.get(key), played.answers.get(key))):
        if run := _repeat_answer(rules, state, ask, events[number - 1], rng):
            return ForkReply(ask.seat, number, run)
    return ForkReply(ask.seat, None, _stand_in(rules, state, ask, rng))


def _forks(rules: Rules[Any, StateT, EventT, Any, Any, Any]) -> ForkRules[StateT, EventT]:
    assert rules.forks is not None, "only games with `forks` are continued"
    return rules.forks


def _list_open_asks(rules: Rules[Any, StateT, Any, Any, Any, Any], state: StateT) -> dict[tuple[Seat, str], Ask]:
    """Return the unanswered asks by seat and question."""
    return {(ask.seat, _forks(rules).question(state, ask)): ask for ask in rules.asks(state) if not ask.answered}


def _repeat_answer(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, ask: Ask, event: EventT, rng: Shuffler
) -> Run[StateT, EventT] | None:
    """Return the run after repeating an answer of another game, or None if the rules refuse it."""
    try:
        return follow(rules, state, _forks(rules).answer(state, ask, event), rng)
    except RuleViolation:
        return None


def _stand_in(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, ask: Ask, rng: Shuffler
) -> Run[StateT, EventT]:
    return advance(rules, state, rules.fallback(rules.view(state, ask.seat), ask), rng)

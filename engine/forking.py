"""Playing a game of any rules on from a moment of its past: one seat decides anew, the others do what they did.

The chance to come is the same, as it follows from the same seed. What the others did is found by what they were asked:
from where the game takes another course, the same card may come in another turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engine.contract import Ask, Rules, RuleViolation, Seat
from engine.randomness import Shuffler
from engine.running import Run, advance, follow

StateT = TypeVar("StateT")
EventT = TypeVar("EventT")


class Moment(NamedTuple):
    """When a turn is open and nobody has answered it yet: after so many events of its game."""

    number: int
    turn: int


@dataclass(frozen=True, slots=True)
class Course:
    """What the seats of a game answered that is over: by seat and question the number of the event that was the answer
    which stood, and by seat the last turn in which something was left to its choice.
    """

    answers: Mapping[tuple[Seat, str], int]
    last_turns: Mapping[Seat, int]

    def chooses(self, seat: Seat, turn: int) -> bool:
        """Whether a seat had anything to choose from a turn on."""
        return self.last_turns.get(seat, 0) >= turn


class Given(NamedTuple, Generic[StateT, EventT]):
    """What a seat answered that does what it did, and all that followed by itself; `number` is that of the event of the
    other game which it answered by, None where the stand-in answered.
    """

    seat: Seat
    number: int | None
    run: Run[StateT, EventT]


def course(rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Iterable[EventT]) -> Course:
    """What the seats of a game answered."""
    state, asked = rules.initial, dict[tuple[Seat, str], Ask]()
    answers, last_turns = dict[tuple[Seat, str], int](), dict[Seat, int]()
    for number, event in enumerate(events, 1):
        after = rules.evolve(state, event)
        asked_then = _open(rules, after)
        for key in asked.keys() - asked_then.keys():
            answers[key] = number
            if rules.foregone(state) is None:
                last_turns[key[0]] = asked[key].turn
        state, asked = after, asked_then
    return Course(answers, last_turns)


def moment(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], events: Iterable[EventT], turn: int, rng: Shuffler
) -> Moment | None:
    """When a turn of a game was open and nobody had answered it; where nobody was asked anything in it, the same of the
    first turn after it in which somebody was. None where none follows.
    """
    state = rules.initial
    for number, event in enumerate(events, 1):
        state = rules.evolve(state, event)
        if rules.progress(state).turn < turn:
            continue
        turns = [ask.turn for ask in rules.asks(state) if ask.turn >= turn]
        if turns and rules.next_event(state, rng) is None and rules.foregone(state) is None:
            return Moment(number, min(turns))
    return None


def others(
    rules: Rules[Any, StateT, EventT, Any, Any, Any],
    state: StateT,
    seat: Seat,
    played: Course,
    events: Sequence[EventT],
    rng: Shuffler,
) -> Iterator[Given[StateT, EventT]]:
    """What all others answer until they owe nothing, while `seat` decides by itself: what they did in the game of these
    events, of which `played` is the course, where the rules still take it, and what the stand-in would do otherwise.
    """
    while ask := next((ask for ask in rules.asks(state) if ask.seat != seat and not ask.answered), None):
        number = played.answers.get((ask.seat, rules.question(state, ask)))
        run = _again(rules, state, ask, events[number - 1], rng) if number else None
        given = Given(ask.seat, number, run) if run else Given(ask.seat, None, _stand_in(rules, state, ask, rng))
        yield given
        state = given.run.state


def _open(rules: Rules[Any, StateT, Any, Any, Any, Any], state: StateT) -> dict[tuple[Seat, str], Ask]:
    """What is asked at a moment and not answered, by seat and question."""
    return {(ask.seat, rules.question(state, ask)): ask for ask in rules.asks(state) if not ask.answered}


def _again(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, ask: Ask, event: EventT, rng: Shuffler
) -> Run[StateT, EventT] | None:
    """What comes of giving the answer of another game, None where the rules do not take it."""
    try:
        return follow(rules, state, rules.answer_alike(state, ask, event), rng)
    except RuleViolation:
        return None


def _stand_in(
    rules: Rules[Any, StateT, EventT, Any, Any, Any], state: StateT, ask: Ask, rng: Shuffler
) -> Run[StateT, EventT]:
    return advance(rules, state, rules.fallback(rules.view(state, ask.seat), ask), rng)

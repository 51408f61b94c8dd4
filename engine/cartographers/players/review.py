"""Review of a game: every answer of a seat beside the best one, accuracy, the cost of monsters, luck and skill.

A review depends only on the events of the game, the rater and a seed. It is about closed turns, so take-backs, and
answers of a turn that was never closed, are left out. So are choices after the last scoring, which affect nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.events import Chosen, Drawn, Event, TurnClosed
from engine.cartographers.evolution import evolve
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, first
from engine.cartographers.notation import Placement
from engine.cartographers.players.luck import DEALS, PLAYS, Luck, final_state, measure_luck
from engine.cartographers.players.raters import DOUBTFUL, Answer, OnePlyRater, Rater, outcome_of, task_of
from engine.cartographers.players.value import BoardValue, Breakdown, Moment, moment_of, value_of
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.state import ASKING, State
from engine.cartographers.view import Desk, Task, View
from engine.contract import Ask, Seat
from engine.marks import Mark, mark_of

BEST_SHOWN = 3
"""Most of the best answers that a review shows."""

STEEPNESS = 1.2
"""Steepness of the accuracy: a player who answers at random loses its stake, and so gets 100 exp(-1.2) = 30."""


INACCURATE = 1.5
"""Loss in stars above which an answer no longer counts as good."""


def star_mark(loss: float) -> Mark:
    """Return the mark of an answer for a loss in stars, rounded to tenths."""
    return mark_of(loss, inaccuracy=INACCURATE, mistake=DOUBTFUL, blunder=6)


@dataclass(frozen=True, slots=True)
class Rating:
    """Answer with the stars that the owner of the board may expect after it, from then until the end of the game.

    `cells` are the spaces drawn on or destroyed. `sources` are those of the board right after the answer; if the rater
    looks further ahead, their sum differs from `value`. `skill` is the id of the skill that it uses, "" for none.
    """

    answer: Answer
    cells: Mask
    value: float
    sources: Breakdown
    skill: str = ""


@dataclass(frozen=True, slots=True)
class AnswerReview:
    """Review of the answer that a seat gave in a turn (from 1) of a season (from 0).

    `subject` is the owner of the board, `kind` that of the ask ("draw", "ambush", "hero" or "destroy"), `card` the id
    of the card. `scored` are the stars that the owner had from past seasons; a rating's value comes in addition.

    `best` has up to three answers that differ in terrain or in most of their spaces, the best one first. If the given
    answer is as good, it comes first. `loss` is the number of stars by which the given answer is worse than the best
    one, to tenths; on another seat's board, it is how much less the owner could have been left with. `error` is its
    standard error if the rater samples futures, else 0.

    `stake` is the average loss of a random answer. `harm` is how many more stars the kindest answer would have left the
    owner with; on the seat's own board it is the loss.
    """

    turn: int
    season: int
    seat: Seat
    subject: Seat
    kind: str
    card: str
    scored: int
    given: Rating
    best: tuple[Rating, ...]
    loss: float
    error: float
    stake: float
    harm: float

    @property
    def mark(self) -> Mark:
        """Mark of the answer."""
        return star_mark(self.loss)


@dataclass(frozen=True, slots=True)
class SeatReview:
    """Review of a game for one seat.

    `answers` are its own, in order. `suffered` are those of other seats on its board. `luck` is None if the game ended
    early.
    """

    seat: Seat
    answers: tuple[AnswerReview, ...]
    suffered: tuple[AnswerReview, ...] = ()
    luck: Luck | None = None

    @property
    def accuracy(self) -> float | None:
        """Accuracy of the whole game, or None if the seat gave no answer; see `accuracy_of`."""
        return accuracy_of(self.answers)

    @property
    def season_accuracies(self) -> tuple[float | None, ...]:
        """Accuracy of each season up to the last one with an answer, or None for one without."""
        last = max([each.season for each in self.answers], default=-1)
        return tuple(
            accuracy_of([each for each in self.answers if each.season == season]) for season in range(last + 1)
        )

    @property
    def deciding_answer(self) -> AnswerReview | None:
        """Answer with the largest loss, the first of equals, or None if none lost anything."""
        found = max(self.answers, key=lambda each: each.loss, default=None)
        return found if found and found.loss else None

    @property
    def cost_of_neighbours(self) -> float:
        """Stars that other seats' answers cost on this board, compared with the kindest ones."""
        return round(sum(each.harm for each in self.suffered), 1)

    def count(self, mark: Mark) -> int:
        """Return the number of answers with a mark."""
        return sum(each.mark is mark for each in self.answers)


def accuracy_of(answers: Iterable[AnswerReview]) -> float | None:
    """Return the accuracy of answers from 0 to 100, to tenths, or None if there are none.

    It is 100 exp(-1.2 (L / S)²) for the sum L of losses and the sum S of stakes: 100 if no star is lost, and 30 on
    average for random answers. So turns in which all answers are alike count little. The square forgives small losses,
    which the rater is least sure of.
    """
    every = tuple(answers)
    if not every:
        return None
    lost, stake = sum(each.loss for each in every), sum(each.stake for each in every)
    return round(100 * exp(-STEEPNESS * (lost / stake) ** 2), 1) if lost and stake else 100.0


def review_seat(
    events: Sequence[Event], seat: Seat, rater: Rater | None = None, *, plays: int = PLAYS, deals: int = DEALS
) -> SeatReview:
    """Review a game for one seat. `plays` and `deals` are those of `measure_luck`."""
    answers = list(review_answers(events, seat, rater))
    lucks = measure_luck(events, plays, deals) if final_state(events).over else None
    return summarize(seat, answers, lucks[seat] if lucks else None)


def review_game(
    events: Sequence[Event], rater: Rater | None = None, *, plays: int = PLAYS, deals: int = DEALS
) -> tuple[SeatReview, ...]:
    """Review a game for every seat, by seat. This is faster than to review one seat after the other."""
    answers, end = list(review_answers(events, None, rater)), final_state(events)
    lucks = measure_luck(events, plays, deals) if end.over else None
    return tuple(summarize(Seat(seat), answers, lucks[seat] if lucks else None) for seat in range(end.seats))


def summarize(seat: Seat, answers: Sequence[AnswerReview], luck: Luck | None = None) -> SeatReview:
    """Return the review of a seat from reviews of answers, those of other seats on its board included."""
    return SeatReview(
        seat,
        tuple(each for each in answers if each.seat == seat),
        tuple(each for each in answers if each.seat != seat and each.subject == seat),
        luck,
    )


def review_answers(
    events: Iterable[Event], seat: Seat | None = None, rater: Rater | None = None
) -> Iterator[AnswerReview]:
    """Yield reviews of the answers of a seat, and of those on its board, turn by turn; of all answers without a seat.

    They are computed one by one, so that a caller can show the progress.
    """
    for state in closed_turns(events):
        yield from review_turn(state, rater, lambda ask: seat is None or seat in (ask.seat, ask.subject))


def review_turn(
    state: State, rater: Rater | None = None, is_wanted: Callable[[Ask], bool] = lambda _ask: True
) -> Iterator[AnswerReview]:
    """Yield reviews of the answers to the wanted asks of a turn, from a state of `closed_turns`."""
    phase, judge = state.phase, rater or OnePlyRater()
    assert isinstance(phase, ASKING), "a turn is open before it closes"
    unanswered = state.but(phase=phase._replace(answers=(None,) * state.seats))
    for ask in filter(is_wanted, RULES.asks(unanswered)):
        answer, view = phase.answers[ask.seat], RULES.view(unanswered, ask.seat)
        moment = moment_of(view)
        if answer is not None and moment is not None:
            yield _review(view, moment, ask, _listed(task_of(view), answer), judge)


def review_placement(view: View, placement: Placement, rater: Rater | None = None) -> AnswerReview:
    """Review a placement that the viewer tries, in a view that has a desk and before the last scoring."""
    desk, moment = view.desk, moment_of(view)
    assert desk is not None, "a shape is drawn"
    assert moment is not None, "a scoring is to come"
    assert view.viewer is not None, "a desk is that of a seat"
    kind = {AmbushCard: "ambush", HeroCard: "hero"}.get(type(view.open), "draw")
    ask = Ask("", view.viewer, kind, desk.subject, view.turn)
    return _review(view, moment, ask, listed_placement(desk, placement), rater or OnePlyRater())


def count_answers(events: Iterable[Event], seat: Seat | None = None) -> int:
    """Return an upper bound for the number of reviews that `review_answers` yields."""
    return sum(
        answer is not None and (seat is None or seat in (answer.seat, answer.subject))
        for state in closed_turns(events)
        for answer in state.answers
    )


def closed_turns(events: Iterable[Event]) -> Iterator[State]:
    """Yield the state of each turn in which seats answered, with all answers, before it closes."""
    state: State = RULES.initial
    for event in events:
        if isinstance(event, TurnClosed):
            yield state
        state = evolve(state, event)


def _review(view: View, moment: Moment, ask: Ask, given: Answer, rater: Rater) -> AnswerReview:
    task = task_of(view)
    values, stake, error = rater.judge(view, given)
    own = ask.subject == ask.seat
    ranked = sorted(values, key=values.__getitem__, reverse=own)
    loss = round(abs(values[ranked[0]] - values[given]), 1)
    if not loss:
        ranked.insert(0, given)
    board_value = value_of(view, trained_weights())
    best = [rating_of(board_value, task, moment, each, values[each]) for each in different_answers(task, ranked)]
    card = view.open or view.destroyer
    assert card is not None, "a card is open"
    return AnswerReview(
        turn=ask.turn,
        season=view.season,
        seat=ask.seat,
        subject=ask.subject,
        kind=ask.kind,
        card=card.id,
        scored=view.total(ask.subject),
        given=rating_of(board_value, task, moment, given, values[given]),
        best=tuple(best),
        loss=loss,
        error=round(error, 2),
        stake=round(stake, 2),
        harm=round(max(values.values()) - values[given], 1),
    )


def _listed(task: Task, answer: Drawn | Chosen) -> Answer:
    """Return an answer in the form in which its offer lists it."""
    if isinstance(answer, Chosen):
        return first(answer.chosen)
    assert isinstance(task, Desk), "a shape was drawn"
    return listed_placement(task, answer.placement)


def listed_placement(desk: Desk, placement: Placement) -> Placement:
    """Return a placement with the orientation under which the offer lists it."""
    fit = desk.offer.fit(placement)
    return Placement(placement.option, placement.terrain, fit.orientation.turn, fit.anchor)


def different_answers(task: Task, ranked: Iterable[Answer]) -> list[Answer]:
    """Return the first few answers of which no two are alike."""
    return pick_different(((answer, outcome_of(task, answer).changed) for answer in ranked), BEST_SHOWN)


def pick_different(ranked: Iterable[tuple[Answer, Mask]], most: int) -> list[Answer]:
    """Return the first few answers of which no two have the same terrain and more than half of their spaces.

    Each answer comes with the spaces that it changes.
    """
    chosen: list[tuple[Answer, Mask]] = []
    for answer, cells in ranked:
        if not any(_alike(answer, cells, other, taken) for other, taken in chosen):
            chosen.append((answer, cells))
            if len(chosen) == most:
                break
    return [answer for answer, _ in chosen]


def _alike(one: Answer, cells: Mask, other: Answer, others: Mask) -> bool:
    terrains = [each.terrain if isinstance(each, Placement) else None for each in (one, other)]
    return terrains[0] is terrains[1] and 2 * (cells & others).bit_count() > min(cells.bit_count(), others.bit_count())


def rating_of(value: BoardValue, task: Task, moment: Moment, answer: Answer, worth: float) -> Rating:
    """Return the rating of an answer that is worth so many stars, with their sources."""
    outcome = outcome_of(task, answer)
    edicts, coins, monsters = value.breakdown(task.position.after(outcome), moment)
    sources = Breakdown(tuple(round(each, 2) for each in edicts), round(coins, 2), round(monsters, 2))
    skill = task.offer.options[answer.option].skill if isinstance(answer, Placement) and isinstance(task, Desk) else ""
    return Rating(answer, outcome.changed, round(worth, 2), sources, skill)

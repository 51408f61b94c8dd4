"""Time and meaning of game reviews.

    python -m benchmarks.reviews                  # five minutes
    python -m benchmarks.reviews --games 6        # fewer games

Five measurements, all of seeded games, with the coach's raters, as on the site:

- Processor time of all steps of a review, luck and skill included, for solo games and for all seats of games of four,
  and of the slowest step.
- Processor time of an attempt at an exercise that the review doesn't know.
- Mean accuracy, and standard deviation, of players of different strength, beside their stars.
- Losses compared with playouts: the one-ply player finishes the game after the given and after the best answer, with
  the same decks for both, and the loss is the difference of stars. Losses of the review are larger, because of all
  answers it calls the one best whose value is overestimated most.
- Agreement of two reviews with different seeds on the answers that lose more than 3 stars, in solo games and games of
  four.

Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from statistics import correlation, mean, stdev
from time import process_time
from typing import Any

from benchmarks.promises import Measured, Watch, report
from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.cartographers.geometry import spaces
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.notation import Placement
from engine.cartographers.players.luck import final_state
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import DOUBTFUL, Answer
from engine.cartographers.players.review import (
    INACCURATE,
    AnswerReview,
    closed_turns,
    listed_placement,
    review_answers,
    summarize,
)
from engine.cartographers.players.search import Search
from engine.cartographers.sampling import sample
from engine.cartographers.state import ASKING, State
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.marks import Mark
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, play_game
from games.cartographers.coach.raters import review_attempt, review_rater
from games.cartographers.coach.steps import count_steps, run_step

GAMES = 24
PLAYOUTS = 12
"""Playouts after each of two answers."""
SOLO, FOUR, ATTEMPT = 3000, 8000, 500
"""Promised milliseconds of a review, of a solo game and of all seats of a game of four, and of an attempt."""

Choice = Callable[[View, Ask], Command]
ONE_PLY = OnePly()


@dataclass(frozen=True, slots=True)
class Careless:
    """Player that plays by one ply, except for a share of answers that are random."""

    share: float
    chance: Random = field(default_factory=lambda: Random(1))

    def choose(self, view: View, ask: Ask) -> Command:
        """Return its command."""
        if self.chance.random() >= self.share:
            return ONE_PLY.choose(view, ask)
        if view.choice:
            return Choose(ask.seat, ask.turn, self.chance.choice(spaces(view.choice.targets)))
        assert view.desk is not None, "the seat owes an answer"
        return Draw(ask.seat, ask.turn, self.chance.choice(list(view.desk.offer.placements())))


PLAYERS: dict[str, tuple[Callable[[], Choice], tuple[float, float]]] = {
    "one ply": (lambda: ONE_PLY.choose, (95, 100)),
    "5 % random": (lambda: Careless(0.05).choose, (86, 99)),
    "30 % random": (lambda: Careless(0.3).choose, (68, 92)),
    "70 % random": (lambda: Careless(0.7).choose, (38, 62)),
    "random": (lambda: Careless(1).choose, (22, 38)),
}
"""Players with the promised range of their mean accuracy."""


def main() -> int:
    """Measure, print, and say by the exit status whether every promise is kept."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews")
    parser.add_argument("--games", type=int, default=GAMES)
    games: int = parser.parse_args().games
    watch = Watch()
    measured = [
        *_times(games, watch),
        *_attempts(watch),
        *_accuracies(games, watch),
        *_losses(games),
        *_agreement(games, watch),
    ]
    text, all_met = report(measured, watch.slowness)
    print(text)
    return not all_met


def _play(preset: Preset, number: int, choose: Choice, seats: int = 1) -> list[Event]:
    """Return the events of a numbered game."""
    shuffler = Shuffler(f"review {preset} {number}".encode().ljust(32, b".")[:32])
    return play_game(RULES, setup_of(PRESETS[preset]), [choose] * seats, shuffler).events


def _times(games: int, watch: Watch) -> Iterator[Measured]:
    for seats, most in ((1, SOLO), (4, FOUR)):
        taken, slowest = list[float](), 0.0
        for number in range(max(4, games // (4 * seats))):
            watch.look()
            preset = (Preset.CARTOGRAPHERS, Preset.HEROES)[number % 2]
            events = _play(preset, number, Careless(0.3).choose, seats)
            steps = [_milliseconds(run_step, events, step, ()) for step in range(count_steps(final_state(events)))]
            taken.append(sum(steps))
            slowest = max(slowest, *steps[:-1])
            watch.look()
        yield Measured(f"review of all seats of a game, seats: {seats}", mean(taken), "ms", most)
        yield Measured(f"slowest season of a seat, seats: {seats}", slowest, "ms")


def _milliseconds(run: Callable[..., object], *arguments: Any) -> float:
    begun = process_time()
    run(*arguments)
    return (process_time() - begun) * 1e3


def _attempts(watch: Watch) -> Iterator[Measured]:
    """Rate a few attempts at each poor turn of a game, which differ from all that its review rates."""
    events, taken = _play(Preset.CARTOGRAPHERS, 0, Careless(0.3).choose), list[float]()
    states = {state.turn: state for state in closed_turns(events)}
    for review in review_answers(events, None, review_rater(1)):
        watch.look()
        view = _view_before(states[review.turn])
        rated = {each.answer for each in (review.given, *review.best)}
        if review.loss > INACCURATE and view.desk:
            others = [each for each in view.desk.offer.placements() if listed_placement(view.desk, each) not in rated]
            for each in Random(review.turn).sample(others, 3):
                taken.append(_milliseconds(review_attempt, view, each, INACCURATE, review))
    yield Measured("attempt at an exercise, mean", mean(taken), "ms")
    yield Measured("attempt at an exercise, slowest", max(taken), "ms", ATTEMPT)


def _view_before(state: State) -> View:
    """Return the game as its one seat saw it before it answered in a turn."""
    assert isinstance(state.phase, ASKING), "a turn is open"
    view: View = RULES.view(state.but(phase=state.phase._replace(answers=(None,))), Seat(0))
    return view


def _accuracies(games: int, watch: Watch) -> Iterator[Measured]:
    for preset in (Preset.CARTOGRAPHERS, Preset.HEROES):
        for name, (player, (least, most)) in PLAYERS.items():
            watch.look()
            choose, found, stars = player(), list[float](), list[int]()
            marks = dict.fromkeys(Mark, 0)
            for number in range(max(3, games // 3)):
                events = _play(preset, number, choose)
                review = summarize(Seat(0), list(review_answers(events, None, review_rater(1))))
                assert review.accuracy is not None, "a whole game has answers"
                found.append(review.accuracy)
                stars.append(_stars(events))
                for mark in Mark:
                    marks[mark] += review.count(mark)
            share = ", ".join(f"{mark} {count / sum(marks.values()):.0%}" for mark, count in marks.items())
            accuracy = f"accuracy {mean(found):5.1f} ± {stdev(found):4.1f}"
            print(f"{preset:14} {name:12} {mean(stars):6.1f} stars, {accuracy}: {share}", flush=True)
            yield Measured(f"accuracy of {name}, {preset}", mean(found), "%", least, least=True)
            yield Measured(f"accuracy of {name}, {preset}", mean(found), "%", most)


def _stars(events: list[Event]) -> int:
    state: State = RULES.initial
    for event in events:
        state = RULES.evolve(state, event)
    return state.total(Seat(0))


def _losses(games: int) -> Iterator[Measured]:
    losses, differences, errors = list[float](), list[float](), list[float]()
    for number in range(max(2, games // 2)):
        events = _play(Preset.CARTOGRAPHERS, number, Careless(0.1).choose)
        states = {state.turn: state for state in closed_turns(events)}
        losing = [each for each in review_answers(events, None, review_rater(1)) if each.loss]
        for each in losing[::2]:
            found = [_difference(states[each.turn], each, seed) for seed in range(PLAYOUTS)]
            losses.append(each.loss)
            differences.append(mean(found))
            errors.append(stdev(found) / sqrt(PLAYOUTS))
    by_playouts = f"{mean(differences):.1f} by playouts, each ± {mean(errors):.1f}"
    print(f"{len(losses)} losses: {mean(losses):.1f} stars by the review, {by_playouts}", flush=True)
    yield Measured(
        "correlation of losses with those by playouts", 100 * correlation(losses, differences), "%", 30, least=True
    )


def _agreement(games: int, watch: Watch) -> Iterator[Measured]:
    """Compare reviews with other futures."""
    both = either = answers = 0
    for seats, count in ((1, max(2, games // 2)), (4, max(1, games // 6))):
        for number in range(count):
            watch.look()
            preset = (Preset.CARTOGRAPHERS, Preset.HEROES)[number % 2]
            events, named = _play(preset, number, Careless(0.15).choose, seats), list[set[tuple[int, Seat]]]()
            for seed in (1, 2):
                rater = replace(review_rater(seats), search=Search(seed=bytes([seed]) * SEED_BYTES))
                found = list(review_answers(events, None, rater))
                named.append({(each.turn, each.seat) for each in found if each.loss > DOUBTFUL})
            one, other = named
            both, either, answers = both + len(one & other), either + len(one | other), answers + len(found)
        print(f"{either} of {answers} answers named as mistakes by either of two reviews, {both} by both", flush=True)
    yield Measured("agreement of two seeds on mistakes", 100 * both / max(1, either), "%", 90, least=True)
    yield Measured("agreement of two seeds on all answers", 100 - 100 * (either - both) / answers, "%", 96, least=True)


def _difference(state: State, review: AnswerReview, seed: int) -> int:
    """Return by how many stars a playout after the best answer beats one after the given answer."""
    chance = Random(seed)
    future, shuffler = sample(_view_before(state), chance), Shuffler(chance.randbytes(32))
    best, given = (_finish(future, _command(review, each.answer), shuffler) for each in (review.best[0], review.given))
    return best - given


def _command(review: AnswerReview, answer: Answer) -> Command:
    if isinstance(answer, Placement):
        return Draw(review.seat, review.turn, answer)
    return Choose(review.seat, review.turn, answer)


def _finish(state: State, command: Command, shuffler: Shuffler) -> int:
    state = advance(RULES, state, command, shuffler).state
    while asks := RULES.asks(state):
        state = advance(RULES, state, ONE_PLY.choose(RULES.view(state, asks[0].seat), asks[0]), shuffler).state
    return state.total(Seat(0))


if __name__ == "__main__":
    sys.exit(main())

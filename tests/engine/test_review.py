"""Reviews of games: every answer is compared with the best one, for games of any parts."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.events import AmbushDeckShuffled, CardRevealed, Event, HeroDeckShuffled, SeasonBegan
from engine.cartographers.players.luck import measure_luck
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import SearchRater
from engine.cartographers.players.review import (
    Mark,
    SeatReview,
    count_answers,
    review_answers,
    review_game,
    review_seat,
    summarize,
)
from engine.cartographers.players.review_codec import REVIEW_VERSION, review_from_json, review_to_json
from engine.contract import Seat
from engine.randomness import Shuffler
from tests.engine.mixes import PRESETS, mixed_random
from tests.engine.skill_games import play_with_skills, skill_game
from tests.engine.test_one_ply import finish, made_up_game
from tests.engine.tools import Game, seed_of


def check(review: SeatReview) -> None:
    """Check what holds for every review."""
    for each in (*review.answers, *review.suffered):
        own = each.seat == each.subject
        top = each.best[0]
        values = [rating.value for rating in each.best]
        # A given answer that loses less than a rounding error comes first.
        ranked = values if each.loss else values[1:]
        assert ranked == sorted(ranked, reverse=own)
        assert each.loss == pytest.approx(abs(top.value - each.given.value), abs=0.06)
        assert each.loss >= 0
        assert (each.mark is Mark.BEST) is (each.loss == 0)
        assert each.harm >= (each.loss if own else 0)
        assert each.mark is not Mark.BEST or top == each.given
        assert each.given.cells
    assert review.accuracy is None or 0 <= review.accuracy <= 100
    assert all(each.seat == review.seat for each in review.answers)
    assert all(each.subject == review.seat != each.seat for each in review.suffered)
    assert review_from_json(json.loads(json.dumps(review_to_json(review)))) == review


@pytest.mark.parametrize("number", range(12))
def test_games_of_any_parts_are_reviewed(number: int) -> None:
    game = made_up_game(number) if number >= 10 else mixed_random(number * 7)
    finish(game, OnePly(), Random(number), 0.5)
    answers = list(review_answers(game.events))
    assert len(answers) <= count_answers(game.events)
    for seat in map(Seat, range(game.state.seats)):
        review = summarize(seat, answers)
        check(review)
        assert review.accuracy is not None
        assert [each for each in answers if each.seat == seat] == list(review.answers)


def test_a_game_is_reviewed_for_each_seat() -> None:
    game = Game(PRESETS["heroes"].setup(), 2, Shuffler(seed_of(1)))
    finish(game, OnePly(), Random(1), 0.7)
    reviews = review_game(game.events, plays=2, deals=2)
    for seat, review in enumerate(reviews):
        check(review)
        assert review.luck
        assert review.luck.stars == game.state.total(Seat(seat))
        assert review.luck.skill.mean == pytest.approx(review.luck.stars - review.luck.par.mean, abs=0.01)
        assert len(review.season_accuracies) == 4
        assert review.deciding_answer in review.answers
        assert review.cost_of_neighbours == pytest.approx(sum(each.harm for each in review.suffered))
    assert [review.seat for review in reviews] == [0, 1]
    assert reviews[1] == review_seat(game.events, Seat(1), plays=2, deals=2)
    assert sum(len(review.suffered) for review in reviews) > 0


def test_par_and_expected_stars_depend_on_the_seed_alone_and_are_close_for_the_same_player() -> None:
    game = Game(PRESETS["cartographers"].setup(), 1, Shuffler(seed_of(8)))
    finish(game, OnePly(), Random(1))
    (luck,) = measure_luck(game.events, plays=6, deals=2)
    assert measure_luck(game.events, plays=6, deals=2) == (luck,)
    assert measure_luck(game.events, plays=6, deals=2, seed=1) != (luck,)
    assert abs(luck.skill.mean) <= 20
    assert luck.luck.mean == pytest.approx(luck.par.mean - luck.expected.mean, abs=0.01)


def test_answers_of_the_rater_s_own_player_are_best() -> None:
    for number in (1, 5, 13):
        game = mixed_random(number)
        finish(game, OnePly(), Random(number))
        answers = list(review_answers(game.events))
        assert {each.mark for each in answers} == {Mark.BEST}
        assert len(answers) > 20


def test_a_rater_that_looks_ahead_rates_drawings_on_the_own_board_by_playouts() -> None:
    game, rng = Game(PRESETS["heroes"].setup(), 2, Shuffler(seed_of(4))), Random(4)
    while len(game.state.revealed) < 4:
        game.anything(rng)
    rater = SearchRater(playouts=60)
    answers, plain = list(review_answers(game.events, Seat(0), rater)), list(review_answers(game.events, Seat(0)))
    check(summarize(Seat(0), answers))
    assert answers == list(review_answers(game.events, Seat(0), rater))
    assert {each.kind for each in answers if each.error} <= {"draw", "hero"}
    assert any(each.error for each in answers)
    for ahead, now in zip(answers, plain, strict=True):
        assert (ahead.turn, ahead.given.answer, ahead.stake) == (now.turn, now.given.answer, now.stake)
        assert ahead.seat == ahead.subject or ahead == now


@pytest.mark.parametrize("seats", [1, 3])
def test_reviews_depend_only_on_what_the_seats_could_see(seats: int) -> None:
    game, rng = Game(PRESETS["cartographers"].setup(), seats, Shuffler(seed_of(4))), Random(4)
    while not game.state.revealed or game.state.turn < 9:
        game.anything(rng)
    rater, worlds = SearchRater(playouts=40), [list(other_events(game, Random(number))) for number in range(3)]
    assert len({str(events) for events in worlds}) == 3
    whole = list(review_answers(game.events, None, rater))
    assert any(each.error for each in whole)
    assert any(each.subject != each.seat for each in whole) is (seats > 1)
    for events in worlds:
        assert list(review_answers(events, None, rater)) == whole


def other_events(game: Game, rng: Random) -> Iterator[Event]:
    """The events of a game in which the cards that were never revealed are others, and in another order."""
    revealed = [event.card for event in game.events if isinstance(event, CardRevealed)]
    counts, season = Counter[int](), -1
    for event in game.events:
        season += isinstance(event, SeasonBegan)
        counts[season] += isinstance(event, CardRevealed)
    others: dict[str, str] = {}
    for cards in (game.state.definition.ambushes, game.state.definition.heroes):
        unseen = [card.id for card in cards if card.id not in revealed]
        others |= zip(unseen, rng.sample(unseen, len(unseen)), strict=True)

    def with_others(deck: Iterable[str], dealt: int = 99) -> tuple[str, ...]:
        found = [others.get(card, card) for card in deck]
        return *found[:dealt], *rng.sample(found[dealt:], len(found[dealt:]))

    for event in game.events:
        if isinstance(event, AmbushDeckShuffled | HeroDeckShuffled):
            yield replace(event, deck=with_others(event.deck))
        elif isinstance(event, SeasonBegan):
            ambush, hero = with_others((event.ambush, event.hero))
            yield replace(event, deck=with_others(event.deck, counts[event.season]), ambush=ambush, hero=hero)
        else:
            yield event


def test_a_game_that_ended_early_is_reviewed_as_far_as_it_went() -> None:
    game, rng = mixed_random(3), Random(3)
    for _ in range(30):
        game.anything(rng)
    review = review_seat(game.events, Seat(0))
    check(review)
    assert review.answers
    assert review.luck is None
    assert max(each.turn for each in review.answers) < game.state.turn


def test_a_game_without_closed_turns_has_no_answers() -> None:
    game: Game = mixed_random(1)
    review = review_seat(game.events, Seat(0))
    assert (review.answers, review.accuracy, review.season_accuracies, review.deciding_answer) == ((), None, (), None)


def stored(**changes: Any) -> dict[str, Any]:
    """A stored review with changes to its one answer."""
    answer = {"turn": 1, "season": 0, "seat": 0, "subject": 0, "kind": "draw", "card": "lost_barony", "scored": 0}
    rating = ["1 forest r0 A1", "A1 A2", 3.5, [1, 2, 0, 0.5, 0, 0]]
    figures = {"given": rating, "best": [rating], "loss": 0.0, "error": 0.0, "stake": 2.0, "harm": 0.0}
    return {"version": REVIEW_VERSION, "seat": 0, "answers": [answer | figures | changes], "suffered": [], "luck": None}


def test_review_names_the_skill_of_an_answer_and_stores_it() -> None:
    game = play_with_skills(skill_game(), Random(1))
    review = review_seat(game.events, Seat(0), plays=2, deals=2)
    used = {rating.skill for each in review.answers for rating in (each.given, *each.best)}
    assert used > {""}
    check(review)


def test_a_stored_review_is_read() -> None:
    (answer,) = review_from_json(stored(loss=2)).answers
    assert (answer.given.sources.total, answer.loss, answer.mark) == (3.5, 2, Mark.INACCURACY)


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": -1},
        {"loss": "1"},
        {"given": []},
        {"given": ["Z9", "", 0, [0] * 6]},
        {"given": ["A1", "A1", 0, [0] * 5]},
        {"given": ["1 forest r0 A1", "A12", 0, [0] * 6]},
        {"kind": None},
        {"best": {}},
    ],
)
def test_an_invalid_stored_review_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        review_from_json(stored(**changes))


def test_a_stored_review_of_another_version_or_with_a_missing_part_is_refused() -> None:
    with pytest.raises(ValueError, match="version"):
        review_from_json(stored() | {"version": REVIEW_VERSION + 1})
    for key in ("seat", "answers", "luck"):
        with pytest.raises(ValueError, match=key):
            review_from_json({name: value for name, value in stored().items() if name != key})
    answer = stored()["answers"][0]
    with pytest.raises(ValueError, match="stake"):
        review_from_json(stored() | {"answers": [{key: answer[key] for key in answer if key != "stake"}]})

"""Answers of the stand-in and of former players, which reviews don't count."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db.models import QuerySet
from django.utils import timezone

from engine.contract import Seat
from engine.gisborne.commands import Command
from engine.gisborne.events import ChipGiven, Discarded, Event, Kept, Laid
from engine.gisborne.players.review import AnswerReview, Rating, final_answers
from engine.gisborne.players.review_codec import answer_review_to_json
from games.coach.models import Review
from games.gisborne.coach.answerers import other_answerers
from games.gisborne.coach.steps import VERSION
from games.tables.holders import FormerHolder
from games.tables.log.state import DecodedEvent, cache, load, log
from games.tables.models import Table, TableEvent
from tests.engine.gisborne_games import whole_game
from tests.games.gisborne.log.games import PEOPLE, log_of
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import people_named, signed_in, text_of


def answered(events: Sequence[Event], *kinds: type) -> list[DecodedEvent[Any]]:
    """Return a log in which the stand-in gave the answers of these kinds, and the players all others."""
    return [
        replace(entry, seat=getattr(entry.event, "seat", None), stand_in=isinstance(entry.event, kinds))
        for entry in log_of(events)
    ]


@pytest.mark.parametrize("number", [7, 9, 10])
def test_every_answer_of_the_stand_in_is_found(number: int) -> None:
    events, state = whole_game(number)
    asks = [ask for _state, ask, _command in final_answers(events)]
    assert {ask.kind for ask in asks} >= {"lay", "river", "wolves", "keep"}
    for person in PEOPLE[: state.seats]:
        own = {ask.id for ask in asks if ask.seat == person.seat}
        found = other_answerers(person, answered(events, Laid, Discarded, ChipGiven, Kept))
        assert own <= set(found)
        assert set(found.values()) == {"the stand-in"}
        plays = other_answerers(person, answered(events, Laid))
        assert own & set(plays) == {ask.id for ask in asks if ask.seat == person.seat and ask.kind == "lay"}


def test_answers_of_a_former_player_are_found() -> None:
    events, _state = whole_game(0)
    entries = answered(events)
    until = next(entry.number for entry in entries if entry.turn == 3)
    found = other_answerers(replace(PEOPLE[1], former=(FormerHolder(1, until, "Dee"),)), entries)
    assert {ask.partition(".")[0] for ask in found} <= {"1", "2", "3"}
    assert "2.lay.1" in found
    assert "4.lay.1" not in found
    assert set(found.values()) == {"Dee"}
    assert other_answerers(PEOPLE[1], entries) == {}


def rated(round_: int, ask: str, answer: Command, loss: float) -> AnswerReview:
    """Return the review of a play of seat 1."""
    given, best = Rating(answer, 0.5 - loss), Rating(answer, 0.5)
    return AnswerReview(round_, Seat(1), ask, "lay", given, (best,), loss, 0.01, 0.1)


def reviewed(table: Table) -> tuple[AnswerReview, AnswerReview]:
    """Store and return a review of Ben's first two plays, of which the first is a blunder."""
    answers = final_answers([entry.event for entry in log(table, up_to=table.number)])
    plays = [(ask, command) for _state, ask, command in answers if (ask.seat, ask.kind) == (1, "lay")]
    (first, bad), (second, good) = plays[:2]
    reviews = rated(first.turn, first.id, bad, 0.3), rated(second.turn, second.id, good, 0.0)
    results = [[answer_review_to_json(each)] for each in reviews]
    Review.objects.create(table=table, version=VERSION, steps=2, done=2, results=results, ended_at=timezone.now())
    return reviews


@pytest.mark.django_db
def test_review_leaves_out_answers_of_the_stand_in() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    bad, _good = reviewed(table)
    ben, url = signed_in(people[1]), f"/tables/{table.code}/review/"
    page = text_of(ben.get(url))
    assert "The costliest move was in round 1." in page
    assert "played by" not in page
    # Events are never changed, except here.
    laid = QuerySet(TableEvent).filter(table=table, turn=bad.round, seat=1, kind="laid", data__seat=1)
    assert laid.update(stand_in=True) == 1
    cache.clear()
    page = text_of(ben.get(url))
    assert "Accuracy: 100%. No mistakes" in page
    assert page.count("(played by the stand-in)") == 1
    assert page.count('class="review-turn') == 2
    assert "(played by the stand-in)" in text_of(ben.get(f"/tables/{table.code}/turns/{bad.round}/"))
    assert load(table).state.over

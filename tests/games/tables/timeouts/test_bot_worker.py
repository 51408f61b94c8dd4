"""Worker of bots: it thinks outside of requests and transactions, and each answer is stored once."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import connection

from carto_site.app_hooks import CARTO_SWEEPS
from carto_site.settings import BOT_DELAYS
from engine.contract import Ask, Level
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Setup, gisborne
from engine.randomness import Shuffler
from engine.runner import begin
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.log import bot_wakeups
from games.tables.log.stand_in_answers import give, open_ask
from games.tables.models import Pace, Seat, Status, Table
from games.tables.time_control import TimeControl
from games.tables.timeouts import bot_worker, thinking, worker
from games.tables.timeouts.bot_worker import (
    BotWorker,
    choose,
    delay_of,
    find_asked_bots,
    planning_seconds,
    prompt_seconds,
)
from games.tables.timeouts.thinking import Question, Thinker, ThinkingFailed
from tests.games.tables.conftest import gather
from tests.games.tables.lobby.practice_games import answer, fresh, seats_of, standing_answers, start
from tests.games.tables.test_races import clicked
from tests.games.tables.toy_features import TOY
from tests.games.tables.toy_rules import Pick, State

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _with_worker(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BOTS_AT_ONCE = False
    monkeypatch.setattr(thinking, "PATIENCE", 60)  # a busy machine starts processes slowly


@pytest.fixture
def calls() -> Iterator[list[str]]:
    found: list[str] = []
    with bot_wakeups.listening(found.append):
        yield found


def asked(table: Table) -> list[int]:
    return [seat.index for seat in find_asked_bots([table.code])]


def think_here(question: Question) -> Any:
    return question.answer()


def work(table: Table, is_done: Callable[[], bool], thinkers: int = 0) -> None:
    """Run a worker that was called for a table until something is so."""

    async def run() -> None:
        here = BotWorker(thinkers)
        running = asyncio.create_task(here.run())
        here._call(table.code)
        while not await asyncio.to_thread(_closing, is_done):
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.wait([running])

    asyncio.run(asyncio.wait_for(run(), 30))


def _closing(is_done: Callable[[], bool]) -> bool:
    try:
        return is_done()
    finally:
        connection.close()


def test_request_asks_bots_and_a_worker_answers(people: list[User], calls: list[str]) -> None:
    table = start(people[0])
    assert (fresh(table).status, calls, standing_answers(table)) == (Status.PLAYING, [table.code], [])
    answer(table, people[0], 1)
    assert standing_answers(table) == [(1, 0)]
    assert asked(table) == [1, 2]
    work(table, lambda: len(standing_answers(table)) == 5)
    assert sorted(standing_answers(table)) == [(1, 0), (1, 1), (1, 2), (2, 1), (2, 2)]
    assert asked(table) == []


def test_bot_chooses_outside_of_transactions_and_by_its_view(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, chosen = start(people[0], bot_level=Level.APPRENTICE), []

    def plan(view: State, ask: Ask, level: Level, seconds: float | None) -> Pick:
        chosen.append((connection.in_atomic_block, level, {one.seat for one in view.given} <= {ask.seat}))
        return Pick(ask.seat, ask.turn, 9)

    monkeypatch.setattr(TOY.rules, "plan_command", plan, raising=False)
    work(table, lambda: len(standing_answers(table)) == 2)
    assert chosen == [(False, Level.APPRENTICE, True)] * 2


def test_answer_of_a_worker_that_dies_before_it_writes_is_given_by_another(
    people: list[User], calls: list[str]
) -> None:
    table = start(people[0])
    for seat in find_asked_bots([table.code]):
        assert choose(seat, think_here, 1)  # and no more
    assert asked(table) == [1, 2]
    calls.clear()
    assert worker.act_on_due_clocks() == 0
    worker.wake_late_bots()
    assert calls == []
    Seat.objects.filter(table=table, user=None).update(alarm_at=datetime.now(UTC) - worker.LATE_BOT)
    worker.wake_late_bots()
    assert calls == [table.code]
    work(table, lambda: len(standing_answers(table)) == 2)
    assert "games.tables.timeouts.worker.wake_late_bots" in CARTO_SWEEPS


def test_two_workers_at_once_store_one_answer(people: list[User]) -> None:
    table = start(people[0])
    choices = [choose(seat, think_here, 1) for seat in find_asked_bots([table.code]) * 2]
    clicked(*(partial(give, choice.seat, choice.ask, choice.command) for choice in choices if choice))
    assert sorted(standing_answers(table)) == [(1, 1), (1, 2)]


def test_choice_for_a_turn_that_has_closed_changes_nothing(people: list[User]) -> None:
    table = start(people[0], seats=2)
    (seat,) = find_asked_bots([table.code])
    late = choose(seat, think_here, 1)
    assert late
    give(late.seat, late.ask, late.command)
    answer(table, people[0], 1)
    assert asked(table) == [1]
    give(late.seat, late.ask, late.command)
    assert standing_answers(table) == [(1, 1), (1, 0)]
    assert asked(table) == [1]


def test_bot_that_fails_is_tried_again_later_and_stops_no_other(
    people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def plan(view: State, ask: Ask, *_: Any) -> Pick:
        if ask.seat == 1:
            raise ZeroDivisionError
        return Pick(ask.seat, ask.turn, 9)

    monkeypatch.setattr(TOY.rules, "plan_command", plan, raising=False)
    table = start(people[0])
    with caplog.at_level(logging.ERROR):
        work(table, lambda: standing_answers(table) == [(1, 2)] and asked(table) == [])
    assert "a bot failed to answer" in caplog.text
    assert seats_of(table)[1].awaited


def test_bots_of_several_people_answer_too(people: list[User], calls: list[str]) -> None:
    table = gather(*people[:2], capacity=4)
    services.start(table=table.code, host=people[0], bots=Level.SURVEYOR)
    assert calls[-1] == table.code
    work(table, lambda: len(standing_answers(table)) == 2)


def test_a_bot_takes_its_time_which_is_short_and_its_own(people: list[User], settings: Any) -> None:
    settings.BOT_DELAYS = (0.1, 0.4)
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        table = start(people[0], seats=6)
        seats = find_asked_bots([table.code])
        pauses = [choice.pause for seat in seats if (choice := choose(seat, think_here, 1))]
        assert len(set(pauses)) == 5
        assert all(0.1 <= pause <= 0.4 for pause in pauses)
        ask = open_ask(seats[0])
        assert ask
        assert delay_of(ask).total_seconds() == pytest.approx(pauses[0], abs=1e-5)
        traveller.shift(timedelta(seconds=1))
        late = choose(seats[0], think_here, 1)
        assert late
        assert late.pause == 0


def test_a_live_turn_of_people_does_not_wait_for_a_bot(people: list[User], settings: Any) -> None:
    settings.BOT_DELAYS = BOT_DELAYS
    assert BOT_DELAYS[1] + bot_worker.PROMPT < 1
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        table = start(*people[:2], tempo=TimeControl(Pace.LIVE, turn_seconds=60))
        traveller.shift(timedelta(seconds=0.3))
        for person in people[:2]:
            answer(table, person, 1)
        (seat,) = find_asked_bots([table.code])
        choice = choose(seat, think_here, 1)  # it has been asked since the turn began, not since the last answer
        assert choice
        assert choice.pause <= BOT_DELAYS[1] - 0.3 + 1e-5
        traveller.shift(timedelta(seconds=0.2))
        choice = choose(seat, think_here, 1)
        assert choice
        assert choice.pause == 0
        give(choice.seat, choice.ask, choice.command)
        assert fresh(table).turn == 2


def test_bots_that_are_asked_together_share_the_time_to_plan() -> None:
    assert [planning_seconds(0.4, bots, 1) for bots in (1, 4, 20)] == pytest.approx([0.15, 0.1, 0.02])
    assert planning_seconds(0.4, 20, 10) == pytest.approx(0.15)
    assert [planning_seconds(left, 1, 1) for left in (0.1, 0, -1)] == pytest.approx([0.1, 0, 0])


def test_time_before_a_bot_is_found_shortens_its_plans(people: list[User]) -> None:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        table = start(people[0])
        for turn in (1, 2):
            seats = find_asked_bots([table.code])
            left = []
            for waited in (0, 0.3, 1, -5):
                traveller.shift(timedelta(seconds=waited))
                left.append(prompt_seconds(seats[0]))
            assert left == pytest.approx([0.4, 0.1, 0, 0.4])
            traveller.shift(timedelta(seconds=10))
            for seat in seats:
                choice = choose(seat, think_here, 0)
                assert choice
                give(choice.seat, choice.ask, choice.command)
            answer(table, people[0], turn)


# --- Processes -------------------------------------------------------------------------------------------------------


def question() -> Question:
    rules, setup = GISBORNE, Setup(gisborne())
    state = begin(rules, setup, 3, Shuffler(bytes(32))).state
    ask = rules.asks(state)[0]
    return Question(rules, rules.view(state, ask.seat), ask, Level.SURVEYOR, None)


def test_process_gives_the_same_answer_and_starts_again_after_it_was_killed() -> None:
    asked_here, thinker = question(), Thinker()
    try:
        assert thinker.answer(asked_here) == asked_here.answer()
        first = thinker.pid
        assert thinker._process
        thinker._process.kill()
        thinker._process.join()
        assert thinker.answer(asked_here) == asked_here.answer()
        assert thinker.pid != first
    finally:
        thinker.close()


def test_question_that_fails_or_takes_too_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    good, thinker = question(), Thinker()
    try:
        with pytest.raises(ThinkingFailed, match="AttributeError"):
            thinker.answer(replace(good, view=None))
        with pytest.raises(ThinkingFailed, match="AppRegistryNotReady"):
            thinker.answer(replace(good, rules=TOY.rules))  # of a module that imports the site
        assert thinker.answer(good) == good.answer()
        monkeypatch.setattr(thinking, "PATIENCE", 0)
        with pytest.raises(ThinkingFailed, match="no answer"):
            thinker.answer(good)
        assert thinker.pid is None
    finally:
        thinker.close()


def test_bots_go_on_without_their_process(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ThinkingFailed("gone")

    monkeypatch.setattr(Thinker, "answer", fail)
    table = start(people[0])
    work(table, lambda: len(standing_answers(table)) == 2, thinkers=1)


def test_worker_thinks_in_processes_which_end_with_it(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Thinker] = []

    class Kept(Thinker):
        def __init__(self) -> None:
            super().__init__()
            kept.append(self)

    monkeypatch.setattr(bot_worker, "Thinker", Kept)
    table = start(people[0])
    work(table, lambda: len(standing_answers(table)) == 2, thinkers=2)
    assert [thinker.pid for thinker in kept] == [None, None]

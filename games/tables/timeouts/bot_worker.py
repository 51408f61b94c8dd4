"""Worker that answers for bots in every server process, next to requests and outside of transactions.

A transaction that asks a bot makes its alarm due. After the commit the worker of the same process is called. It loads
the bot's view, lets a process of `thinking` choose, waits until the bot has taken its time, and stores the command,
which is refused if the ask has closed in the meantime. The alarm is due until then. So if the worker dies, a sweep
calls that of another process, and where two workers choose for one bot, the second command changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from queue import SimpleQueue
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar
from zlib import crc32

from channels.db import database_sync_to_async
from django.conf import settings

from engine import contract
from engine.contract import Ask, Level
from games import clock
from games.accounts.sockets import server_loop
from games.tables.clocks import clocks
from games.tables.game import game_of
from games.tables.log.bot_wakeups import listening
from games.tables.log.stand_in_answers import give, open_ask
from games.tables.log.state import load
from games.tables.models import Bot, Seat
from games.tables.timeouts.thinking import Question, Thinker, ThinkingFailed

WRITERS: Final = 2
"""Threads that look for bots that are asked, and store their answers."""
PROMPT: Final = 0.4
"""Seconds after which a bot that is asked should have chosen."""

_log: Final = logging.getLogger(__name__)
_ResultT = TypeVar("_ResultT")


class Choice(NamedTuple):
    """Command that a bot has chosen for an ask, and for how many seconds it still takes its time."""

    seat: Seat
    ask: Ask
    command: Any
    pause: float


class BotWorker:
    """Answers for bots until cancelled; `thinkers` is the number of processes in which they think."""

    def __init__(self, thinkers: int) -> None:
        self._idle = SimpleQueue[Thinker]()
        self._thinkers = [Thinker() for _ in range(thinkers)]
        for thinker in self._thinkers:
            self._idle.put(thinker)
        self._thinking = ThreadPoolExecutor(max(1, thinkers), thread_name_prefix="bots")
        self._writing = ThreadPoolExecutor(WRITERS, thread_name_prefix="bot-answers")
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._undecided = 0
        self._called: set[str] = set()
        self._wakeup = asyncio.Event()

    async def run(self) -> None:
        """Answer whenever the worker is called."""
        loop = asyncio.get_running_loop()
        server_loop.set(loop)  # so that threads leave it to this loop to tell open pages
        try:
            with listening(lambda code: loop.call_soon_threadsafe(self._call, code)):
                await self._in_thread(self._thinking, self._start)
                while True:
                    await self._wakeup.wait()
                    self._wakeup.clear()
                    await self._begin()
        finally:
            self._close()

    def _call(self, code: str) -> None:
        self._called.add(code)
        self._wakeup.set()

    async def _begin(self) -> None:
        """Begin an answer of each bot that is asked at a table for which the worker was called."""
        codes, self._called = self._called, set()
        try:
            seats = await self._in_thread(self._writing, lambda: find_asked_bots(codes))
        except Exception:  # the database may be away for a moment; a sweep calls again
            _log.exception("failed to look for bots")
            return
        for seat in seats:
            if seat.pk not in self._busy:
                self._undecided += 1
                self._busy[seat.pk] = asyncio.create_task(self._answer(seat, monotonic() + prompt_seconds(seat)))

    async def _answer(self, seat: Seat, until: float) -> None:
        try:
            choice = await self._decide(seat, until)
            if choice is not None:
                await asyncio.sleep(choice.pause)
                await self._in_thread(self._writing, lambda: give(choice.seat, choice.ask, choice.command))
            self._call(seat.table.code)  # for what it was asked in the meantime
        except Exception:
            _log.exception("a bot failed to answer at table %s", seat.table.code)
            await self._in_thread(self._writing, lambda: postpone(seat))
        finally:
            del self._busy[seat.pk]

    async def _decide(self, seat: Seat, until: float) -> Choice | None:
        try:
            return await self._in_thread(self._thinking, lambda: self._choose(seat, until))
        finally:
            self._undecided -= 1

    def _choose(self, seat: Seat, until: float) -> Choice | None:
        """Let a bot choose in a process, or in this thread if that is not possible."""
        seconds = planning_seconds(until - monotonic(), self._undecided, max(1, len(self._thinkers)))
        if not self._thinkers:
            return choose(seat, lambda question: question.answer(), seconds)
        thinker = self._idle.get()
        try:
            return choose(seat, lambda question: _ask(thinker, question), seconds)
        finally:
            self._idle.put(thinker)

    def _start(self) -> None:
        """Start the first process, as its first answer would be late."""
        for thinker in self._thinkers[:1]:
            try:
                thinker.start()
            except OSError:  # bots then choose without planning
                _log.exception("no process for bots could be started")

    def _close(self) -> None:
        for task in list(self._busy.values()):
            task.cancel()
        for pool in (self._thinking, self._writing):
            pool.shutdown(wait=False, cancel_futures=True)
        for thinker in self._thinkers:
            thinker.close()

    @staticmethod
    async def _in_thread(pool: ThreadPoolExecutor, work: Callable[[], _ResultT]) -> _ResultT:
        result: _ResultT = await database_sync_to_async(work, thread_sensitive=False, executor=pool)()
        return result


async def run_bots() -> None:
    """Run the worker of a server process until cancelled."""
    await BotWorker(settings.BOT_PROCESSES).run()


def find_asked_bots(codes: Iterable[str]) -> list[Seat]:
    """Return the bots' seats of the tables with these codes whose alarms are due, the longest overdue first."""
    due = Seat.objects.with_due_alarm(clock.now()).played_by_bots().filter(table__code__in=codes)
    return list(due.select_related("table").order_by("alarm_at", "table", "index"))


def prompt_seconds(seat: Seat) -> float:
    """Return in how many seconds a bot should have chosen, so that time lost before it was found is made up for."""
    waited = clock.now() - seat.awaited_since if seat.awaited_since else timedelta()
    # A clock that was set must not give anybody more time.
    return min(PROMPT, max(0.0, PROMPT - waited.total_seconds()))


def planning_seconds(left: float, bots: int, thinkers: int) -> float:
    """Return how many seconds each of `bots` may plan if all must be done within `left` seconds."""
    return float(min(settings.BOT_PLANNING, max(0.0, left) * thinkers / max(1, bots)))


def choose(seat: Seat, think: Callable[[Question], Any], seconds: float) -> Choice | None:
    """Return what a bot answers, by its view alone, or None if nothing is asked of it. Holds no lock.

    It plans for so many seconds at most.
    """
    ask = open_ask(seat)
    if ask is None or not isinstance(bot := seat.player, Bot):
        return None
    game, level = game_of(seat.table), bot.level or Level.ROYAL
    rules = game.rules
    view = rules.view(load(seat.table).state, contract.Seat(ask.seat))
    if game.lets_bots_plan(seat.table.options):
        command = think(Question(rules, view, ask, level, seconds))
    else:
        command = rules.choose_command(view, ask, level)
    return Choice(seat, ask, command, _pause(seat, ask))


def postpone(seat: Seat) -> None:
    """Try a bot that failed again later, or it would fill the log. One that has answered meanwhile stays as it is."""
    due = Seat.objects.filter(pk=seat.pk, alarm_at=seat.alarm_at)
    due.update(alarm_at=clock.now() + clocks.PUT_OFF)


def delay_of(ask: Ask) -> timedelta:
    """Return how long a bot takes at least for an answer: different for each, and the same for all processes."""
    least, most = settings.BOT_DELAYS
    share = crc32(f"{ask.tie_key} {ask.seat} {ask.id}".encode()) / 2**32
    return timedelta(seconds=least + share * (most - least))


def _pause(seat: Seat, ask: Ask) -> float:
    now = clock.now()
    until = (seat.awaited_since or now) + delay_of(ask)
    # A clock that was set must not keep anybody waiting.
    return min(max(0.0, (until - now).total_seconds()), float(settings.BOT_DELAYS[1]))


def _ask(thinker: Thinker, question: Question) -> Any:
    try:
        return thinker.answer(question)
    except ThinkingFailed as failure:
        _log.warning("a bot chooses without planning: %s", failure)
        return question.rules.choose_command(question.view, question.ask, question.level)

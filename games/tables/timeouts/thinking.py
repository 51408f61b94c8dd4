"""Processes in which bots think, so that the interpreter of a server process is free for requests meanwhile.

They import a game's rules, but neither Django nor the database, and end with the process that started them.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final

from engine.contract import Ask, Level, Rules

PATIENCE: Final = 5.0
"""Seconds after which a process that doesn't answer is ended."""
_NICENESS: Final = 5
"""Nice value: requests of people go first when the CPU is busy."""


@dataclass(frozen=True, slots=True)
class Question:
    """Everything that the command of a bot depends on: its rules, view, ask and level, and the seconds it may plan."""

    rules: Rules[Any, Any, Any, Any, Any, Any]
    view: Any
    ask: Ask
    level: Level
    seconds: float | None

    def answer(self) -> Any:
        """Return the command."""
        return self.rules.plan_command(self.view, self.ask, self.level, self.seconds)


class ThinkingFailed(Exception):
    """The process of a thinker has ended or didn't answer, or the game failed there."""


class Thinker:
    """Answers questions one by one in a process of its own, which starts with the first one and whenever it is gone.

    Only one thread at a time may use it.
    """

    def __init__(self) -> None:
        self._process: BaseProcess | None = None
        self._line: Connection | None = None

    @property
    def pid(self) -> int | None:
        """Id of the process, None before it starts."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process, if it isn't running."""
        if self._process is not None and self._process.is_alive():
            return
        self.close()
        # A fork of a server would inherit its sockets and locks.
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="carto-bots", daemon=True)
        self._process.start()
        theirs.close()

    def answer(self, question: Question) -> Any:
        """Return the command. Raises ThinkingFailed."""
        try:
            self.start()
            assert self._line is not None, "the process has been started"
            self._line.send(question)
            if not self._line.poll(PATIENCE):
                raise ThinkingFailed("no answer")
            command, problem = self._line.recv()
        except (EOFError, OSError, ThinkingFailed) as failure:
            self.close()
            raise ThinkingFailed(str(failure) or "the process has ended") from failure
        if problem:
            raise ThinkingFailed(problem)
        return command

    def close(self) -> None:
        """End the process."""
        if self._line is not None:
            self._line.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._line = None


def _serve(line: Connection) -> None:
    """Answer questions until the other process closes the line or is gone."""
    # The terminal sends Ctrl+C to all processes; the server then ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.nice(_NICENESS)
    with suppress(EOFError, OSError):
        while True:
            try:
                question: Question = line.recv()
                line.send((question.answer(), ""))
            except (EOFError, OSError):
                raise
            except Exception as failure:  # the server logs it
                line.send((None, repr(failure)))

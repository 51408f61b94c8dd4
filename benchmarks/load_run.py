"""The client of the load benchmark as seen by the process that runs it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Any, Self

from benchmarks.load_client import Figures, Plan, PlayedTable, Step
from tests.processes.programs import ROOT


class RunningClient:
    """Process of the client with all pages open. Steps are taken in the order in which they are sent."""

    def __init__(self, url: str, tables: Sequence[PlayedTable], idle: Mapping[str, int]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.load_client"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._write(asdict(Plan(url, list(tables), dict(idle))))

    def __enter__(self) -> Self:
        self.pages = int(self._read()["open"])
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        assert self._process.stdin
        if kind is not None:
            self._process.kill()
        self._process.stdin.close()
        self._process.wait()

    def send(self, step: Step) -> None:
        """Let the client take a step after those that it knows."""
        self._write(asdict(step))

    def receive(self) -> Figures:
        """Wait for the figures of the first step that isn't finished."""
        return Figures(**self._read())

    def take(self, step: Step) -> Figures:
        """Let the client take a step, and wait for its figures."""
        self.send(step)
        return self.receive()

    def _write(self, data: dict[str, Any]) -> None:
        assert self._process.stdin
        print(json.dumps(data), file=self._process.stdin, flush=True)

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the client has ended"
        data: dict[str, Any] = json.loads(line)
        return data

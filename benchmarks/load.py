"""Load of a whole site: one or two server processes behind nginx with PostgreSQL and Redis, live tables, spectators.

    python -m benchmarks.load [--tables 200] [--spectators 500] [--seconds 900] [--pace 0.2] [--processes 2]
    python -m benchmarks.load --soak
    python -m benchmarks.load --capacity

Everything is started on loopback and removed afterwards. A client in a process of its own holds the pages of all
players, who draw at a steady pace and play again when a game is over. `--soak` is half of that load for two hours.
`--capacity` finds out how many drawings a second one process and two carry, and compares their costs. Exit status 1 if
a promise is missed, which on a busy machine says nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean

from benchmarks.capacity import ANSWER, REVEAL
from benchmarks.cluster import Cluster, cluster
from benchmarks.load_client import Figures, Step
from benchmarks.load_run import RunningClient
from benchmarks.playing import percentile
from benchmarks.promises import Measured, Watch, report
from benchmarks.scale import compare_processes
from benchmarks.usage import Usage, read_usage

LATE_ANSWER = 250.0
"""Milliseconds promised to 99 of 100 answers."""
ANSWERED = 0.95
"""Share of the intended drawings that has to be answered, as a late one delays its table."""
SHARE = 33.0
"""Percent of one core that the client may use."""
LEVEL = 5.0
"""Maximum growth of a server's memory, in percent, by the trend over all windows."""
LEVEL_ANSWER = 1.25
"""Maximum ratio of the answers' p95 in the last third of the windows to the first third."""
WARM_UP = 480.0
"""Maximum number of seconds before anything is measured, in which the caches fill."""
WINDOWS = 12


@dataclass(frozen=True, slots=True)
class Window:
    """Figures of a part of the measurement, and what the site had used by its end."""

    figures: Figures
    usage: Usage


def measure(site: Cluster, client: RunningClient, step: Step, warm_up: float, watch: Watch) -> list[Window]:
    """Warm up, and play for as many windows as there are, each a step of the client."""
    client.send(Step(warm_up, step.rate))
    for _ in range(WINDOWS):
        client.send(step)
    windows = []
    for number in range(WINDOWS + 1):
        windows.append(Window(client.receive(), read_usage(site)))
        watch.look()
        print("warm-up  " if not number else f"window {number:2}", _window_text(windows[-1]), flush=True)
        for problem in windows[-1].figures.problems:
            print(problem, file=sys.stderr, flush=True)
    return windows


def _window_text(window: Window) -> str:
    figures = window.figures
    memory = " ".join(f"{size / 1e6:.0f}" for size in window.usage.memory)
    return (
        f"{len(figures.answers) / figures.seconds:6.1f}/s  answer p95 {percentile(figures.answers, 95):6.0f} ms"
        f"  reveal p95 {percentile(figures.reveals, 95):6.0f} ms  {figures.refused} refused  {figures.errors} errors"
        f"  {figures.rematches} rematches  memory {memory} MB"
    )


def measured(start: Usage, windows: Sequence[Window], rate: float, slowness: float) -> Iterator[Measured]:
    """Compare the windows after the warm-up with the promises, and divide what they used by their drawings."""
    warm, *timed = windows
    parts = [window.figures for window in timed]
    answers = [answer for figures in parts for answer in figures.answers]
    reveals = [reveal for figures in parts for reveal in figures.reveals]
    seconds = sum(figures.seconds for figures in parts)
    yield Measured("drawings answered", len(answers) / seconds, "/s", ANSWERED * rate, least=True)
    yield Measured("  refused, drawings and news", sum(figures.refused for figures in parts), "", 0)
    yield Measured("  errors", sum(figures.errors for figures in [warm.figures, *parts]), "", 0)
    yield Measured("  games that were over and played again", sum(figures.rematches for figures in parts), "")
    yield Measured("answer, p50", percentile(answers, 50), "ms")
    yield Measured("answer, p95", percentile(answers, 95), "ms", ANSWER)
    yield Measured("answer, p99", percentile(answers, 99), "ms", LATE_ANSWER)
    third = len(parts) // 3
    early, late = (
        percentile([answer for figures in some for answer in figures.answers], 95)
        for some in (parts[:third], parts[-third:])
    )
    yield Measured("answer, p95 of the last third, of the first", late / early if early else 0, "times", LEVEL_ANSWER)
    yield Measured("reveal on the last page, p95", percentile(reveals, 95), "ms", REVEAL)
    client = sum(figures.processor for figures in parts) / seconds * 100
    yield Measured("client, of one core of the reference", client / slowness, "%", SHARE)
    for number, at_start in enumerate(start.memory):
        sizes = [window.usage.memory[number] / 1e6 for window in windows]
        yield Measured(f"memory of server {number + 1} before the load", at_start / 1e6, "MB")
        yield Measured("  after the warm-up", sizes[0], "MB")
        yield Measured("  at the end", sizes[-1], "MB")
        yield Measured("  trend", trend(sizes), "%", LEVEL)
    yield from costs(timed[-1].usage.since(warm.usage), parts, slowness)


def trend(sizes: Sequence[float]) -> float:
    """Growth from the first to the last size in percent of their mean, by the line that fits all of them best."""
    middle, average = (len(sizes) - 1) / 2, mean(sizes)
    slope = sum((number - middle) * (size - average) for number, size in enumerate(sizes))
    slope /= sum((number - middle) ** 2 for number in range(len(sizes)))
    return slope * (len(sizes) - 1) / average * 100


def costs(used: Usage, parts: Sequence[Figures], slowness: float) -> Iterator[Measured]:
    """Divide what the windows have used by their drawings. Processor time is that of the reference."""
    drawings = sum(len(figures.answers) for figures in parts) or 1
    for name, seconds in used.processor.items():
        each = seconds / drawings / slowness * 1e3
        yield Measured(f"processor time of {name} for each drawing, on the reference", each, "ms")
    for name, count in used.counters.items():
        if name in {"WAL", "database"}:
            yield Measured(f"{name} for each drawing", count / drawings / 1e3, "kB")
        else:
            yield Measured(f"{name} for each drawing", count / drawings, "avg")
    sent = sum(figures.transferred for figures in parts)
    yield Measured("bytes between client and nginx for each drawing", sent / drawings / 1e3, "kB")


def main() -> int:
    """Serve, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=200, help="live tables of four")
    parser.add_argument("--spectators", type=int, default=500, help="open pages at tables where nobody draws")
    parser.add_argument("--seconds", type=float, default=900, help="how long they play after the warm-up")
    parser.add_argument("--pace", type=float, default=0.2, help="drawings a second at each table")
    parser.add_argument("--processes", type=int, choices=(1, 2), default=2, help="server processes")
    parser.add_argument("--soak", action="store_true", help="100 tables and 250 spectators for two hours")
    parser.add_argument("--capacity", action="store_true", help="compare one process with two")
    arguments = parser.parse_args()
    if arguments.soak:
        arguments.tables, arguments.spectators, arguments.seconds = 100, 250, 7200
    watch = Watch()
    if arguments.capacity:
        results = compare_processes(arguments.tables, watch)
    else:
        rate = arguments.pace * arguments.tables
        step = Step(arguments.seconds / WINDOWS, rate)
        with cluster(arguments.processes, arguments.tables, arguments.spectators) as site:
            start = read_usage(site)
            with RunningClient(site.url, site.tables, site.idle) as client:
                windows = measure(site, client, step, min(WARM_UP, arguments.seconds), watch)
        results = list(measured(start, windows, rate, watch.slowness))
    text, met = report(results, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())

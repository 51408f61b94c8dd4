"""One server process compared with two: how many drawings a second they carry, and what a drawing costs them."""

from __future__ import annotations

import time
from contextlib import ExitStack

from benchmarks.capacity import ANSWER, FIRST, GROWTH, LAST_STEP, REVEAL, STEP
from benchmarks.cluster import Cluster, cluster
from benchmarks.load_client import Step
from benchmarks.load_run import RunningClient
from benchmarks.playing import percentile
from benchmarks.promises import Measured, Watch
from benchmarks.served import CORES, processor_time

TIMES = 1.8
"""Promised ratio of what two processes carry to what one does."""
ROUNDS = 5
"""Steps of each site in alternation, whose costs are compared; a first one of each doesn't count."""
RATE = 10.0
"""Drawings a second meanwhile, well below what a process carries."""
OTHERS = 2
"""Cores for the client, PostgreSQL, Redis and nginx, without which two processes have less than one each."""


def compare_processes(tables: int, watch: Watch) -> list[Measured]:
    """Serve two sites, one with one process and one with two, and compare them.

    Only where each process has a core of its own can the second one show what it adds. Elsewhere the ratio follows from
    the processor time of a drawing: two processes would carry twice as many as one if a drawing cost the same there.
    """
    with ExitStack() as stack:
        sites = [stack.enter_context(cluster(processes, tables)) for processes in (1, 2)]
        clients = [stack.enter_context(RunningClient(site.url, site.tables, site.idle)) for site in sites]
        one, two = _costs(sites, clients, watch)
        alone, both = (_climb(client, watch) for client in clients)
    enough = len(CORES) >= 2 + OTHERS
    times, projected = Measured("  of one", both / alone if alone else 0, "times"), 2 * one / two if two else 0
    return [
        Measured("processor time of a drawing, one server process", one * 1e3, "ms"),
        Measured("  two server processes", two * 1e3, "ms"),
        Measured("two processes on cores of their own, of one, by these costs", projected, "times", TIMES, least=True),
        Measured("drawings carried by one process", alone, "/s"),
        Measured(f"  by two, all on {len(CORES)} cores", both, "/s"),
        Measured(times.name, times.figure, times.unit, TIMES if enough else None, least=True),
    ]


def _costs(sites: list[Cluster], clients: list[RunningClient], watch: Watch) -> list[float]:
    """Seconds of processor time of the server processes for each drawing, at the same rate on each site."""
    drawings, seconds = [0] * len(sites), [0.0] * len(sites)
    for number in range(ROUNDS + 1):
        for at, (site, client) in enumerate(zip(sites, clients, strict=True)):
            before = _server_time(site)
            figures = client.take(Step(STEP, RATE))
            if number:
                seconds[at] += _server_time(site) - before
                drawings[at] += len(figures.answers)
        watch.look()
    return [spent / max(1, count) for spent, count in zip(seconds, drawings, strict=True)]


def _server_time(site: Cluster) -> float:
    return sum(processor_time(server) for server in site.servers)


def _climb(client: RunningClient, watch: Watch) -> float:
    """Drawings answered a second at the highest rate that kept the promises."""
    began, carried, rate = time.perf_counter(), 0.0, FIRST
    while time.perf_counter() - began < LAST_STEP:
        figures = client.take(Step(STEP, rate))
        watch.look()
        answer, reveal = percentile(figures.answers, 95), percentile(figures.reveals, 95)
        print(f"{rate:5.1f}/s: answer p95 {answer:.0f} ms, reveal p95 {reveal:.0f} ms, {figures.refused} refused")
        late = answer > ANSWER * watch.slowness or reveal > REVEAL * watch.slowness
        if late or figures.refused or figures.errors:
            break
        carried = len(figures.answers) / figures.seconds
        rate *= GROWTH
    return carried

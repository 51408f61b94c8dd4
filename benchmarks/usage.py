"""Resources that a site has used so far: processor time, memory, and the counters of PostgreSQL and Redis."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import psycopg
from redis import Redis

from benchmarks.cluster import Cluster

TICKS = os.sysconf("SC_CLK_TCK")
PROGRAMS = {"postgres": "PostgreSQL", "nginx": "nginx", "redis-server": "Redis"}
COUNTERS = """
    SELECT (SELECT sum(calls) FROM pg_stat_statements),
           (SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()),
           pg_current_wal_lsn() - '0/0',
           pg_database_size(current_database())
"""


@dataclass(frozen=True, slots=True)
class Usage:
    """Seconds of processor time by program, bytes of memory of each server process, and counters by name."""

    processor: dict[str, float]
    memory: list[int]
    counters: dict[str, int]

    def since(self, before: Usage) -> Usage:
        """Return the difference to an earlier usage; the memory is the present one."""
        return Usage(
            {name: seconds - before.processor[name] for name, seconds in self.processor.items()},
            self.memory,
            {name: count - before.counters[name] for name, count in self.counters.items()},
        )


@dataclass(frozen=True, slots=True)
class Process:
    """A running process; `seconds` of processor time include those of its children that have ended."""

    name: str
    parent: int
    seconds: float


def read_usage(cluster: Cluster) -> Usage:
    """Return the usage of a cluster, the only one that this process has started."""
    sites = [site.process.pid for site in cluster.servers if site.process]
    running = _processes()
    processor = {"server processes": sum(running[pid].seconds for pid in sites)}
    for program, name in PROGRAMS.items():
        (root,) = (pid for pid, it in running.items() if it.name == program and it.parent == os.getpid())
        family = [root, *(pid for pid, it in running.items() if it.parent == root)]
        processor[name] = sum(running[pid].seconds for pid in family)
    return Usage(processor, [_memory(pid) for pid in sites], _counters(cluster))


def _processes() -> dict[int, Process]:
    processes = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                head, _, tail = (folder / "stat").read_text().rpartition(") ")
            except OSError:  # it has ended meanwhile
                continue
            fields = tail.split()
            seconds = sum(map(int, fields[11:15])) / TICKS
            processes[int(folder.name)] = Process(head.partition("(")[2], int(fields[1]), seconds)
    return processes


def _memory(pid: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _counters(cluster: Cluster) -> dict[str, int]:
    with psycopg.connect(cluster.database) as connection:
        row = connection.execute(COUNTERS).fetchone()
        assert row
    statements, transactions, wal, size = map(int, row)
    with Redis.from_url(cluster.redis) as redis:
        commands = redis.info("commandstats")
        assert isinstance(commands, dict)
    published = commands.get("cmdstat_publish", {}).get("calls", 0)
    return {
        "SQL statements": statements,
        "transactions": transactions,
        "WAL": wal,
        "database": size,
        "Redis publishes": published,
    }

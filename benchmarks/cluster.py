"""A site for the load benchmark: server processes behind nginx with PostgreSQL and Redis, all of them its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import psycopg

from benchmarks.load_client import PlayedTable
from benchmarks.served import CORES, GAME, SEATS, pin
from tests.processes import servers
from tests.processes.manage import manage
from tests.processes.site import Site

# Each seat is a user of its own: nobody plays at many tables at once. Sessions are created as by signing in.
SIGN_IN = """
import json
from django.conf import settings
from django.test import Client
from django.utils.crypto import get_random_string
from games.accounts.models import User
from games.tables.game import game_named
from games.tables.lobby import services
def sign_in(user):
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={get_random_string(32)}"
"""
SCRIPT = f"""{SIGN_IN}
for number in range(%d):
    host, *guests = people = [User.objects.create_user(f"person{{number}}{{seat}}") for seat in "abcd"]
    options = game_named({GAME!r}).solo_options()
    table = services.create_table(host=host, new=services.NewTable({GAME!r}, "Desk", options, {SEATS}))
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    print("table", json.dumps({{"code": table.code, "cookies": [sign_in(user) for user in people]}}))
"""

CROWD = 50
"""Maximum number of spectators at a table."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running site: its parts, the tables to play at, and the numbers of spectators of others."""

    url: str
    database: str
    redis: str
    servers: list[Site]
    tables: list[PlayedTable]
    idle: dict[str, int]


@contextmanager
def cluster(processes: int, tables: int, spectators: int = 0) -> Iterator[Cluster]:
    """Run one or two server processes, with that many games begun. PostgreSQL waits for the disk and counts its
    statements; each server has a core for itself as far as there are any.
    """
    crowds = [min(CROWD, spectators - first) for first in range(0, spectators, CROWD)]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="carto-load-")))
        (folder / "nginx").mkdir()
        database = stack.enter_context(
            servers.postgres(
                fsync="on",
                shared_preload_libraries="pg_stat_statements",
                **{"pg_stat_statements.track_utility": "off"},
            )
        )
        with psycopg.connect(database) as connection:
            connection.execute("CREATE EXTENSION pg_stat_statements")
        redis = stack.enter_context(servers.redis(folder))
        environment = {
            "CARTO_VAR_DIR": f"{folder}/var",
            "CARTO_DATABASE_URL": database,
            "CARTO_REDIS_URL": redis,
            "CARTO_PROXY_ADDRESSES": "127.0.0.1",
            "CARTO_SECRET_KEY": "only for this benchmark " * 3,
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        }
        manage("prepare", **environment)
        begun = begin_tables(environment, tables + len(crowds))
        sites = [Site(environment, folder / f"serve{number}.log") for number in range(processes)]
        for number, site in enumerate(sites):
            stack.callback(site.close)
            site.start()
            pin(site, CORES[number % len(CORES)])
        ports = [urlsplit(site.url).port or 0 for site in sites]
        port = stack.enter_context(servers.nginx(folder / "nginx", ports[0], ports[-1]))
        idle = dict(zip((table.code for table in begun[tables:]), crowds, strict=True))
        yield Cluster(f"http://127.0.0.1:{port}", database, redis, sites, begun[:tables], idle)


def begin_tables(environment: Mapping[str, str], tables: int) -> list[PlayedTable]:
    """Start this many games of four, and return them with their players' cookies."""
    return read_tables(manage("shell", "-c", SCRIPT % tables, **environment))


def read_tables(output: str) -> list[PlayedTable]:
    """Read the tables that a script has printed."""
    lines = (line.partition("table ")[2] for line in output.splitlines() if line.startswith("table "))
    return [PlayedTable(**json.loads(line)) for line in lines]

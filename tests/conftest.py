"""Fixtures for every test, and the order and conditions under which tests run."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from secrets import token_hex
from shutil import copyfile

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import translation

from tests.processes import programs, servers
from tests.processes.site import Site
from tests.running import templates

# Workers and server processes are started a hundred times: each would compile the site anew where this is set.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
pytest_plugins = [f"tests.running.{name}" for name in ("unsteady", "parts", "length", "garbage")]

# Marker: how to see whether it can run, what is missing when it can't, and the variable that makes this a failure.
_NEEDS: dict[str, tuple[Callable[[], object], str, str]] = {
    "browser": (programs.chromium, "Chromium is not installed", "CARTO_REQUIRE_BROWSER"),
    "postgres": (programs.postgres, "PostgreSQL's server programs are not installed", "CARTO_REQUIRE_SERVICES"),
    "redis": (programs.redis, "Redis is not installed", "CARTO_REQUIRE_SERVICES"),
    "gettext": (programs.gettext, "gettext is not installed", "CARTO_REQUIRE_SERVICES"),
    "nginx": (programs.nginx, "nginx is not installed", "CARTO_REQUIRE_SERVICES"),
}
_LONGEST = {f"test_{name}" for name in ("every_page", "clocks", "mixed_game", "whole_game", "one_screen", "heroes")}
"""Files of browser tests that take a minute or so."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last, because Playwright leaves an event loop running in the test thread.

    The longest run first, so that no worker waits for another at the end.
    """
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, item.path.stem not in _LONGEST))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, with a reason, tests that this machine can't run; fail if the environment requires them."""
    for marker, (find, missing, variable) in _NEEDS.items():
        if item.get_closest_marker(marker) and not find():
            if os.environ.get(variable) == "1":
                pytest.fail(f"{missing}, and {variable}=1 requires it", pytrace=False)
            pytest.skip(missing)


@pytest.fixture(scope="session", autouse=True)
def _site_addresses() -> None:
    """Read the site's addresses while `CARTO_GAMES` names the site's games, before any test overrides the setting."""
    import_module("carto_site.urls")


@pytest.fixture(scope="session", autouse=True)
def full_playouts() -> Iterator[dict[str, int]]:
    """Let the coach rate by few playouts, so that reviews take little time; return the site's numbers of playouts."""
    raters = import_module("games.cartographers.coach.raters")
    names = ("SOLO_PLAYOUTS", "SHARED_PLAYOUTS", "ATTEMPT_PLAYOUTS")
    with pytest.MonkeyPatch.context() as patch:
        numbers = {name: getattr(raters, name) for name in names}
        for name in names:
            patch.setattr(raters, name, 20)
        yield numbers


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Reset the language, which Django keeps per thread, for every test."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """True if long tests should run at full length."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="session")
def _postgres_server() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture
def postgres_url(_postgres_server: str) -> Iterator[str]:
    """URL of a new empty database; the test needs the `postgres` marker."""
    with _postgres_database(_postgres_server) as url:
        yield url


@contextmanager
def _postgres_database(server: str, how: str = "") -> Iterator[str]:
    import psycopg

    name = f"carto_{token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {how}")
        yield server.rpartition("/")[0] + f"/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """URL of this test process's Redis server; the test needs the `redis` marker."""
    with servers.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def collected_static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder in which the server processes of this test run share collected static files."""
    return tmp_path_factory.mktemp("static") / "files"


@pytest.fixture(scope="session")
def migrated() -> Path:
    """Path of a migrated empty SQLite database, which is copied because migrating takes seconds."""
    return templates.sqlite_template()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """On SQLite, let Django reuse a copy of the migrated database instead of running migrations."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, django_db_keepdb: bool, request: pytest.FixtureRequest
) -> Iterator[None]:
    """Copy the migrated database to Django's test database; on PostgreSQL, the `TEMPLATE` setting does so."""
    if not django_db_keepdb:
        yield
        return
    file = str(connection.creation._get_test_db_name())
    _remove_sqlite(file)
    copyfile(request.getfixturevalue("migrated"), file)
    yield
    connections.close_all()
    _remove_sqlite(file)


def _remove_sqlite(file: str) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(file + ending).unlink(missing_ok=True)


@pytest.fixture
def migrated_folder(migrated: Path, tmp_path: Path) -> None:
    """Put a migrated database into the data folder of a test's processes."""
    (tmp_path / "var").mkdir()
    copyfile(migrated, tmp_path / "var" / "carto.sqlite3")


@pytest.fixture(scope="session")
def migrated_postgres(_postgres_server: str) -> str:
    """Name of a migrated PostgreSQL database, used as a template."""
    with _postgres_database(_postgres_server) as url:
        dump = templates.postgres_template(url)
    import psycopg

    with psycopg.connect(_postgres_server, autocommit=True) as server:
        server.execute("CREATE DATABASE migrated")
    templates.restore(dump, _postgres_server.rpartition("/")[0] + "/migrated")
    return "migrated"


@pytest.fixture
def migrated_postgres_url(_postgres_server: str, migrated_postgres: str) -> Iterator[str]:
    """URL of a new migrated database; the test needs the `postgres` marker."""
    with _postgres_database(_postgres_server, f"TEMPLATE {migrated_postgres}") as url:
        yield url


@pytest.fixture
def start_site(tmp_path: Path, collected_static: Path) -> Iterator[Callable[..., Site]]:
    """Function that starts `serve` processes with extra environment variables; they stop after the test."""
    with ExitStack() as stack:

        def start(**environment: str) -> Site:
            base = {
                "CARTO_VAR_DIR": str(tmp_path / "var"),
                "CARTO_STATIC_ROOT": str(collected_static),
                "DJANGO_SETTINGS_MODULE": "tests.served_settings",
            }
            site = Site(base | environment, log=tmp_path / "serve.log")
            stack.callback(site.close)
            site.start()
            return site

        yield start

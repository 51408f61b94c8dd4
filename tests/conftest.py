"""Fixtures for every test, and the order and conditions under which tests run."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex

import pytest
from django.conf import settings
from django.utils import translation

from tests.processes import programs, servers
from tests.processes.site import Site

pytest_plugins = ["tests.running.unsteady", "tests.running.parts", "tests.running.length"]

# Marker: how to see whether it can run, what is missing when it can't, and the variable that makes this a failure.
_NEEDS: dict[str, tuple[Callable[[], object], str, str]] = {
    "browser": (programs.chromium, "Chromium is not installed", "CARTO_REQUIRE_BROWSER"),
    "postgres": (programs.postgres, "PostgreSQL's server programs are not installed", "CARTO_REQUIRE_SERVICES"),
    "redis": (programs.redis, "Redis is not installed", "CARTO_REQUIRE_SERVICES"),
    "gettext": (programs.gettext, "gettext is not installed", "CARTO_REQUIRE_SERVICES"),
    "nginx": (programs.nginx, "nginx is not installed", "CARTO_REQUIRE_SERVICES"),
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put browser tests last: the browser's driver leaves an event loop running in the thread of the tests."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip, saying why, what this machine can't run; fail instead where the environment requires it."""
    for marker, (find, missing, variable) in _NEEDS.items():
        if item.get_closest_marker(marker) and not find():
            if os.environ.get(variable) == "1":
                pytest.fail(f"{missing}, and {variable}=1 requires it", pytrace=False)
            pytest.skip(missing)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """Leave no test in the language of the request before it, which Django keeps in the thread."""
    with translation.override(settings.LANGUAGE_CODE):
        yield


@pytest.fixture(scope="session")
def full(request: pytest.FixtureRequest) -> bool:
    """Whether long trials are run at their full length."""
    return bool(request.config.getoption("--full"))


@pytest.fixture(scope="session")
def _postgres_server() -> Iterator[str]:
    with servers.postgres() as url:
        yield url


@pytest.fixture
def postgres_url(_postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of its own; the test needs the `postgres` marker."""
    import psycopg

    name = f"carto_{token_hex(4)}"
    with psycopg.connect(_postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield _postgres_server.rpartition("/")[0] + f"/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis server of this test process; the test needs the `redis` marker."""
    with servers.redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


@pytest.fixture(scope="session")
def collected_static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where the server processes of this test process find and keep the collected static files."""
    return tmp_path_factory.mktemp("static") / "files"


@pytest.fixture
def start_site(tmp_path: Path, collected_static: Path) -> Iterator[Callable[..., Site]]:
    """Start `serve` processes with the variables given; they end with the test."""
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

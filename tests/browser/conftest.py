"""A served site on the test database, and browsers signed in to it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, seeded
from tests.processes import programs
from tests.processes.site import Site, environment_of_test_database

# The browser's driver keeps an event loop in this thread, where Django would otherwise refuse to use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
# Other tests run beside these, and take their share of the machine.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    return {
        "executable_path": programs.chromium(),
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            # More threads only wait for the two processors.
            "--num-raster-threads=1",
        ],
    }


@contextmanager
def served(settings_module: str, static: Path, folder: Path, **more: str) -> Iterator[Site]:
    """Run a server process on the test database.

    `static` is where it keeps collected static files, `folder` holds its log, and `more` adds environment variables.
    """
    environment = environment_of_test_database() | {
        "CARTO_STATIC_ROOT": str(static),
        "DJANGO_SETTINGS_MODULE": settings_module,
        **more,
    }
    site = Site(environment, log=folder / "serve.log")
    try:
        site.start()
        yield site
    finally:
        site.close()


@pytest.fixture(scope="session")
def _served(
    django_db_setup: None, django_db_blocker: Any, collected_static: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    # The first flush makes the content types anew, whose numbers the server remembers as it has found them.
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)
    with served("tests.served_settings", collected_static, tmp_path_factory.mktemp("served")) as site:
        yield site


@pytest.fixture
def site(_served: Site, transactional_db: None) -> Site:
    """The running site, on a clean test database with the published cards loaded.

    Changes made directly by a test are not pushed to open pages; changes made through a page are.
    """
    if "load_cards" in get_commands():
        call_command("load_cards", verbosity=0)
    if _served.process is None:
        _served.start()
    return _served


@pytest.fixture
def context_for(site: Site, new_context: Callable[..., BrowserContext]) -> Callable[..., BrowserContext]:
    """Open a browser context, signed in as `user` if given; other options are passed to Playwright.

    Animations are off, to save time, unless a test turns them on.
    """

    def open_context(user: Any = None, **options: Any) -> BrowserContext:
        context = new_context(**{"base_url": site.url, "reduced_motion": "reduce", **options})
        context.set_default_timeout(15_000)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": site.url}])
        return context

    return open_context


@pytest.fixture
def people(site: Site, monkeypatch: pytest.MonkeyPatch) -> list[User]:
    """Ann and Ben, whose games begin with a card that has two shapes."""
    seeded(monkeypatch, play.TWO_SHAPES)
    return people_named("Ann", "Ben")


@pytest.fixture
def table(people: list[User]) -> Table:
    """Ann and Ben's game, at its first card."""
    return play.gather(*people)


@pytest.fixture
def mira(site: Site) -> User:
    return people_named("Mira")[0]


@pytest.fixture
def alone(mira: User, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Mira's solo game, at its first card."""
    seeded(monkeypatch, play.TWO_SHAPES)
    return play.gather(mira)


@pytest.fixture
def pages(context_for: Callable[..., BrowserContext], people: list[User], table: Table) -> list[Page]:
    """Ann's and Ben's pages of the table, both live."""
    opened = [context_for(user).new_page() for user in people]
    for page in opened:
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    return opened

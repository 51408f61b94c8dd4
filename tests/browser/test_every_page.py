"""Every page a person comes to, in every theme: nothing for axe to find, no error in the console, no broken content
policy. With `--full` pictures of the pages are kept in `var/pictures` for whoever wants to look.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import Theme, User
from games.cartographers.mix import Preset
from games.cartographers.presets import PRESETS
from games.tables.models import Table
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import monsters, play
from tests.processes.programs import ROOT

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PICTURES = ROOT / "var" / "pictures"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
FOR_VISITORS = {"front": "/", "sign-in": "/accounts/sign-in/", "sign-up": "/accounts/sign-up/"}
FOR_ALL = {
    "home": "/",
    "tables": "/tables/",
    "mine": "/tables/mine/",
    "new": "/tables/new/",
    "profile": "/accounts/profile/",
    "email": "/accounts/email/",
    "sessions": "/accounts/sessions/",
    "delete": "/accounts/delete/",
    "person": "/people/mira/",
    "learn": "/learn/",
    "rules": "/rules/",
    "cards": "/cards/",
    "card": "/cards/greengold_plains/",
    "lost": "/nowhere/",
}


@pytest.fixture
def mira(site: object) -> User:
    return play.people_named("Mira")[0]


def tables_of(mira: User) -> dict[str, Table]:
    """A table that gathers, and games alone under way and over."""
    both = PRESETS[Preset.BOTH].as_json()
    playing, over = (play.gather(mira, **both) for _ in range(2))
    monsters.play_on(playing, [mira], lambda state: state.turn > 9)
    monsters.play_on(over, [mira])
    return {"gathering": play.gather(mira, capacity=3), "playing": playing, "over": over}


def look(page: Page, name: str, address: str, folder: Path | None) -> None:
    """Open a page, keep a picture of it if there is a folder for that, and let axe find nothing there."""
    page.goto(address)
    expect(page.locator("main h1, main h2").first).to_be_visible()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=True, animations="disabled", caret="initial")
    found = Axe().run(page)
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


@pytest.mark.parametrize(("theme", "size"), [(theme, list(SIZES)[number % 2]) for number, theme in enumerate(Theme)])
def test_every_page_in_every_theme(context_for: ContextFor, mira: User, theme: Theme, size: str, full: bool) -> None:
    """On a phone and on a desktop in turn."""
    folder = PICTURES / f"{theme.value or 'auto'}-{size}" if full else None
    stranger = context_for(viewport=SIZES[size]).new_page()
    page = context_for(mira, viewport=SIZES[size]).new_page()
    complaints = [listen_for_complaints(one) for one in (stranger, page)]
    for one in (stranger, page):
        one.goto("/rules/")
        one.locator(f'.theme[value="{theme.value}"]').click()
        expect(one.locator(f'.theme[value="{theme.value}"]')).to_have_attribute("aria-pressed", "true")
    for name, address in FOR_VISITORS.items():
        look(stranger, name, address, folder)
    tables = {name: play.url(table) for name, table in tables_of(mira).items()}
    tables |= {f"turn of the game {name}": f"{tables[name]}turns/9/" for name in ("playing", "over")}
    for name, address in (FOR_ALL | tables).items():
        look(page, name, address, folder)
    # The page that is not there says so in the console too.
    assert [text for found in complaints for text in found if "404" not in text] == []

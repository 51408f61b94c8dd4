"""Every page in every theme: no axe violations, console errors or content policy violations.

With `--full`, screenshots are kept in `var/pictures`.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import Theme, User
from games.tables.models import Table
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import DARK, LIGHT, Look, expect_accessible, expect_contrast
from tests.games.cartographers import monsters, play
from tests.games.studies.writing import collection, entry
from tests.games.tables.clients import people_named
from tests.processes.programs import ROOT

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PICTURES = ROOT / "var" / "pictures"
SIZES = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1440, "height": 900}}
GROUND = "getComputedStyle(document.body).backgroundColor"
# Paper is what follows a light device, which each page is opened on.
LOOKS = {
    "phone": [(Theme.LIGHT, LIGHT), (Theme.CONTRAST, LIGHT)],
    "desktop": [(Theme.DARK, LIGHT), (Theme.CONTRAST, DARK)],
}
FOR_VISITORS = {
    "front": "/",
    "sign-in": "/accounts/sign-in/",
    "sign-up": "/accounts/sign-up/",
    "reset": "/accounts/password/reset/",
}
FOR_ALL = {
    "home": "/",
    "tables": "/tables/",
    "mine": "/tables/mine/",
    "records": "/records/",
    "new": "/tables/new/",
    "profile": "/accounts/profile/",
    "email": "/accounts/email/",
    "password": "/accounts/password/change/",
    "sessions": "/accounts/sessions/",
    "vacation": "/accounts/vacation/",
    "devices": "/push/",
    "notices": "/notices/",
    "choices": "/notices/settings/",
    "delete": "/accounts/delete/",
    "person": "/people/mira/",
    "people": "/people/",
    "past games": "/games/",
    "record boards": "/best/cartographers/",
    "figures of a card": "/figures/cartographers/edict/greengold_plains/",
    "collections": "/collections/",
    "new collection": "/collections/new/",
    "games asked for": "/games/?player=mira&seats=1",
    "games of a person": "/people/mira/games/?least=9999",
    "learn": "/cartographers/learn/",
    "rules": "/cartographers/rules/",
    "full rules": "/cartographers/rules/full/",
    "rules side by side": "/cartographers/rules/side-by-side/",
    "rules found": "/cartographers/rules/full/?words=monster",
    "cards": "/cartographers/cards/",
    "card": "/cartographers/cards/greengold_plains/",
    "analysis board": "/cartographers/analysis/?edicts=treetower,,great_city&card=hamlet&heat=1",
    "paper": "/cartographers/paper/",
    "printed set": "/cartographers/paper/sets/boxes/both/",
    "lost": "/nowhere/",
}


@pytest.fixture
def mira(site: object) -> User:
    return people_named("Mira")[0]


def tables_of(mira: User) -> dict[str, Table]:
    """A table waiting for players, and solo games in progress and finished."""
    both = PRESETS[Preset.BOTH].as_json()
    playing, over = (play.gather(mira, **both) for _ in range(2))
    monsters.play_on(playing, [mira], lambda state: state.turn > 9)
    monsters.play_on(over, [mira])
    return {"gathering": play.gather(mira, capacity=3), "playing": playing, "over": over}


def keep(page: Page, folder: Path | None, name: str) -> None:
    """Save a screenshot of the page, if a folder is given."""
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"{name}.png", full_page=True, animations="disabled", caret="initial")


def look(page: Page, name: str, address: str, looks: Sequence[tuple[Theme, Look]], folder: Path | None) -> None:
    """Open a page, and check accessibility and contrast, in other themes and on other devices too."""
    page.goto(address)
    expect(page.locator("main h1, main h2").first).to_be_visible()
    expect_accessible(page, name)
    keep(page, folder, name)
    plain = page.evaluate(GROUND)
    for theme, device in looks:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme.value)
        page.emulate_media(reduced_motion="reduce", **device)
        assert page.evaluate(GROUND) != plain, f"{name} looks the same in {theme.label}"
        expect_contrast(page, f"{name}, {theme.label}, {device}")
        keep(page, folder, f"{name}-{theme.value}-{'-'.join(device.values())}")
    page.emulate_media(reduced_motion="reduce", **LIGHT)


@pytest.mark.parametrize("size", SIZES)
def test_every_page_in_every_theme(context_for: ContextFor, mira: User, size: str, full: bool) -> None:
    """Check pages in the device's light theme on a phone.

    With `--full`, check them on a desktop and in each theme too. `test_themes.py` checks the main pages in the chosen
    themes.
    """
    looks = [look for on in SIZES for look in LOOKS[on]] if full else []
    folder = PICTURES / size if full else None
    stranger = context_for(viewport=SIZES[size]).new_page()
    page = context_for(mira, viewport=SIZES[size]).new_page()
    complaints = [listen_for_complaints(visited) for visited in (stranger, page)]
    for name, address in FOR_VISITORS.items():
        look(stranger, name, address, looks, folder)
    tables = {name: play.url(table) for name, table in tables_of(mira).items()}
    tables |= {f"turn of the game {name}": f"{tables[name]}turns/9/" for name in ("playing", "over")}
    kept = collection(mira, words="An introduction")
    entry(kept, Table.objects.get(status="finished"), 9)
    tables |= {"collection": f"/collections/{kept.code}/", "turn in a collection": f"/collections/{kept.code}/1/"}
    tables |= {name: f"{tables['over']}turns/9/{name}/" for name in ("notes", "keep")}
    tables |= {f"stars of the game {name}": f"{tables[name]}stars/" for name in ("playing", "over")}
    for name, address in (FOR_ALL | tables).items():
        look(page, name, address, looks, folder)
    # The page that is not there says so in the console too.
    assert [text for texts in complaints for text in texts if "404" not in text] == []

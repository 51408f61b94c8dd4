"""Shared steps of the browser tests, with and without scripts: sign up, draw, press keys, read pages."""

import re
from random import Random

from playwright.sync_api import ConsoleMessage, Page, Request, expect

PASSWORD = "a wide river bends"


def fill_sign_up(page: Page, name: str) -> None:
    """Fill in and submit the sign-up form on the page."""
    page.get_by_label("Username").fill(name.lower())
    page.get_by_label("Display name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Confirm password").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def draw(page: Page, chance: Random) -> None:
    """Place the offered shape somewhere, and wait until the server has stored it."""
    action = page.locator("#place-form").get_attribute("action")
    put_down(page, chance)
    page.locator("#confirm").click()
    # A refusal would show the same form again.
    expect(page.locator(f'#place-form[action="{action}"]')).to_have_count(0)


def put_down(page: Page, chance: Random) -> None:
    """Put a shape in a legal spot: on a tapped space if it fits there, else in the next spot."""
    choose(page, "#controls [data-act=option]:not(.no-spot)", chance)
    choose(page, "#controls [data-act=terrain]", chance)
    if chance.random() < 0.4:
        empty = page.get_by_role("button", name=", empty")
        empty.nth(chance.randrange(empty.count())).click()
    if page.locator("#confirm").is_disabled():
        page.locator("#tool-fit").click()
    expect(page.locator("#confirm")).to_be_enabled()


def destroy(page: Page, chance: Random) -> str:
    """Destroy a random target of a monster, wait until the server has stored it, and return its name."""
    action = page.locator("#destroy-form").get_attribute("action")
    spaces = page.locator("#choice-form button")
    space = spaces.nth(chance.randrange(spaces.count()))
    name = space.get_attribute("value")
    assert name
    space.click()
    confirm = page.locator("#confirm")
    expect(confirm).to_contain_text(re.compile(rf"\b{name}\b"))
    confirm.click()
    expect(page.locator(f'#destroy-form[action="{action}"]')).to_have_count(0)
    return name


def choose(page: Page, selector: str, chance: Random) -> None:
    """Follow a random link among those that match, if there are any."""
    links = page.locator(selector)
    if count := links.count():
        links.nth(chance.randrange(count)).click()


def listen_for_complaints(page: Page) -> list[str]:
    """Collect console errors, including uncaught exceptions and content policy violations."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def marked(page: Page, css: str) -> list[str]:
    """The names of the spaces on the large map that have a CSS class."""
    names: list[str] = page.locator(f"#map td.{css} > *").evaluate_all("spaces => spaces.map((space) => space.id)")
    return names


def focused(page: Page) -> str:
    """The id of the focused element."""
    name: str = page.evaluate("document.activeElement.id")
    return name


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other."""
    for key in keys:
        page.keyboard.press(key)


def fetches(page: Page) -> list[str]:
    """Collect the URLs that the page's scripts fetch from now on."""
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url) if fetched(request) else None)
    return addresses


def fetched(request: Request) -> bool:
    return "hx-request" in request.headers


def hide(page: Page, hidden: bool) -> None:
    """Make the page believe that its tab is hidden, or visible again."""
    state = "hidden" if hidden else "visible"
    page.evaluate(f"Object.defineProperty(document, 'hidden', {{ value: {str(hidden).lower()}, configurable: true }})")
    page.evaluate(f"Object.defineProperty(document, 'visibilityState', {{ value: '{state}', configurable: true }})")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

"""Failed commands: the page reports the error, keeps the placement and lets the user retry."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.measuring import at_rest
from tests.browser.playing import listen_for_complaints, marked, press
from tests.games.cartographers import play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
COMMAND = "**/placement"


@pytest.fixture
def page(site: object, context_for: Callable[..., BrowserContext]) -> Page:
    """Ann's page of a solo game with a placement put down."""
    (ann,) = people_named("Ann")
    opened = context_for(ann).new_page()
    opened.goto(play.url(play.gather(ann)))
    opened.click("#tool-fit")
    expect(opened.locator("#confirm")).to_be_enabled()
    return opened


def answer(page: Page, status: int, **headers: str) -> None:
    def fulfil(route: Route) -> None:
        route.fulfill(status=status, headers={name.replace("_", "-"): value for name, value in headers.items()})

    page.route(COMMAND, fulfil)


def send_again(page: Page) -> None:
    """Restore the connection and resend the placement."""
    page.unroute(COMMAND)
    expect(page.locator("#confirm")).to_be_enabled()
    action = page.locator("#place-form").get_attribute("action")
    page.click("#confirm")
    expect(page.locator(f'#place-form[action="{action}"]')).to_have_count(0)
    expect(page.locator("#failed .message")).to_have_count(0)


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (403, "You signed in again in another tab. Reload the page. Your shape stays where it is."),
        (413, "This is too large to send."),
        (429, "The site is busy. Try again in 7 seconds."),
        (500, "Something went wrong on our side. Please try again."),
        pytest.param(502, "Something went wrong on our side. Please try again.", marks=pytest.mark.long),
        pytest.param(503, "The site is busy. Try again in 7 seconds.", marks=pytest.mark.long),
    ],
)
def test_an_answer_that_is_no_table_is_told(page: Page, status: int, words: str) -> None:
    answer(page, status, Retry_After="7")
    page.click("#confirm")
    expect(page.locator("#failed .message")).to_contain_text(words)
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    expect(page.locator("#failed").get_by_role("link", name="Reload page")).to_have_count(int(status == 403))
    send_again(page)


def test_a_reload_after_a_new_sign_in_keeps_the_drawing(page: Page) -> None:
    lay = marked(page, "ghost")
    answer(page, 403)
    page.click("#confirm")
    page.get_by_role("link", name="Reload page").click()
    expect(page.locator("#failed .message")).to_have_count(0)
    expect(page.locator("#map .ghost")).to_have_count(len(lay))
    assert marked(page, "ghost") == lay
    send_again(page)


def test_no_connection_is_told_and_can_be_dismissed(page: Page) -> None:
    page.route(COMMAND, lambda route: route.abort("internetdisconnected"))
    page.click("#confirm")
    expect(page.locator("#failed .message")).to_contain_text("Not sent. Check your connection and try again.")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#failed .message")).to_have_count(0)
    send_again(page)


def test_a_confirmed_shape_is_inked_before_the_answer_and_a_ghost_again_if_there_is_none(page: Page) -> None:
    held: list[Route] = []
    page.route(COMMAND, lambda route: held.append(route))
    outline = "getComputedStyle(document.querySelector('#map .ghost.gn'), '::after').borderTopStyle"
    assert page.evaluate(outline) == "dashed"
    page.click("#confirm")
    page.wait_for_function(f"{outline} === 'solid'")
    assert len(held) == 1, "the answer is still on its way"
    held[0].abort("internetdisconnected")
    page.wait_for_function(f"{outline} === 'dashed'")
    expect(page.locator("#failed .message")).to_contain_text("Not sent.")
    send_again(page)


@pytest.mark.parametrize(
    ("by", "slow"),
    [
        ("mouse", False),
        ("button", False),
        ("map", True),
        *(pytest.param(*case, marks=pytest.mark.long) for case in [("mouse", True), ("button", True), ("map", False)]),
    ],
)
def test_a_drawing_confirmed_twice_at_once_is_sent_once(page: Page, by: str, slow: bool) -> None:
    complaints = listen_for_complaints(page)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    held: list[Route] = []
    if slow:
        page.route(COMMAND, lambda route: held.append(route))
    expect(page.locator("#pending .goals")).to_be_visible()
    turn = page.locator("#place-form").get_attribute("action")
    if by == "mouse":
        page.locator("#confirm").dblclick()
    else:
        page.locator("#confirm" if by == "button" else f"#{marked(page, 'ghost')[0]}").focus()
        press(page, "Enter", "Enter")
    for route in held:
        route.continue_()
    expect(page.locator(f'#place-form[action="{turn}"]')).to_have_count(0)
    expect(page.locator("#place-form")).to_be_visible()
    at_rest(page)  # a second answer would be here
    assert page.evaluate("document.activeElement.matches('#map [tabindex=\"0\"]')"), "where it goes on"
    assert sent.count("POST") == 1
    assert page.locator("#refusal, #failed .message").count() == 0
    assert complaints == []


def test_a_damaged_form_brings_the_table_with_the_reason(page: Page) -> None:
    page.route(COMMAND, lambda route: route.continue_(post_data="option=nonsense"))
    page.click("#confirm")
    expect(page.locator("#refusal")).to_contain_text("The form was incomplete.")
    expect(page.locator("#failed .message")).to_have_count(0)
    page.click("#tool-fit")
    send_again(page)


def test_what_fetches_itself_fails_in_silence(page: Page) -> None:
    with page.expect_response(lambda answer: "since=" in answer.url):
        page.route("**/*since=*", lambda route: route.fulfill(status=500))
        page.evaluate("htmx.trigger('#strip', 'carto:changed')")
    at_rest(page)
    assert page.locator("#failed .message").count() == 0


def test_the_line_is_on_again_when_the_connection_is(page: Page) -> None:
    """Going offline does not close the socket, so nothing else would report the connection as restored."""
    live = page.locator("html")
    expect(live).to_have_attribute("data-live", "on")
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(live).to_have_attribute("data-live", "off")
    with page.expect_response(lambda answer: "since=" in answer.url):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(live).to_have_attribute("data-live", "on")


def test_a_hidden_page_without_a_line_does_not_poll(page: Page) -> None:
    requests: list[str] = []
    page.clock.install()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    at_rest(page)
    page.on("request", lambda request: requests.append(request.url))
    page.clock.run_for(60_000)
    at_rest(page)
    assert [url for url in requests if "since=" in url] == []

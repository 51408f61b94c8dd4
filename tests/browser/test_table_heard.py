"""Screen reader announcements of a table, each made once, and focus preserved across swaps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.cards import AmbushCard
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest
from tests.browser.reading import LISTEN
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_season

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


@pytest.fixture
def pages(pages: list[Page]) -> list[Page]:
    """Both pages, with their announcements recorded."""
    for page in pages:
        page.evaluate(LISTEN)
    return pages


def announcements(page: Page) -> list[str]:
    """Return and clear the announcements so far, once the page is up to date."""
    expect(page.locator("#strip")).to_have_attribute("data-version", str(Table.objects.get().version))
    at_rest(page)
    lines: list[str] = page.evaluate("window.heard.splice(0)")
    return lines


def draw(page: Page) -> None:
    """Place a shape with the buttons."""
    page.click("#tool-fit")
    page.click("#confirm")


def first_has_drawn(context_for: ContextFor, people: list[User], table: Table) -> list[Page]:
    """A live page for each player; the first has drawn in the open turn."""
    pages = [context_for(user).new_page() for user in people]
    for page in pages:
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    draw(pages[0])
    expect(pages[0].locator("#take-back")).to_be_visible()
    # Said a moment after it is shown, and then not among what is heard from now on.
    expect(pages[0].locator("#messages .spoken")).to_contain_text("You’ve drawn.")
    return pages


def typed(page: Page, line: str) -> None:
    """Send a line, and wait for its answer."""
    answers = page.locator("#answers .answer").count()
    page.locator("#line").fill(line)
    page.locator("#line").press("Enter")
    expect(page.locator("#answers .answer")).to_have_count(answers + 1)


def test_another_turn_is_heard_once_and_loud_where_one_was_waiting(pages: list[Page]) -> None:
    ann, ben = pages
    draw(ann)
    expect(ann.locator("#take-back")).to_be_visible()
    assert [line for line in announcements(ann) if "waiting" in line.casefold()] == [
        "status: You’ve drawn. Waiting for Ben."
    ]
    assert announcements(ben) == [], "it is Ben's turn as before"
    draw(ben)
    expect(ann.locator("#place-form")).to_be_visible()
    sentence = ann.locator(".strip-sentence").inner_text().strip()
    loud = announcements(ann)
    assert len(loud) == 1
    assert re.fullmatch(rf"alert: Your turn\. \w[\w ]+\. {re.escape(sentence)}", loud[0])
    quiet = announcements(ben)
    assert [line for line in quiet if sentence in line] == [loud[0].replace("alert", "status")]


def test_a_typed_turn_is_heard_once(pages: list[Page]) -> None:
    ann, ben = pages
    typed(ann, "next")
    lies = announcements(ann)
    assert len(lies) == 1
    assert re.match(r"log: \w+ on [A-K\d, ]+: valid placement\.", lies[0])
    typed(ann, "confirm")
    lines = announcements(ann)
    assert len(lines) == 2
    assert "status: You’ve drawn. Waiting for Ben." in lines
    assert any(line.startswith("log: You drew ") for line in lines)
    typed(ben, "next")
    typed(ben, "confirm")
    expect(ann.locator("#place-form")).to_be_visible()
    assert [line.partition(":")[0] for line in announcements(ann)] == ["alert"]


def test_a_refused_line_is_heard_loud_and_once(pages: list[Page]) -> None:
    ann = pages[0]
    ann.locator("#line").fill("rwo C")
    ann.locator("#line").press("Enter")
    expect(ann.locator("#line-problem")).not_to_be_empty()
    assert announcements(ann) == ["alert: Unknown command “rwo”. Did you mean “row”?"]


def test_a_monster_on_ones_own_map_is_heard(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, "goblin_attack")
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.opens(AmbushCard))
    ann, ben = first_has_drawn(context_for, people, table)
    ann.evaluate(LISTEN)
    draw(ben)
    expect(ann.locator("#ambushed")).to_be_visible()
    lines = announcements(ann)
    assert len(lines) == 1
    assert lines[0].startswith("alert: ")
    assert ann.locator("#ambushed").inner_text().strip() in lines[0]
    assert "Your turn." in lines[0]


@pytest.mark.parametrize("card", ["zombie_plague", "giant_troll_ravage"])
def test_what_monsters_do_at_a_seasons_end_is_heard_once(
    card: str, context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monsters.stack(monkeypatch, card)
    table = play.gather(*people)
    monsters.play_on(table, people, last_of_season)
    ann, ben = first_has_drawn(context_for, people, table)
    for page in (ann, ben):
        page.evaluate(LISTEN)
    draw(ben)
    for page, loud in ((ann, "alert"), (ben, "status")):
        expect(page.locator("#season-over")).to_be_visible()
        steps = [step.strip() for step in page.locator("#season-over .steps li").all_text_contents()]
        assert steps
        assert [line.partition(":")[0] for line in announcements(page) if " ".join(steps) in line] == [loud]


PLACES = {
    "#take-back": "#desk *",  # it is no more
    "#edict-B a": "#edict-B a",
    "#scores a": "#scores a",
    "#log summary": "#log summary",
    ".log-lines": ".log-lines",
    "#line": "#line",
}


def test_the_focus_stays_when_somebody_else_closes_the_turn(pages: list[Page]) -> None:
    """Wherever it is, in one turn after another."""
    ann, ben = pages
    for place, kept in PLACES.items():
        draw(ann)
        expect(ann.locator("#take-back")).to_be_visible()
        ann.locator(place).first.focus()
        draw(ben)
        expect(ann.locator("#place-form")).to_be_visible()
        at_rest(ann)
        assert ann.evaluate("kept => document.activeElement.matches(kept)", kept), place


def test_nothing_that_was_still_to_be_asked_is_said_over_the_news(context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    at_rest(page)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.headers.get("hx-target", "")))
    # The server is asked about a step when the page has rested, which it does now when the answer has long been there.
    page.evaluate("const soon = setTimeout; setTimeout = (act, ms, ...more) => soon(act, ms && ms + 700, ...more)")
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#place-form")).to_have_attribute("action", play.url(table, turn=2))
    at_rest(page)
    assert "table" in requests
    assert "pending" not in requests

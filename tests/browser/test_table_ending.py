"""The end of a game in a real browser: final count, announcements and rematch."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.game import RULES
from games.accounts.models import User
from games.play.chart import WIDTH
from games.tables.models import Table
from tests.browser.measuring import at_rest, hasten, measure, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.cartographers.monsters import last_of_the_year
from tests.games.tables.clients import NAMES, people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SCORING_LOADED = """async () => {
    const script = performance.getEntriesByType("resource").find(({ name }) => /season_over\\b.*js$/.test(name));
    return Boolean(script && (await import(script.name)));
}"""
"""The script that replays the scoring has run. Before that, its link leads to the scores."""


@pytest.fixture
def ended(people: list[User]) -> Table:
    table = play.gather(*people)
    monsters.play_on(table, people)
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_the_last_drawing_leads_to_the_end(size: tuple[int, int], context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_the_year)
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    page.locator("#map").evaluate("map => map.scrollIntoView()")
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#ending-title")).to_be_in_viewport(ratio=1)
    expect(page.locator("#map")).to_be_in_viewport(ratio=1)
    assert page.url.endswith(play.url(table)), "the address holds a drawing of a turn that has gone"


def to_the_last_drawing(page: Page, people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """Play a solo game with zombies until its last shape is put down."""
    monsters.stack(monkeypatch, "zombie_plague")
    table = play.gather(people[0])
    monsters.play_on(table, people, last_of_the_year)
    page.goto(play.url(table))
    page.click("#tool-fit")
    page.evaluate("document.addEventListener('carto:counted', () => { window.told = (window.told ?? 0) + 1 })")
    return table


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
@pytest.mark.parametrize("skipped", [True, False])
def test_the_end_is_counted_before_it_is_told(
    size: tuple[int, int],
    skipped: bool,
    context_for: ContextFor,
    people: list[User],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = context_for(people[0], viewport=viewport, reduced_motion="no-preference").new_page()
    complaints = listen_for_complaints(page)
    to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    over, title = page.locator("#season-over"), page.locator("#ending-title")
    expect(over).to_contain_class("filling")
    expect(over.locator(".steps")).to_contain_text("Zombie Plague")
    expect(over.locator(".tally")).to_be_in_viewport(ratio=1)
    expect(page.locator("#map")).to_be_in_viewport(ratio=1)
    expect(title).to_be_hidden()
    assert page.evaluate("window.told") is None
    if skipped:
        page.get_by_role("button", name="Show all").click()
        expect(title).to_be_focused()
    hasten(page)
    expect(title).to_be_in_viewport(ratio=1)
    expect(over).not_to_contain_class("filling")
    expect(over).not_to_have_css("position", "fixed")
    assert page.evaluate("window.told") == 1
    assert measure(page, "document.querySelector('#messages').textContent").count("Your rating is") == 1
    page.reload()
    expect(title).to_be_visible()
    expect(over).not_to_contain_class("filling")
    assert complaints == []


@pytest.mark.parametrize("lost", [True, False])
def test_the_end_is_told_at_once_where_nothing_moves_or_nothing_can_count(
    lost: bool, context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    context = context_for(people[0], reduced_motion="no-preference" if lost else "reduce")
    page = context.new_page()
    if lost:
        page.route("**/season_over.*", lambda route: route.abort())
    to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    expect(page.locator("#ending-title")).to_be_visible()
    expect(page.locator("#table")).not_to_contain_class("counting")
    assert page.evaluate("window.told ?? 0") == (not lost)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768), (1920, 1080)], ids=str)
def test_who_comes_later_can_have_it_counted_again(
    size: tuple[int, int], context_for: ContextFor, people: list[User], ended: Table
) -> None:
    viewport = {"width": size[0], "height": size[1]}
    page = context_for(viewport=viewport, reduced_motion="no-preference").new_page()
    page.goto(play.url(ended))
    page.wait_for_function(SCORING_LOADED)
    over, title = page.locator("#season-over"), page.locator("#ending-title")
    for skipped in (True, False):
        page.get_by_role("link", name="Replay scoring").click()
        expect(over).to_contain_class("filling")
        expect(over.locator(".tally")).to_be_in_viewport(ratio=1)
        expect(title).to_be_hidden()
        expect(page.locator("#skip")).to_be_focused()
        if skipped:
            page.keyboard.press("Enter")
        else:
            hasten(page)
        expect(title).to_be_focused()
        expect(title).to_be_in_viewport(ratio=1)
        expect(over).not_to_contain_class("filling")
    page.get_by_role("link", name="Replay the game").click()
    expect(page.locator("#film")).to_be_visible()
    expect(page.get_by_role("link", name="Replay scoring")).to_be_visible()


@pytest.mark.parametrize("options", [{"reduced_motion": "reduce"}, {"java_script_enabled": False}], ids=str)
def test_counted_again_without_motion_or_script_it_is_all_there(
    options: dict[str, Any], context_for: ContextFor, ended: Table
) -> None:
    page = context_for(**options).new_page()
    page.goto(play.url(ended))
    page.get_by_role("link", name="Replay scoring").click()
    expect(page.locator("#season-over .tally")).to_be_in_viewport(ratio=1)
    expect(page.locator("#season-over")).not_to_contain_class("filling")
    expect(page.locator("#ending-title")).to_be_visible()


def test_escape_shows_the_end(context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    expect(page.locator("#season-over")).to_contain_class("filling")
    page.keyboard.press("Escape")
    expect(page.locator("#ending-title")).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.told") == 1


def test_the_words_of_the_chart_can_be_seen(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(ended))
    fills = page.locator(".chart text").evaluate_all("texts => texts.map((text) => getComputedStyle(text).fill)")
    assert len(fills) > 8
    assert "none" not in fills


@pytest.mark.parametrize("width", [390, 1440])
def test_names_beside_the_chart_are_whole(
    width: int, context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(people[0], viewport={"width": width, "height": 844}).new_page()
    for name in ("Hannah", "WWWWWW", "Maximiliane", "W" * 30, "地図地図地図"):
        User.objects.filter(pk=people[1].pk).update(display_name=name)
        page.goto(play.url(ended))
        ends = page.locator(".chart g text").evaluate_all(
            "texts => texts.map((text) => text.getBBox().x + text.getBBox().width)"
        )
        assert len(ends) == 2
        assert max(ends) <= WIDTH, name


SIZES = (320, 568), (390, 664), (768, 1024), (844, 390), (1366, 768), (1440, 900)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [1, pytest.param(8, marks=pytest.mark.long)])
def test_playing_again_and_sharing_need_no_scrolling(
    seats: int, size: tuple[int, int], context_for: ContextFor, site: object
) -> None:
    everybody = people_named(*NAMES[:seats])
    table = play.gather(*everybody)
    monsters.play_on(table, everybody)
    page = context_for(everybody[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    for part in ("#map", "#ending-title", "#rematch .primary", "#share-map"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    assert width_of(page) <= size[0]
    frame, map_, seal = (measured(page.locator(part)) for part in (".framed", "#map", ".seal"))
    assert map_["width"] > 0.9 * frame["width"]
    # It may lie on the rim of the map, below the spaces.
    assert seal["y"] >= map_["y"] + map_["height"] - 0.15 * seal["height"], "the seal covers the map"


def test_the_stars_count_up_and_are_there_from_the_start(
    context_for: ContextFor, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = context_for(people[0], reduced_motion="no-preference").new_page()
    table = to_the_last_drawing(page, people, monkeypatch)
    page.click("#confirm")
    page.locator("#skip").click()
    total = str(RULES.standings(play.state_of(table)).places[0].score).replace("-", "−")
    expect(page.locator("#ending-title .visually-hidden")).to_have_text(re.compile(f"^{total} stars?$"))
    expect(page.locator("[data-count]")).to_have_text(total)
    expect(page.locator(".seal")).to_have_css("opacity", "1")


BROKEN = """(names) => names.flatMap((name) => {
  const text = name.firstChild;
  return text.data.split(" ").filter((word) => {
    const range = document.createRange();
    range.setStart(text, text.data.indexOf(word));
    range.setEnd(text, text.data.indexOf(word) + word.length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1;
  });
})"""


@pytest.mark.parametrize("width", [320, 390, 1366])
def test_eight_names_never_break_inside_a_word(width: int, context_for: ContextFor, site: object) -> None:
    everybody = people_named(*NAMES[:8])
    table = play.gather(*everybody)
    monsters.play_on(table, everybody)
    names = ["Anna", "Maximiliane", "Bartholomew Wright", "Gentle Heron", "Dora", "Cleo", "Hannah"]
    names.insert(RULES.standings(play.state_of(table)).winners[0], "W" * 30)
    for user, name in zip(everybody, names, strict=True):
        User.objects.filter(pk=user.pk).update(display_name=name)
    page = context_for(everybody[0], viewport={"width": width, "height": 768}).new_page()
    page.goto(play.url(table))
    page.locator("#season-over summary").click()
    at_rest(page)
    for place in ("#boards .wall-name", "#scores .seat-name > span", "#season-over .seat-name > span"):
        shown = page.locator(place)
        expect(shown).to_have_count(8)
        assert shown.evaluate_all(BROKEN) == [], place
    assert width_of(page) <= width


SHARE = """(canSend) => {
  window.shared = [];
  navigator.canShare = ({ files }) => canSend || !files;
  navigator.share = async ({ files = [], ...data }) => {
    shared.push({ ...data, files: files.map(({ name, type, size }) => [name, type, size > 1000]) });
  };
}"""


@pytest.mark.parametrize("files", [True, False])
def test_the_map_is_shared_as_a_picture_where_the_browser_can(
    files: bool, context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(people[0]).new_page()
    page.add_init_script(f"({SHARE})({str(files).lower()})")
    if files:
        with page.expect_response("**/board-1.png"):
            page.goto(play.url(ended))
    else:
        page.goto(play.url(ended))
    at_rest(page)
    page.click("#share-map")
    expect(page.locator("#share-map")).to_be_visible()
    (sent,) = page.evaluate("shared")
    assert sent["url"].endswith(play.url(ended))
    assert sent["text"].startswith("Ann: ")
    assert sent["files"] == ([[f"{sent['text']}.png", "image/png", True]] if files else [])


def test_without_a_share_menu_the_link_is_copied(context_for: ContextFor, people: list[User], ended: Table) -> None:
    context = context_for(people[0])
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.add_init_script("delete Navigator.prototype.share")
    page.goto(play.url(ended))
    at_rest(page)
    page.click("#share-map")
    expect(page.locator("#share-map")).to_contain_text("Link copied")
    assert play.url(ended) in page.evaluate("navigator.clipboard.readText()")


def test_without_scripts_sharing_opens_the_picture(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(ended))
    page.click("#share-map")
    expect(page).to_have_url(re.compile(r"/board-1\.png$"))


def test_the_chart_says_what_the_scores_say(context_for: ContextFor, people: list[User], ended: Table) -> None:
    page = context_for(people[0]).new_page()
    page.goto(play.url(ended))
    page.get_by_text("Data table").click()
    rows = page.locator("#chart-figures tbody tr")
    for seat, row in enumerate(rows.all()):
        so_far, expected = 0, []
        for season in play.state_of(ended).scores:
            so_far += season[seat].total
            expected.append(str(so_far).replace("-", "−"))
        assert row.locator("td").all_inner_texts() == expected
    lines = page.locator(".chart polyline").all()
    assert [len((line.get_attribute("points") or "").split()) for line in lines] == [5, 5]
    assert len({line.get_attribute("stroke-dasharray") for line in lines}) == 2


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1440, 900)], ids=str)
def test_the_end_is_for_everybody(
    size: tuple[int, int], context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(ended))
    page.get_by_text("Data table").click()
    expect_accessible(page, "the end")


def test_the_same_deck_is_played_again_together(context_for: ContextFor, people: list[User], ended: Table) -> None:
    ann, ben = (context_for(user).new_page() for user in people)
    for page in (ann, ben):
        page.goto(play.url(ended))
    ann.get_by_role("button", name="Same deck again").click()
    expect(ann.locator("#gathering")).to_contain_text("Same deck as an earlier game")
    # Told live, above and where it was offered.
    for place in ("#strip", "#rematch"):
        expect(ben.locator(place)).to_contain_text("Ann wants a rematch with the same deck.")
    expect(ben.get_by_role("button", name="Play again")).to_have_count(0)
    expect(ben.locator("#strip").get_by_role("button", name="Join")).to_be_visible()
    ben.get_by_role("button", name="Join the rematch").click()
    ben.get_by_text("Verify the shuffle").click()
    expect(ben.locator("#fairness")).to_contain_text("In this game the seed isn’t secret")
    ben.get_by_role("link", name=f"Original game: {ended.code}").click()
    expect(ben.locator("#ending")).to_be_visible()


def test_a_friend_plays_the_deck_alone_without_an_account(
    context_for: ContextFor, people: list[User], ended: Table
) -> None:
    page = context_for(java_script_enabled=False).new_page()
    page.goto(play.url(ended))
    page.get_by_role("button", name="Play this deck solo").click()
    expect(page.locator("#strip")).to_be_visible()
    anew = Table.objects.get(deck_of=ended)
    assert play.state_of(anew).edicts == play.state_of(ended).edicts

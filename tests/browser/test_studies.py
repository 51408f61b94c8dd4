"""Turn notes, a collection shared by link, and a moderated report, in real browsers."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.studies.writing import collection, entry, note, report

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
WITHOUT: dict[str, Any] = {"java_script_enabled": False, **SMALLEST}


@pytest.fixture
def table(people: list[User]) -> Table:
    """A finished game of Ann and Ben."""
    table = play.gather(*people[:2], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people[:2])
    return Table.objects.get(pk=table.pk)


@pytest.fixture
def root(site: object) -> User:
    """A superuser."""
    return User.objects.create_superuser("root", "chart and compass")


def to_notes(page: Page, table: Table) -> None:
    """Open the notes on turn 3: on the turn's page, or by its link without scripts."""
    page.goto(f"{play.url(table)}turns/3/")
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        page.locator("#notes").scroll_into_view_if_needed()
    else:
        page.get_by_role("link", name="Notes", exact=True).click()
    expect(page.get_by_role("heading", name="Notes", exact=True)).to_be_visible()


@pytest.mark.parametrize("options", [SMALLEST, WITHOUT], ids=["with scripts", "without scripts"])
def test_from_a_note_to_a_collection_and_from_a_report_to_its_end(
    context_for: ContextFor, people: list[User], table: Table, root: User, options: dict[str, Any]
) -> None:
    ann, stranger = context_for(people[0], **options).new_page(), context_for(**options).new_page()
    ben, staff = context_for(people[1], **options).new_page(), context_for(root, **options).new_page()
    to_notes(ann, table)
    ann.get_by_label("Your note").fill("Here I should have waited.\n\nAnd I knew it.")
    ann.get_by_role("button", name="Add note", exact=True).click()
    expect(ann.locator("#messages")).to_contain_text(
        "Your note was saved. It’s visible to everyone with access to this game."
    )
    to_notes(stranger, table)
    expect(stranger.locator("#notes li p").last).to_have_text("And I knew it.")
    expect(stranger.get_by_label("Your note")).to_have_count(0)

    to_notes(ann, table)
    ann.get_by_role("link", name="Add to a collection").click()
    ann.get_by_label("Title of the new collection").fill("Patience")
    ann.get_by_label("Text").fill("Wait for the river.")
    ann.get_by_role("button", name="Save", exact=True).click()
    expect(ann.locator(".kept .small-map")).to_be_visible()
    ann.get_by_label("Link to a turn").fill(f"{play.url(table)}turns/5/?look=2")
    ann.get_by_role("button", name="Add", exact=True).click()
    expect(ann.locator(".kept h2")).to_have_text(["1. Turn 3", "2. Turn 5"])
    ann.get_by_role("button", name="Move up").nth(1).click()
    expect(ann.locator(".kept h2")).to_have_text(["1. Turn 5", "2. Turn 3"])
    ann.get_by_role("link", name="Title, text and visibility").click()
    ann.get_by_label("Anyone with the link").check()
    ann.get_by_role("button", name="Save", exact=True).click()
    expect(ann.locator("main .badge")).to_have_text("Anyone with the link")

    stranger.goto(ann.url)
    stranger.get_by_role("link", name="1. Turn 5").click()
    expect(stranger.locator(".entry-picture .small-map")).to_be_visible()
    stranger.locator("#entry-after").click()
    expect(stranger.get_by_text("Wait for the river.")).to_be_visible()
    stranger.get_by_role("link", name="Turn 3 of").click()
    expect(stranger.locator("h1")).to_have_text("Turn 3")

    to_notes(ben, table)
    ben.get_by_role("link", name="Report").click()
    ben.get_by_label("Insults or threats").check()
    ben.get_by_role("button", name="Send report").click()
    expect(ben.locator("#messages")).to_contain_text("A moderator will review it.")
    staff.goto("/admin/studies/case/")
    staff.locator("#result_list a").first.click()
    expect(staff.locator("blockquote")).to_contain_text("Here I should have waited.")
    staff.get_by_label("Remove").check()
    staff.get_by_label("Reason").fill("Be kind to yourself.")
    staff.get_by_role("button", name="Confirm").click()
    expect(staff.locator("#result_list")).to_have_count(0)
    to_notes(ben, table)
    expect(ben.get_by_text("No notes yet.")).to_be_visible()
    to_notes(ann, table)
    expect(ann.locator("#notes .warning")).to_contain_text("Be kind to yourself.")


def test_notes_follow_the_turn_and_what_is_typed_in_them_steps_nowhere(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    note(table, people[1], "On the third turn")
    note(table, people[1], "On the fourth turn", turn=4)
    page = context_for(people[0]).new_page()
    complaints = listen_for_complaints(page)
    to_notes(page, table)
    expect(page.locator("#notes")).to_contain_text("On the third turn")
    page.get_by_label("Your note").press_sequentially("a b")
    page.get_by_label("Your note").press("ArrowLeft")
    at_rest(page)
    expect(page.get_by_label("Your note")).to_have_value("a b")
    page.locator("#replay-after").click()
    expect(page.locator("h1")).to_have_text("Turn 4")
    page.locator("#notes").scroll_into_view_if_needed()
    expect(page.locator("#notes")).to_contain_text("On the fourth turn")
    expect(page.locator("#notes li")).to_have_count(1)
    expect(page.get_by_label("Your note")).to_have_value("")
    expect(page.locator("#noted a")).to_have_text(["Turn 3: 1 note", "Turn 4: 1 note"])
    assert complaints == []


@pytest.mark.parametrize("options", [SMALLEST, WITHOUT], ids=["with scripts", "without scripts"])
def test_spaces_are_marked_on_the_board_of_a_new_note(
    context_for: ContextFor, people: list[User], table: Table, options: dict[str, Any]
) -> None:
    page = context_for(people[0], **options).new_page()
    complaints = listen_for_complaints(page)
    to_notes(page, table)
    page.get_by_label("Your note").fill("The corner was free.")
    page.get_by_role("button", name="Add note and mark spaces").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Edit note")
    if options is SMALLEST:
        page.locator("[data-space=A1]").click()
        expect(page.locator("#marks-words")).to_have_text("Marked green: A1.")
        expect_accessible(page, "the marks of a note", [DARK])
    else:
        page.get_by_label("Marks on the board").fill("green A1")
    page.get_by_role("button", name="Save").click()
    to_notes(page, table)
    board = page.locator(".note-board")
    expect(board.locator(".board-marks .mark-green")).to_be_visible()
    expect(board.locator("figcaption")).to_contain_text("Marked green: A1.")
    marks, picture = measured(board.locator(".board-marks")), measured(board.locator(".small-map"))
    assert abs(marks["width"] - picture["width"]) < 1
    assert abs(marks["y"] - picture["y"]) < 1
    assert width_of(page) <= 320
    assert complaints == []


def test_what_is_typed_of_a_note_stays_until_it_is_written_and_is_for_nobody_else(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    context = context_for(people[0])
    page, words = context.new_page(), "Here I should have\nwaited."
    to_notes(page, table)
    page.get_by_label("Your note").fill(words)
    page.locator("#replay-after").click()
    expect(page.locator("h1")).to_have_text("Turn 4")
    page.locator("#replay-before").click()
    expect(page.locator("h1")).to_have_text("Turn 3")
    page.locator("#notes").scroll_into_view_if_needed()
    expect(page.get_by_label("Your note")).to_have_value(words)
    mine = context.cookies()
    context.clear_cookies()
    context.add_cookies(context_for(people[1]).cookies())
    to_notes(page, table)
    expect(page.get_by_label("Your note")).to_have_value("")
    context.clear_cookies()
    context.add_cookies(mine)
    to_notes(page, table)
    expect(page.get_by_label("Your note")).to_have_value(words)
    page.get_by_role("button", name="Add note", exact=True).click()
    expect(page.locator("#messages")).to_contain_text(
        "Your note was saved. It’s visible to everyone with access to this game."
    )
    to_notes(page, table)
    expect(page.locator("#notes li")).to_have_count(1)
    expect(page.get_by_label("Your note")).to_have_value("")


def test_a_note_that_was_refused_and_is_mended_is_not_typed_again(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0]).new_page()
    to_notes(page, table)
    page.get_by_label("Your note").evaluate("field => field.removeAttribute('maxlength')")
    page.get_by_label("Your note").fill("long " * 2_000)
    page.get_by_role("button", name="Add note", exact=True).click()
    expect(page.locator(".errorlist")).to_be_visible()
    page.get_by_label("Your note").fill("Short.")
    page.get_by_role("button", name="Add note", exact=True).click()
    expect(page.locator("#messages")).to_contain_text(
        "Your note was saved. It’s visible to everyone with access to this game."
    )
    to_notes(page, table)
    expect(page.locator("#notes li")).to_have_count(1)
    expect(page.get_by_label("Your note")).to_have_value("")


def test_the_pages_fit_and_axe_finds_nothing(context_for: ContextFor, people: list[User], table: Table) -> None:
    mine, theirs = note(table, people[0]), note(table, people[1])
    kept = collection(people[0], words="An introduction that says what is to be seen here.")
    first, _ = entry(kept, table), entry(kept, table, 4, words="")
    report(theirs, people[0])
    here, turn = f"/collections/{kept.code}/", f"{play.url(table)}turns/3/"
    addresses = [
        *("/collections/", "/collections/new/", here, f"{here}2/", f"{here}edit/", f"{here}delete/"),
        *(f"{here}turns/{first.pk}/edit/", f"{here}turns/{first.pk}/remove/"),
        *(f"{turn}notes/", f"{turn}keep/?look=2"),
        *(f"{play.url(table)}notes/{mine.pk}/{what}/" for what in ("edit", "delete")),
        f"{play.url(table)}notes/{theirs.pk}/report/",
    ]
    page = context_for(people[0], **SMALLEST).new_page()
    for address in addresses:
        page.goto(address)
        assert width_of(page) <= 320, address
        expect_accessible(page, address, [DARK])
    to_notes(page, table)
    assert width_of(page) <= 320
    expect_accessible(page, "the page of a turn with its notes", [DARK])
    reader = context_for(people[1], **SMALLEST).new_page()
    for address in (here, f"{here}1/", f"{here}report/", "/people/ann/"):
        reader.goto(address)
        expect_accessible(reader, address, [DARK])

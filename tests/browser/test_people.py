"""Following, blocking and inviting people, on a phone and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import BrowserContext, expect

from games import clock
from games.accounts.models import Theme, User
from games.people.models import Block, Follow
from games.people.services import follow
from games.tables.models import Invited, Seat
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import DARK, LIGHT, expect_accessible, expect_contrast
from tests.games.cartographers import play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SMALLEST = {"viewport": {"width": 320, "height": 568}}
WIDTH = "document.documentElement.scrollWidth"


@pytest.fixture
def three(site: object) -> list[User]:
    """Mira, who follows Nils and plays with him and Oda at a table whose page he has open."""
    mira, nils, oda = people_named("Mira", "Nils", "Oda")
    follow(follower=mira, followed=nils)
    table = play.gather(mira, nils, oda)
    Seat.objects.filter(table=table, user=nils).update(visible_until=clock.now() + timedelta(seconds=45))
    return [mira, nils, oda]


def test_pages_about_people_are_accessible_on_the_smallest_phone(context_for: ContextFor, three: list[User]) -> None:
    mira, *_ = three
    page = context_for(mira, **SMALLEST).new_page()
    complaints = listen_for_complaints(page)
    waiting = play.gather(mira, capacity=4)
    for address in ("/people/", "/people/nils/", "/people/mira/with/nils/", play.url(waiting)):
        page.goto(address)
        expect(page.locator("main h1")).to_be_visible()
        assert page.evaluate(WIDTH) <= 320, address
        expect_accessible(page, address)
        for theme, device in ((Theme.DARK, LIGHT), (Theme.CONTRAST, DARK)):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme.value)
            page.emulate_media(reduced_motion="reduce", **device)
            expect_contrast(page, f"{address}, {theme.label}")
    assert complaints == []


def test_following_and_blocking_work_without_scripts(context_for: ContextFor, three: list[User]) -> None:
    mira, nils, oda = three
    page = context_for(mira, java_script_enabled=False, **SMALLEST).new_page()
    page.goto("/people/")
    met = page.get_by_role("region", name="Recently played with")
    met.get_by_role("button", name="Follow Oda", exact=True).click()
    expect(page.get_by_role("region", name="Following")).to_contain_text("Oda")
    assert Follow.objects.filter(follower=mira, followed=oda).exists()
    met.get_by_role("link", name="Block Nils", exact=True).click()
    expect(page.get_by_role("heading", name="Block Nils?")).to_be_visible()
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_role("region", name="Blocked people")).to_contain_text("Nils")
    assert Block.objects.filter(blocker=mira, blocked=nils).exists()
    page.get_by_role("button", name="Unblock Nils", exact=True).click()
    expect(page.get_by_role("region", name="Blocked people")).not_to_contain_text("Nils")


def test_one_tap_invites_somebody_to_a_waiting_table(context_for: ContextFor, three: list[User]) -> None:
    mira, nils, _ = three
    table = play.gather(mira, capacity=4)
    page = context_for(mira, **SMALLEST).new_page()
    page.goto(play.url(table))
    suggested = page.get_by_role("list", name="People you know")
    suggested.get_by_role("button", name="Invite Nils Online").click()
    expect(page.locator("#invited")).to_contain_text("Nils")
    expect(suggested).not_to_contain_text("Nils")
    assert Invited.objects.filter(table=table, user=nils).exists()


def test_person_is_invited_together_with_a_new_table(context_for: ContextFor, three: list[User]) -> None:
    mira, nils, _ = three
    page = context_for(mira).new_page()
    page.goto("/people/")
    page.get_by_role("region", name="Following").get_by_role("link", name="Invite Nils", exact=True).click()
    expect(page.locator("#to-invite")).to_contain_text("@nils")
    page.locator("#id_capacity").select_option("2")
    page.get_by_role("button", name="Create table").click()
    expect(page.locator("#invited")).to_contain_text("Nils")
    assert Invited.objects.filter(user=nils, by=mira).exists()

"""Curators' actions in the workshop, by mouse or keyboard: start, edit, submit and publish drafts."""

from typing import Final

from django.contrib.auth.models import Group
from playwright.sync_api import Locator, Page, expect

from games.accounts.models import User
from games.catalog.models import CatalogEntry, EntryState
from tests.browser.hands import Hand
from tests.browser.measuring import at_rest

LIST: Final = "/admin/catalog/catalogentry/"
ADD: Final = f"{LIST}add/?kind=cartographers"


def curator(name: str) -> User:
    """Create a staff user whose only rights come from the curators group."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.groups.add(Group.objects.get(name="curators"))
    return user


def preview_of(page: Page) -> Locator:
    """The preview of a draft."""
    return page.get_by_role("region", name="Preview")


def begin(hand: Hand, kind: str, name: str) -> None:
    """Start a new draft."""
    page = hand.page
    page.goto(f"{ADD}/{kind}")
    hand.write(page.get_by_label("Name"), name)
    hand.press(page.get_by_role("button", name="Start"))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    at_rest(page)


def step(hand: Hand, button: str) -> None:
    """Press a button that changes the form, and wait for the result."""
    hand.press(hand.page.get_by_role("button", name=button))
    at_rest(hand.page)


def show_conditions(hand: Hand, clause: int = 1) -> None:
    """Open the folded fields of a clause."""
    hand.press(hand.page.locator(f"#clause-{clause}").get_by_text("Add a condition"))


def space(board: Locator, name: str) -> Locator:
    """The element of a space on an editable board."""
    return board.locator(f"[data-space={name}]")


def pick(hand: Hand, key: str, *names: str) -> None:
    """Select only the named items of a component kind or scoring stack for a set."""
    picks = hand.page.locator(f"[data-picks={key}]")
    hand.press(picks.locator("summary"))
    hand.press(picks.get_by_role("button", name="Select none"))
    expect(picks.locator("summary")).to_contain_text("0 of ")
    at_rest(hand.page)
    for name in names:
        hand.press(picks.get_by_role("checkbox", name=name))
    if names:
        expect(picks.locator("summary")).to_contain_text(f"{len(names)} of ")
        at_rest(hand.page)


def save(hand: Hand, name: str) -> CatalogEntry:
    """Save the draft and return it."""
    hand.press(hand.page.get_by_role("button", name="Save draft"))
    expect(hand.page.get_by_text("Saved.")).to_be_visible()
    return CatalogEntry.objects.get(name=name, state=EntryState.DRAFT)


def hand_in(hand: Hand) -> None:
    """Submit the draft for review."""
    hand.press(hand.page.get_by_role("button", name="Submit for review"))
    expect(hand.page.get_by_text("Submitted for review.")).to_be_visible()


def publish(hand: Hand, name: str, reading: str) -> None:
    """Open a submitted draft from the review list, check its preview, and publish it with a comment.

    Publishing requires the comment.
    """
    page = hand.page
    page.goto(LIST)
    hand.press(page.get_by_role("link", name="1 component is waiting for your review."))
    hand.press(page.get_by_role("link", name=name))
    expect(preview_of(page)).to_contain_text(reading)
    button = page.get_by_role("button", name="Publish", exact=True)
    hand.press(button)
    expect(page.get_by_text("Enter a short reason.")).to_be_visible()
    hand.write(page.get_by_label("Review comment"), "As it was meant.")
    hand.press(button)
    expect(page.get_by_text("Published.")).to_be_visible()

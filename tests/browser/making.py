"""What curators do in the workshop, by either hand: begin, fill in, hand in, publish."""

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
    """A member of staff who is in the group of the curators, and has no other right."""
    user = User.objects.create_user(name, "chart and compass", is_staff=True)
    user.groups.add(Group.objects.get(name="curators"))
    return user


def beside(page: Page) -> Locator:
    """What a draft comes to."""
    return page.get_by_role("region", name="Preview")


def begin(hand: Hand, kind: str, name: str) -> None:
    """The draft of something new."""
    page = hand.page
    page.goto(f"{ADD}/{kind}")
    hand.write(page.get_by_label("Name"), name)
    hand.press(page.get_by_role("button", name="Start"))
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    at_rest(page)


def step(hand: Hand, button: str) -> None:
    """Press a button that changes the form, and wait for what comes of it."""
    hand.press(hand.page.get_by_role("button", name=button))
    at_rest(hand.page)


def space(board: Locator, name: str) -> Locator:
    """A space of a board that is painted."""
    return board.locator(f"[data-space={name}]")


def pick(hand: Hand, key: str, *names: str) -> None:
    """Of a kind of pieces, or of the scoring cards of a stack, take these into a set, and no others."""
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
    """A draft; returns it."""
    hand.press(hand.page.get_by_role("button", name="Save draft"))
    expect(hand.page.get_by_text("Saved.")).to_be_visible()
    return CatalogEntry.objects.get(name=name, state=EntryState.DRAFT)


def hand_in(hand: Hand) -> None:
    """For a review."""
    hand.press(hand.page.get_by_role("button", name="Submit for review"))
    expect(hand.page.get_by_text("Submitted for review.")).to_be_visible()


def publish(hand: Hand, name: str, reading: str) -> None:
    """What waits for a review is found in the list, read, and published with words, without which it is not."""
    page = hand.page
    page.goto(LIST)
    hand.press(page.get_by_role("link", name="1 component is waiting for your review."))
    hand.press(page.get_by_role("link", name=name))
    expect(beside(page)).to_contain_text(reading)
    button = page.get_by_role("button", name="Publish", exact=True)
    hand.press(button)
    expect(page.get_by_text("Enter a short reason.")).to_be_visible()
    hand.write(page.get_by_label("Review comment"), "As it was meant.")
    hand.press(button)
    expect(page.get_by_text("Published.")).to_be_visible()

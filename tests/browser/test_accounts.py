"""Accounts in a real browser: signing up to signing out, without scripts, and on a narrow screen."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.reading import expect_accessible

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
STRANGERS_PAGES = (
    "/accounts/sign-in/",
    "/accounts/sign-up/",
    "/accounts/password/reset/",
    "/people/mira/",
    "/nowhere/",
)
OWN_PAGES = (
    "/accounts/profile/",
    "/accounts/crest/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/sessions/",
    "/accounts/delete/",
)


def sign_up(page: Page, username: str) -> None:
    page.goto("/accounts/sign-up/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Display name").fill("Mira of the Hills")
    page.get_by_label("Password", exact=True).fill("a wide river bends")
    page.get_by_label("Confirm password").fill("a wide river bends")
    page.get_by_role("main").get_by_role("button", name="Sign up").click()


def test_up_out_and_in_again_with_scripts_off(context_for: ContextFor) -> None:
    page = context_for(java_script_enabled=False).new_page()
    sign_up(page, "mira")
    expect(page.get_by_role("link", name="Mira of the Hills")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/accounts/profile/")
    page.get_by_label("Username").fill("MIRA")
    page.get_by_label("Password", exact=True).fill("a wide river bends")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your profile")).to_be_visible()


def test_the_keyboard_alone_signs_in(context_for: ContextFor) -> None:
    get_user_model().objects.create_user("mira", "a wide river bends")
    page = context_for().new_page()
    page.goto("/accounts/sign-in/")
    expect(page.get_by_label("Username")).to_be_focused()
    page.keyboard.type("mira")
    page.keyboard.press("Tab")
    page.keyboard.type("a wide river bends")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_the_first_error_has_the_caret(context_for: ContextFor) -> None:
    page = context_for().new_page()
    sign_up(page, "m!ra")
    expect(page.get_by_label("Username")).to_be_focused()
    expect(page.get_by_role("alert").filter(has_text="Username")).to_be_visible()


def test_every_page_is_accessible_and_fits_a_narrow_screen(context_for: ContextFor) -> None:
    mira = get_user_model().objects.create_user("mira", "a wide river bends", title="Keeper of the Northern Maps")
    get_user_model().objects.update(pending_email="keeper.of.the.northern.maps@cartographers.example.org")
    narrow = {"width": 320, "height": 640}
    stranger = context_for(viewport=narrow).new_page()
    owner = context_for(mira, viewport=narrow).new_page()
    for page, paths in ((stranger, STRANGERS_PAGES), (owner, OWN_PAGES)):
        for path in paths:
            page.goto(path)
            expect_accessible(page, path)

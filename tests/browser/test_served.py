"""Smoke tests of the live site in a real browser."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, expect

pytestmark = pytest.mark.browser


def test_a_visitor_meets_no_broken_rule_of_the_content_policy(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for().new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto("/accounts/sign-in/")
    expect(page.locator("main")).to_be_visible()
    assert complaints == []


def test_a_person_of_the_test_is_signed_in(context_for: Callable[..., BrowserContext]) -> None:
    mira = get_user_model().objects.create_user("mira", "a wide river bends")
    page = context_for(mira).new_page()
    page.goto("/accounts/profile/")
    assert page.url.endswith("/accounts/profile/")
    expect(page.locator("main")).to_be_visible()

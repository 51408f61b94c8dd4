"""The form for printing a sheet to play on."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

pytestmark = pytest.mark.browser


def test_edicts_are_named_where_they_are_to_be_chosen(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for().new_page()
    page.goto("/cartographers/paper/")
    edict = page.get_by_label("Edict A")
    expect(edict).to_be_hidden()
    page.get_by_label("Edicts").select_option("chosen")
    expect(edict).to_be_visible()
    edict.select_option("wildholds")
    page.get_by_label("Edicts").select_option("written")
    expect(edict).to_be_visible()  # it is sent, and counts

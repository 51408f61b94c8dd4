"""Validation of names and texts."""

import pytest

from engine.names import (
    clean_prose,
    has_hidden_characters,
    has_unsafe_characters,
    is_unreadable,
    normalize_title,
    remove_hidden_characters,
)

JOINED = [
    "👨\u200d👩\u200d👧 Bell",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
    "می\u200cخواهم",
    "क्\u200dष",
    "র\u200d্যাম",
    "葛\U000e0100城",
    "🏳\ufe0f\u200d🌈",
    "👩🏽\u200d❤\ufe0f\u200d👨🏿",
    "🙂\u200d↔\ufe0f",
    "〰\ufe0f",
    "©\ufe0e",
    "ന്\u200d",
    "۱۲\u200cام",
    "ᠠ\u180b",
    "👩🏽\u200d🚀",
    "🧑\u200d⚖\ufe0f",
    "🏴\u200d☠\ufe0f",
    "علی\u200cرضا",
    "श्\u200dरी",
]
"""Names in which joiners and selectors do something."""
NEVER_JOINED = [
    "\u200d",
    "\ufe0f",
    "An\u200dne",
    "Anne\ufe0f",
    "🗺\u200d",
    "\u200d🗺",
    "🗺 \u200d🗺",
    "🗺\u200d\u200d🗺",
    "🗺\ufe0f\ufe0f",
    "\u202eعلی",
    "🗺\u200b🗺",
    "A\ufe0f\u200d🗺",
    "\ufe0f🗺",
    "❤\ufe0f\u200d",
    "می\u200c",
    "\u3164\ufe0f",
]
"""Names that no version of the site has accepted."""
ONCE_JOINED = [
    "1\u200d2",
    "1\ufe0f",
    "1\U000e0100",
    "-\ufe0f",
    ".\u200c.",
    "漢\u200d字",
    "가\u200c나",
    "א\ufe0f",
    "葛\ufe0f",
    "🗺\u200d1",
]
"""Names that earlier versions accepted, although their joiners and selectors do nothing."""
UNJOINED = [*NEVER_JOINED, *ONCE_JOINED]


@pytest.mark.parametrize("space", ["\u00a0", "\u202f", "\u2009", "\u3000", "\u1680", "  "], ids=ascii)
def test_titles_have_plain_single_spaces(space: str) -> None:
    assert normalize_title(f"{space}Lac{space}noir{space}!{space}") == "Lac noir !"
    assert not has_hidden_characters(f"Lac{space}noir{space}!")


@pytest.mark.parametrize("name", JOINED, ids=ascii)
def test_joiners_are_allowed_where_they_join(name: str) -> None:
    assert not has_hidden_characters(name)
    assert not is_unreadable(name)
    assert normalize_title(name) == name
    assert remove_hidden_characters(name) == name


@pytest.mark.parametrize("name", UNJOINED, ids=ascii)
def test_joiners_are_hidden_where_they_join_nothing(name: str) -> None:
    assert has_hidden_characters(name)
    assert is_unreadable(name) == (name in NEVER_JOINED)


@pytest.mark.parametrize(("typed", "name"), [("Lac™\ufe0f", "LacTM"), ("ℹ\ufe0f", "i"), ("㊙\ufe0f", "秘")], ids=ascii)
def test_selectors_go_with_the_symbols_that_become_letters(typed: str, name: str) -> None:
    assert normalize_title(typed) == name
    assert not has_hidden_characters(name)


def test_french_texts_keep_their_no_break_spaces() -> None:
    text = "Qui va là\u202f?\r\n«\u00a0Moi\u00a0»"
    assert not has_unsafe_characters(text.replace("\r", ""))
    assert clean_prose(text) == "Qui va là\u202f?\n«\u00a0Moi\u00a0»"


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85", "\u202e", "\u2067", "\ud800"], ids=ascii)
def test_texts_lose_controls_and_what_turns_them_round(sign: str) -> None:
    assert has_unsafe_characters(f"a{sign}b")
    assert clean_prose(f"a{sign}b") == "ab"

"""Valid names of users."""

from random import Random

import pytest
from django.core.exceptions import ValidationError

from games.accounts.names import as_shown_name, clean_shown_name, clean_username


@pytest.mark.parametrize("name", ["abc", "A-b_9", "x" * 20, "___", "007"])
def test_usernames_are_kept_as_written(name: str) -> None:
    assert clean_username(name) == name


@pytest.mark.parametrize(
    "name", ["", "ab", "x" * 21, "a b", "a.b", "café", "ab\n", "abc\n", "аbc", "a\u200bbc", "٣٤٥", "abc\x00", "ＡＢＣ"]
)
def test_usernames_are_ascii_and_of_a_length(name: str) -> None:
    with pytest.raises(ValidationError):
        clean_username(name)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  Anne   of  the Marsh ", "Anne of the Marsh"),
        ("Ａｎｎｅ", "Anne"),
        ("e\u0301", "é"),
        ("ﬁr", "fir"),
        ("Анна", "Анна"),
        ("安妮", "安妮"),
        ("עמית", "עמית"),
        ("Anne\u00a0B", "Anne B"),
        ("🗺 Anne", "🗺 Anne"),
        ("", ""),
        ("   ", ""),
    ],
)
def test_shown_names_have_one_written_form(typed: str, stored: str) -> None:
    assert clean_shown_name(typed, most=24) == stored
    assert clean_shown_name(stored, most=24) == stored


def hex_of(char: str) -> str:
    return f"{ord(char):04x}"


@pytest.mark.parametrize(
    "char",
    [chr(code) for code in (0x00, 0x09, 0x0A, 0x1B, 0x85, 0xAD, 0x61C, 0x34F, 0x115F, 0x200B, 0x200D, 0x200E, 0x200F)]
    + [chr(code) for code in (0x2028, 0x2029, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xD800, 0xE000)]
    + [chr(code) for code in (0xFE0F, 0xFEFF, 0xFFFF, 0xE0041)],
    ids=hex_of,
)
@pytest.mark.parametrize("pattern", ["{}", "An{}ne", "Anne{}"])
def test_what_cannot_be_seen_is_refused(char: str, pattern: str) -> None:
    with pytest.raises(ValidationError, match="Use only visible characters"):
        clean_shown_name(pattern.format(char), most=24)


def test_length_counts_after_normalising() -> None:
    assert clean_shown_name("e\u0301" * 24, most=24) == "é" * 24
    with pytest.raises(ValidationError, match="at most 4"):
        clean_shown_name("ﬃﬃ", most=4)


@pytest.mark.parametrize("name", ["Z" + "\u0317" * 4, "\u0317Z"])
def test_heaps_of_accents_are_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="accents"):
        clean_shown_name(name, most=24)


def test_whatever_a_name_is_it_can_be_shown() -> None:
    rng = Random(14)
    signs = "aÅ \u0301\u200b\u202e\n\t\x00\ufe0f\u3164ﬁ\ufdfa🗺\ud800\u1100\u1161"
    for _ in range(2000):
        name = as_shown_name("".join(rng.choice(signs) for _ in range(rng.randrange(40))), most=24)
        assert clean_shown_name(name, most=24) == name
    assert as_shown_name("x" * 10_000, most=24) == "x" * 24

"""SVG rendered to pixels and print: the site's fonts, and names treated as plain text."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play import rendering
from games.play.rendering import LETTERS, RendererBusy, pdf, png, remove_unknown_letters

WRITTEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text y="15" font-family="Alegreya">{}</text></svg>'
)
TEMPLATE = b'#set text(font: "Alegreya", fallback: false)\n#json(bytes(sys.inputs.data)).name'


def size_of(picture: bytes) -> tuple[int, int]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", picture[16:24])


def test_a_picture_is_as_broad_as_asked() -> None:
    assert size_of(png(WRITTEN.format("Ann"), 400)) == (400, 200)


def test_the_fonts_of_the_site_are_what_is_written_with() -> None:
    assert png(WRITTEN.format("Ann"), 400) != png(WRITTEN.format(""), 400)


def test_every_letter_that_the_fonts_are_said_to_have_leaves_ink() -> None:
    blank = png(WRITTEN.format(""), 40)
    without = [
        letter
        for letter in sorted(LETTERS)
        if letter.strip("\u00ad\u2009\xa0 ") and png(WRITTEN.format(f"&#{ord(letter)};"), 40) == blank
    ]
    assert without == []


def test_a_page_is_the_same_whenever_it_is_set() -> None:
    assert pdf(TEMPLATE, {"name": "Ann"}) == pdf(TEMPLATE, {"name": "Ann"})


@pytest.mark.parametrize("name", ["#panic()", "*b* _i_ $x$ `c` @ref <l> \\", '"); #panic(', "#(1/0)", "//", "\\u{41}"])
def test_a_name_is_never_markup(name: str) -> None:
    assert pdf(TEMPLATE, {"name": name}).startswith(b"%PDF")


@given(st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_what_is_legible_has_letters_that_the_fonts_know(text: str) -> None:
    assert set(remove_unknown_letters(text)) <= LETTERS


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Zoë Łukasz", "Zoë Łukasz"),
        ("Zoe\u0308", "Zoë"),
        ("山田 Anna 🦊", "Anna"),
        ("山田", ""),
        ("a\x00b\u202ec", "abc"),
    ],
)
def test_what_has_no_letter_is_left_out(text: str, written: str) -> None:
    assert remove_unknown_letters(text) == written


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "MOST_SECONDS", 0.01)
    with rendering._rendering_slot(), pytest.raises(RendererBusy):
        png(WRITTEN.format("Ann"), 40)

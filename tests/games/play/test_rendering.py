"""SVG rendered to pixels and print: the site's fonts, and names treated as plain text."""

import struct
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play import fallback_fonts, rendering
from games.play.fallback_fonts import has_glyph
from games.play.rendering import LETTERS, RendererBusy, fit_line, pdf, png, replace_unknown_letters

WRITTEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><text y="15" font-family="Alegreya">{}</text></svg>'
)
TEMPLATE = b'#set text(font: "Alegreya")\n#json(bytes(sys.inputs.data)).name'


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
def test_what_is_legible_has_letters_that_a_font_knows(text: str) -> None:
    marks = {"Mn", "Mc", "Me", "Cf"}
    written = replace_unknown_letters(text)
    assert all(char in LETTERS or has_glyph(char) or unicodedata.category(char) in marks for char in written)


@given(st.text(st.characters(categories=["L", "N", "So"]), min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_a_name_that_can_be_seen_is_never_blank(text: str) -> None:
    assert replace_unknown_letters(text).strip()


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Zoë Łukasz", "Zoë Łukasz"),
        ("Zoe\u0308", "Zoë"),
        ("山田 Anna 🦊", "•• Anna •"),
        ("👩🏽\u200d🚀 Bell", "• Bell"),
        ("❤\ufe0f\u200d🔥", "•"),
        ("1\ufe0f\u20e3", "1"),
        ("か\u3099", "•"),
        ("a\x00b\u202ec", "abc"),
    ],
)
def test_what_no_font_has_becomes_a_dot(text: str, written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "has_glyph", lambda _char: False)
    assert replace_unknown_letters(text) == written


NAMES = ["Анна Жукова", "Ελένη", "Nguyễn Ơn", "محمد علی\u200cرضا", "דוד", "สมชาย", "श्री क्\u200dष"]
"""Names in the scripts that the fonts of this folder have."""


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_names_in_other_scripts_are_drawn_on_every_machine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    own = Path(rendering.__file__).with_name("fonts")
    monkeypatch.setattr(fallback_fonts, "FOLDERS", (own / "further",))
    monkeypatch.setattr(rendering, "FOLDERS", (own / "further",))
    caches = fallback_fonts._covered, rendering._fonts
    try:
        for cached in caches:
            cached.cache_clear()
        assert replace_unknown_letters(name) == name
        boxes = png(WRITTEN.format("\ue000" * len(name)), 400)
        assert png(WRITTEN.format(name), 400) not in {boxes, png(WRITTEN.format(""), 400)}
        assert pdf(TEMPLATE, {"name": name}) != pdf(TEMPLATE, {"name": ""})
    finally:
        for cached in caches:
            cached.cache_clear()


@pytest.mark.parametrize("name", ["श्री Анна", "محمد श्री דוד", "Ελένη สมชาย Zoë"], ids=ascii)
def test_no_word_vanishes_where_scripts_are_mixed(name: str) -> None:
    words = name.split()
    for at in range(len(words)):
        without = " ".join("" if at == other else word for other, word in enumerate(words))
        assert png(WRITTEN.format(fit_line(name, 8, 99).text), 400) != png(WRITTEN.format(without), 400)


def test_a_line_in_another_script_names_its_font_and_is_escaped() -> None:
    line = fit_line("דוד <b> & Ann", 8, 99)
    assert line.text == '<tspan font-family="Noto Sans Hebrew, serif">דוד</tspan> &lt;b&gt; &amp; Ann'
    assert fit_line("Zoë <b>", 8, 99).text == "Zoë <b>"


def test_a_damaged_font_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"\0\1\0\0\0\x09")
    (tmp_path / "empty.otf").write_bytes(b"")
    monkeypatch.setattr(fallback_fonts, "FOLDERS", (tmp_path, *fallback_fonts.FOLDERS))
    assert fallback_fonts._covered.__wrapped__()[ord("Я")] == 1


def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "MOST_SECONDS", 0.01)
    with rendering._rendering_slot(), pytest.raises(RendererBusy):
        png(WRITTEN.format("Ann"), 40)

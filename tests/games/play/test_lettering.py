"""Names in pictures: shortened to fit, and plain text only."""

from xml.etree import ElementTree

import pytest
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from games.play.rendering import fit_line, remove_invalid_xml


def test_what_has_room_is_as_large_as_it_may_be() -> None:
    assert fit_line("Ann", 40, 300).size == "40.0"


def test_what_is_long_is_written_smaller() -> None:
    assert 10 < float(fit_line("Bartholomew the Elder", 40, 300).size) < 40


def test_what_is_far_too_long_is_cut_short() -> None:
    line = fit_line("W" * 400, 40, 300)
    assert line.text.endswith("…")
    assert float(line.size) >= 40 / 3


@pytest.mark.parametrize("text", ["\x00", "\u202e", "\ud800", "\ufffe", "  "])
def test_nothing_is_written_of_what_no_document_may_have(text: str) -> None:
    assert fit_line(text, 40, 300).text == ""


@given(st.text(max_size=60))
def test_every_name_can_stand_in_an_xml_document(text: str) -> None:
    parsed = ElementTree.fromstring(f"<text>{escape(remove_invalid_xml(text))}</text>")
    assert (parsed.text or "") == remove_invalid_xml(text)

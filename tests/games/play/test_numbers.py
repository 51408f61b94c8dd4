"""Formatted numbers."""

import pytest
from django.utils.translation import override

from games.play.words import figure, number_text, signed_number


def test_minus_is_a_minus() -> None:
    assert (figure(-3), signed_number(-3), signed_number(3), signed_number(0)) == ("−3", "−3", "+3", "0")


@pytest.mark.parametrize(
    ("language", "number", "decimals", "words"),
    [("en", -12.25, 1, "−12.2"), ("fr", -12.25, 1, "−12,2"), ("en", 7, 1, "7.0"), ("en", 120, 0, "120")],
)
def test_a_number_is_written_as_its_language_does(language: str, number: float, decimals: int, words: str) -> None:
    with override(language):
        assert number_text(number, decimals) == words


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert number_text(-0.04, 1) == "0.0"

"""Numbers as people read them."""

import pytest
from django.utils.translation import override

from games.play.words import figure, signed, written


def test_minus_is_a_minus() -> None:
    assert (figure(-3), signed(-3), signed(3), signed(0)) == ("−3", "−3", "+3", "0")


@pytest.mark.parametrize(
    ("language", "number", "decimals", "words"),
    [("en", -12.25, 1, "−12.2"), ("fr", -12.25, 1, "−12,2"), ("en", 7, 1, "7.0"), ("en", 120, 0, "120")],
)
def test_a_number_is_written_as_its_language_does(language: str, number: float, decimals: int, words: str) -> None:
    with override(language):
        assert written(number, decimals) == words


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert written(-0.04, 1) == "0.0"

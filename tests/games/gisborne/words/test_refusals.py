"""Refusals of Gisborne in words."""

import pytest
from django.utils.translation import override

from engine.contract import RuleViolation
from engine.gisborne.errors import Refusal
from games.gisborne.words.refusals import refusal, refusals
from games.tables.log.refusals import COMMAND_REFUSALS


@pytest.mark.parametrize(
    ("code", "details", "expected"),
    [
        (Refusal.WRONG_NUMBER, ["1"], "Choose exactly 1 card to discard at the river."),
        (Refusal.WRONG_NUMBER, ["2"], "Choose exactly 2 cards to discard at the river."),
        (Refusal.NOT_OFFERED, ["3"], "You were dealt 3 cards. Choose a number from 0 to 3."),
        (Refusal.NOT_OFFERED, [], "You weren’t dealt that many cards. Choose a smaller number."),
        (Refusal.NOT_OFFERED, ["many"], "You weren’t dealt that many cards. Choose a smaller number."),
        (Refusal.SEATS, [], "Gisborne needs 3 to 5 players."),
        ("of another game", ["2"], "The rules don’t allow this. Choose something else."),
    ],
)
def test_refusals(code: str, details: list[str], expected: str) -> None:
    assert refusal(code, details) == expected


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_code_has_its_own_words(language: str) -> None:
    codes = [*Refusal, *COMMAND_REFUSALS, "unknown"]
    with override(language):
        assert len({refusal(code) for code in codes}) == len(codes)


def test_all_reasons_are_told() -> None:
    violation = RuleViolation(Refusal.TOO_MANY, also=[RuleViolation(Refusal.NOT_IN_HAND)])
    assert refusals(violation) == f"{refusal(Refusal.TOO_MANY)} {refusal(Refusal.NOT_IN_HAND)}"

"""Rule violations explained in words."""

import pytest
from django.utils.translation import override

from engine.cartographers.catalog import cartographers
from engine.cartographers.errors import SPACES, Refusal
from engine.cartographers.placement import Forced
from engine.contract import RuleViolation
from games.cartographers.words.refusals import forced_sentence, refusal, refusals
from games.tables.log.refusals import COMMAND_REFUSALS


@pytest.mark.parametrize(
    ("code", "spaces", "expected"),
    [
        (Refusal.BLOCKED, ["C5"], "C5 is already filled. Choose another spot."),
        (Refusal.BLOCKED, ["C5", "C6"], "C5 and C6 are already filled. Choose another spot."),
        (Refusal.BLOCKED, [], "The shape overlaps filled spaces. Choose another spot."),
        (
            Refusal.RUINS_REQUIRED,
            ["B6"],
            "The shape must cover the empty ruins space B6. Move it there.",
        ),
        (
            Refusal.RUINS_REQUIRED,
            ["B6", "C2", "C10"],
            "The shape must cover an empty ruins space. Move it onto B6, C2 or C10.",
        ),
        (Refusal.OFF_MAP, [], "The shape extends past the edge of the map. Move it inward."),
        (
            "already_drawn",
            [],
            "You’ve already played this turn. Undo your move first.",
        ),
        ("of another game", ["C5"], "The rules don’t allow this. Choose something else."),
    ],
)
def test_refusals(code: str, spaces: list[str], expected: str) -> None:
    assert refusal(code, spaces) == expected


def test_every_code_has_its_own_words() -> None:
    codes = [*Refusal, *COMMAND_REFUSALS, "unknown"]
    assert len({refusal(code) for code in codes}) == len(codes)


def test_every_code_with_spaces_names_them() -> None:
    for code in SPACES:
        for spaces in (["C5"], ["C5", "C6"]):
            assert all(space in refusal(code, spaces) for space in spaces), code


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            "C5 and C6 are already filled. Choose another spot. "
            "The shape must cover the empty ruins space B6. Move it there.",
        ),
        (
            "fr",
            "C5 et C6 sont déjà remplies. Choisissez un autre endroit. "
            "La forme doit couvrir la case Ruines vide B6. Placez-la dessus.",
        ),
    ],
)
def test_several_reasons_are_told_one_after_the_other(language: str, expected: str) -> None:
    ruins = RuleViolation(Refusal.RUINS_REQUIRED, ["B6"])
    with override(language):
        assert refusals(RuleViolation(Refusal.BLOCKED, ["C5", "C6"], also=[ruins])) == expected
        assert refusals(ruins) == refusal(Refusal.RUINS_REQUIRED, ["B6"])


def test_why_only_a_single_square() -> None:
    hamlet, homestead = cartographers().explore["hamlet"], cartographers().explore["homestead"]
    gnolls = cartographers().ambushes["gnoll_raid"]
    single = "Draw a single square on any empty space."
    assert forced_sentence(Forced.NO, hamlet) == ""
    assert forced_sentence(Forced.NOTHING_FITS, hamlet) == f"No shape of Hamlet fits anywhere on your map. {single}"
    assert (
        forced_sentence(Forced.NOTHING_FITS, homestead)
        == f"The shape of Homestead doesn’t fit anywhere on your map. {single}"
    )
    assert forced_sentence(Forced.NO_EMPTY_RUINS, hamlet) == f"No empty ruins spaces are left. {single}"
    assert (
        forced_sentence(Forced.NOTHING_REACHES_RUINS, hamlet)
        == f"No shape of Hamlet can cover an empty ruins space. {single}"
    )
    assert (
        forced_sentence(Forced.NOTHING_FITS, gnolls)
        == "Gnoll Raid doesn’t fit anywhere on this map. Draw a single monster square on any empty space."
    )

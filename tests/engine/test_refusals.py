"""Reasons for refusing a placement, and the meaning of the spaces that they name."""

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.errors import SPACES, Refusal, SpacesMeaning
from engine.cartographers.geometry import SIZE, STRIDE, Space
from engine.cartographers.notation import Placement, placement_of
from engine.cartographers.placement import Offer, SingleTerrain, explore_offer
from engine.cartographers.shapes import TURNS
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.contract import RuleViolation
from tests.engine.any_boards import ALWAYS_THE_SAME, boards
from tests.engine.tools import any_placement, board, mask, mostly_full

PUBLISHED = cartographers()
ONE_RUIN = mostly_full(C="....FFFFFFF", D="....FFFFFFF", I="FFFFFFFFFr.")
"""Farmland, two farms side by side, goes over I10 and I11 where it has to cover ruins."""

placements = st.builds(
    Placement,
    st.integers(-1, 2),
    st.sampled_from(Terrain),
    st.sampled_from(TURNS),
    st.integers(-1, SIZE * STRIDE).map(Space),
)


def offered(card: str, drawn: Board, *, ruins: bool) -> Offer | None:
    return explore_offer(
        PUBLISHED.explore[card], drawn, ruins=ruins, singles=DRAWABLE, single_terrain=SingleTerrain.ANY
    )


def reasons(offer: Offer, text: str) -> list[tuple[str, str]]:
    return [(violation.code, " ".join(violation.details)) for violation in offer.violations(placement_of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 farm r1 I10", []),
        ("1 farm r1 C1", [("ruins_required", "I10")]),
        ("1 farm r1 I9", [("blocked", "I9")]),
        ("1 farm r1 C4", [("blocked", "C5"), ("ruins_required", "I10")]),
        ("1 farm r1 A1", [("blocked", "A1 A2"), ("ruins_required", "I10")]),
        ("1 water r1 I10", [("terrain_not_offered", "")]),
        ("1 water r1 C1", [("terrain_not_offered", ""), ("ruins_required", "I10")]),
        (
            "1 water r1 C4",
            [("terrain_not_offered", ""), ("blocked", "C5"), ("ruins_required", "I10")],
        ),
        ("1 farm r1 C11", [("off_map", "")]),
        ("1 water r1 C11", [("terrain_not_offered", ""), ("off_map", "")]),
        ("3 farm r1 C4", [("unknown_option", "")]),
        ("3 hero r1 C4", [("unknown_option", "")]),
    ],
)
def test_every_reason_is_told_in_order(text: str, expected: list[tuple[str, str]]) -> None:
    offer = offered("farmland", board(ONE_RUIN), ruins=True)
    assert offer is not None
    assert reasons(offer, text) == expected


@given(boards, st.sampled_from(sorted(PUBLISHED.explore)), st.booleans(), placements)
@ALWAYS_THE_SAME
def test_what_has_no_reason_against_it_goes(drawn: Board, card: str, ruins: bool, placement: Placement) -> None:
    offer = offered(card, drawn, ruins=ruins)
    if offer is None:
        assert not drawn.empty
        return
    violations = offer.violations(placement)
    if not violations:
        assert offer.fit(placement).anchor == placement.anchor
        return
    with pytest.raises(RuleViolation) as refused:
        offer.fit(placement)
    assert parts(refused.value.reasons) == parts(violations)
    assert len({each.code for each in violations}) == len(violations)


def parts(violations: tuple[RuleViolation, ...]) -> list[tuple[str, tuple[str, ...], bool]]:
    return [(each.code, each.details, each.behind) for each in violations]


@given(boards, st.sampled_from(sorted(PUBLISHED.explore)), st.booleans(), st.randoms(use_true_random=True))
@ALWAYS_THE_SAME
def test_what_is_offered_has_no_reason_against_it(drawn: Board, card: str, ruins: bool, rng: Random) -> None:
    offer = offered(card, drawn, ruins=ruins)
    assert offer is None or offer.violations(any_placement(rng, offer)) == ()


@given(boards, st.sampled_from(sorted(PUBLISHED.explore)), placements)
@ALWAYS_THE_SAME
def test_the_spaces_are_what_their_meaning_says(drawn: Board, card: str, placement: Placement) -> None:
    offer = offered(card, drawn, ruins=True)
    for violation in offer.violations(placement) if offer else ():
        named = mask(" ".join(violation.details))
        assert bool(named) == (violation.code in SPACES)
        if not named or offer is None:
            continue
        fit = offer.options[placement.option].shape.fit_at(placement.turn, placement.anchor)
        assert fit is not None
        match SPACES[Refusal(violation.code)]:
            case SpacesMeaning.IN_THE_WAY:
                assert named == fit.cells & drawn.filled
            case SpacesMeaning.REQUIRED:
                # These cards are tied to no region.
                assert named == drawn.empty_ruins
                assert not named & fit.cells
            case SpacesMeaning.ALLOWED:
                pytest.fail("a placement is refused for no choice of one space")


def test_the_codes_that_come_with_spaces_are_those_whose_spaces_mean_something() -> None:
    """Read from the source code, because no game raises them all."""
    assert _raised_with_spaces() == set(SPACES)
    assert set(SPACES.values()) == set(SpacesMeaning)


def _raised_with_spaces() -> set[Refusal]:
    """The codes of violations that the rules of this game raise with spaces."""
    codes = set()
    for path in (Path(engine.__file__).parent / "cartographers").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "RuleViolation" and len(node.args) > 1:
                code = ast.unparse(node.args[0])
                if code != "first.code":  # all reasons are told again, in one
                    codes.add(Refusal[code.removeprefix("Refusal.")])
    return codes

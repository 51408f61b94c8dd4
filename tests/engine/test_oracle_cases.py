"""The oracle against the boards drawn by hand."""

import pytest

from tests.engine.cases import MONSTER_CASES, SCORING_CASES
from tests.engine.cases.case import Case
from tests.engine.oracle.board import format_map, parse_map, parse_space, space_name
from tests.engine.oracle.scoring import (
    CARD_IDS,
    DIFFERENT_BY_EDITION,
    EDITIONS,
    haunted,
    monster_loss,
    score_with_spaces,
)


def _label(case: Case) -> str:
    return f"{case.card}-{case.edition}-{case.name}"


@pytest.mark.parametrize("case", SCORING_CASES, ids=_label)
def test_card_earns_the_stars_worked_out_by_hand(case: Case) -> None:
    editions = (case.edition,) if case.card in DIFFERENT_BY_EDITION else EDITIONS
    for edition in editions:
        stars, spaces = score_with_spaces(case.card, parse_map(case.map), edition)
        assert (stars, spaces) == (case.stars, {parse_space(name) for name in case.spaces})


@pytest.mark.parametrize("case", MONSTER_CASES, ids=_label)
def test_monsters_cost_the_stars_worked_out_by_hand(case: Case) -> None:
    board = parse_map(case.map)
    assert monster_loss(board) == case.stars
    assert {space_name(space) for space in haunted(board)} == set(case.spaces)


def editions_of(card: str) -> tuple[str, ...]:
    """The editions in which a card differs; the online edition only differs in Banded Hills."""
    if card == "banded_hills":
        return EDITIONS
    return ("retail", "preview") if card in DIFFERENT_BY_EDITION else ("retail",)


def test_every_card_has_none_typical_and_tricky_in_each_edition_that_differs() -> None:
    for card in CARD_IDS:
        for edition in editions_of(card):
            names = [case.name for case in SCORING_CASES if (case.card, case.edition) == (card, edition)]
            kinds = {name.split(":")[0] for name in names}
            assert kinds == {"none", "typical", "tricky"}, (card, edition, names)
    assert len(CARD_IDS) == 32


@pytest.mark.parametrize("case", SCORING_CASES + MONSTER_CASES, ids=_label)
def test_map_text_reads_and_writes_back(case: Case) -> None:
    assert format_map(parse_map(case.map)) == case.map.strip()
    assert parse_map(case.map.strip().replace("\n", "/")) == parse_map(case.map)

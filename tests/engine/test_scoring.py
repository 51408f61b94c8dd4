"""Every scoring card on the drawn boards, and the declarations of clauses."""

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import scoring_from_json, scoring_to_json
from engine.cartographers.catalog import Edition, cartographers, scoring_cards
from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.scoring.tally import Tally, score, stars
from tests.engine.cases import MONSTER_CASES, SCORING_CASES
from tests.engine.cases.case import Case
from tests.engine.oracle.random_maps import random_maps
from tests.engine.oracle.scoring import DIFFERENT_BY_EDITION
from tests.engine.tools import BLANK, board, names


def _label(case: Case) -> str:
    return f"{case.card}-{case.edition}-{case.name}"


def counted(tally: Tally) -> Mask:
    """The spaces that a case names: the lit ones, or for an enclave only the empty ones."""
    if tally.card.id != "outer_enclave":
        return tally.lit
    return sum(part.spaces for part in tally.contributions)


@pytest.mark.parametrize("case", SCORING_CASES, ids=_label)
def test_a_card_earns_its_stars_on_its_spaces(case: Case) -> None:
    editions = [Edition(case.edition)] if case.card in DIFFERENT_BY_EDITION else list(Edition)
    for edition in editions:
        tally = score(scoring_cards(edition)[case.card], board(case.map))
        assert tally.stars == case.stars
        assert set(names(counted(tally)).split()) == set(case.spaces)
        assert stars(tally.card, board(case.map)) == case.stars


@pytest.mark.parametrize("case", MONSTER_CASES, ids=_label)
def test_monsters_cost_their_stars(case: Case) -> None:
    lost = board(case.map).monster_losses()
    assert lost.bit_count() == case.stars
    assert set(names(lost).split()) == set(case.spaces)


@pytest.mark.parametrize("edition", Edition)
def test_contributions_add_up_and_leave_out_what_earns_nothing(edition: Edition) -> None:
    for text in random_maps(11, 60):
        drawn = board(text)
        for card in scoring_cards(edition).values():
            tally = score(card, drawn)
            assert tally.stars == sum(part.stars * part.units for part in tally.contributions)
            assert tally.contributions == score(card, drawn).contributions
            for part in tally.contributions:
                assert part.total > 0
                assert part.spaces
                assert not part.lit & ~FULL
                assert 0 <= part.part < len(card.clauses)


def test_an_empty_sheet_earns_nothing_for_terrain() -> None:
    for card in scoring_cards().values():
        assert score(card, Board.of_sheet(BLANK)).stars == 0


def test_there_are_sixteen_base_cards_four_a_stack_and_thirty_two_in_all() -> None:
    stacks = [card.stack for card in cartographers().scoring.values()]
    assert {stack: stacks.count(stack) for stack in stacks} == dict.fromkeys(stacks, 4)
    assert len(stacks) == 16
    assert [len(scoring_cards(edition)) for edition in Edition] == [32] * len(Edition)


def test_the_editions_differ_on_six_cards() -> None:
    retail, preview = scoring_cards(Edition.RETAIL), scoring_cards(Edition.PREVIEW)
    assert {card for card in retail if retail[card] != preview[card]} == set(DIFFERENT_BY_EDITION)


@pytest.mark.parametrize("edition", Edition)
def test_a_card_reads_back_as_it_is_stored(edition: Edition) -> None:
    for card in scoring_cards(edition).values():
        assert scoring_from_json(scoring_to_json(card)) == card

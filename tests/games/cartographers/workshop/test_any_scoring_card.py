"""Forms of arbitrary scoring cards: nothing is lost, and each card can be scored and explained."""

from dataclasses import MISSING, fields

from django.conf import settings
from django.http import QueryDict
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.bounds import MOST_EXAMPLES
from engine.cartographers.cards import scoring_from_json, scoring_to_json
from engine.cartographers.notation import whole_board_text
from engine.cartographers.scoring.families import Clause
from engine.cartographers.scoring.tally import score, stars
from games.cartographers.goals.emblem import emblem
from games.cartographers.shelf.contradictions import find_contradiction, find_contradictions
from games.cartographers.words.scoring.rules import FAMILY_NAMES, clause_rule, rule_parts, rule_sentences
from games.cartographers.workshop.clause_words import SENTENCES
from games.cartographers.workshop.clauses import (
    blank_clause,
    clause_form_data,
    submitted_clauses,
    with_clauses,
)
from games.cartographers.workshop.scoring import ScoringForm
from games.cartographers.workshop.scoring_preview import score_board
from games.catalog.forms import ToolUse
from games.catalog.shelves import Data
from tests.engine.any_boards import ALWAYS_THE_SAME, boards
from tests.engine.oracle.any_card import stars_of_card
from tests.engine.oracle.board import parse_map
from tests.games.cartographers.workshop.any_cards import definitions
from tests.games.cartographers.workshop.scoring_forms import entry_of, posted

_labels = st.fixed_dictionaries(
    {}, optional={"names": st.just({"fr": "Une carte"}), "words": st.just({"en": "Words."})}
)
_examples = st.lists(
    st.fixed_dictionaries({"board": boards.map(whole_board_text), "stars": st.integers(-9_999, 9_999)}),
    max_size=min(MOST_EXAMPLES, 3),
)

PRESSES = (
    *("add-clause", "move-clause-up=1", "move-clause-down=0"),
    *("remove-clause=0", "remove-clause=3", "move-clause-up=0", "move-clause-up=x"),
)


def can_earn(definition: Data) -> bool:
    """True if the form accepts every clause."""
    return not list(find_contradictions(scoring_from_json(entry_of(definition).definition)))


@given(definitions.filter(can_earn), _labels, _examples)
@ALWAYS_THE_SAME
def test_form_definition_and_form_again_lose_nothing(definition: Data, labels: Data, examples: list[Data]) -> None:
    entry = entry_of(definition | labels, examples)
    form = ScoringForm(posted(ScoringForm(entry=entry)), entry=entry)
    assert form.is_valid(), form.errors
    assert form.stored == entry.definition
    assert list(form.examples()) == examples


@given(definitions, boards)
@ALWAYS_THE_SAME
def test_a_card_is_scored_and_explained_on_any_board_in_every_language(definition: Data, board: Board) -> None:
    card = scoring_from_json(entry_of(definition).definition)
    tally = score(card, board)
    known = parse_map(whole_board_text(board))
    assert tally.stars == stars(card, board) == stars_of_card(scoring_to_json(card), known)
    assert tally.stars == sum(reason.total for reason in tally.contributions)
    assert emblem(card)
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            assert len(rule_sentences(card)) >= len(card.clauses)
            assert all(rule_sentences(card))
            lit = score_board(card, board)
            assert lit.reasons
            assert all(lit.reasons)
            list(find_contradictions(card))


def from_blanks(clause: Clause) -> Clause:
    """Return a clause with the parameters of the blanks in its rule, and defaults for all others."""
    named = {name for part in rule_parts(clause) for name in part.parameters}
    required = {entry.name for entry in fields(clause) if entry.default is MISSING and entry.init} - {"part"}
    kept = {name: getattr(clause, name) for name in (named | required)}
    return type(clause)(clause.part, **kept)


@given(definitions, boards)
@ALWAYS_THE_SAME
def test_the_blanks_of_a_rule_make_up_the_clause_in_every_language(definition: Data, board: Board) -> None:
    for clause in scoring_from_json(entry_of(definition).definition).clauses:
        for code, _language in settings.LANGUAGES:
            with translation.override(code):
                read = from_blanks(clause)
                assert clause_rule(read) == clause_rule(clause)
                assert "".join(part.text for part in rule_parts(clause)) == clause_rule(clause)
                assert not set("<>\ue000\ue001\ue002") & set(clause_rule(clause))
                assert read.contributions(board) == clause.contributions(board)


@given(definitions, boards)
@ALWAYS_THE_SAME
def test_a_clause_with_a_contradiction_earns_nothing(definition: Data, board: Board) -> None:
    card = scoring_from_json(entry_of(definition).definition)
    idle = {clause.part for clause in card.clauses if find_contradiction(clause)}
    assert not any(clause.contributions(board) for clause in card.clauses if clause.part in idle)


@given(
    definitions,
    st.lists(
        st.sampled_from(
            [
                "add-clause=",
                "move-clause-up=1",
                "move-clause-down=0",
                "remove-clause=0",
                "remove-clause=3",
                "move-clause-up=x",
            ]
        ),
        max_size=6,
    ),
)
@ALWAYS_THE_SAME
def test_clauses_that_are_moved_stay_what_they_were(definition: Data, presses: list[str]) -> None:
    entry = entry_of(definition)
    clauses = [clause_form_data(clause) for clause in entry_of(definition).definition["clauses"]]
    for press in presses:
        tool, _equals, at = press.partition("=")
        data = with_clauses(QueryDict(f"at={at}", mutable=True), clauses)
        before, clauses = clauses, submitted_clauses(ScoringForm.tools[tool](ToolUse(data, entry, None)))
        assert 1 <= len(clauses) <= 4
        assert all(clause in before or clause == clause_form_data(blank_clause("spaces")) for clause in clauses)


@given(st.sampled_from(sorted(FAMILY_NAMES)), st.sampled_from(sorted(FAMILY_NAMES)), definitions.filter(can_earn))
@ALWAYS_THE_SAME
def test_another_family_has_all_that_it_needs(first: str, second: str, definition: Data) -> None:
    entry = entry_of(definition)
    data = posted(ScoringForm(entry=entry))
    for family in (first, second):
        data["clause-0-family"] = family
        form = ScoringForm(data, entry=entry)
        if not form.is_valid():
            # What a clause keeps of another one can contradict its own meaning, and is said.
            assert all("can never score" in words for field in form.errors.values() for words in field), form.errors
            return
        assert form.piece()["clauses"][0]["family"] == family
        data = with_clauses(data, submitted_clauses(data))


def test_every_family_and_parameter_has_its_words() -> None:
    assert FAMILY_NAMES.keys() == SENTENCES.keys()
    for family in FAMILY_NAMES:
        entry = entry_of({"stack": "forest", "solo_target": 1, "clauses": [blank_clause(family)]})
        assert all(str(field.label) for field in ScoringForm(entry=entry).fields.values() if not field.widget.is_hidden)


def test_a_clause_of_another_family_keeps_nothing_that_was_said_of_the_old_one() -> None:
    clause = {**blank_clause("clusters"), "stars": 7, "terrain": "water", "at_least": 4, "touching": "farm", "kinds": 2}
    data = posted(ScoringForm(entry=entry_of({"stack": "forest", "solo_target": 1, "clauses": [clause]})))
    for family in ("spaces", "lines", "clusters"):
        data["clause-0-family"] = family
        data = with_clauses(data, submitted_clauses(data))
    form = ScoringForm(data, entry=entry_of({"stack": "forest", "solo_target": 1, "clauses": [clause]}))
    assert form.is_valid(), form.errors
    assert form.piece()["clauses"] == [{**blank_clause("clusters"), "stars": 7}]


def test_values_of_another_family_that_come_with_a_clause_are_dropped() -> None:
    entry = entry_of({"stack": "forest", "solo_target": 1, "clauses": [blank_clause("spaces")]})
    data = posted(ScoringForm(entry=entry))
    data["clause-0-rank"] = data["clause-0-largest"] = "3"
    assert not {"rank", "largest"} & {key for raw in submitted_clauses(data) for key in raw}

"""JSON schema errors as readable messages, and no errors for valid definitions."""

from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published import published_entries
from games.cartographers.shelf.schema import schema_of
from games.cartographers.workshop import EDITORS
from games.catalog.schema_words import schema_faults
from games.catalog.shelves import Data
from tests.games.catalog.test_broken_files import spoil

OF_THE_ENGINE = (
    *("is no whole", "is no text", "is no list", "is no object", "is neither", "not a valid", "is none of"),
    *("no such parameter", "codec", "object is", "hashable"),
)
"""What the engine, or Python, says where something cannot be read."""


@cache
def good(kind: EntryKind) -> list[Data]:
    """Return valid definitions of a kind."""
    if kind is EntryKind.SET:
        seasons = [f"cartographers/{season}" for season in ("spring", "summer", "fall", "winter")]
        return [{"id": "all", "name": "All", "seasons": seasons, "scoring": ["heroes/craylund"], "from": "2027-02-01"}]
    labels = {"names": {"fr": "Marais"}, "words": {"en": "Mind the reeds."}} if EDITORS[kind].form.labelled else {}
    return [{**entry.definition, **labels} for entry in islice((e for e in published_entries() if e.kind == kind), 12)]


@cache
def validator(kind: EntryKind) -> Draft202012Validator:
    return Draft202012Validator(schema_of(kind), format_checker=Draft202012Validator.FORMAT_CHECKER)


@pytest.mark.parametrize("kind", EntryKind)
@given(data=st.data())
def test_what_a_schema_refuses_is_told_and_nothing_else(kind: EntryKind, data: st.DataObject) -> None:
    definition = deepcopy(data.draw(st.sampled_from(good(kind))))
    assert list(schema_faults(schema_of(kind), definition)) == []
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(data.draw, definition)
    found = list(schema_faults(schema_of(kind), definition))
    assert all(found)
    assert validator(kind).is_valid(definition) or found
    # A schema takes 2.0 for a whole number, and the site does not.
    assert not found or not validator(kind).is_valid(definition) or holds_a_fraction(definition)


def holds_a_fraction(data: Any) -> bool:
    if isinstance(data, dict | list):
        return any(map(holds_a_fraction, data.values() if isinstance(data, dict) else data))
    return isinstance(data, float)


def faults_of(kind: EntryKind, **changes: Any) -> list[str]:
    return list(schema_faults(schema_of(kind), {**good(kind)[0], **changes}))


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        (EntryKind.SCORING, {"clauses": 7}, "clauses: must be a list."),
        (EntryKind.SCORING, {"clauses": ["x"]}, "clauses 1: must be an object."),
        (EntryKind.SCORING, {"clauses": [{"stars": 1}]}, "clauses 1, family: is required."),
        (EntryKind.SCORING, {"stack": "banana"}, "stack: must be one of forest, village, farm_water, spatial."),
        (EntryKind.EXPLORE, {"shapes": []}, "shapes: must be a list of 1 to 2 items."),
        (
            EntryKind.EXPLORE,
            {"shapes": [{"drawn": ["#x"], "coin": 1}]},
            "shapes 1, drawn 1: can only contain # and periods.",
        ),
        (EntryKind.EXPLORE, {"shapes": [{"drawn": ["#"], "coin": 1}]}, "shapes 1, coin: must be true or false."),
        (EntryKind.EXPLORE, {"name": 7}, "name: must be text."),
        (EntryKind.EXPLORE, {"name": ""}, "name: can’t be empty."),
        (EntryKind.SEASON, {"edicts": ["A"]}, "edicts: must be a list of 2 items."),
        (
            EntryKind.SHEET,
            {"rows": ["." * 12] * 11},
            "rows 1: must have 11 of these characters: . r ^ # * F V A W M f v a w m",
        ),
        (EntryKind.AMBUSH, {"initial": "zz"}, "initial: must be one letter from A to Z."),
        (EntryKind.HERO, {"attack": [[0, 1], [0, 11]]}, "attack 2 2: must be a whole number from -10 to 10."),
        (
            EntryKind.SET,
            {"scoring": ["treetower"]},
            "scoring 1: must be a box and an ID, for example cartographers/treetower.",
        ),
    ],
)
def test_the_words_name_the_place_and_what_is_expected(kind: EntryKind, changes: dict[str, Any], words: str) -> None:
    assert faults_of(kind, **changes)[0] == words


@pytest.mark.parametrize("kind", EntryKind)
@given(data=st.data())
def test_what_cannot_be_read_is_told_in_words_of_the_site(kind: EntryKind, data: st.DataObject) -> None:
    definition = deepcopy(data.draw(st.sampled_from(good(kind))))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(data.draw, definition)
    try:
        stored_form(kind, definition)
    except ValidationError as error:
        sentences = error.messages
    else:
        return
    assert all(sentence.endswith((".", "w m")) for sentence in sentences)
    assert [(words, sentence) for words in OF_THE_ENGINE for sentence in sentences if words in sentence] == []


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        (
            EntryKind.EXPLORE,
            {"shapes": [{"drawn": ["##", "#"], "coin": False}]},
            "shapes 1, drawn: rows must have the same length",
        ),
        (EntryKind.AMBUSH, {"drawn": ["."]}, "drawn: rows must have the same length and contain at least one #."),
        (
            EntryKind.SCORING,
            {"clauses": [{"family": "runs", "stars": 1, "terrain": "farm", "at_least": 4, "at_most": 3}]},
            "at_most: can’t be smaller than the minimum.",
        ),
        (EntryKind.HERO, {"attack": [[0, 0]]}, "attack: can’t include the hero’s own space."),
        (
            EntryKind.RUINS,
            {"names": {"fr": "\u202eMarais"}},
            "names: each must be a single line of visible characters.",
        ),
        (EntryKind.RUINS, {"name": "\ud800"}, "The definition contains a character that can’t be stored."),
    ],
)
def test_what_no_schema_tells_has_words_too(kind: EntryKind, changes: dict[str, Any], words: str) -> None:
    assert faults_of(kind, **changes) == []
    with pytest.raises(ValidationError, match=words):
        stored_form(kind, {**good(kind)[0], **changes})

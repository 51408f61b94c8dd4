"""The shelf of Gisborne: published entries, readers, problems of sets, and what keeps a change from being published."""

from copy import deepcopy
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine.gisborne.catalog import gisborne
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.catalog.shelves import Data
from games.catalog.site_cards import load_published
from games.catalog.validation import usage_sentence
from games.gisborne.shelf import SHELF
from games.gisborne.shelf.components import active_components, build_definition, components_of
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.shelf.problems import DEFAULT_SET, tried_set_problems
from games.gisborne.shelf.sets import set_of
from tests.games.catalog.making import edited, reviewer
from tests.games.catalog.test_broken_files import spoil

PUBLISHED = list(SHELF.published())


def entry(key: str) -> CatalogEntry:
    return CatalogEntry.objects.get(box="gisborne", key=key, current=True)


def pieces(**changes: Any) -> dict[tuple[EntryKind, str], Data]:
    """Return the published components, with changed parts by id."""
    held = deepcopy(dict(components_of({})))
    for key, parts in changes.items():
        kind = next(kind for kind, ref in held if ref == f"gisborne/{key}")
        held[kind, f"gisborne/{key}"] |= parts
    return held


def problems(**changes: Any) -> list[str]:
    held = pieces(**changes)
    return tried_set_problems(set_of(held[EntryKind.SET, DEFAULT_SET]), held)


def test_the_published_set_is_the_box_of_the_engine() -> None:
    held = components_of({})
    assert build_definition(set_of(held[EntryKind.SET, DEFAULT_SET]), held) == gisborne()
    assert problems() == []
    assert [entry.kind for entry in PUBLISHED].count("tile") == 12


@pytest.mark.django_db
def test_what_is_loaded_is_in_play() -> None:
    assert load_published()[0] >= len(PUBLISHED)
    assert load_published() == (0, 0)
    assert {ref for _kind, ref in active_components()} == {f"gisborne/{entry.key}" for entry in PUBLISHED}


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.key)
def test_published_definitions_are_stored_as_they_are(entry: Any) -> None:
    assert SHELF.stored_form(entry.kind, entry.definition) == entry.definition
    assert Draft202012Validator(SHELF.schema(entry.kind)).is_valid(entry.definition)
    assert list(SHELF.unsayable(entry.kind, entry.definition, ())) == []
    with override("fr"):
        assert SHELF.name(entry.kind, entry.definition)


@pytest.mark.parametrize("kind", EntryKind)
@given(data=st.data())
def test_any_definition_is_read_or_refused_with_a_sentence(kind: EntryKind, data: st.DataObject) -> None:
    definition = deepcopy(data.draw(st.sampled_from([entry.definition for entry in PUBLISHED if entry.kind == kind])))
    for _ in range(data.draw(st.integers(1, 3))):
        spoil(data.draw, definition)
    try:
        stored = SHELF.stored_form(kind, definition)
    except ValidationError:
        return
    assert SHELF.stored_form(kind, stored) == stored
    assert list(SHELF.unsayable(kind, stored, ())) == []


@pytest.mark.parametrize("data", [None, [], "tile", 4, {}, {"id": 3}, {"id": "a", "name": "A", "rows": None}])
@pytest.mark.parametrize("kind", EntryKind)
def test_what_is_no_definition_is_refused(kind: EntryKind, data: Any) -> None:
    with pytest.raises(ValidationError):
        SHELF.stored_form(kind, data)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"printed": {"deck": "gisborne_workshop/other"}},
            "gisborne_workshop/other isn’t active. Publish it first or remove it from the set.",
        ),
        (
            {"printed": {"start": "gisborne/reed_mire"}},
            "Reed Mire can’t be the start tile, because it has no bar. Choose another one.",
        ),
        (
            {"printed": {"end": "gisborne/start"}},
            "Landing Jetty can’t be the end tile, because it has no beach. Choose another one.",
        ),
        (
            {"printed": {"path": ["gisborne/end"]}},
            "Far Shore can’t be a path tile, because it has the bar or the beach. Remove it.",
        ),
        (
            {"places": {"path_tiles": 8}},
            "Choose 9 path tiles instead of 10: 8 are in play, and one is set aside.",
        ),
        (
            {"chips": {"pool": [1, 2, 3]}},
            "The pool must have as many chips as there are path tiles: 10 instead of 3.",
        ),
        (
            {"reed_mire": {"rows": ["_____", ".....", "_____"], "name": "Plain Road"}},
            "Plain Road: The tile needs a viewpoint. Paint one on the path.",
        ),
        (
            {"end": {"rows": ["___13", "..C54", "____2"]}},
            "Far Shore: The end tile can’t have a viewpoint. Paint another field in its place.",
        ),
        (
            {"deck": {"cards": dict.fromkeys(("b1", "b2", "s2", "s3", "g3", "g4"), 10)}},
            "The deck has 60 cards, but needs 109 for the first hands and all position scorings. "
            "Add cards or deal fewer.",
        ),
        (
            {"deck": {"cards": {**dict.fromkeys(("b2", "s2", "s3", "g3", "g4"), 0), "b1": 200}}},
            "A quick game with 3, 4 and 5 players didn’t end. Change the deck, or the cards that are drawn.",
        ),
        (
            {"deck": {"cards": {**dict.fromkeys(("b2", "s2", "s3", "g3"), 200), "b1": 200, "g4": 200}}},
            "The deck has too many cards, or a limit is too small.",
        ),
    ],
)
def test_what_keeps_a_set_from_being_played_is_told(changes: dict[str, Data], sentence: str) -> None:
    assert sentence in problems(**changes)


def test_a_tile_of_two_boxes_is_refused() -> None:
    held = pieces()
    held[EntryKind.TILE, "gisborne_workshop/reed_mire"] = held[EntryKind.TILE, "gisborne/reed_mire"]
    printed = held[EntryKind.SET, DEFAULT_SET]
    printed["path"] = ["gisborne_workshop/reed_mire", *printed["path"][1:]]
    assert "Reed Mire is included twice, from two boxes. Remove one." in tried_set_problems(set_of(printed), held)


@pytest.mark.django_db
def test_a_change_that_makes_the_box_unplayable_is_not_published() -> None:
    load_published()
    with pytest.raises(ValidationError, match="would make the set “Box as printed” unplayable"):
        edited(entry("deck"), cards=dict.fromkeys(("b1", "b2", "s2", "s3", "g3", "g4"), 1))
    edited(entry("reed_mire"), rows=["_____", "..C..", "_____"])
    assert entry("reed_mire").version == 2


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["reed_mire", "deck"])
def test_what_a_set_needs_is_not_retired(key: str) -> None:
    load_published()
    with pytest.raises(CatalogRefusal) as refused:
        retire(entry=entry(key), by=reviewer(), words="Old.")
    assert (refused.value.reason, refused.value.details) == (CatalogRefusalReason.IN_USE, ("Box as printed",))


@pytest.mark.django_db
def test_the_set_of_the_box_is_not_retired() -> None:
    load_published()
    with pytest.raises(ValidationError, match="New tables start with this set"):
        retire(entry=entry("printed"), by=reviewer(), words="Old.")


def test_a_tile_like_another_one_is_noted() -> None:
    (reed,) = [one for one in PUBLISHED if one.key == "reed_mire"]
    same = {**reed.definition, "id": "other"}
    assert list(SHELF.oddities("tile", same, {})) == ["It has the same fields and rivers as “Reed Mire”."]
    assert list(SHELF.oddities("tile", reed.definition, {})) == []


@pytest.mark.django_db
def test_who_publishes_is_told_which_tables_have_it() -> None:
    load_published()
    unused = CatalogEntry(box="gisborne_workshop", kind=EntryKind.TILE, key="mill")
    assert usage_sentence(entry("reed_mire")) == "New tables with these sets now use it: Box as printed."
    assert usage_sentence(entry("printed")) == "It’s available to new tables."
    assert usage_sentence(unused) == "New tables will use it when a published set includes it."

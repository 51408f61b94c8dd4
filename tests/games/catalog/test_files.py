"""Catalog files: export, schema, validation, and imports that succeed or fail as a whole."""

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.catalog.differences import entry_diff
from games.catalog.drafts import open_draft
from games.catalog.files import (
    MOST_BYTES,
    FileFaults,
    ImportOutcome,
    dump_entries,
    import_entries,
    parse_entries,
    plan,
    schema,
)
from games.catalog.models import CatalogEntry, Change, EntryState
from games.catalog.publication import bring_back, retire
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator, unguarded

pytestmark = pytest.mark.django_db

_CARD: dict[str, Any] = {
    "box": "workshop",
    "kind": "scoring",
    "key": "shore_walk",
    "name": "Shore Walk",
    "definition": {
        "id": "shore_walk",
        "name": "Shore Walk",
        "stack": "spatial",
        "solo_target": 12,
        "clauses": [{"family": "spaces", "stars": 1, "terrain": "water", "on": "edge"}],
        "names": {"fr": "Sentier du rivage"},
    },
    "examples": [{"board": "/".join(["." * 11] * 11), "stars": 0}],
    "notes": "Quick to see.",
    "source": "Our own",
    "licence": "CC0",
}
PAGE = "admin:catalog_catalogentry_import"
DRAFTS = "admin:catalog_catalogentry_import_drafts"


@pytest.fixture(autouse=True)
def _published(db: None) -> None:
    load_published()


def file(*entries: Any, **changes: Any) -> str:
    return json.dumps({"format": "carto-catalog", "version": 1, "entries": list(entries), **changes})


def card(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(_CARD), **changes}


def named(name: str) -> dict[str, Any]:
    """The card under another name."""
    return card(name=name, definition={**_CARD["definition"], "name": name})


def faults(act: Callable[[], object]) -> str:
    with pytest.raises(FileFaults) as found:
        act()
    return " | ".join(found.value.sentences)


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(schema())


def counts() -> tuple[int, int]:
    return CatalogEntry.objects.count(), CatalogEntry.objects.open().count()


def test_what_is_written_is_read_and_changes_nothing() -> None:
    text = json.dumps(dump_entries(CatalogEntry.objects.in_play()))
    steps = plan(parse_entries(text))
    assert {step.import_outcome for step in steps} == {ImportOutcome.SAME}
    assert len(steps) == CatalogEntry.objects.in_play().count() > 80
    assert import_entries(parse_entries(text), by=curator()) == []


def test_all_that_is_in_play_is_as_the_schema_says() -> None:
    Draft202012Validator.check_schema(schema())
    whole = dump_entries(CatalogEntry.objects.in_play())
    assert not list(validator().iter_errors(whole))
    assert not list(validator().iter_errors(json.loads(file(card()))))


def test_something_new_becomes_a_draft_with_all_that_is_said_of_it() -> None:
    (draft,) = import_entries(parse_entries(file(card())), by=curator())
    assert (draft.state, draft.version, draft.name, draft.notes) == (EntryState.DRAFT, 1, "Shore Walk", "Quick to see.")
    assert (draft.source, draft.licence, draft.created_by) == ("Our own", "CC0", curator())
    assert draft.definition["names"] == {"fr": "Sentier du rivage"}
    assert draft.examples == _CARD["examples"]
    assert Change.objects.of(draft).get().words == "from a file"
    assert json.loads(json.dumps(dump_entries([draft])))["entries"][0]["definition"]["clauses"][0]["at_least"] == 1
    assert import_entries(parse_entries(file(card())), by=curator()) == [], "what is there already is no second draft"


def test_parts_in_another_order_are_no_difference() -> None:
    old = CatalogEntry.objects.get(key="treetower")
    turned = {key: old.definition[key] for key in reversed(old.definition)}
    other = CatalogEntry(name=old.name, definition=turned, examples=old.examples)
    assert not any(line.change for line in entry_diff(old, other))


def test_what_says_something_else_becomes_a_draft_of_it() -> None:
    old = CatalogEntry.objects.get(key="treetower")
    entry = dump_entries([old])["entries"][0]
    entry["definition"] = {**entry["definition"], "solo_target": 33}
    (step,) = plan(parse_entries(file(entry)))
    assert step.import_outcome is ImportOutcome.CHANGED
    assert [(line.change, line.text.strip()) for line in step.lines if line.change] == [
        ("removed", '"solo_target": 17,'),
        ("added", '"solo_target": 33,'),
    ]
    (draft,) = import_entries(parse_entries(file(entry)), by=curator())
    assert (draft.version, draft.position, draft.state) == (2, old.position, EntryState.DRAFT)
    old.refresh_from_db()
    assert old.current


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Line 1, column 1"),
        ('{"format": "carto-catalog",\n "version": 1\n "entries": []}', "Line 3, column 2"),
        ("[" * 100_000, "Invalid JSON."),
        ('{"format": "carto-catalog", "version": NaN}', "Invalid JSON."),
        ("9" * 5_000, "Invalid JSON."),
        ("[]", 'This isn’t a card file. It must start with "format": "'),
        (file(card(), format="other"), 'This isn’t a card file. It must start with "format": "'),
        (file(card(), version=2), "Only version 1"),
        (file(card(), version=True), "Only version 1"),
        (file(), '"entries" must be a non-empty list.'),
        (file(card(), entries={}), '"entries" must be a non-empty list.'),
        (file(card(), extra=1), 'Unknown property "extra" in a card file'),
        (file(*[card()] * 1_001), "can have at most 1000 entries"),
        (file(card(), card()), r"Entry 2 \(shore_walk\): is in the file twice"),
        (file(7), "Entry 1: must be a JSON object"),
        (file(card(extra=1)), 'unknown property "extra"'),
        (file(card(box="attic")), "no game has this box and type."),
        (file(card(kind="potion")), "no game has this box and type."),
        (file(card(name="Other")), "its name differs from the name in its definition."),
        (file(card(name="x" * 61)), "name: must be text of 1 to 60 characters"),
        (file(card(key="other")), "The ID can’t be changed."),
        (file(card(definition=None)), "The definition must be a JSON object"),
        (file(card(definition={**_CARD["definition"], "clauses": []})), r"Entry 1 \(shore_walk\): .*clauses"),
        (file(card(definition={**_CARD["definition"], "stack": "x"})), "stack"),
        (file(card(definition={**_CARD["definition"], "names": {"fr": "a\x00b"}})), "can’t be stored"),
        (file(card(definition={**_CARD["definition"], "names": {"fr": "a\nb"}})), "names: each must be a single line"),
        (file(card(definition={**_CARD["definition"], "words": {"fr": "a\x00b"}})), "can’t be stored"),
        (file(card(examples=[{"board": "\x00", "stars": 1}])), "examples: contains a character that can’t be stored"),
        (file(card(notes="a\x00b")), "notes: must be text"),
        (file(card(examples=7)), "examples: must be a list"),
        (file(card(examples=[{"board": 5, "stars": 1}])), "Example 1 is invalid"),
        (file(card(examples=_CARD["examples"])).replace('"stars": 0', '"stars": 1e999'), "can’t be stored"),
        (file(card(examples=_CARD["examples"] * 13)), "can have at most 12 examples"),
        (
            file(card(definition={**_CARD["definition"], "clauses": _CARD["definition"]["clauses"] * 5})),
            "clauses: must be a list of 1 to 4",
        ),
        (
            file(card(key="shore walk", definition={**_CARD["definition"], "id": "shore walk"})),
            "key: can only contain unaccented letters, digits, - and _.",
        ),
        (file({**card(), "\ud800": 1}), "unknown property"),
        (file(named("Shore\u202eklaW")), r"Entry 1 \(shore_walk\): name: Use only visible characters."),
        (file(named("Shore\x1bWalk")), "name: Use only visible characters."),
        (
            file(card(definition={**_CARD["definition"], "names": {"fr": "a\u3164b"}})),
            "names, fr: Use only visible characters",
        ),
        (
            file(card(definition={**_CARD["definition"], "words": {"fr": "a\u202eb"}})),
            "words, fr: Use only visible characters",
        ),
        (" " * (MOST_BYTES + 1), "larger than 2 MB"),
    ],
    ids=range(41),
)
def test_a_bad_file_says_where_it_is_bad_and_changes_nothing(text: str, words: str) -> None:
    before = counts()
    with pytest.raises(FileFaults) as found:
        import_entries(parse_entries(text), by=curator())
    assert re.search(words, " | ".join(found.value.sentences))
    assert counts() == before


def test_names_are_taken_in_with_plain_spaces_and_words_as_they_are() -> None:
    entry = named("Shore\u202fWalk")
    entry["definition"] |= {"names": {"fr": "Où\u00a0?"}, "words": {"fr": "Où\u00a0?"}}
    (draft,) = import_entries(parse_entries(file(entry)), by=curator())
    assert draft.name == draft.definition["name"] == "Shore Walk"
    assert (draft.definition["names"], draft.definition["words"]) == ({"fr": "Où ?"}, {"fr": "Où\u00a0?"})


def test_a_card_stored_with_a_no_break_space_is_the_same_in_its_file() -> None:
    (draft,) = import_entries(parse_entries(file(card())), by=curator())
    draft.name = draft.definition["name"] = "Shore\u00a0Walk"
    draft.save()
    assert [step.import_outcome for step in plan(parse_entries(json.dumps(dump_entries([draft]))))] == [
        ImportOutcome.SAME
    ]


def test_a_byte_order_mark_is_skipped() -> None:
    assert parse_entries("\ufeff" + file(card())) == parse_entries(file(card()))


def test_one_bad_entry_keeps_out_all_others() -> None:
    before = counts()
    bad = card(key="other", definition={**_CARD["definition"], "id": "other", "solo_target": 100})
    assert "Entry 2 (other): solo_target" in faults(
        lambda: import_entries(parse_entries(file(card(), bad)), by=curator())
    )
    assert counts() == before


def test_ids_and_boxes_of_others_are_left_alone() -> None:
    other = card(key="farmland", definition={**_CARD["definition"], "id": "farmland"})
    assert "another component has this ID. Choose another one." in faults(lambda: plan(parse_entries(file(other))))
    official = card(box="heroes")
    assert "this box is closed to new components; use the workshop box." in faults(
        lambda: plan(parse_entries(file(official)))
    )


def test_a_draft_that_somebody_works_on_is_not_overwritten() -> None:
    old = CatalogEntry.objects.get(key="treetower")
    open_draft(entry=old, by=curator())
    entry = dump_entries([old])["entries"][0]
    entry["definition"] = {**entry["definition"], "solo_target": 33}
    assert "a draft already exists. Publish or discard it first." in faults(
        lambda: import_entries(parse_entries(file(entry)), by=curator())
    )


def test_a_draft_that_says_what_the_file_says_is_left_alone_and_so_is_what_is_in_play() -> None:
    old = CatalogEntry.objects.get(key="treetower")
    kept, changed = (dump_entries([old])["entries"][0] for _ in range(2))
    changed["definition"] = {**changed["definition"], "solo_target": 33}
    import_entries(parse_entries(file(changed)), by=curator())
    for entry in (kept, changed):
        assert {step.import_outcome for step in plan(parse_entries(file(entry)))} == {ImportOutcome.SAME}
        assert import_entries(parse_entries(file(entry)), by=curator()) == []


def piece(kind: str, **changes: Any) -> dict[str, Any]:
    """Return a file entry like one of the base game, or an empty set, with its own name."""
    like = CatalogEntry.objects.filter(box="cartographers", kind=kind).order_by("pk").first()
    definition = {**(like.definition if like else {}), "id": "reeds", "name": "Reeds", **changes}
    return {"box": "workshop", "kind": kind, "key": "reeds", "name": "Reeds", "definition": definition}


_SHAPE = {"drawn": ["##"], "coin": False}
_BRINGS = {"effect": "reward", "initial": "R"}


@pytest.mark.parametrize(
    ("kind", "changes", "words"),
    [
        ("explore", {"terrains": ["mountain"]}, "terrains 1: must be one of forest, village, farm, water, monster."),
        ("explore", {"terrains": ["farm", "farm"]}, "terrains: contains a duplicate."),
        ("explore", {"shapes": [_SHAPE] * 3}, "shapes: must be a list of 1 to 2 items."),
        (
            "explore",
            {"place": "sea"},
            "place: must be one of edge, mountain, landmark, region_1, region_2, region_3, region_4.",
        ),
        ("explore", {"overlap": ""}, "overlap: must be one of replace, destroy."),
        ("explore", {"names": {"xx": "Roseaux"}}, "names, xx: unknown property. Allowed: fr."),
        ("explore", {"names": {"en": "Reeds"}}, "names, en: unknown property. Allowed: fr."),
        ("explore", {"names": {"fr": "x" * 61}}, "names, fr: can have at most 60 characters."),
        ("explore", {"words": {"la": "Cave."}}, "words, la: unknown property. Allowed: en, fr."),
        ("explore", {"words": {"en": "x" * 601}}, "words, en: can have at most 600 characters."),
        ("explore", {"words": {"en": " Mind."}}, "words, en: can’t start or end with a space."),
        ("ambush", {**_BRINGS, "reward": 10**9}, "reward: must be a whole number from 0 to 99."),
        ("ambush", {**_BRINGS, "reward": 0}, "reward: must be a whole number from 1 to 99."),
        ("ambush", {"effect": "dance"}, "effect: must be one of none, reward, spread, destroy_empty, destroy_any."),
        ("ambush", {"effect": {"when": "at_once"}}, "effect, what: is required."),
        (
            "ambush",
            {"effect": {"when": "at_once", "what": "draw_monster", "count": 4}, "initial": "R"},
            "effect, count: must be a whole number from 1 to 3.",
        ),
        (
            "ambush",
            {"effect": {"when": "at_once", "what": "draw_monster", "chooser": "owner"}},
            "effect, count: is required.",
        ),
        (
            "ambush",
            {"effect": {"when": "surrounded", "what": "draw_monster"}},
            "effect, what: must be one of earn_coins.",
        ),
        (
            "ambush",
            {"effect": {"when": "at_once", "what": "lose_coins", "where": "rows"}},
            "effect, where: unknown property. Allowed: what, when.",
        ),
        (
            "ambush",
            {"initial": "R", "effect": {"when": "at_once", "what": "lose_coins"}, "reward": 0},
            "reward: must be a whole number from 1 to 99.",
        ),
        ("set", {"seasons": ["cartographers/fall"] * 2}, "seasons: must be a list of 4 items."),
    ],
)
def test_what_no_form_can_say_is_not_taken(kind: str, changes: dict[str, Any], words: str) -> None:
    entry = piece(kind, **changes)
    assert faults(lambda: import_entries(parse_entries(file(entry)), by=curator())) == f"Entry 1 (reeds): {words}"
    assert not validator().is_valid(json.loads(file(entry)))
    assert validator().is_valid(json.loads(file(piece("explore"), piece("ambush", **_BRINGS, reward=2))))


@pytest.mark.parametrize("stars", [-10_000, 10_000, 10**30])
def test_examples_earn_what_their_form_can_say(stars: int) -> None:
    entry = card(examples=[{"board": _CARD["examples"][0]["board"], "stars": stars}])
    words = "Entry 1 (shore_walk): Example 1: expected stars must be a whole number from −9999 to 9999."
    assert faults(lambda: import_entries(parse_entries(file(entry)), by=curator())) == words
    assert not validator().is_valid(json.loads(file(entry)))


def test_only_scoring_cards_have_examples_as_the_schema_says_too() -> None:
    entry = {**piece("explore"), "examples": _CARD["examples"]}
    assert "Only scoring cards can have examples." in faults(lambda: plan(parse_entries(file(entry))))
    assert not validator().is_valid(json.loads(file(entry)))


def test_what_was_published_before_stays_and_comes_in_a_file_again() -> None:
    old = CatalogEntry.objects.get(box="cartographers", kind="explore", key="farmland")
    odd = {**old.definition, "terrains": ["mountain"], "shapes": [_SHAPE] * 3, "names": {"xx": "Ager"}}
    with unguarded():
        CatalogEntry.objects.filter(pk=old.pk).update(definition=odd)
    whole = dump_entries(CatalogEntry.objects.in_play())
    assert {step.import_outcome for step in plan(parse_entries(json.dumps(whole)))} == {ImportOutcome.SAME}
    changed = next(entry for entry in whole["entries"] if entry["key"] == "farmland")
    changed["notes"] = "Old."
    assert "(farmland): terrains 1: must be one of" in faults(lambda: plan(parse_entries(json.dumps(whole))))
    retire(entry=CatalogEntry.objects.get(pk=old.pk), by=curator(), words="Too odd.")
    bring_back(entry=CatalogEntry.objects.get(pk=old.pk), by=curator())
    assert CatalogEntry.objects.in_play().get(key="farmland").definition == odd

"""Sets: storage, which of them are playable, and the cards they keep published."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from games.cartographers.shelf import SHELF
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.published_sets import fill_stored_set, find_set, stored_sets
from games.cartographers.shelf.sets import Slot, set_from_json, set_to_json
from games.cartographers.words.names import card_name
from games.catalog.drafts import open_draft
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.catalog.models import CatalogEntry
from games.catalog.publication import retire, submit
from games.catalog.site_cards import load_published
from games.catalog.validation import find_warnings, usage_sentence
from tests.games.cartographers.shelf.sets import FOUR, LOOP, drafted, published, published_set, refs, small_set
from tests.games.catalog.making import curator, edited, reviewer

pytestmark = pytest.mark.django_db


def stored(**changes: Any) -> dict[str, Any]:
    return SHELF.stored_form(EntryKind.SET, {**small_set(), "id": "riverside", **changes})


def test_a_set_is_stored_as_it_was_read() -> None:
    form = stored(**{"from": "2026-12-01", "until": "2026-12-24", "words": {"en": "Wet feet."}})
    assert set_to_json(set_from_json(form)) == form
    assert "from" not in stored()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"explore": "cartographers/farmland"}, "explore: must be a list."),
        ({"scoring": ["treetower"]}, "scoring 1: must be a box and an ID, for example cartographers/treetower."),
        ({"scoring": ["attic/treetower"]}, "scoring 1: must be a box and an ID"),
        ({"scoring": [["cartographers/treetower"]]}, "scoring 1: must be text."),
        ({"sheets": ["cartographers/A"] * 2}, "sheets: contains a duplicate."),
        ({"ruins": [f"workshop/ruin_{number}" for number in range(101)]}, "ruins: must be a list of 0 to 100 items."),
        ({"from": "tomorrow"}, "from: must be a date, for example 2026-12-24."),
        ({"until": 7}, "until: must be text."),
        ({"from": "2026-12-24", "until": "2026-12-01"}, "until: must not be before the first day."),
        ({"edicts": refs(EntryKind.SCORING, *FOUR[1:])}, "edicts: must be four of the scoring cards"),
        ({"edicts": refs(EntryKind.SCORING, *FOUR[1:], "greenbough")}, "edicts: must be four of the scoring cards"),
        ({"colour": "red"}, "colour: unknown property"),
        ({"name": ""}, "name: can’t be empty."),
    ],
)
def test_what_is_no_set_is_refused_in_words(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        stored(**changes)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scoring": refs(EntryKind.SCORING, *FOUR[1:])}, "scoring card from each stack. Missing: forest"),
        ({"sheets": []}, "A set needs at least one map sheet."),
        ({"explore": []}, "A set needs explore cards"),
        ({"seasons": ["cartographers/spring"]}, "A set must have four seasons."),
        ({"explore": ["cartographers/farmland"]}, "have a total time value of 1, but the longest season needs 8"),
        ({"explore": ["workshop/nothing"]}, "workshop/nothing isn’t active"),
        (
            {
                "scoring": [
                    *refs(EntryKind.SCORING, *FOUR),
                    "heroes/heart_of_the_forest",
                    "heroes_preview/heart_of_the_forest",
                ]
            },
            "Heart of the Forest is included twice",
        ),
    ],
)
def test_a_set_that_cannot_be_played_is_not_handed_in(changes: dict[str, Any], words: str) -> None:
    draft = drafted(EntryKind.SET, small_set(**changes))
    with pytest.raises(ValidationError) as refused:
        submit(entry=draft, by=curator())
    assert words in " ".join(refused.value.messages)


def test_two_monsters_of_one_initial_are_not_in_one_set() -> None:
    load_published()
    troll = CatalogEntry.objects.filter(kind=EntryKind.AMBUSH, box="heroes").exclude(definition__initial="").first()
    assert troll is not None
    twin = {**troll.definition, "name": "Twin"}
    other = drafted(EntryKind.AMBUSH, {key: value for key, value in twin.items() if key != "id"})
    published(other)
    draft = drafted(EntryKind.SET, small_set(ambushes=[f"heroes/{troll.key}", f"workshop/{other.key}"]))
    with pytest.raises(ValidationError, match=f"{troll.name} and Twin have the same initial"):
        submit(entry=draft, by=curator())


def test_a_draft_is_no_card_of_a_published_set() -> None:
    loop = drafted(EntryKind.EXPLORE, LOOP)
    draft = drafted(EntryKind.SET, small_set(explore=[*small_set()["explore"], f"workshop/{loop.key}"]))
    with pytest.raises(ValidationError, match="workshop/loop isn’t active"):
        submit(entry=draft, by=curator())
    published(loop)
    assert published(draft).current


def test_what_a_set_in_play_names_is_not_retired() -> None:
    riverside = published_set()
    loop = CatalogEntry.objects.in_play().get(key="loop")
    with pytest.raises(CatalogRefusal) as refused:
        retire(entry=loop, by=reviewer(), words="Too easy.")
    assert (refused.value.reason, refused.value.details) == (CatalogRefusalReason.IN_USE, ("Riverside",))
    retire(entry=riverside, by=reviewer(), words="The season is over.")
    retire(entry=loop, by=reviewer(), words="Too easy.")
    assert find_set("riverside") is None


def test_a_card_is_not_changed_so_that_a_set_cannot_be_played() -> None:
    published_set(scoring=refs(EntryKind.SCORING, *FOUR))
    treetower = CatalogEntry.objects.in_play().get(key="treetower")
    with pytest.raises(ValidationError, match="This change would make the set “Riverside” unplayable"):
        edited(treetower, stack="village")


def test_a_set_has_the_cards_that_are_in_play_and_else_the_last_that_were() -> None:
    riverside = published_set()
    kept = stored_sets()["workshop/riverside", 1]
    loop = CatalogEntry.objects.in_play().get(key="loop")
    edited(loop, time=2)
    assert fill_stored_set(kept).explore[-1].time == 2
    retire(entry=riverside, by=reviewer(), words="The season is over.")
    retire(entry=CatalogEntry.objects.in_play().get(key="loop"), by=reviewer(), words="Too easy.")
    assert fill_stored_set(kept).explore[-1].time == 2


def test_seasons_are_those_of_their_places() -> None:
    published_set(seasons=["cartographers/winter", "heroes/spring", "heroes/spring", "cartographers/spring"])
    one = find_set("riverside")
    assert one is not None
    assert [season.id for season in one.filled.seasons] == ["spring", "summer", "fall", "winter"]
    assert one.filled.seasons[0].threshold == 6


def test_a_set_has_its_name_in_the_language_of_the_page() -> None:
    published_set()
    one = find_set("riverside")
    assert one is not None
    with translation.override("fr"):
        assert card_name(one.stored.card_set) == "Bord de l’eau"
    with translation.override("en"):
        assert card_name(one.stored.card_set) == "Riverside"


def test_set_warns_of_a_place_that_none_of_its_sheets_has() -> None:
    loops = [published(drafted(EntryKind.EXPLORE, {**LOOP, "place": place})) for place in ("region_2", "mountain")]
    explore = [*small_set()["explore"], *(f"workshop/{loop.key}" for loop in loops)]
    draft = drafted(EntryKind.SET, small_set(explore=explore))
    (warning,) = [words for words in find_warnings(draft, draft.definition) if LOOP["name"] in words]
    assert warning.startswith(
        f"{LOOP['name']} refers to region 2, so a single square is drawn instead on map sheets without it: "
    )


def test_set_warns_of_cards_next_to_mountains_without_any() -> None:
    bare = published(drafted(EntryKind.SHEET, {"rows": ["r" + "." * 10] * 11, "name": "Plain"}))
    loop = published(drafted(EntryKind.EXPLORE, {**LOOP, "place": "mountain"}))
    explore = [*small_set()["explore"], f"workshop/{loop.key}"]
    draft = drafted(EntryKind.SET, small_set(explore=explore, sheets=[f"workshop/{bare.key}"]))
    (warning,) = [words for words in find_warnings(draft, draft.definition) if LOOP["name"] in words]
    assert warning == (
        f"No map sheet in this set has mountains. {LOOP['name']} requires one, so players draw a single square instead."
    )


def test_what_is_hardly_meant_is_said() -> None:
    draft = drafted(EntryKind.SET, small_set(ambushes=[]))
    assert any(
        "This set has no ambush cards, so monsters never appear." in sentence
        for sentence in find_warnings(draft, draft.definition)
    )


def test_an_edited_set_is_a_new_version_and_the_old_one_is_kept() -> None:
    riverside = published_set()
    edited(riverside, sheets=refs(EntryKind.SHEET, "A", "B"))
    assert [kept.version for kept in stored_sets().values() if not kept.of_box] == [1, 2]
    assert len(stored_sets()["workshop/riverside", 1].card_set.refs[Slot.SHEETS]) == 1
    assert open_draft(entry=riverside, by=curator()).version == 3


def test_who_publishes_is_told_which_tables_have_it() -> None:
    loop = published(drafted(EntryKind.EXPLORE, LOOP))
    assert usage_sentence(loop) == "New tables will use it when a published set includes it."
    definition = small_set()
    riverside = published(
        drafted(EntryKind.SET, {**definition, "explore": [*definition["explore"], f"workshop/{loop.key}"]})
    )
    assert usage_sentence(loop) == "New tables with these sets now use it: Riverside."
    assert usage_sentence(riverside) == "It’s available to new tables on its dates."
    assert usage_sentence(CatalogEntry.objects.get(key="treetower")) == "New tables now use it."

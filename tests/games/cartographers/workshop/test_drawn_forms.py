"""Round trips from a definition through its form and back."""

from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cartographers.cards import Corner, Place, RotationDirection
from engine.cartographers.effects import NO_EFFECT, PUBLISHED, effect_to_json
from engine.cartographers.geometry import SIZE
from engine.cartographers.terrain import DRAWABLE
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.workshop import EDITORS
from games.cartographers.workshop.shapes import rows_of
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data
from tests.engine.mixes import random_effect
from tests.games.cartographers.workshop.editing import Page

SHAPES = st.frozensets(st.tuples(*[st.integers(0, SIZE - 1)] * 2), min_size=1, max_size=9).map(rows_of)
NEAR = st.integers(1 - SIZE, SIZE - 1)
LABELS = st.fixed_dictionaries(
    {}, optional={"names": st.just({"fr": "Marais"}), "words": st.just({"en": "Mind the reeds.", "fr": "Gare."})}
)


def _blocks(number: int) -> Any:
    return effect_to_json(random_effect(Random(number)))


REGION = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["", "The Fens"]),
        "spaces": st.sets(st.sampled_from(["A1", "B2", "C3", "K11"])).map(sorted),
    },
    optional={"names": st.just({"fr": "Les marais"})},
)
OWN: dict[EntryKind, st.SearchStrategy[Data]] = {
    EntryKind.EXPLORE: st.fixed_dictionaries(
        {
            "time": st.integers(0, 9),
            "terrains": st.sets(st.sampled_from(DRAWABLE), min_size=1).map(lambda some: [t.word for t in sorted(some)]),
            "shapes": st.lists(st.fixed_dictionaries({"drawn": SHAPES, "coin": st.booleans()}), min_size=1, max_size=3),
        },
        optional={"place": st.sampled_from([*map(str, Place)])},
    ),
    EntryKind.RUINS: st.just({}),
    EntryKind.AMBUSH: st.fixed_dictionaries(
        {
            "drawn": SHAPES,
            "pass": st.sampled_from([*map(str, RotationDirection)]),
            "solo_corner": st.sampled_from([*map(str, Corner)]),
            "solo_direction": st.sampled_from([*map(str, RotationDirection)]),
            "initial": st.sampled_from("AQZ"),
            "effect": st.sampled_from([NO_EFFECT, *PUBLISHED]) | st.integers(0, 10**6).map(_blocks),
            "reward": st.integers(1, 99),
        }
    ),
    EntryKind.HERO: st.fixed_dictionaries(
        {"attack": st.lists(st.tuples(NEAR, NEAR).filter(any).map(list), min_size=1, max_size=9, unique_by=tuple)}
    ),
    EntryKind.SHEET: st.fixed_dictionaries(
        {"rows": st.lists(st.text("^*r#.FVAWMfvawm", min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)},
        optional={
            "landmark_coins": st.integers(1, 14),
            "regions": st.lists(REGION, max_size=3).map(
                lambda some: [*some, {"name": "Fens", "spaces": ["A1", "K11"]}]
            ),
        },
    ),
}


def form_of(entry: CatalogEntry, data: Any = None) -> Any:
    return EDITORS[entry.kind].form(data, entry=entry)


@pytest.mark.parametrize("kind", OWN)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_nothing_is_lost_between_a_definition_and_its_form(kind: EntryKind, data: st.DataObject) -> None:
    fields = {"id": "marsh", "name": "Marsh", **data.draw(OWN[kind]), **data.draw(LABELS)}
    definition = stored_form(kind, fields)
    entry = CatalogEntry(box=CatalogBox.WORKSHOP, kind=kind, key="marsh", name="Marsh", definition=definition)
    page = Page(HttpResponse(f'<form id="editor">{form_of(entry).as_p()}</form>'))
    form = form_of(entry, page.fields)
    assert form.is_valid(), form.errors
    assert form.stored == definition


def test_lines_end_as_in_a_file_whatever_a_browser_sends() -> None:
    definition = stored_form(EntryKind.RUINS, {"id": "marsh", "name": "Marsh", "words": {"en": "Mind.\nThe reeds."}})
    entry = CatalogEntry(
        box=CatalogBox.WORKSHOP, kind=EntryKind.RUINS, key="marsh", name="Marsh", definition=definition
    )
    sent = {"saves": "0", "name": "Marsh", "words_en": "Mind.\r\nThe reeds.", "notes": "One.\r\nTwo."}
    form = form_of(entry, sent)
    assert form.is_valid()
    assert (form.stored, form.draft_content().notes) == (definition, "One.\nTwo.")

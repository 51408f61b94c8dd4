"""Size limits: the largest definition of every kind can be imported, opened and saved."""

import json
from typing import Any, Final

import pytest
from django.conf import settings
from django.test import Client
from jsonschema import Draft202012Validator

from engine.cartographers.bounds import MOST_CLAUSES, MOST_EXAMPLES, MOST_REFS, MOST_SHAPES
from engine.cartographers.cards import Combination, Corner, RotationDirection
from engine.cartographers.geometry import SIZE
from engine.cartographers.scoring.clusters import Clusters
from engine.cartographers.scoring.parameters import parameters_of
from engine.cartographers.skills import SkillPower
from engine.cartographers.terrain import DRAWABLE, REGIONS, Feature
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.sets import Slot
from games.cartographers.workshop import own_sets
from games.catalog.drafts import DraftContent, open_draft, save_draft
from games.catalog.files import import_entries, parse_entries, schema
from games.catalog.models import CatalogEntry
from games.catalog.names import MOST_NAME, MOST_WORDS
from games.catalog.shelves import Data
from games.catalog.site_cards import load_published
from tests.games.cartographers.workshop.editing import Page, opened, staff
from tests.games.catalog.making import address, curator, unguarded
from tests.games.catalog.test_files import file
from tests.test_headers import answer, scope

pytestmark = pytest.mark.django_db(transaction=True)

_SIGN: Final = "🏰"
"""As long as any, where it is sent."""
_NAME: Final = _SIGN * MOST_NAME
_FULL: Final = ["#" * SIZE] * SIZE
_TOKEN: Final = "a" * 32
_BOARD: Final = (
    "/".join(["m" * SIZE] * SIZE)
    + " D:"
    + ",".join(f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(1, SIZE + 1))
)


def refs(slot: Slot) -> list[str]:
    """Return as many references as a set may have, none of them published."""
    return [f"heroes_preview/{slot.value}_{number}".ljust(79, "x") for number in range(MOST_REFS)]


def largest(kind: EntryKind) -> Data:
    """Return the largest values for the fields specific to a kind."""
    reach = range(1 - SIZE, SIZE)
    features = {
        name: [choice.word for choice in part.choices if choice is not Feature.EDGE]  # the shape reaches it
        for name, part in parameters_of(Clusters).items()
        if part.kind == "features"
    }
    match kind:
        case EntryKind.SEASON:
            return {"threshold": 60, "edicts": ["C", "D"]}
        case EntryKind.EXPLORE:
            shapes = [{"drawn": _FULL, "coin": True}] * MOST_SHAPES
            return {"time": 9, "terrains": [terrain.word for terrain in DRAWABLE], "shapes": shapes}
        case EntryKind.RUINS:
            return {}
        case EntryKind.AMBUSH:
            ways = {"pass": RotationDirection.COUNTERCLOCKWISE, "solo_direction": RotationDirection.COUNTERCLOCKWISE}
            return {
                "drawn": _FULL,
                **ways,
                "solo_corner": Corner.BOTTOM_RIGHT,
                "initial": "W",
                "effect": "destroy_empty",
                "reward": 99,
            }
        case EntryKind.HERO:
            return {"attack": [[row, column] for row in reach for column in reach if row or column]}
        case EntryKind.SCORING:
            clause = {"family": "clusters", "stars": -20, "terrain": "forest", "containing": _FULL, **features}
            clause["tiers"] = list(range(90, 100))
            combining = {"combination": Combination.SMALLEST, "cap": 99, "floor": -99}
            return {"stack": "farm_water", "solo_target": 99, "clauses": [clause] * MOST_CLAUSES, **combining}
        case EntryKind.SKILL:
            return {"power": SkillPower.ANY_TERRAIN.value, "cost": 5}
        case EntryKind.SHEET:
            names = {code: _NAME for code, _name in settings.LANGUAGES if code != "en"}
            spaces = [f"{row}{column}" for row in "ABCDEFGHIJK" for column in range(1, SIZE + 1)]
            regions = [{"name": _NAME, "names": names, "spaces": spaces}] * len(REGIONS)
            return {"rows": ["." * SIZE] * SIZE, "landmark_coins": 14, "tolls": spaces, "regions": regions}
        case EntryKind.SET:
            seasons = [f"workshop/{season}".ljust(73, "x") for season in ("one", "two", "three", "four")]
            days = {"from": "2027-02-01", "until": "2027-02-28"}
            return {**{slot.value: refs(slot) for slot in Slot}, "seasons": seasons, **days}


def entry_of(kind: EntryKind) -> dict[str, Any]:
    """Return a file entry with every text at its maximum length."""
    languages = [code for code, _name in settings.LANGUAGES]
    labels = (
        {}
        if kind is EntryKind.SEASON
        else {
            "name": _NAME,
            "names": {code: _NAME for code in languages if code != "en"},
            "words": dict.fromkeys(languages, _SIGN * MOST_WORDS),
        }
    )
    examples = [{"board": _BOARD, "stars": 9_999}] * MOST_EXAMPLES if kind is EntryKind.SCORING else []
    texts = {"notes": _SIGN * 4_000, "source": _SIGN * 200, "licence": _SIGN * 100}
    definition = {"id": "large", **labels, **largest(kind)}
    return {
        "box": "workshop",
        "kind": kind.value,
        "key": "large",
        "name": _NAME,
        "definition": definition,
        "examples": examples,
        **texts,
    }


def saved(client: Client, at: str, body: bytes) -> int:
    """Return the status of a form post sent through the whole site, with all middleware."""
    cookies = f"{settings.SESSION_COOKIE_NAME}={client.session.session_key}; {settings.CSRF_COOKIE_NAME}={_TOKEN}"
    headers = [
        (b"cookie", cookies.encode()),
        (b"content-type", b"application/x-www-form-urlencoded"),
        (b"content-length", str(len(body)).encode()),
    ]
    return answer(scope(at.encode(), "POST", headers), body)[0]


def pressed(client: Client, entry: CatalogEntry) -> int:
    """Return the status after saving a draft's form unchanged."""
    fields = opened(client, entry).fields
    for name, value in (("csrfmiddlewaretoken", _TOKEN), ("licence", "CC0")):
        fields[name] = value
    return saved(client, address(entry, "save"), fields.urlencode().encode())


@pytest.mark.parametrize("kind", EntryKind)
def test_the_largest_definition_of_each_kind_is_opened_and_saved(kind: EntryKind, client: Client) -> None:
    load_published()
    staff(client)
    text = file(entry_of(kind))
    assert not list(Draft202012Validator(schema()).iter_errors(json.loads(text)))
    (draft,) = import_entries(parse_entries(text), by=curator())
    before = draft.definition, draft.examples, draft.notes
    assert pressed(client, draft) == 302
    draft.refresh_from_db()
    assert (draft.saves, draft.licence) == (1, "CC0")
    assert (draft.definition, draft.examples, draft.notes) == before


def test_a_card_with_more_shapes_from_before_is_opened_and_saved(client: Client) -> None:
    load_published()
    staff(client)
    many = [{"drawn": ["####"] * 3, "coin": False}] * 30
    old = CatalogEntry.objects.get(box="cartographers", kind=EntryKind.EXPLORE, key="farmland")
    with unguarded():
        CatalogEntry.objects.filter(pk=old.pk).update(definition={**old.definition, "shapes": many})
    old.refresh_from_db()
    draft = open_draft(entry=old, by=curator())
    assert pressed(client, draft) == 302
    draft.refresh_from_db()
    assert (draft.saves, draft.definition["shapes"]) == (1, many)


def test_the_largest_set_of_ones_own_is_saved(client: Client) -> None:
    load_published()
    owner = staff(client)
    own = own_sets.create_own_set(owner=owner, name="Mine")
    definition = {**own.definition, **largest(EntryKind.SET)}
    definition["id"] = own.key
    save_draft(entry=own, saves=0, content=DraftContent("Mine", definition), by=owner)
    at = own.url
    fields = Page(client.get(at)).fields
    for name, value in (("csrfmiddlewaretoken", _TOKEN), ("name", _NAME)):
        fields[name] = value
    assert saved(client, f"{at}save/", fields.urlencode().encode()) == 303
    own.refresh_from_db()
    assert own.definition == {**definition, "name": _NAME}

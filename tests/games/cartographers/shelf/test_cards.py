"""Cards and map sheets in the catalog: published versions, effects of edits, and rejected changes."""

from copy import deepcopy
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from engine.cartographers.catalog import Edition, cartographers, heroes
from engine.cartographers.geometry import FULL
from engine.cartographers.mixing.presets import FIRST_GAME_EDICTS
from games.accounts.models import User
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published import library
from games.catalog import active_catalog
from games.catalog.models import CatalogEntry
from games.catalog.publication import bring_back, retire
from games.catalog.site_cards import load_published
from games.tables.lobby.services import NewTable, create_table
from games.tables.log.state import cache, load
from games.tables.models import Table
from tests.engine.tools import definition as definition_of
from tests.games.catalog.making import curator, edited, reviewer, unguarded

pytestmark = pytest.mark.django_db


def entry(
    kind: EntryKind = EntryKind.SCORING, key: str = "treetower", of: CatalogBox = CatalogBox.CARTOGRAPHERS
) -> CatalogEntry:
    return CatalogEntry.objects.get(box=of, kind=kind, key=key, current=True)


@pytest.fixture(autouse=True)
def _published() -> None:
    load_published()


def test_a_loaded_database_holds_what_is_published() -> None:
    expect_as_published()
    assert list(library().cartographers.explore) == list(cartographers().explore)
    assert list(library().heroes_in_edition(Edition.PREVIEW).scoring) == list(heroes().scoring)
    assert set(CatalogEntry.objects.values_list("version", "current", "official")) == {(1, True, True)}


def expect_as_published() -> None:
    """Check that every box is published as printed."""
    assert library().cartographers == cartographers()
    assert library().heroes == heroes()
    assert library().heroes_in_edition(Edition.RETAIL) == heroes()
    assert library().heroes_in_edition(Edition.PREVIEW) == heroes(Edition.PREVIEW)
    assert len(library().preview.scoring) == 6
    assert list(library().sheets) == ["A", "B", "C", "D"]


def test_an_empty_database_reads_as_what_is_published_and_stays_empty() -> None:
    with unguarded():
        CatalogEntry.objects.all().delete()
    expect_as_published()
    assert not CatalogEntry.objects.exists()


def test_the_catalog_is_read_once_for_each_of_its_states(django_assert_num_queries: Any) -> None:
    active_catalog._content.cache_clear()
    with django_assert_num_queries(2):
        first = library()
    with django_assert_num_queries(1):
        assert library() is first
    edited(entry(), solo_target=21)
    assert library().cartographers.scoring["treetower"].solo_target == 21


def test_an_edit_makes_a_new_version_and_leaves_the_old_one_as_it_was() -> None:
    old, before = entry(), deepcopy(entry().definition)
    new = edited(old, name="Tree Keep")
    assert (new.version, new.current, new.official, new.created_by) == (2, True, False, curator())
    old.refresh_from_db()
    assert (old.version, old.current, old.definition) == (1, False, before)
    assert library().cartographers.scoring["treetower"].name == "Tree Keep"
    assert list(library().cartographers.scoring) == list(cartographers().scoring), "the printed order stays"


def test_a_game_that_has_begun_keeps_the_cards_it_began_with() -> None:
    ada = User.objects.create_user("ada", "chart and compass")
    begun = table(ada)
    edited(entry(), solo_target=99)
    edited(entry(EntryKind.EXPLORE, "farmland"), time=5)
    # As a server that has just started finds them: folded from what is stored.
    cache.clear()
    assert load(begun).state.definition == definition_of()
    assert load(table(ada)).state.definition.pool == tuple(library().cartographers.scoring.values())
    assert library().cartographers.scoring["treetower"].solo_target == 99


def table(host: User) -> Table:
    """Start a solo game with the cards published now."""
    new = NewTable("cartographers", "Desk", {"sheet": "A", "edicts": [], "single_terrain": "any"}, 1)
    return create_table(host=host, new=new)


def bad_definitions() -> list[Any]:
    scoring, explore, season, sheet = EntryKind.SCORING, EntryKind.EXPLORE, EntryKind.SEASON, EntryKind.SHEET
    clause = {"family": "clusters", "stars": 3, "terrain": "forest"}
    return [
        (scoring, "treetower", {"clauses": []}, "clauses: must be a list of 1 to 4"),
        (scoring, "treetower", {"clauses": [{"family": "magic"}]}, "clauses 1, family: must be one of spaces"),
        (scoring, "treetower", {"clauses": [{**clause, "stars": 99}]}, "clauses 1, stars: must be a whole number"),
        (scoring, "treetower", {"clauses": [{**clause, "colour": 1}]}, "clauses 1, colour: unknown property"),
        (scoring, "treetower", {"clauses": [{**clause, "stars": 0}]}, "from -20 to 20, except 0."),
        (scoring, "treetower", {"clauses": [{**clause, "tiers": [1]}]}, "clauses 1, tiers: must be a list of 2 to 10"),
        (scoring, "treetower", {"clauses": [{**clause, "tiers": [3, 1]}]}, "tiers: each number must be larger than"),
        (scoring, "treetower", {"cap": 0}, "cap: must be a whole number from 1 to 99"),
        (scoring, "treetower", {"floor": 1}, "floor: must be a whole number from -99 to 0"),
        (scoring, "treetower", {"combination": "middle"}, "combination: must be one of sum, largest, smallest"),
        (scoring, "treetower", {"clauses": 7}, "clauses: must be a list"),
        (scoring, "treetower", {"clauses": ["forest"]}, "clauses 1: must be an object"),
        (scoring, "treetower", {"stack": "sky"}, "stack: must be one of forest, village"),
        (scoring, "treetower", {"solo_target": "many"}, "solo_target: must be a whole number"),
        (scoring, "treetower", {"shade": 3}, "shade: unknown property"),
        (explore, "farmland", {"time": -1}, "time: must be a whole number"),
        (explore, "farmland", {"time": True}, "time: must be a whole number"),
        (explore, "farmland", {"terrains": ["lava"]}, "terrains 1: must be one of forest"),
        (
            explore,
            "farmland",
            {"shapes": [{"drawn": ["#", "##"], "coin": False}]},
            "shapes 1, drawn: rows must have the same length",
        ),
        (explore, "farmland", {"shapes": [{"drawn": ["#"]}]}, "shapes 1, coin: is required"),
        (season, "spring", {"edicts": ["A"]}, "edicts: must be a list of 2"),
        (season, "spring", {"threshold": 60}, "but the longest season needs 60"),
        (EntryKind.AMBUSH, "goblin_attack", {"pass": "over"}, "pass: must be one of clockwise"),
        (sheet, "A", {"rows": ["..."]}, "rows: must be a list of 11"),
        (sheet, "A", {"rows": ["^" * 11] * 11}, "at least 30 empty spaces. This one has 0"),
        (sheet, "A", {"rows": ["^" * 11] * 8 + ["." * 11, "r" * 11, "#" * 4 + "." * 7]}, "This one has 29"),
        (
            explore,
            "farmland",
            {"shapes": [{"drawn": ["#" * 11] * 11, "coin": False}]},
            "Shape 1 doesn’t fit on any map sheet",
        ),
        (EntryKind.AMBUSH, "goblin_attack", {"drawn": ["#" * 11] * 11}, "Shape 1 doesn’t fit on any map sheet"),
        (sheet, "A", {"rows": ["." * 10 + "?"] + ["." * 11] * 10}, "rows 1: must have 11 of these characters"),
    ]


@pytest.mark.parametrize(("kind", "key", "changes", "reason"), bad_definitions())
def test_what_cannot_be_played_is_refused_in_words(kind: EntryKind, key: str, changes: Any, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        edited(entry(kind, key), **changes)
    assert entry(kind, key).version == 1


HEROES_BAD: tuple[tuple[EntryKind, str, dict[str, Any], str], ...] = (
    (EntryKind.HERO, "dal_of_jolev", {"attack": []}, "attack: must be a list of 1 to 440"),
    (EntryKind.HERO, "dal_of_jolev", {"attack": [[0, 0]]}, "attack: can’t include the hero’s own space"),
    (EntryKind.HERO, "dal_of_jolev", {"attack": [[1, 1], [1, 1]]}, "attack: lists a space twice."),
    (EntryKind.HERO, "dal_of_jolev", {"attack": [[0, 11]]}, "attack: spaces can be at most 10 rows or columns away."),
    (
        EntryKind.HERO,
        "dal_of_jolev",
        {"attack": [[0, 1, 2]]},
        r"attack: must be a list of pairs of integers, each \[rows down, columns right\]\.",
    ),
    (
        EntryKind.HERO,
        "dal_of_jolev",
        {"attack": [[0, 1.5]]},
        r"attack: must be a list of pairs of integers, each \[rows down, columns right\]\.",
    ),
    (
        EntryKind.HERO,
        "dal_of_jolev",
        {"attack": [[True, 1]]},
        r"attack: must be a list of pairs of integers, each \[rows down, columns right\]\.",
    ),
    (
        EntryKind.HERO,
        "dal_of_jolev",
        {"attack": "north"},
        r"attack: must be a list of pairs of integers, each \[rows down, columns right\]\.",
    ),
    (EntryKind.HERO, "dal_of_jolev", {"attack": None}, "attack: must be a list"),
    (EntryKind.HERO, "dal_of_jolev", {"time": 1}, "time: unknown property"),
    (EntryKind.AMBUSH, "zombie_plague", {"initial": "ZZ"}, "one letter"),
    (EntryKind.AMBUSH, "zombie_plague", {"initial": "z"}, "one letter"),
    (EntryKind.AMBUSH, "zombie_plague", {"initial": 7}, "initial: must be text"),
    (
        EntryKind.AMBUSH,
        "zombie_plague",
        {"initial": ""},
        "initial: required, because the effect uses it to identify its monsters.",
    ),
    (EntryKind.AMBUSH, "zombie_plague", {"initial": "D"}, "have the same initial, D"),
    (EntryKind.AMBUSH, "zombie_plague", {"effect": "dance"}, "effect: must be one of none"),
    (EntryKind.SEASON, "spring", {"threshold": 60}, "but the longest season needs 60"),
)


@pytest.mark.parametrize(("kind", "key", "changes", "reason"), HEROES_BAD)
def test_what_cannot_be_played_of_heroes_is_refused_in_words(
    kind: EntryKind, key: str, changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValidationError, match=reason):
        edited(entry(kind, key, CatalogBox.HEROES), **changes)
    assert entry(kind, key, CatalogBox.HEROES).version == 1


def test_an_edit_reaches_its_own_set_and_no_other() -> None:
    edited(entry(EntryKind.SEASON, "spring", CatalogBox.HEROES), threshold=9)
    assert library().heroes.seasons[0].threshold == 9
    assert library().cartographers == cartographers()
    edited(entry(key="craylund", of=CatalogBox.PREVIEW), solo_target=11)
    assert library().heroes_in_edition(Edition.PREVIEW).scoring["craylund"].solo_target == 11
    assert library().heroes.scoring == heroes().scoring
    assert [version.version for version in CatalogEntry.objects.versions_of(entry(EntryKind.SEASON, "spring"))] == [1]


def test_a_stack_of_neither_edition_is_left_without_cards() -> None:
    forest = [card.id for card in heroes().scoring.values() if card.stack == "forest"]
    edited(entry(key="heart_of_the_forest", of=CatalogBox.PREVIEW), stack="village")
    # The last of them is what no preset lets go.
    others = sorted(set(forest) - {"heart_of_the_forest"}, key=FIRST_GAME_EDICTS.__contains__)
    for key in others[:-1]:
        edited(entry(key=key, of=CatalogBox.HEROES), stack="village")
    # The retail Heart of the Forest is left to that edition, but the preview has nothing else.
    with pytest.raises(ValidationError, match="Missing: forest"):
        edited(entry(key=others[-1], of=CatalogBox.HEROES), stack="village")


def test_a_monster_may_take_a_letter_that_no_other_has() -> None:
    edited(entry(EntryKind.AMBUSH, "zombie_plague", CatalogBox.HEROES), initial="Y")
    assert library().heroes.ambushes["zombie_plague"].initial == "Y"


def test_a_set_of_which_nothing_is_stored_is_read_as_published() -> None:
    with unguarded():
        CatalogEntry.objects.exclude(box=CatalogBox.CARTOGRAPHERS).delete()
    edited(entry(), solo_target=21)
    assert library().cartographers.scoring["treetower"].solo_target == 21
    assert (library().heroes, library().heroes_in_edition(Edition.PREVIEW)) == (heroes(), heroes(Edition.PREVIEW))


def test_bad_sheets_from_before_can_be_mended_and_keep_no_card_from_it() -> None:
    walled = {"rows": ["^" * 11] * 11}
    for key in ("A", "B"):
        old = entry(EntryKind.SHEET, key)
        with unguarded():
            CatalogEntry.objects.filter(pk=old.pk).update(definition={**old.definition, **walled})
    edited(entry(EntryKind.EXPLORE, "farmland"), time=0)
    edited(entry(EntryKind.SHEET, "A"), rows=["." * 11] * 11)
    assert library().sheets["A"].empty == FULL


def test_a_stack_is_never_left_without_cards() -> None:
    forest = [card.id for card in library().cartographers.scoring.values() if card.stack == "forest"]
    for key in forest[:-1]:
        edited(entry(key=key), stack="village")
    with pytest.raises(ValidationError, match="Missing: forest"):
        edited(entry(key=forest[-1]), stack="village")


def test_loading_brings_what_is_missing_and_what_was_published_anew() -> None:
    with unguarded():
        CatalogEntry.objects.filter(key="treetower").delete()
        CatalogEntry.objects.filter(key="farmland").update(
            definition={"id": "farmland", "name": "As known at the time"}
        )
        CatalogEntry.objects.filter(box=CatalogBox.HEROES, kind=EntryKind.SEASON).delete()
        CatalogEntry.objects.filter(box=CatalogBox.PREVIEW, key="craylund").update(name="As known at the time")
    assert load_published() == (5, 2)
    expect_as_published()
    assert (entry(EntryKind.EXPLORE, "farmland").version, entry().version) == (2, 1)
    assert entry(EntryKind.EXPLORE, "farmland").official


def test_a_card_from_before_there_were_examples_can_leave_and_come_back() -> None:
    with unguarded():
        CatalogEntry.objects.filter(key="treetower").update(examples=[])
    card = entry()
    retire(entry=card, by=reviewer(), words="Too easy.")
    assert "treetower" not in library().cartographers.scoring
    bring_back(entry=card, by=reviewer())
    assert entry() == card
    with pytest.raises(ValidationError, match=r"Add an example where the card scores stars."):
        edited(card, solo_target=21)


def test_loading_leaves_what_an_admin_has_edited() -> None:
    edited(entry(), solo_target=21)
    assert load_published() == (0, 0)
    assert library().cartographers.scoring["treetower"].solo_target == 21

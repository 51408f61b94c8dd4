"""Publishing: reviewed by another user, retired later, with old versions unchanged."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.accounts.models import User
from games.catalog.active_catalog import in_play, sections
from games.catalog.drafts import DraftContent, create_draft, make_link, open_draft, save_draft
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason, refusal_words
from games.catalog.models import CatalogEntry, Change, EntryAction, EntryState
from games.catalog.publication import bring_back, publish, retire, send_back, submit
from games.catalog.shelves import Sections
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator, edited, reviewer, unguarded

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy_beside")]


@pytest.fixture(autouse=True)
def _published(toy_beside: None) -> None:
    load_published()


def stone(key: str = "pebble") -> CatalogEntry:
    return CatalogEntry.objects.get(box="toy", kind="stone", key=key, current=True)


def draft_of(key: str = "pebble", examples: tuple[dict[str, Any], ...] = (), **changes: Any) -> CatalogEntry:
    draft = open_draft(entry=stone(key), by=curator())
    content = DraftContent(draft.name, {**draft.definition, **changes}, examples)
    return save_draft(entry=draft, saves=draft.saves, content=content, by=curator())


def handed_in(**changes: Any) -> CatalogEntry:
    draft = draft_of(**changes)
    submit(entry=draft, by=curator(), words="Ready.")
    draft.refresh_from_db()
    return draft


def refused(act: Callable[[], object]) -> CatalogRefusal:
    with pytest.raises(CatalogRefusal) as refusal:
        act()
    return refusal.value


def worths(held: Sections) -> dict[str, int]:
    return {stone["id"]: stone["worth"] for stone in held["toy"]["stone"]}


def test_a_draft_is_handed_in_looked_at_and_published() -> None:
    old, draft = stone(), handed_in(worth=5)
    assert draft.state == EntryState.IN_REVIEW
    assert stone() == old
    new = publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.")
    assert stone() == new
    assert (new.state, new.current, new.link) == (EntryState.PUBLISHED, True, None)
    old.refresh_from_db()
    assert (old.state, old.current) == (EntryState.PUBLISHED, False)
    done = [(change.act, change.words, change.by) for change in Change.objects.of(new)][:2]
    assert done == [(EntryAction.PUBLISHED, "Good.", reviewer()), (EntryAction.SUBMITTED, "Ready.", curator())]


def test_what_is_published_is_in_play_at_once() -> None:
    assert in_play(("toy",), worths)["pebble"] == 2
    edited(stone(), worth=5)
    assert in_play(("toy",), worths)["pebble"] == 5


def test_who_had_a_hand_in_it_does_not_publish_it() -> None:
    draft = handed_in(worth=5)
    refusal = refused(lambda: publish(entry=draft, saves=draft.saves, by=curator(), words="Good."))
    assert refusal.reason is CatalogRefusalReason.OWN_WORK
    assert "someone else has to publish it" in refusal_words(refusal)


def test_who_has_the_right_to_publish_alone_does() -> None:
    alone = User.objects.get(pk=curator().pk)
    alone.user_permissions.add(Permission.objects.get(codename="publish_alone"))
    draft = handed_in(worth=5)
    assert publish(entry=draft, saves=draft.saves, by=User.objects.get(pk=alone.pk), words="Good.").current


def test_a_reviewer_publishes_what_they_have_read_and_nothing_else() -> None:
    draft = handed_in(worth=5)
    send_back(entry=draft, by=curator(), words="Wait.")
    draft.refresh_from_db()
    content = DraftContent(draft.name, {**draft.definition, "worth": 6})
    save_draft(entry=draft, saves=draft.saves, content=content, by=curator())
    submit(entry=draft, by=curator())
    assert (
        refused(lambda: publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.")).reason
        is CatalogRefusalReason.STALE
    )
    assert stone().definition["worth"] == 2


def test_what_is_sent_back_is_a_draft_again_and_says_why() -> None:
    draft = handed_in(worth=5)
    assert refused(lambda: send_back(entry=draft, by=reviewer(), words=" ")).reason is CatalogRefusalReason.NO_WORDS
    send_back(entry=draft, by=reviewer(), words="Too heavy.")
    draft.refresh_from_db()
    assert draft.state == EntryState.DRAFT
    assert Change.objects.of(draft)[0].words == "Too heavy."


def test_what_is_in_review_is_not_edited() -> None:
    draft = handed_in(worth=5)
    content = DraftContent(draft.name, draft.definition)
    assert (
        refused(lambda: save_draft(entry=draft, saves=1, content=content, by=curator())).reason
        is CatalogRefusalReason.NOT_OPEN
    )
    assert open_draft(entry=stone(), by=curator()) == draft


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"worth": 3}, "as much as another"), ({"worth": 4, "examples": ({"worth": 5},)}, "Worth 4 and not 5")],
)
def test_what_cannot_be_played_or_fails_its_examples_is_not_handed_in(changes: dict[str, Any], words: str) -> None:
    draft = draft_of(**changes)
    with pytest.raises(ValidationError, match=words):
        submit(entry=draft, by=curator())
    draft.refresh_from_db()
    assert draft.state == EntryState.DRAFT


def test_what_has_become_unplayable_while_it_waited_is_not_published() -> None:
    draft = handed_in(worth=5)
    edited(stone("rock"), worth=5)
    with pytest.raises(ValidationError, match="as much as another"):
        publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.")
    assert stone().definition["worth"] == 2


def test_an_update_of_the_site_meanwhile_keeps_its_number() -> None:
    draft = handed_in(worth=5)
    with unguarded():
        CatalogEntry.objects.filter(pk=stone().pk).update(name="As known at the time")
    assert load_published() == (0, 1)
    assert (stone().version, draft.version) == (3, 2)
    assert publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.").version == 4


def test_a_retired_entry_is_out_of_play_and_can_come_back() -> None:
    old = stone()
    assert refused(lambda: retire(entry=old, by=reviewer(), words="")).reason is CatalogRefusalReason.NO_WORDS
    retire(entry=old, by=reviewer(), words="Worn out.")
    old.refresh_from_db()
    assert (old.state, old.current) == (EntryState.RETIRED, False)
    assert worths(sections(["toy"])) == {"rock": 3}
    assert load_published() == (0, 0), "an update of the site does not bring it back"
    bring_back(entry=old, by=reviewer())
    assert stone() == old
    assert refused(lambda: bring_back(entry=old, by=reviewer())).reason is CatalogRefusalReason.NOT_RETIRED


def test_what_others_need_is_not_retired() -> None:
    refusal = refused(lambda: retire(entry=stone("rock"), by=reviewer(), words="Worn out."))
    assert refusal.reason is CatalogRefusalReason.IN_USE
    assert "Plain" in refusal_words(refusal)
    with pytest.raises(ValidationError, match="Nothing to play on"):
        retire(entry=CatalogEntry.objects.get(key="plain"), by=reviewer(), words="Worn out.")


def test_a_version_does_not_come_back_beside_another() -> None:
    old = stone()
    retire(entry=old, by=reviewer(), words="Worn out.")
    draft = open_draft(entry=old, by=curator())
    submit(entry=draft, by=curator())
    publish(entry=draft, saves=0, by=reviewer(), words="Good.")
    assert refused(lambda: bring_back(entry=old, by=reviewer())).reason is CatalogRefusalReason.STALE


@pytest.mark.parametrize("state", ["active", "superseded", "retired"])
@pytest.mark.parametrize(
    "change",
    [
        *({"definition": {}}, {"name": "X"}, {"examples": [1]}, {"state": "draft"}, {"version": 9}, {"official": True}),
        *({"notes": "X"}, {"source": "X"}, {"licence": "X"}, {"key": "x"}, {"kind": "board"}, {"position": 9}),
        None,
    ],
    ids=str,
)
def test_the_database_changes_and_deletes_nothing_that_was_published(state: str, change: Any) -> None:
    entry = edited(stone(), worth=5)
    if state == "superseded":
        edited(entry, worth=6)
    if state == "retired":
        retire(entry=entry, by=reviewer(), words="Worn out.")
    one = CatalogEntry.objects.filter(pk=entry.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        one.delete() if change is None else one.update(current=False, **change)
    assert one.get().definition["worth"] == 5


def test_who_leaves_leaves_their_cards() -> None:
    entry = edited(stone(), worth=5)
    curator().delete()
    entry.refresh_from_db()
    assert entry.created_by is None
    assert Change.objects.of(entry).count() == 4


def test_a_link_to_a_draft_stays_known_once_it_is_published() -> None:
    new = create_draft(
        box="toy", kind="stone", content=DraftContent("Flint", {"name": "Flint", "worth": 7}), by=curator()
    )
    link = make_link(entry=new, by=curator())
    submit(entry=new, by=curator())
    assert publish(entry=new, saves=0, by=reviewer(), words="Good.").link == link


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda entry: submit(entry=entry, by=curator()), CatalogRefusalReason.NOT_OPEN),
        (lambda entry: send_back(entry=entry, by=reviewer(), words="No."), CatalogRefusalReason.NOT_IN_REVIEW),
        (
            lambda entry: publish(entry=entry, saves=entry.saves, by=reviewer(), words="Good."),
            CatalogRefusalReason.NOT_IN_REVIEW,
        ),
        (lambda entry: bring_back(entry=entry, by=reviewer()), CatalogRefusalReason.NOT_RETIRED),
    ],
    ids=["submit", "send back", "publish", "bring back"],
)
def test_an_active_version_is_only_retired(act: Callable[[CatalogEntry], object], reason: CatalogRefusalReason) -> None:
    active = stone()
    changes = Change.objects.count()
    assert refused(lambda: act(active)).reason is reason
    assert (stone(), Change.objects.count()) == (active, changes)


def test_a_draft_and_a_retired_version_are_not_retired() -> None:
    draft = draft_of("rock", worth=5)
    retired = stone()
    retire(entry=retired, by=reviewer(), words="Worn out.")
    for entry in (draft, retired):
        refusal = refused(lambda entry=entry: retire(entry=entry, by=reviewer(), words="Again."))
        assert refusal.reason is CatalogRefusalReason.NOT_IN_PLAY
        assert refusal_words(refusal) == "This version isn’t active."

"""Feats of finished games: found in the background, once, and shown on profiles to those who may see the game."""

import re
from typing import Any

import pytest
from django.db.models import QuerySet

from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.exports import summary_data
from games.history.feats import find_due_feats
from games.history.models import Feat, Result, SeatSummary, Summary
from games.history.summaries import rewrite_summary
from games.play.feats import FeatKind, Feats, FoundFeat
from games.play.game import played_game
from games.tables.models import Access, TableEvent
from games.tables.people.personal_data import erase
from tests.games.history.finished import person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db
KINDS = (FeatKind("first", "First feat", "Something rare."), FeatKind("second", "Second feat", "Something else."))


@pytest.fixture
def ann() -> User:
    return person("Ann")


@pytest.fixture
def ben() -> User:
    return person("Ben")


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    know(monkeypatch, FoundFeat(Index(0), "first", 3), FoundFeat(Index(0), "first", 5))


def know(monkeypatch: pytest.MonkeyPatch, *found: FoundFeat, version: int = 1) -> None:
    """Let every game of Cartographers have these feats."""
    monkeypatch.setattr(played_game("cartographers"), "feats", Feats(version, KINDS, lambda _log: found), raising=False)


def stored() -> list[tuple[str, str, int]]:
    rows = Feat.objects.order_by("seat__summary", "turn")
    return list(rows.values_list("seat__user__username", "kind", "turn"))


def test_sweep_finds_feats_of_each_game_once(ann: User) -> None:
    played(ann)
    assert stored() == []
    assert find_due_feats() == 1
    assert stored() == [("ann", "first", 3), ("ann", "first", 5)]
    assert find_due_feats() == 0
    Summary.objects.update(feats_version=0)  # as another process sees it that began at the same time
    find_due_feats()
    assert len(stored()) == 2


def test_new_version_searches_older_games_again(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    played(ann)
    find_due_feats()
    know(monkeypatch, FoundFeat(Index(0), "second", 4), version=2)
    assert find_due_feats() == 1
    assert stored() == [("ann", "second", 4)]


def test_broken_game_does_not_keep_others_from_being_searched(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_log: Any) -> Any:
        raise ValueError

    played(ann)
    monkeypatch.setattr(played_game("cartographers"), "feats", Feats(1, KINDS, fail))
    assert find_due_feats() == 1
    assert find_due_feats() == 0
    assert stored() == []


def test_rewritten_summary_finds_its_feats_again(ann: User) -> None:
    table = played(ann)
    find_due_feats()
    rewrite_summary(table.pk, anew=True)
    assert stored() == []
    find_due_feats()
    assert len(stored()) == 2


def test_turns_of_a_stand_in_are_no_feats(ann: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(ann, ben)
    whole = FoundFeat(Index(0), "second", 9, is_whole=True)
    know(monkeypatch, FoundFeat(Index(0), "first", 3), FoundFeat(Index(0), "first", 5), whole)
    QuerySet(TableEvent).filter(table=table, turn=3, seat=0).update(stand_in=True)
    find_due_feats()
    assert stored() == [("ann", "first", 5)]


def test_profile_leads_to_the_turn_of_the_latest(ann: User) -> None:
    played(ann)
    table = played(ann)
    find_due_feats()
    for viewer in (ann, None):
        page = text_of(signed_in(viewer).get("/people/ann/"))
        assert "First feat" in page
        assert "4 times" in page
        assert "Second feat" not in page
        (address,) = re.findall(r'href="([^"]+)">Latest: ', page)
        assert address == f"/tables/{table.code}/turns/5/?look=1"
        assert signed_in(viewer).get(address).status_code == 200


def test_others_see_feats_of_public_games_only(ann: User) -> None:
    played(ann, access=Access.INVITATION)
    find_due_feats()
    assert "feats-title" in text_of(signed_in(ann).get("/people/ann/"))
    assert "feats-title" not in text_of(signed_in(None).get("/people/ann/"))


@pytest.mark.parametrize("result", [Result.PRACTICE, Result.LEFT, Result.ABSENT])
def test_games_that_do_not_count_have_no_feats(result: Result, ann: User) -> None:
    played(ann)
    find_due_feats()
    SeatSummary.objects.update(result=result)
    assert "feats-title" not in text_of(signed_in(ann).get("/people/ann/"))


def test_feats_are_exported_and_deleted_with_the_account(ann: User, ben: User) -> None:
    played(ann, ben)
    find_due_feats()
    (game,) = summary_data(ann)["results"]
    assert game["feats"] == [{"kind": "first", "turn": 3}, {"kind": "first", "turn": 5}]
    erase(user=ann)
    assert not Feat.objects.exists()

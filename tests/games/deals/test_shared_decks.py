"""Shared decks: who gets which, and what others see of games on them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client

from games.accounts.models import User
from games.deals.daily import run_deals
from games.history.models import Result, SeatSummary
from games.tables.deals import shared
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Options
from games.tables.lobby.rematches import play_deck
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Deal, DealEntry, DealKind, Status, Table
from games.tables.seats.absences import abandon
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.conftest import pick
from tests.games.tables.toy_features import TOY

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon(db: None) -> Any:
    with time_machine.travel(NOON):
        yield


def start(user: User, *, fresh_deck: bool = False, **fields: Any) -> Table:
    """Start a solo game with the default options, or others."""
    options: Options = fields.pop("options", {"turns": 3})
    new = NewTable("toy", "", options, **{"capacity": 1, **fields})
    return shared.create_table(host=user, new=new, fresh_deck=fresh_deck)


def play_on(table: Table, *numbers: int) -> Table:
    """Play these numbers, one a turn."""
    for turn, number in enumerate(numbers, Table.objects.get(pk=table.pk).turn):
        pick(table, table.host, turn, number)
    return Table.objects.get(pk=table.pk)


def test_second_player_gets_the_deck_that_the_first_has_finished(people: list[User]) -> None:
    ann, ben, cas, _dee = people
    first = play_on(start(ann), 5, 5, 5)
    second = start(ben)
    assert first.deal is not None
    assert (first.deal.kind, first.access, second.deal) == (DealKind.SHARED, Access.DEAL, first.deal)
    assert first.commitment == second.commitment == first.deal.commitment
    assert start(cas).deal == first.deal, "a game in progress changes nothing"
    assert first.deal.closes_at - first.deal.opens_at == shared.OPEN_FOR


def test_unfinished_deck_is_not_dealt_to_others(people: list[User]) -> None:
    running = play_on(start(people[0]), 5)
    assert start(people[1]).deal != running.deal
    assert Deal.objects.count() == 2


def test_nobody_gets_a_deck_twice(people: list[User]) -> None:
    ann, ben, *_ = people
    first = play_on(start(ann), 5, 5, 5)
    assert start(ann).deal != first.deal
    abandoned = start(ben)
    assert abandoned.deal == first.deal
    abandon(table=abandoned.code, user=ben)
    assert Table.objects.get(pk=abandoned.pk).status == Status.CLOSED
    assert DealEntry.objects.get(user=ben).score is None
    assert start(ben).deal != first.deal


def test_deck_that_a_user_has_played_again_is_not_dealt(people: list[User]) -> None:
    ann, ben, *_ = people
    first = play_on(start(ann), 5, 5, 5)
    play_on(start(ben), 5, 5, 5)
    play_deck(table=first.code, user=ben)
    DealEntry.objects.filter(user=ben).delete()  # as after joining two accounts
    assert start(ben).deal != first.deal


def test_deck_with_most_results_is_dealt_first(people: list[User]) -> None:
    ann, ben, cas, dee = people
    play_on(start(ann), 5, 5, 5)
    running = start(ann)
    play_on(start(ben), 5, 5, 5)
    popular = play_on(running, 5, 5, 5)
    Deal.objects.exclude(pk=popular.deal_id).update(closes_at=NOON)  # so that others get this one
    play_on(start(ben), 5, 5, 5)
    play_on(start(cas), 5, 5, 5)
    Deal.objects.update(closes_at=NOON + shared.OPEN_FOR)
    assert [DealEntry.objects.filter(deal=deal).count() for deal in Deal.objects.order_by("pk")] == [2, 3]
    assert start(dee).deal == popular.deal


def test_deck_is_not_dealt_shortly_before_it_closes(people: list[User]) -> None:
    first = play_on(start(people[0]), 5, 5, 5)
    with time_machine.travel(NOON + timedelta(days=22)):
        assert start(people[1]).deal == first.deal
    with time_machine.travel(NOON + timedelta(days=24)):
        assert start(people[2]).deal != first.deal


def test_other_options_have_other_decks(people: list[User]) -> None:
    first = play_on(start(people[0]), 5, 5, 5)
    assert start(people[1], options={"turns": 4}).deal != first.deal


@pytest.mark.parametrize(
    "fields",
    [
        {"fresh_deck": True},
        {"access": Access.INVITATION},
        {"capacity": 2},
        {"capacity": 2, "practice": True},
        {"start_when_full": False},
        {"options": {"turns": 3, "calls": True}},
    ],
)
def test_other_tables_have_a_deck_of_their_own(fields: dict[str, Any], people: list[User]) -> None:
    table = start(people[0], **fields)
    assert (table.deal, table.access) == (None, fields.get("access", Access.OPEN))


def test_game_without_comparison_has_no_shared_decks(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TOY, "comparison", None)
    assert start(people[0]).deal is None
    assert "fresh_deck" not in text_of(signed_in(people[0]).get("/tables/new/"))


def test_form_sent_twice_starts_one_game(people: list[User]) -> None:
    client, form = signed_in(people[0]), {"command_id": str(uuid4())}
    first, second = (client.post("/tables/solo/", form) for _time in range(2))
    assert first["Location"] == second["Location"]
    assert Deal.objects.count() == DealEntry.objects.count() == Table.objects.count() == 1


def test_guests_meet_decks_too(people: list[User]) -> None:
    first = play_on(start(people[0]), 5, 5, 5)
    Client().post("/tables/solo/", {"guest": "1"})
    assert DealEntry.objects.get(user__guest=True).deal == first.deal


def _form(**fields: Any) -> dict[str, Any]:
    required = {"name": "Solo", "capacity": "1", "access": "open", "start_when_full": "on", "pace": "none"}
    return {"game": "toy", "options-turns": "3", "command_id": str(uuid4()), **required, **fields}


def test_form_has_a_switch_for_a_fresh_deck_and_remembers_it(people: list[User]) -> None:
    client = signed_in(people[0])
    client.post("/tables/new/", _form())
    assert Table.objects.get().access == Access.DEAL
    assert Table.objects.get().shown_name == "Solo"
    client.post("/tables/new/", _form(fresh_deck="on"))
    assert Table.objects.latest("pk").deal is None
    page = text_of(client.get("/tables/new/"))
    assert "checked" in page.split('name="fresh_deck"')[1].split(">")[0]


def test_game_is_seen_by_others_only_after_their_own_until_the_deck_closes(people: list[User]) -> None:
    ann, ben, cas, _dee = people
    table = play_on(start(ann), 5, 5, 5)
    running = play_on(start(ben), 5)
    assert table.deal is not None
    path, deck = f"/tables/{table.code}/", f"/decks/{table.deal.code}/"
    for viewer in (ben, cas, None):
        assert signed_in(viewer).get(path)["Location"] == deck
        assert signed_in(viewer).get(f"{path}record.json").status_code == 404
        page = text_of(signed_in(viewer).get(deck))
        assert "1 player has finished this map." in page
        assert "Ann" not in page
    play_on(running, 5, 5)
    assert signed_in(ben).get(path).status_code == 200
    assert signed_in(cas).get(path)["Location"] == deck
    with time_machine.travel(NOON + shared.OPEN_FOR + timedelta(minutes=1)):
        run_deals()
        assert signed_in(None).get(path).status_code == 200
        assert "Ann" in text_of(signed_in(None).get(deck))


def test_game_on_a_shared_deck_counts_as_a_solo_game(people: list[User]) -> None:
    table = play_on(start(people[0]), 5, 5, 5)
    row = SeatSummary.objects.get(summary=table.pk)
    assert (row.result, row.open) == (Result.ALONE, False)


def test_playing_again_meets_another_shared_deck(people: list[User]) -> None:
    ann, ben, *_ = people
    others = play_on(start(ben), 5, 5, 5)
    own = play_on(start(ann, options={"turns": 3}), 5, 5, 5)
    assert own.deal == others.deal
    client = signed_in(ann)
    first, second = (client.post(f"/tables/{own.code}/rematch/", {"deck": "new"}) for _time in range(2))
    assert first["Location"] == second["Location"]
    again = Table.objects.get(rematch_of=own)
    assert (again.access, DealEntry.objects.filter(user=ann).count()) == (Access.DEAL, 2)
    assert again.deal not in {None, own.deal}
    assert signed_in(ben).post(f"/tables/{own.code}/rematch/", {"deck": "new"}).status_code == 404


def test_playing_a_fresh_deck_again_is_fresh(people: list[User]) -> None:
    table = play_on(start(people[0], fresh_deck=True), 5, 5, 5)
    assert shared.rematch(table=table.code, user=people[0]).deal is None


def test_same_deck_again_stays_hidden(people: list[User]) -> None:
    table = play_on(start(people[0]), 5, 5, 5)
    again = shared.rematch(table=table.code, user=people[0], same_deck=True)
    assert (again.access, again.deal, again.deck_of) == (Access.DEAL, table.deal, table)
    assert DealEntry.objects.count() == 1


def test_rematch_of_a_game_in_progress_is_refused(people: list[User]) -> None:
    table = start(people[0])
    with pytest.raises(TableRefusal) as refused:
        shared.rematch(table=table.code, user=people[0])
    assert refused.value.reason == RefusalReason.NOT_FINISHED


def test_deck_can_be_played_by_its_link(people: list[User]) -> None:
    table = play_on(start(people[0]), 5, 5, 5)
    assert table.deal is not None
    client = signed_in(people[1])
    answer = client.post(f"/decks/{table.deal.code}/play/")
    assert answer["Location"] == f"/tables/{DealEntry.objects.get(user=people[1]).table.code}/"
    assert client.post(f"/decks/{table.deal.code}/play/")["Location"] == answer["Location"]
    assert client.get(f"/decks/{table.deal.code}/play/")["Location"] == f"/decks/{table.deal.code}/"

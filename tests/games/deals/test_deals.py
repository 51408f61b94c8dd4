"""Deals: the same deck for everyone, one counted game each, and nothing of it seen by others too early."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine

from games.accounts.models import User
from games.accounts.services import make_guest
from games.deals.daily import find_daily, run_deals, today
from games.deals.races import open_race
from games.history.models import Result, SeatSummary, Summary
from games.tables.deals.services import close_deal, play_deal
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.log.state import load
from games.tables.models import Access, Deal, DealEntry, Origin, Status, Table
from games.tables.people.guests import move_tables
from games.tables.people.personal_data import erase
from tests.games.deals.playing import play
from tests.games.tables.clients import signed_in, text_of
from tests.games.tables.toy_features import TOY

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def deal(people: list[User]) -> Any:
    with time_machine.travel(NOON):
        yield find_daily(today())


def test_games_on_a_deal_have_the_same_deck_and_hash(deal: Deal, people: list[User]) -> None:
    first, second = (play_deal(deal=deal, user=user) for user in people[:2])
    assert load(first).state.deck == load(second).state.deck
    assert first.commitment == second.commitment == deal.commitment


def test_second_try_leads_to_the_first_game(deal: Deal, people: list[User]) -> None:
    table = play(deal, people[0], 5, 5, 5)
    assert table.status == Status.FINISHED
    assert play_deal(deal=deal, user=people[0]) == table
    assert DealEntry.objects.get().score == load(table).state.stars[0]


def test_cards_stay_as_they_were_when_the_deal_was_made(deal: Deal, people: list[User], settings: Any) -> None:
    Deal.objects.filter(pk=deal.pk).update(options={"turns": 9})  # as if the set had changed since
    deal.refresh_from_db()
    assert load(play_deal(deal=deal, user=people[0])).state.setup.turns == 3


def test_others_see_a_game_only_after_their_own(deal: Deal, people: list[User]) -> None:
    ann, ben, cas, _dee = people
    table = play(deal, ann, 5, 5, 5)
    running = play(deal, cas, 5)
    for viewer in (ben, cas, None):
        assert signed_in(viewer).get(f"/tables/{table.code}/record.json").status_code == 404
        assert table not in Table.objects.visible_to(viewer.pk if viewer else None, [table.invitation])
    assert signed_in(ben).get(f"/invitations/{table.invitation}/").status_code == 404
    play(deal, ben, 4, 4, 4)
    assert signed_in(ben).get(f"/tables/{table.code}/record.json").status_code == 200
    assert running not in Table.objects.visible_to(ben.pk), "a game in progress stays hidden"


def test_hidden_game_leads_to_the_deal(deal: Deal, people: list[User]) -> None:
    table = play(deal, people[0], 5, 5, 5)
    answer = signed_in(people[1]).get(f"/tables/{table.code}/")
    assert (answer.status_code, answer["Location"]) == (303, "/daily/2026-11-30/")


def test_results_open_when_the_deal_closes(deal: Deal, people: list[User]) -> None:
    ann, ben, *_ = people
    table = play(deal, ann, 5, 5, 5)
    late = play(deal, ben, 5)
    assert not Summary.objects.get(table=table).open
    with time_machine.travel(NOON + timedelta(days=1)):
        assert run_deals() == 2  # this day's map is opened, the other one closed
        assert run_deals() == 0
        table.refresh_from_db()
        assert table.access == Access.OPEN
        assert Summary.objects.get(table=table).open
        assert SeatSummary.objects.get(summary=table.pk).open
        assert signed_in(None).get(f"/tables/{table.code}/").status_code == 200
        play(deal, ben, 5, 5)
    entry = DealEntry.objects.get(user=ben)
    assert entry.ended_at is not None
    assert entry.score is None, "it was finished too late"
    late.refresh_from_db()
    assert late.status == Status.FINISHED


def test_closed_deal_refuses_new_games(deal: Deal, people: list[User]) -> None:
    close_deal(deal)
    deal.refresh_from_db()
    with pytest.raises(TableRefusal) as refused:
        play_deal(deal=deal, user=people[0])
    assert refused.value.reason == RefusalReason.DEAL_CLOSED


def test_abandoned_game_has_no_result(deal: Deal, people: list[User]) -> None:
    table = play_deal(deal=deal, user=people[0])
    signed_in(people[0]).post(f"/tables/{table.code}/give-up/", {"sure": "1"})
    table.refresh_from_db()
    assert table.ended_early
    assert DealEntry.objects.get().score is None
    assert "You abandoned your game, so you have no result." in text_of(signed_in(people[0]).get("/daily/"))


def test_playing_the_deck_again_does_not_count_and_stays_hidden(deal: Deal, people: list[User]) -> None:
    table = play(deal, people[0], 5, 5, 5)
    signed_in(people[0]).post(f"/tables/{table.code}/deck/", {"command_id": str(uuid4())})
    again = Table.objects.get(deck_of=table)
    assert (again.access, again.deal) == (Access.DEAL, deal)
    assert DealEntry.objects.count() == 1


def test_deleted_account_has_no_entry(deal: Deal, people: list[User]) -> None:
    table = play(deal, people[0], 5, 5, 5)
    erase(user=people[0])
    assert not DealEntry.objects.exists()
    assert not Table.objects.filter(pk=table.pk).exists()


def test_copies_of_a_game_are_as_hidden_as_the_game(deal: Deal, people: list[User]) -> None:
    ann, ben, *_ = people
    table = play(deal, ann, 5, 5, 5)
    client = signed_in(ann)
    client.post(f"/tables/{table.code}/deck/", {"command_id": str(uuid4())})
    client.post(f"/tables/{table.code}/turns/2/fork/", {"seat": "0", "command_id": str(uuid4())})
    again, fork = Table.objects.get(deck_of=table), Table.objects.get(fork_of=table)
    for copy in (again, fork):
        assert signed_in(ben).get(f"/invitations/{copy.invitation}/").status_code == 404
        assert copy not in Table.objects.visible_to(ben.pk, [copy.invitation])
        assert copy.invitation not in text_of(client.get(f"/tables/{copy.code}/"))
    close_deal(deal)
    assert Table.objects.get(pk=again.pk).access == Access.OPEN
    assert Table.objects.get(pk=fork.pk).access == Access.INVITATION


def test_abandoning_does_not_open_the_results(deal: Deal, people: list[User]) -> None:
    ann, ben, *_ = people
    table = play(deal, ann, 5, 5, 5)
    own = play_deal(deal=deal, user=ben)
    signed_in(ben).post(f"/tables/{own.code}/give-up/", {"sure": "1"})
    assert table not in Table.objects.visible_to(ben.pk)
    assert "Ann" not in text_of(signed_in(ben).get("/daily/"))


def test_late_game_counts_in_no_figures(deal: Deal, people: list[User]) -> None:
    play(deal, people[0], 5)
    with time_machine.travel(NOON + timedelta(days=1)):
        run_deals()
        table = play(deal, people[0], 5, 5)
    assert SeatSummary.objects.get(summary=table.pk).result == Result.PRACTICE


def test_guests_races_move_to_the_account(people: list[User]) -> None:
    guest = make_guest(display_name="Heron")
    race = open_race(user=guest, game=TOY, name="Club", set_key="short", open_for=timedelta(days=1))
    move_tables(guest=guest, account=people[0])
    race.refresh_from_db()
    assert race.host == people[0]


@pytest.mark.parametrize("uploader", [0, None])
def test_uploaded_game_on_an_open_deal_is_hidden(deal: Deal, people: list[User], uploader: int | None) -> None:
    ann = people[0]
    record = text_of(signed_in(ann).get(f"/tables/{play(deal, ann, 5, 5, 5).code}/record.json"))
    erase(user=ann)  # so that the site no longer has the game itself
    signed_in(None if uploader is None else people[1]).post("/records/", {"pasted": record})
    upload = Table.objects.get(origin=Origin.UPLOADED)
    assert upload not in Table.objects.visible_to(people[2].pk, [upload.invitation])
    assert signed_in(people[2]).get(f"/invitations/{upload.invitation}/").status_code == 404
    close_deal(deal)
    assert signed_in(people[2]).get(f"/invitations/{upload.invitation}/").status_code == 303

"""Notifications of a proposed pace: to players who have to answer, until they do or the proposal ends."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.models import ChannelKey, DeliveryState, Mute, Notice, NoticeKind, NoticeTopic, Preference
from games.notices.preferences import switch_off
from games.tables.clocks.pace_changes import answer_proposal, propose_pace
from games.tables.models import AwayCause, Pace, Table
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from tests.games.notices.telling import MINUTE, all_out, seat_of, states, table_of
from tests.games.notices.test_visible_pages import show
from tests.games.tables.clients import people_named, signed_in
from tests.games.tables.players import away

WEEK = TimeControl(Pace.DAYS, turn_seconds=168 * 3600)
BELL = "Notifications, 1 unread"


@pytest.fixture
def table(people: list[User]) -> Table:
    """Create a turn-based table of Ann, Ben and Cas."""
    return table_of(people, Pace.DAYS, turn_seconds=24 * 3600)


def propose(table: Table, user: User) -> None:
    propose_pace(table=table.code, user=user, tempo=WEEK)


def answer(table: Table, user: User, *, agrees: bool) -> None:
    answer_proposal(table=table.code, user=user, proposal=1, agrees=agrees)


def notified() -> list[str]:
    """Return the users who have a notification of a proposed pace."""
    return [str(notice.user) for notice in Notice.objects.filter(kind=NoticeKind.PACE).order_by("seat")]


def pages(user: User) -> tuple[str, str]:
    """Return the messages of a page and of the list of notifications."""
    client = signed_in(user)
    return client.get("/cartographers/rules/").content.decode(), client.get("/notices/").content.decode()


def test_proposal_reaches_the_other_players_with_a_link(people: list[User], table: Table, clock: Any) -> None:
    propose(table, people[0])
    letters = all_out(clock, MINUTE / 60)
    assert [letter.to for letter in letters] == [["ben@example.org"], ["cas@example.org"]]
    assert {letter.subject for letter in letters} == {"Ann proposes a new time control at Desk"}
    for letter in letters:
        assert "Ann proposes a new time control: 1 week per turn.\nIt takes effect once all" in letter.body
        assert f"/tables/{table.code}/" in letter.body
    home, listed = pages(people[1])
    assert BELL in home
    assert "Ann proposes a new time control at Desk" in listed
    assert f'href="/tables/{table.code}/"' in listed


def test_proposal_is_told_to_those_alone_who_have_to_agree(people: list[User], table: Table, clock: Any) -> None:
    seat_of(table, 2, **away(timezone.now()))
    propose(table, people[0])
    assert notified() == ["Ben"]


@pytest.mark.parametrize("agrees", [True, False])
def test_proposal_counts_no_more_once_it_is_answered(
    people: list[User], table: Table, clock: Any, agrees: bool
) -> None:
    propose(table, people[0])
    all_out(clock)
    answer(table, people[1], agrees=agrees)
    assert notified() == (["Cas"] if agrees else [])
    assert [BELL in pages(user)[0] for user in people[1:]] == [False, agrees]


def end_by(way: str, table: Table, people: list[User]) -> None:
    match way:
        case "withdrawn":
            answer(table, people[0], agrees=False)
        case "agreed":
            answer(table, people[1], agrees=True)
            answer(table, people[2], agrees=True)
        case "proposer gone":
            absences.resign(table=table.code, user=people[0])
        case "seat taken":
            seat_of(table, 1, **away(timezone.now(), AwayCause.RESIGNED, free=True))
            (dee,) = people_named("Dee")
            absences.take_seat(table=table.code, user=dee, index=1)
        case "game ended":
            intervene(table=table.code, intervention=AdminIntervention(InterventionAction.END, "Too long"))


@pytest.mark.parametrize("way", ["withdrawn", "agreed", "proposer gone", "seat taken", "game ended"])
def test_proposal_that_has_ended_is_listed_and_sent_no_more(
    people: list[User], table: Table, clock: Any, way: str
) -> None:
    propose(table, people[0])
    end_by(way, table, people)
    assert not [letter for letter in all_out(clock, MINUTE / 60) if "time control" in letter.subject]
    assert notified() == []
    for user in people[1:]:
        assert "proposes a new time control" not in pages(user)[1]


def test_delivery_of_a_proposal_that_ends_before_it_goes_out_is_void(
    people: list[User], table: Table, clock: Any
) -> None:
    Preference.objects.create(user=people[1], quiet_hours=True, quiet_from=11, quiet_until=13)
    propose(table, people[0])
    assert [letter.to for letter in all_out(clock, MINUTE / 60)] == [["cas@example.org"]]
    answer(table, people[0], agrees=False)
    assert all_out(clock, timedelta(hours=2)) == []
    assert sorted(states()) == [DeliveryState.SENT, DeliveryState.VOID]


def test_second_proposal_is_told_anew(people: list[User], table: Table, clock: Any) -> None:
    propose(table, people[0])
    all_out(clock)
    answer(table, people[2], agrees=False)
    propose(table, people[2])
    assert {letter.subject for letter in all_out(clock)} == {"Cas proposes a new time control at Desk"}


@pytest.mark.parametrize("way", ["muted", "disabled at", "in sight"])
def test_proposal_is_not_sent_to_a_player_who(people: list[User], table: Table, clock: Any, way: str) -> None:
    match way:
        case "muted":
            Mute.objects.create(user=people[1], table=table)
        case "disabled at":
            switch_off(user=people[1], channel=ChannelKey.MAIL, topics=[NoticeTopic.PACE])
        case "in sight":
            show(table, 1)
    propose(table, people[0])
    assert [letter.to for letter in all_out(clock, MINUTE / 60)] == [["cas@example.org"]]


def test_browser_learns_which_proposals_wait_for_an_answer(people: list[User], table: Table) -> None:
    propose(table, people[0])
    addresses = [signed_in(user).get("/notices/waiting/").json()["proposed"] for user in people[:2]]
    assert addresses == [[], [f"/tables/{table.code}/"]]
    answer(table, people[1], agrees=True)
    assert signed_in(people[1]).get("/notices/waiting/").json()["proposed"] == []

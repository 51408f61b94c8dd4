"""Concurrent requests: each gets a response, and the action happens once."""

from collections.abc import Callable
from functools import partial
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from games.accounts import services as accounts
from games.accounts.models import AccountDeleted, User
from games.people.services import block, unblock
from games.tables.clocks.pace_changes import propose_pace
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby import rematches, services
from games.tables.lobby.hosting import invite
from games.tables.models import MOST_NAMED, Exclusion, Incident, KeptChoices, Pace, PaceProposal, Seat, Table
from games.tables.people import personal_data
from games.tables.people.guests import move_tables
from games.tables.time_control import TimeControl
from tests.concurrency.rush import together
from tests.concurrency.waiting import amid, where_writers_meet
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.pages.test_pages import form

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 5


def clicked(*clicks: Callable[[], object]) -> None:
    """Send all requests at the same time, each in its own thread."""
    assert together(list(clicks))[0] == []


def _note(codes: list[int], client: Client, table: Table, what: str, **form: object) -> None:
    codes.append(client.post(f"/tables/{table.code}/{what}", form).status_code)


@pytest.fixture
def tables(people: list[User]) -> list[Table]:
    """Return tables of Ann, Ben and Cas with one free seat."""
    return [gather(*people[:3], capacity=4) for _ in range(ROUNDS)]


def places(table: Table) -> list[tuple[int, int]]:
    return list(Seat.objects.at(table).values_list("index", "user_id"))


def test_leaving_twice_is_leaving_once(tables: list[Table], people: list[User]) -> None:
    ben = signed_in(people[1])
    for table in tables:
        codes: list[int] = []
        leave = partial(_note, codes, ben, table, "leave/")
        clicked(leave, leave)
        assert sorted(codes) == [303, 404]
        assert places(table) == [(0, people[0].pk), (1, people[2].pk)]
        assert Table.objects.get(pk=table.pk).version == table.version + 1


def test_who_is_sent_away_while_leaving_does_one_of_the_two(tables: list[Table], people: list[User]) -> None:
    ann, ben = signed_in(people[0]), signed_in(people[1])
    for table in tables:
        kicked: list[int] = []
        left: list[int] = []
        clicked(
            partial(_note, kicked, ann, table, "kick/", person=people[1].pk), partial(_note, left, ben, table, "leave/")
        )
        assert (kicked, left) in (([303], [404]), ([409], [303]))
        assert Exclusion.objects.filter(table=table).exists() is (kicked == [303])
        assert places(table) == [(0, people[0].pk), (1, people[2].pk)]


def test_join_during_a_block_seats_nobody_beside_the_blocker(tables: list[Table], people: list[User]) -> None:
    ann, dee = people[0], people[3]
    for table in tables:
        codes: list[int] = []
        join = partial(_note, codes, signed_in(dee), table, "join/")
        clicked(join, partial(block, blocker=ann, blocked=dee))
        assert codes in ([303], [422])
        seated = {user for _index, user in places(table)}
        assert (ann.pk in seated, dee.pk in seated) == (True, False)
        unblock(blocker=ann, blocked=dee)
        Exclusion.objects.all().delete()


def test_a_guest_s_form_sent_twice_makes_one_guest(tables: list[Table]) -> None:
    for number, table in enumerate(tables, 1):
        codes: list[int] = []
        form = {"guest-name": "Fay", "command_id": uuid4()}
        clicked(*(partial(_note, codes, Client(), table, "join/", **form) for _ in range(2)))
        assert codes == [303, 303]
        assert User.objects.guests().count() == number
        assert Seat.objects.filter(table=table).count() == 4


def test_an_account_sits_down_while_the_guest_s_games_are_brought(tables: list[Table], people: list[User]) -> None:
    heron = accounts.make_guest(display_name="Heron")
    for _ in range(ROUNDS):
        table = gather(people[0], heron, capacity=4)
        clicked(
            lambda: move_tables(guest=heron, account=people[3]),
            partial(services.join, table=table.code, user=people[3]),
        )
        assert [user for _, user in places(table)].count(people[3].pk) == 1


def test_the_last_place_for_kept_choices_is_taken_once(people: list[User]) -> None:
    ann = signed_in(people[0])
    for number in range(MOST_NAMED - 1):
        ann.post("/tables/new/", form(keep_as=f"No. {number}", capacity="1"))
    pages: list[str] = []

    def open_table(name: str) -> None:
        pages.append(signed_in(people[0]).post("/tables/new/", form(keep_as=name), follow=True).content.decode())

    clicked(*(partial(open_table, name) for name in ("One", "Other")))
    assert KeptChoices.objects.named(people[0]).count() == MOST_NAMED
    message = f"You’ve saved {MOST_NAMED} settings already"
    assert sum(message in page for page in pages) == 1


def test_a_guest_made_between_two_looks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a guest stored after the first lookup but before the second is created."""
    form = uuid4()
    fay = accounts.make_guest(display_name="Fay", command_id=form)
    original, looks = accounts.guest_made_by, iter([None])
    monkeypatch.setattr(accounts, "guest_made_by", lambda id: next(looks, original(id)))
    assert accounts.make_guest(display_name="Fay", command_id=form) == fay


def test_the_last_two_who_agree_at_one_moment_change_the_pace_once(people: list[User]) -> None:
    ben, cas = signed_in(people[1]), signed_in(people[2])
    for _ in range(ROUNDS):
        table = gather(*people[:3])
        propose_pace(table=table.code, user=people[0], tempo=TimeControl(Pace.DAYS, 24 * 3600))
        codes: list[int] = []
        agree = [partial(_note, codes, who, table, "pace/answer/", proposal=1, answer="agree") for who in (ben, cas)]
        clicked(*agree, *agree)
        assert codes == [303] * 4
        assert Table.objects.get(pk=table.pk).pace == Pace.DAYS
        assert Incident.objects.filter(table=table).count() == 1
        assert not Seat.objects.filter(table=table, due_at=None).exists()


def test_agreeing_and_declining_at_one_moment_is_one_of_the_two(people: list[User]) -> None:
    ben, cas = signed_in(people[1]), signed_in(people[2])
    for _ in range(ROUNDS):
        table = gather(people[0], people[1], people[2])
        propose_pace(table=table.code, user=people[0], tempo=TimeControl(Pace.DAYS, 24 * 3600))
        answers: list[int] = []
        clicked(
            partial(_note, answers, ben, table, "pace/answer/", proposal=1, answer="agree"),
            partial(_note, answers, cas, table, "pace/answer/", proposal=1, answer="decline"),
        )
        assert sorted(answers) in ([303, 303], [303, 409])
        assert Table.objects.get(pk=table.pk).pace == Pace.NONE
        assert not Seat.objects.filter(table=table).exclude(agreed_pace=None).exists()


def test_two_who_propose_at_one_moment_make_one_proposal(people: list[User]) -> None:
    ann, ben = signed_in(people[0]), signed_in(people[1])
    for _ in range(ROUNDS):
        table = gather(*people[:3])
        codes: list[int] = []
        clicked(
            partial(_note, codes, ann, table, "pace/", pace="days", turn_hours="24"),
            partial(_note, codes, ben, table, "pace/", pace="days", turn_hours="48"),
        )
        assert sorted(codes) == [303, 409]
        assert PaceProposal.objects.get(table=table).number == 1
        assert Seat.objects.filter(table=table, agreed_pace=1).count() == 1


def test_an_answer_and_the_end_of_the_game_at_one_moment(people: list[User]) -> None:
    ben = signed_in(people[1])
    for _ in range(ROUNDS):
        table = gather(*people[:2], turns=1)
        propose_pace(table=table.code, user=people[0], tempo=TimeControl(Pace.DAYS, 24 * 3600))
        pick(table, people[0], 1)
        codes: list[int] = []
        clicked(
            partial(_note, codes, ben, table, "pace/answer/", proposal=1, answer="agree"),
            lambda table=table: pick(table, people[1], 1),
        )
        assert codes in ([303], [409])
        ended = Table.objects.get(pk=table.pk)
        assert ended.pace == (Pace.DAYS if codes == [303] else Pace.NONE)
        assert not Seat.objects.filter(table=table).exclude(due_at=None, alarm_at=None, agreed_pace=None).exists()


AT_ONCE: dict[str, tuple[Callable[..., object], RefusalReason | None]] = {
    "is invited": (
        lambda desk, _, ann, ben: invite(table=desk.code, by=ann, username=ben.username),
        RefusalReason.NOBODY,
    ),
    "is sent away": (lambda desk, _, ann, ben: services.kick(table=desk.code, host=ann, user_id=ben.pk), None),
    "becomes host": (lambda desk, _, ann, ben: services.leave(table=desk.code, user=ann), None),
    "sits down": (
        lambda _, alone, ann, ben: services.join(table=gather(ann, capacity=2).code, user=ben),
        RefusalReason.GONE,
    ),
    "plays again": (lambda _, alone, ann, ben: rematches.rematch(table=alone.code, user=ben), RefusalReason.GONE),
    "The card order is determined by a seed. In this game the seed isn’t secret: the game uses "
    "the deck of an earlier game, so anyone who saw that game knows the card order.": (
        lambda _, alone, ann, ben: rematches.play_deck(table=alone.code, user=ben, name="Deck"),
        RefusalReason.GONE,
    ),
}
"""What happens to Ben at the desk at which he sits, hosted by Ann, or by him with a game that he has played alone; and
how it is refused to who is gone by then.
"""


@where_writers_meet
@pytest.mark.parametrize("what", AT_ONCE)
def test_neither_fails_where_who_goes_for_good(what: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check lock order: users are locked before any of their tables."""
    ann, ben = people[:2]
    desk, alone = gather(ann, ben, capacity=4), gather(ben, turns=1)
    pick(alone, ben, 1)
    (act, reason), look = AT_ONCE[what], personal_data.running_with_others

    def erase(pause: Callable[[], object]) -> None:
        monkeypatch.setattr(personal_data, "running_with_others", lambda user: (pause(), look(user))[1])
        personal_data.erase(user=ben)

    with amid(erase, lambda: act(desk, alone, ann, ben)) as (gone, other):
        pass
    gone.result()
    refused = other.exception()
    if reason == RefusalReason.GONE:
        assert isinstance(refused, AccountDeleted), repr(refused)
    else:
        assert refused is None or isinstance(refused, TableRefusal), repr(refused)
        assert (refused and refused.reason) == reason
    assert not User.objects.active().filter(pk=ben.pk).exists()
    assert not Seat.objects.filter(user=ben).exists()


READ_ONLY = {"sqlite": "PRAGMA query_only = %s", "postgresql": "SET default_transaction_read_only = %s"}


def test_a_database_that_takes_no_writes_is_a_matter_of_waiting(people: list[User]) -> None:
    table = gather(people[0], capacity=4)
    ben = signed_in(people[1])
    ben.raise_request_exception = False
    with connection.cursor() as cursor:
        cursor.execute(READ_ONLY[connection.vendor] % "on")
    try:
        shown, answer = ben.get(f"/tables/{table.code}/"), ben.post(f"/tables/{table.code}/join/")
    finally:
        with connection.cursor() as cursor:
            cursor.execute(READ_ONLY[connection.vendor] % "off")
    assert (shown.status_code, answer.status_code, answer["Retry-After"]) == (200, 503, "2")

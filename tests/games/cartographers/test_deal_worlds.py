"""Nobody learns another's moves on a deal, or the cards to come, before their own result: by no page or message.

Worlds that differ in these alone are the same, byte for byte, to everybody else.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.core import mail
from django.utils import timezone

from games.accounts import guests
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.cartographers.setting_up.options import defaults
from games.deals.daily import find_daily, run_deals, today
from games.deals.races import open_race
from games.history import exports
from games.notices import upkeep
from games.notices.dispatcher import dispatch
from games.notices.models import Notice, NoticeTopic, Preference
from games.notices.task_worker import work
from games.people.services import follow
from games.tables import changes
from games.tables.changes import table_group, user_group
from games.tables.deals import shared
from games.tables.deals.services import play_deal
from games.tables.lobby.services import NewTable
from games.tables.models import Deal, DealKind, Table
from games.tables.pages.consumers import _read_sight
from tests.games.cartographers.deal_worlds import HIDDEN, World, walk, world
from tests.games.cartographers.play import play_out
from tests.games.tables.clients import signed_in

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
FINISHED, AHEAD = (World(1), World(2)), (World(1, up_to=9), World(2, up_to=9))
_FIRST_RACES = [
    DealKind.RACE,
    *(pytest.param(kind, marks=pytest.mark.long) for kind in (DealKind.DAILY, DealKind.SHARED)),
]
RESULTS = re.compile(r"^tables/<slug:code>/(record|result|board|picture|$)")
"""Routes of a finished game, its files and its pictures."""
OPENED = re.compile(r"^(games/$|people/<slug:username>/$|races/<slug:code>/$|tables/<slug:code>/$)")
Capture = Callable[..., AbstractContextManager[Any]]
Heard = list[tuple[str, dict[str, Any]]]


@pytest.fixture(autouse=True)
def _noon(db: None) -> Iterator[None]:
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture(autouse=True)
def _streamed_in_one_transaction(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let streamed files be read within the transaction of a test: the original closes its connection."""
    monkeypatch.setattr(exports, "database_sync_to_async", sync_to_async)


@pytest.fixture(autouse=True)
def _one_name_for_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suggest the same name to all visitors, which is drawn by lot otherwise."""
    monkeypatch.setattr(guests, "guest_name", lambda *_args: "Wandering Heron")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    """Return the messages to open pages, with their groups, as they are sent."""
    messages: Heard = []
    monkeypatch.setattr(changes, "send", lambda group, message: messages.append((group, message)))
    return messages


def deal_of(kind: DealKind, host: User) -> Deal:
    """Open a deal of a kind."""
    match kind:
        case DealKind.DAILY:
            deal = find_daily(today())
        case DealKind.SHARED:
            new = NewTable("cartographers", "", defaults(), capacity=1)
            deal = shared.create_table(host=host, new=new).deal
        case DealKind.RACE:
            week = timedelta(days=7)
            deal = open_race(user=host, game=CARTOGRAPHERS, name="Map club", set_key="both", open_for=week)
    assert deal is not None
    return deal


def in_the_middle(deal: Deal, user: User) -> Table:
    """Start the user's game on a deal, and play some turns."""
    return play_out(play_deal(deal=deal, user=user), 7, up_to=4)


def pages(which: World, deal: Deal, other: User, viewer: User | None, own: Table | None = None) -> dict[str, bytes]:
    """Return what a viewer is sent by all addresses in a world; the walk is deep where one of a race has finished."""
    deep = own is not None and deal.kind == DealKind.RACE and which in FINISHED
    with world(which, deal, other, own) as places:
        return walk(signed_in(viewer), places, deep=deep)


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    assert one.keys() == other.keys()
    return [name for name in one if one[name] != other[name]]


@pytest.mark.parametrize("viewer", [None, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", _FIRST_RACES)
def test_outsiders_see_no_difference(kind: DealKind, viewer: int | None, people: list[User]) -> None:
    deal, user = deal_of(kind, people[2]), None if viewer is None else people[viewer]
    one, other = (pages(which, deal, people[0], user) for which in FINISHED)
    assert differences(one, other) == []
    assert one[f"/tables/{HIDDEN}/"].startswith(b"303")


@pytest.mark.parametrize(("kind", "worlds"), [*((kind, FINISHED) for kind in DealKind), (DealKind.RACE, AHEAD)])
def test_player_in_the_middle_sees_no_difference(
    kind: DealKind, worlds: tuple[World, World], people: list[User]
) -> None:
    ann, ben, cas, _dee = people
    deal = deal_of(kind, cas)
    follow(follower=ben, followed=ann)
    follow(follower=ann, followed=ben)
    own = in_the_middle(deal, ben)
    one, other = (pages(which, deal, ann, ben, own) for which in worlds)
    assert differences(one, other) == []
    assert one[f"/tables/{HIDDEN}/record.json"].startswith(b"404")
    assert one[f"/tables/{HIDDEN}/board-1.pdf"].startswith(b"404")


@pytest.mark.parametrize("kind", _FIRST_RACES)
def test_results_open_once_the_viewer_has_finished(kind: DealKind, people: list[User]) -> None:
    """The walk finds what it looks for: a viewer with a result may see another's game."""
    ann, ben, cas, _dee = people
    deal, shown = deal_of(kind, cas), []
    own = play_out(play_deal(deal=deal, user=ben), 7)
    for which in FINISHED:
        with world(which, deal, ann, own) as places:
            shown.append(walk(signed_in(ben), places, only=RESULTS))
    differing = set(differences(*shown))
    files = ("record.json", "result.txt", "boards.txt", "board-1.svg", "board-1.png", "board-1.pdf", "picture.png")
    assert {f"/tables/{HIDDEN}/{page}" for page in ("", *files)} <= differing


def test_everybody_sees_a_race_that_is_over(people: list[User]) -> None:
    deal, shown = deal_of(DealKind.RACE, people[2]), []
    for which in FINISHED:
        with world(which, deal, people[0], None) as places, time_machine.travel(NOON + timedelta(days=8), tick=False):
            run_deals()
            shown.append(walk(signed_in(None), places, only=OPENED))
    assert {"/games/", "/people/ann/", f"/tables/{HIDDEN}/", f"/races/{deal.code}/"} <= {*differences(*shown)}


def letters_to(user: User) -> list[str]:
    """Send everything that is due, and return a user's notices and emails."""
    upkeep.forget()
    mail.outbox.clear()
    Notice.objects.update(due_at=timezone.now())
    dispatch()
    work()
    letters = [letter for letter in mail.outbox if letter.to == [user.email]]
    stored = Notice.objects.filter(user=user).order_by("pk").values_list("kind", "seat", "turn", "number")
    return [*(f"{letter.subject}\n{letter.body}" for letter in letters), *map(str, stored)]


@pytest.mark.parametrize("worlds", [FINISHED, AHEAD], ids=["finished", "ahead"])
@pytest.mark.parametrize("kind", DealKind)
def test_no_message_tells_of_the_other_game(
    kind: DealKind,
    worlds: tuple[World, World],
    people: list[User],
    settings: Any,
    heard: Heard,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    ann, ben, cas, _dee = people
    settings.EMAIL_HOST = "mail.example"
    for person in people:
        User.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        Preference.objects.create(user=person, switches={f"{topic}.mail": True for topic in NoticeTopic})
    deal, reader = deal_of(kind, cas), User.objects.get(pk=ben.pk)
    follow(follower=ben, followed=ann)
    own, told = in_the_middle(deal, ben), []
    mine = {user_group(ben.pk), table_group(own.code)}
    for which in worlds:
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True), world(which, deal, ann, own):
            assert _read_sight(HIDDEN, ben.pk, {"cookies": {}, "session": {}}) is None, "no page of Ben's may listen"
            told.append((letters_to(reader), _read_sight(own.code, ben.pk, {"cookies": {}, "session": {}})))
        assert [message for group, message in heard if group in mine] == []
    assert told[0] == told[1]

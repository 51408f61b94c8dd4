"""Whole games on one device, played through its pages, and the secrets that those pages keep."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from engine.cartographers.commands import Draw
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Space
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.notation import space_name
from engine.contract import Seat as Index
from games.accounts.models import User
from games.history.models import COUNTED, SeatSummary
from games.tables.lobby.device_players import DevicePlayer, DevicePlayers
from games.tables.lobby.services import create_table, device_table
from games.tables.log.state import cache
from games.tables.models import Seat, Status, Table
from tests.games.cartographers import play
from tests.games.cartographers.setting_up.test_options import as_it_comes
from tests.games.gisborne import play as gisborne
from tests.games.tables.clients import people_named, seeded, signed_in, text_of
from tests.games.tables.device.playing import cover, hand_to, open_on_device, take
from tests.scenarios import answer_of

_RANDOM = re.compile(r"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}")
"""CSRF tokens, hashes in hex, and ids of commands."""


@pytest.fixture
def ann(db: None) -> Iterator[User]:
    yield people_named("Ann")[0]
    cache.clear()


def open_cartographers(device: Client, **options: Any) -> Table:
    """Create a table of Cartographers for Ann, Ben and Cleo by the form, with changes to its options."""
    fields = {f"options-{name}": value for name, value in {**as_it_comes(), **options}.items()}
    return open_on_device(device, "cartographers", **fields)


def choice_fields(space: Space) -> dict[str, str]:
    """Return the form by which a space is chosen."""
    return {"space": space_name(space), "command_id": str(uuid4())}


class Device(Client):
    """The shared browser; it is handed to a seat before each request for it."""

    def __init__(self, host: User) -> None:
        super().__init__()
        self.force_login(host)

    def of(self, table: Table) -> Sequence[Client]:
        """Return the browser as each seat has it."""
        return _Seats(self, table)


class _Seats(Sequence[Client]):
    def __init__(self, device: Client, table: Table) -> None:
        self.device, self.table = device, table

    def __len__(self) -> int:
        return self.table.capacity

    def __getitem__(self, seat: Any) -> Any:
        if seat >= len(self):
            raise IndexError
        hand_to(self.device, self.table, seat)
        return self.device


def test_whole_game_of_cartographers_with_ambushes(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, b"1" * 32)  # a deck with monsters for neighbors' maps
    device = Device(ann)
    table = open_cartographers(device, preset=Preset.HEROES.value)
    on_others = 0
    while not (state := play.state_of(table)).over:
        seat = play.awaited(state)[0]
        hand_to(device, table, seat)
        page = text_of(device.get(play.url(table)))
        assert f'data-seat="{seat}"' in page
        on_others += 'class="sheet' in page and " ambush" in page
        command = answer_of(RULES, state, next(ask for ask in RULES.asks(state) if ask.seat == seat))
        draws = isinstance(command, Draw)
        sent = play.fields(command.placement) if draws else choice_fields(command.space)
        answer = device.post(play.url(table, state.turn, "placement" if draws else "choice"), sent)
        assert answer.status_code == 303
    assert on_others, "monsters were drawn on neighbors' maps"
    ended = Table.objects.get(pk=table.pk)
    assert ended.status == Status.FINISHED
    page = text_of(device.get(play.url(table)))
    assert "Hand over" not in page
    assert "Game on one device: it doesn’t count." in page
    results = SeatSummary.objects.filter(summary__table=table)
    assert results.count() == 3
    assert not results.filter(result__in=COUNTED).exists()
    history = text_of(device.get("/people/ann/games/"))
    assert f"/tables/{table.code}/" in history
    assert "One device" in history


def test_claimed_game_is_in_the_history_of_its_player(ann: User) -> None:
    device, (ben,) = Device(ann), people_named("Ben")
    table = open_on_device(device, "gisborne", **{"options-laid_numbers": "behind", "options-final_scorings": "1"})
    gisborne.play_until(table, device.of(table), lambda state: False)
    assert Table.objects.get(pk=table.pk).status == Status.FINISHED
    page = text_of(device.get(play.url(table)))
    link = re.search(r"/device/claim/[^\"<]+", page)
    assert link
    browser = signed_in(ben)
    assert f"/tables/{table.code}/" not in text_of(browser.get("/people/ben/games/"))
    assert browser.post(f"/tables/{table.code}{link[0]}").status_code == 303
    assert f"/tables/{table.code}/" in text_of(browser.get("/people/ben/games/"))
    assert not SeatSummary.objects.filter(user=ben, result__in=COUNTED).exists()


def test_move_sent_for_the_player_before_is_refused(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    device = Device(ann)
    table = open_cartographers(device)
    hand_to(device, table, 0)
    state = play.state_of(table)
    sent = play.fields(play.first_placement(state, 0))
    assert device.post(play.url(table, state.turn), sent).status_code == 303
    assert device.post(play.url(table, state.turn), sent).status_code == 303, "sent twice"
    stored = play.events(table)
    hand_to(device, table, 1)
    assert device.post(play.url(table, state.turn), sent).status_code == 409, "from an old tab of Ann"
    cover(device, table)
    assert device.post(play.url(table, state.turn), sent)["Location"] == f"/tables/{table.code}/device/"
    assert play.events(table) == stored


def _world(ann: User, drawing: int) -> dict[str, str]:
    """Return every page that the others may see on the device after Ann has made one of her possible drawings."""
    with transaction.atomic():
        device = Device(ann)
        others = DevicePlayers((DevicePlayer("Ben"), DevicePlayer("Cleo")))
        table = create_table(host=ann, new=device_table("cartographers", "Kitchen", {**play.defaults()}, others))
        Table.objects.filter(pk=table.pk).update(code="device22", invitation="invitationtoken")
        User.objects.filter(on_device=True).update(crest="")
        for number, user in enumerate(User.objects.filter(on_device=True).order_by("pk")):
            User.objects.filter(pk=user.pk).update(username=f"guest-{number}")
        table.refresh_from_db()
        device.post(f"/tables/{table.code}/device/here/")
        hand_to(device, table, 0)
        placements = list(play.offer_to(play.state_of(table), 0).placements())
        sent = play.fields(placements[drawing])
        assert device.post(play.url(table, 1), sent).status_code == 303
        own = text_of(device.get(play.url(table)))
        cover(device, table)
        pages = {"curtain": text_of(device.get(f"/tables/{table.code}/device/"))}
        pages |= {f"covered {path}": _answer(device, table, path) for path in _PATHS}
        for seat in (1, 2):
            take(device, table, seat)
            pages |= {f"{seat} {path}": _answer(device, table, path) for path in _PATHS}
            cover(device, table)
        pages |= {path: text_of(device.get(path)) for path in ("/", "/tables/mine/", "/notices/")}
        transaction.set_rollback(True)
    cache.clear()
    assert own
    return {"own": own, **{name: _RANDOM.sub("", page) for name, page in pages.items()}}


_PATHS = ("", "?look=1", "turns/1/", "record.json", "line?line=map", "since/?turn=1", "why/now/1/A", "picture.png")


def _answer(device: Client, table: Table, path: str) -> str:
    answer = device.get(f"/tables/{table.code}/{path}")
    return f"{answer.status_code} {answer.content.decode('utf-8', 'replace')}"


@time_machine.travel(datetime(2026, 11, 30, 12, tzinfo=UTC), tick=False)
def test_no_page_of_another_player_tells_what_was_drawn(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    ids = iter(range(10**6, 10**7, 10))
    monkeypatch.setattr("games.tables.names.new_invitation", lambda: f"browser-{next(ids)}")
    one, other = _world(ann, 0), _world(ann, 40)
    assert one.pop("own") != other.pop("own"), "Ann sees her drawing"
    assert [name for name in one if one[name] != other[name]] == []


def test_each_player_has_their_own_map(ann: User) -> None:
    device = Device(ann)
    table = open_cartographers(device)
    for client, name in zip(device.of(table), ("Ann", "Ben", "Cleo"), strict=True):
        page = text_of(client.get(play.url(table)))
        assert f"<span>{name}</span>" in page, "the header names who has the device"
    assert Seat.objects.get(table=table, index=Index(1)).user != ann

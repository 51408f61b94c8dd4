"""Malicious and invalid records uploaded by users."""

import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Seat, Table
from tests.games.history.bringing import bring, golden, page, stored

pytestmark = pytest.mark.usefixtures("clock")
BIDI, ZERO_WIDTH = "\u202e", "\u200b"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (f"A{BIDI}nn", "Ann"),
        (f"{ZERO_WIDTH * 40}", "Player 1"),
        ("", "Player 1"),
        ("  \t\n ", "Player 1"),
        ("x" * 10_000, "x" * 24),
        ("Ａｎｎ", "Ann"),
        ("A\nB\x7fC", "A BC"),
        ("e" + "\u0301" * 50, "\u00e9\u0301\u0301\u0301"),
        ("\u0301Ann", "Ann"),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ],
)
def test_names_are_shown_as_names_are_here(given: str, shown: str) -> None:
    client = Client()
    table = stored(client, seats=[given])
    assert [seat.name for seat in Seat.objects.at(table)] == [shown]
    assert table.name == shown
    html = client.get(f"/tables/{table.code}/").content.decode()
    assert BIDI not in html
    assert "<b>Ann" not in html


@pytest.mark.django_db
def test_a_table_is_named_after_as_many_as_there_is_room_for() -> None:
    names = [letter * 24 for letter in "ABCDEF"]
    table = stored(Client(), "both_six", seats=names)
    assert table.name == f"{names[0]} and 5 others"


def _numbers_as_text(document: dict[str, Any]) -> None:
    next(event for event in document["events"] if event["kind"] == "drawn")["data"]["turn"] = "1"


def _unknown_card(document: dict[str, Any]) -> None:
    next(event for event in document["events"] if event["kind"] == "card_revealed")["data"]["card"] = "no_such_card"


HOSTILE: dict[str, Any] = {
    "large": lambda document: document.update(about="x" * 2_000_000),
    "deep": lambda document: document.update(about=[[[[]]]] * 100, events=[[[[[[]]]]]] * 50),
    "not a number": lambda document: document.update(about=float("nan")),
    "numbers as text": _numbers_as_text,
    "another seed": lambda document: document.update(seed="5a" * 32),
    "another promise": lambda document: document.update(commitment="5a" * 32),
    "no promise": lambda document: document.pop("commitment"),
    "unknown cards": _unknown_card,
    "nobody": lambda document: document.update(seats=[]),
    "too many": lambda document: document.update(seats=["Ann"] * 13),
    "no names": lambda document: document.update(seats=[1]),
    "no such seat": lambda document: document["events"][3].update(seat=7),
    "no time": lambda document: document["events"][3].update(at="soon"),
    "no end": lambda document: document.update(events=document["events"][:-1]),
    "nothing": lambda document: document.update(events=[]),
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", HOSTILE)
def test_what_does_not_hold_is_told_and_stores_nothing(what: str) -> None:
    document = golden("solo_coins")
    HOSTILE[what](document)
    html = bring(Client(), document, status=422)
    assert "Invalid game file" in html or "This text is too long for a game file." in html
    assert not Table.objects.exists()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "NaN", "Infinity", "1e999"])
def test_what_is_no_record_stores_nothing(text: str) -> None:
    bring(Client(), text, status=422)
    assert not Table.objects.exists()


def cards_called(document: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the record with this name on all its cards and its map sheet."""
    definition = document["events"][0]["data"]["definition"]
    for card in (*definition["explore"], *definition["pool"], definition["sheet"]):
        card["name"] = name
    return document


@pytest.mark.django_db
def test_cards_of_anybody_s_making_are_shown_like_all_others() -> None:
    client = Client()
    html = bring(client, cards_called(golden("solo_coins"), f"<i>{'x' * 60}"))
    assert "The game uses modified cards." in html
    table = Table.objects.get()
    for more in ("", "turns/1/", f"turns/{table.turn}/?deck=lay", "stars/", "board-1.svg", "board-1.pdf"):
        assert b"<i>" not in client.get(f"/tables/{table.code}/{more}").content
        page(client, table, more)
    cards = set(re.findall(rf'href="/tables/{table.code}/(cards/[^"]+)"', page(client, table)))
    assert cards
    for card in cards:
        page(client, table, card)


@pytest.mark.django_db
@pytest.mark.parametrize("sign", [BIDI, ZERO_WIDTH])
def test_cards_whose_names_turn_a_page_about_are_refused(sign: str) -> None:
    html = bring(Client(), cards_called(golden("solo_coins"), f"Wood{sign}land"), status=422)
    assert "Event 1 contains invisible characters." in html
    assert sign not in html.partition("<textarea")[0]
    assert not Table.objects.exists()

"""Placements refused for several reasons: all are reported, wherever reasons are shown."""

import re
from html import unescape

import pytest
from django.test import Client

from engine.cartographers.notation import placement_of
from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import monsters
from tests.games.cartographers.play import events, fields, gather, state_of, type_line, url
from tests.games.play.typed_lines import problem, sentences_of
from tests.games.tables.clients import HTMX, text_of

WHERE = "?option=1&terrain=water&held=r0&anchor="
RUINS = "The shape must cover an empty ruins space. Move it onto B6, C2, C10, I2, I10 or J6."
BOTH = f"F6 is already filled. Choose another spot. {RUINS}"
BOTH_IN_FRENCH = (
    "F6 est déjà remplie. Choisissez un autre endroit. "
    "La forme doit couvrir une case Ruines vide. Placez-la sur B6, C2, C10, I2, I10 ou J6."
)


@pytest.fixture
def bound(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game of two on sheet A that begins with a Hinterland Stream under ruins."""
    monsters.stack(monkeypatch, "temple_ruins", "hinterland_stream")
    return gather(*people[:2])


def paragraph(page: str, id: str) -> str:
    match = re.search(rf'<p[^>]*id="{id}"[^>]*>(.*?)</p>', page)
    return unescape(match[1]) if match else ""


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [("F6", BOTH), ("E1", RUINS), ("C9", "C9 is already filled. Choose another spot."), ("C2", "")],
)
def test_what_is_put_down_tells_every_reason_against_it(anchor: str, expected: str, ann: Client, bound: Table) -> None:
    address = url(bound) + WHERE + anchor
    for headers in ({}, {"HX-Request": "true", "HX-Target": "pending"}):
        page = text_of(ann.get(address, headers=headers))
        assert paragraph(page, "problem") == expected
        assert not expected or expected in unescape(page.split('data-aloud="')[-1].split('"')[0])


@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_sent_is_refused_with_every_reason(htmx: bool, ann: Client, bound: Table) -> None:
    sent = fields(placement_of("1 water F6"))
    answer = ann.post(url(bound, state_of(bound).turn), sent, headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert paragraph(text_of(answer), "refusal") == BOTH
    assert paragraph(text_of(answer), "problem") == BOTH
    assert events(bound) == bound.number


def test_terrain_and_place_are_refused_together(ann: Client, bound: Table) -> None:
    sent = fields(placement_of("1 monster K11"))
    answer = ann.post(url(bound, state_of(bound).turn), sent, headers=HTMX)
    words = paragraph(text_of(answer), "refusal")
    assert answer.status_code == 422
    assert words.startswith("This terrain isn’t available. Choose one of the terrains shown.")
    assert "The shape extends past the edge of the map. Move it inward." in words


def test_what_is_typed_is_refused_with_every_reason(ann: Client, bound: Table) -> None:
    assert sentences_of(type_line(ann, bound, "try water F6", headers=HTMX))[-1] == BOTH
    answer = type_line(ann, bound, "water F6", headers=HTMX)
    assert answer.status_code == 422
    assert problem(answer) == BOTH


def test_every_reason_is_told_in_french(ann: Client, bound: Table) -> None:
    headers = {**HTMX, "Accept-Language": "fr"}
    page = text_of(ann.post(url(bound, state_of(bound).turn), fields(placement_of("1 water F6")), headers=headers))
    assert paragraph(page, "refusal") == BOTH_IN_FRENCH
    assert paragraph(page, "problem") == BOTH_IN_FRENCH

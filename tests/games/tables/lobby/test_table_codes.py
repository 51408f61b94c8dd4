"""Invitations for players in the same room: a QR code to scan and a code to type."""

import html
import re
from typing import Any

import pytest
import segno
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.tables import names
from games.tables.errors import BY_CODE
from games.tables.lobby.waiting_room import qr_code
from games.tables.models import Access, Table
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather

BY_CODE_URL = "/tables/code/"


def typed(client: Client, code: str) -> Any:
    return client.post(BY_CODE_URL, {"code": code})


def page_of(client: Client, table: Table) -> str:
    return client.get(f"/tables/{table.code}/").content.decode()


@pytest.mark.parametrize("address", ["/", "/tables/"])
@pytest.mark.parametrize("known", [True, False], ids=["signed in", "stranger"])
def test_a_code_can_be_typed_on_the_first_page_and_in_the_lobby(people: list[User], address: str, known: bool) -> None:
    client = signed_in(people[0]) if known else Client()
    page = client.get(address).content.decode()
    assert f'method="post" action="{BY_CODE_URL}"' in page
    assert page.count('id="id_code"') == page.count('for="id_code"') == 1
    assert page.find(f'action="{BY_CODE_URL}"') < page.find('id="lobby"') or address == "/", (
        "outside of what is swapped"
    )


def test_a_code_leads_to_the_table_however_it_is_typed(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    Table.objects.filter(pk=table.pk).update(code="k7q4xm2p")
    for code in ("k7q4xm2p", " K7Q4-XM2P ", "k7q4 xm2p", "K7Q4–xm2p", "Ｋ７q4xm2p", "k7q4.xm2p"):
        assert typed(client, code)["Location"] == "/tables/k7q4xm2p/", code
    assert names.typed_code(names.in_groups("k7q4xm2p")) == "k7q4xm2p"


def test_no_letter_of_a_code_looks_like_one_that_it_leaves_out() -> None:
    """Check that typed codes are unambiguous without substituting similar letters."""
    assert not set("01oil") & set(names.ALPHABET)


def test_what_may_not_be_seen_is_answered_like_what_is_not_there(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3, access=Access.INVITATION)
    answers = [typed(client, code) for code in (table.code, "zzzzzzzz", "---", "?")]
    assert {answer.status_code for answer in answers} == {422}
    for answer in answers:
        page = answer.content.decode()
        assert page.count("No table has this code, or you don’t have access to it.") == 2, (
            "in the summary and beside the field"
        )
        assert table.name not in page
        assert 'aria-describedby="id_code_error"' in page
    assert f'value="{table.code}"' in answers[0].content.decode(), "what was typed is still there"
    assert typed(signed_in(people[0]), table.code)["Location"] == f"/tables/{table.code}/"
    client.get(f"/invitations/{table.invitation}/")
    assert typed(client, table.code)["Location"] == f"/tables/{table.code}/"


@pytest.mark.parametrize("code", ["", "  ", "x" * 41])
def test_nothing_and_too_much_are_said_beside_the_field(client: Client, people: list[User], code: str) -> None:
    answer = typed(client, code)
    assert answer.status_code == 422
    assert "id_code_error" in answer.content.decode()


def test_codes_cannot_be_tried_without_end(client: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    for _ in range(BY_CODE.times):
        assert typed(client, "zzzzzzzz").status_code == 422
    assert typed(client, table.code).status_code == 429
    assert client.get(BY_CODE_URL).status_code == 200


def test_who_sits_there_has_the_link_as_a_picture(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    page = page_of(signed_in(people[0]), table)
    link = f"http://testserver{reverse('tables:invitation', args=[table.invitation])}"
    assert f'value="{link}"' in page
    assert qr_code(link) in page
    picture = page.split('<svg class="qr"')[1].split("</svg></svg>")[0]
    assert 'role="img"' in picture
    assert 'aria-label="QR code of the invitation link"' in picture
    assert "style=" not in picture
    assert "class=" not in picture
    assert page.index('id="invite-title"') < page.index('id="seats-title"'), "friends are invited first"
    others = page_of(signed_in(people[1]), table)
    assert 'class="qr"' not in others
    assert names.in_groups(table.code) not in others


def test_a_picture_is_dark_on_white_with_a_margin() -> None:
    text = "https://carto.example/invitations/AbCdEfGhIjKlMnOpQrStUv/"
    picture, size = str(qr_code(text)), segno.make(text, micro=False).symbol_size(border=4)[0]
    assert re.findall(r'viewBox="([^"]+)"', picture) == [f"0 0 {size} {size}"]
    assert re.findall(r'(fill|stroke)="([^"]+)"', picture) == [("fill", "#fff"), ("stroke", "#000")]


def test_a_code_is_shown_only_where_it_suffices(people: list[User]) -> None:
    ann = signed_in(people[0])
    for access, shown in ((Access.OPEN, True), (Access.INVITATION, False)):
        table = gather(people[0], capacity=3, access=access)
        page = html.unescape(page_of(ann, table))
        assert (f"<code>{names.in_groups(table.code)}</code>" in page) is shown
        assert 'class="qr"' in page
        assert (typed(Client(), names.in_groups(table.code)).status_code == 303) is shown

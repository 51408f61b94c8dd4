"""Skills that show the next card: the form, what is shown to whom, typed lines, and undoing."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.cartographers.game import RULES
from engine.contract import Seat
from games.accounts.models import User
from games.tables.models import Table, TableCommand
from tests.games.cartographers import skill_games
from tests.games.cartographers.play import draw, state_of, take_back, type_line, url
from tests.games.cartographers.skill_games import SMALL, SPYGLASS
from tests.games.play.typed_lines import problem, sentences_of
from tests.games.tables.clients import HTMX, signed_in, text_of

CARDS = "great_river", "farmland", "orchard"


@pytest.fixture
def spying(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A game of two in which each has a coin, Farmland is open and Orchard comes next."""
    skill_games.stack(monkeypatch, *CARDS, skills=(SMALL, SPYGLASS))
    return skill_games.begin(*people[:2])


def page_of(client: Client, address: str) -> str:
    answer: Any = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


def peek(client: Client, table: Table, skill: str = SPYGLASS.id, turn: int = 0, **headers: Any) -> Any:
    """Post the form that looks at the next card."""
    sent = {"command_id": str(uuid4()), "skill": skill}
    return client.post(url(table, turn or state_of(table).turn, "skill"), sent, headers=headers)


def test_form_says_what_it_costs_and_that_it_cannot_be_undone(ann: Client, spying: Table) -> None:
    page = page_of(ann, url(spying))
    assert '<button type="button" popovertarget="peek-1">Look at the next card (1 coin)</button>' in page
    form = re.search(r'(?s)<form[^>]* id="peek-1" popover.*?</form>', page)
    assert form is not None
    assert "Use Spyglass for 1 coin? You can’t undo this or use another skill this turn." in form[0]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))
    address = re.search(r'action="([^"]+)"', form[0])
    assert address is not None
    assert ann.post(address[1], sent).status_code == 303
    assert ann.post(address[1], sent).status_code == 303, "the same command again changes nothing"
    assert state_of(spying).coins == (0, 1)


def test_seat_that_peeked_sees_the_card_with_its_text(ann: Client, spying: Table) -> None:
    answer = peek(ann, spying, **HTMX)
    assert answer.status_code == 200
    for page in (text_of(answer), page_of(ann, url(spying))):
        shown = re.search(r'(?s)<p class="hand-text" id="peek-1-confirm" tabindex="-1">.*?</p>', page)
        assert shown is not None
        assert "Next:" in shown[0]
        assert "Orchard" in shown[0]
        assert "Forest or Farm: 3 spaces" in shown[0]
        assert 'popovertarget="peek-1"' not in page
        assert 'id="skill-small_step"' not in page
        assert "You have used a skill this turn." in page


def test_others_learn_of_the_skill_at_once_but_not_of_the_card(ann: Client, ben: Client, spying: Table) -> None:
    assert peek(ann, spying).status_code == 303
    assert "You used Spyglass (1 coin)." in page_of(ann, url(spying))
    for other in (ben, Client()):
        page = page_of(other, url(spying))
        assert "Ann used Spyglass (1 coin)." in page
        assert "Orchard" not in page
    assert "Orchard" not in " ".join(sentences_of(type_line(ben, spying, "now", headers=HTMX)))


def test_peek_stays_paid_when_the_drawing_is_undone(ann: Client, ben: Client, spying: Table) -> None:
    turn = state_of(spying).turn
    peek(ann, spying)
    assert draw(ann, spying, 0).status_code == 303
    assert "Orchard" in page_of(ann, url(spying)), "shown until the turn ends"
    for _ in range(20):
        assert take_back(ann, spying, turn).status_code == 303
        assert draw(ann, spying, 0).status_code == 303
    assert take_back(ann, spying, turn).status_code == 422, "no more than 20 times, with or without a skill"
    assert state_of(spying).coins == (0, 1)
    assert TableCommand.objects.filter(table=spying, turn=turn, standing=True).count() == 1
    assert draw(ben, spying, 1).status_code == 303
    assert "Next:" not in page_of(ann, url(spying))
    assert "1 coin paid to use Spyglass on Farmland." in page_of(ann, f"{url(spying)}why/now/1/coins")
    assert "1 coin paid to draw" not in page_of(ann, f"{url(spying)}why/now/1/coins")
    assert "Ann used Spyglass (1 coin)." in page_of(Client(), f"{url(spying)}turns/{turn}/")


def test_peek_is_refused_with_the_reason(ann: Client, ben: Client, spying: Table, people: list[User]) -> None:
    turn = state_of(spying).turn
    assert peek(signed_in(people[2]), spying).status_code == 404
    assert peek(ann, spying, "").status_code == 400
    assert peek(ann, spying, turn=turn - 1).status_code == 409
    refused = peek(ann, spying, SMALL.id)
    assert refused.status_code == 422
    assert "This game has no such skill." in text_of(refused)
    peek(ann, spying)
    again = peek(ann, spying)
    assert again.status_code == 409
    assert "You’ve already used a skill this turn." in text_of(again)
    draw(ben, spying, 1)
    assert peek(ben, spying).status_code == 409
    assert state_of(spying).coins == (0, 1)


def test_typed_line_uses_the_skill_only_by_its_whole_name(ann: Client, spying: Table) -> None:
    described = " ".join(sentences_of(type_line(ann, spying, "skill spy", headers=HTMX)))
    assert "Skill Spyglass, 1 coin: Look at the next card before you draw. You can’t undo this." in described
    assert "Type “skill Spyglass” to look at the next card." in described
    assert state_of(spying).peeked == ()
    told = " ".join(sentences_of(type_line(ann, spying, "skill spyglass", headers=HTMX)))
    assert state_of(spying).peeked == (0,)
    assert "You used Spyglass (1 coin)." in told
    assert "Next: Orchard." in told
    for line in ("now", "shapes"):
        assert "Next: Orchard." in " ".join(sentences_of(type_line(ann, spying, line, headers=HTMX)))
    assert "already used a skill" in problem(type_line(ann, spying, "skill spyglass", headers=HTMX))


def test_page_has_no_form_without_coins(people: list[User], ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    skill_games.stack(monkeypatch, *CARDS, skills=(SMALL, skill_games.costly(SPYGLASS, 2)))
    table = skill_games.begin(*people[:2])
    page = page_of(ann, url(table))
    assert "peek-1" not in page
    assert "You have only 1 coin." in page


def test_order_of_the_news_hides_that_another_seat_undid_its_drawing(ann: Client, ben: Client, spying: Table) -> None:
    turn = state_of(spying).turn
    draw(ben, spying, 1)
    take_back(ben, spying, turn)
    peek(ann, spying)
    draw(ben, spying, 1)
    draw(ann, spying, 0)
    page = page_of(Client(), f"{url(spying)}turns/{turn}/")
    assert page.index("Ann used Spyglass") < page.index("Ann drew") < page.index("Ben drew")


def test_nobody_but_the_seat_has_the_card_in_its_view(ann: Client, spying: Table) -> None:
    peek(ann, spying)
    state = state_of(spying)
    shown = [RULES.view(state, viewer).next_card for viewer in (Seat(0), Seat(1), None)]
    assert [card.id if card else None for card in shown] == ["orchard", None, None]

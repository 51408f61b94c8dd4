"""Games with penalties and combined cards: seasons and totals below 0 on every page, with a true minus."""

import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any

import pytest

from engine.cartographers.cards import ScoringCard, scoring_from_json
from engine.cartographers.rules.setup import Setup
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.game import Cartographers
from games.play.explanations import explanation_url
from games.tables.models import Table
from tests.engine.tools import definition
from tests.games.cartographers import play
from tests.games.cartographers.looking import lead, text
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
EMPTY = {"family": "spaces", "stars": -2, "terrain": "empty"}
FORESTS = {"family": "clusters", "stars": 1, "terrain": "forest", "tiers": [1, 3, 6]}
FARMS = {"family": "spaces", "stars": 3, "terrain": "farm"}
HYPHEN = re.compile(r"(?<![\w/.,:=&?#-])-\d")


def card(stack: str, *clauses: dict[str, Any], **combining: Any) -> ScoringCard:
    data = {"id": f"made_up_{stack}", "name": f"Made Up {stack}", "stack": stack, "solo_target": 20}
    return scoring_from_json({**data, "clauses": list(clauses), **combining})


CARDS = (
    card("forest", EMPTY),
    card("village", FORESTS, EMPTY, combination="smallest", floor=-99),
    card("farm_water", FORESTS, FARMS, combination="largest"),
    card("spatial", FORESTS, FARMS, cap=1),
)


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    made = Setup(
        replace(definition(), pool=CARDS),
        ("made_up_forest", "made_up_village", "made_up_farm_water", "made_up_spatial"),
    )
    monkeypatch.setattr(Cartographers, "setup", lambda self, chosen, seats: made)
    return play.gather(people[0])


def visible(page: str) -> str:
    """The text of a page, labels for screen readers included."""
    page = re.sub(r"<(script|style|svg)\b.*?</\1>", " ", page, flags=re.S)
    labels = " ".join(re.findall(r'(?:aria-label|title)="([^"]*)"', page))
    return unescape(re.sub(r"<[^>]+>", " ", page) + labels)


def test_every_page_has_a_true_minus(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    play.play_until(table, Random(3), lambda state: len(state.scores) == 1)
    assert "−" in visible(text(ann, play.url(table)))
    first = play.state_of(table).scores[0][0]
    assert first.edicts[0] < 0 > first.total
    addresses = [play.url(table), *why(table, "now"), *why(table, "spring"), *why(table, "year")]
    addresses += [f"{play.url(table)}{page}" for page in ("stars/", "turns/2/")]
    for over in (False, True):
        if over:
            play.play_until(table, Random(4), lambda state: state.over)
            addresses += ["/tables/mine/", f"/people/{people[0].username}/games/", f"/people/{people[0].username}/"]
        for address in addresses:
            shown = visible(text(ann, address))
            assert not HYPHEN.search(shown), (address, HYPHEN.findall(shown))
    picture = ann.get(f"{play.url(table)}board-1.svg").content.decode()
    assert "−" in picture
    assert not re.search(r">-\d", picture)
    for line in ("score", "edict A", "edicts", "standings"):
        answer = play.type_line(ann, table, line)
        assert not HYPHEN.search(visible(answer.content.decode())), line


def why(table: Table, when: str) -> list[str]:
    """The explanations of a moment."""
    parts = {"now": "ABCD", "spring": ("A", "B", "stars", "monsters"), "year": ("stars",)}[when]
    return [explanation_url(play.url(table), when, Seat(0), part) for part in parts]


def test_reasons_explain_every_star(people: list[User], table: Table) -> None:
    ann = signed_in(people[0])
    play.play_until(table, Random(3), lambda state: len(state.scores) == 1)
    penalty, smallest, largest, capped = (text(ann, address) for address in why(table, "now"))
    empty = play.state_of(table).boards[0].empty.bit_count()
    assert lead(penalty).startswith(f"−{2 * empty} stars")
    assert f"−{2 * empty} stars (−2 each) for {empty} empty spaces" in penalty
    assert "Only the lower of the two scores counts." in smallest
    assert "−99 stars on your current map." in smallest or f"−{2 * empty} stars on your" in smallest
    assert re.search(r"Clause 1 would score \d+ stars?, but only the lowest score counts\.", smallest)
    assert "Only the higher of the two scores counts." in largest
    assert "because this card scores at most 1 star." in capped

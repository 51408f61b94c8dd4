"""What is drawn once and cached is nobody else's view: whoever looked before, everybody is sent what is theirs."""

from random import Random
from typing import Any

import pytest

from games.accounts.models import User
from games.play import cached, parts
from games.play.templatetags import play
from games.tables.models import Table
from tests.games.cartographers.play import draw, gather, play_until, state_of, url
from tests.safety.watch import _NEW_EACH_TIME, LOOKS, Viewers, sent

pytestmark = pytest.mark.django_db

LOOKED_AT = ("page", "another board", "late strip", "parts", "line", "turn before")


@pytest.fixture
def viewers(people: list[User]) -> Viewers:
    return Viewers.of(people[:3], people[4])


@pytest.fixture
def table(people: list[User], viewers: Viewers) -> Table:
    """A game of three in its second season: Ann and Ben have drawn, Cas has not. All have seen it."""
    table = gather(*people[:3])
    play_until(table, Random(7), lambda state: state.season == 1 and state.time > 0)
    for seat in (0, 1):
        assert draw(viewers.seats[seat], table, seat).status_code == 303
    for client in viewers.seats:
        client.get(url(table))  # so that nothing is new to them
    return table


def looks(table: Table, viewers: Viewers, *, forgetful: bool) -> dict[tuple[str, str], bytes]:
    """What everybody is sent; with `forgetful` nothing that was drawn for another can be cached."""
    bodies, state = {}, state_of(table)
    for viewer, who, client in viewers.all():
        for what in LOOKED_AT:
            if forgetful:
                cached.forget()
            address, headers = LOOKS[what](table, viewer, state)
            bodies[who, what] = _NEW_EACH_TIME.sub(b"", sent(client.get(address, headers=headers)))
    return bodies


def test_everybody_is_sent_what_is_theirs_whoever_looked_before(table: Table, viewers: Viewers) -> None:
    alone = looks(table, viewers, forgetful=True)
    assert len({page for (_, what), page in alone.items() if what == "page"}) >= 4, "views differ"
    looks(table, viewers, forgetful=False)
    assert looks(table, viewers, forgetful=False) == alone


@pytest.mark.parametrize("lent", ["log", "boards", "scores"])
def test_what_would_be_lent_to_another_is_found(
    lent: str, table: Table, viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = looks(table, viewers, forgetful=True)
    original, first = parts._cached, dict[str, Any]()

    def lending(part: Any) -> Any:
        return first.setdefault(part.name, original(part)) if part.name == lent else original(part)

    monkeypatch.setattr(parts, "_cached", lending)
    assert looks(table, viewers, forgetful=False) != alone


@pytest.mark.parametrize("lent", ["_season_box", "_score_row", "_board_card", "_chip"])
def test_a_fragment_that_would_be_lent_to_another_is_found(
    lent: str, table: Table, viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = looks(table, viewers, forgetful=True)
    original, first = play._fragment, dict[str, Any]()

    def lending(template_name: str, values: Any) -> Any:
        fragment = original(template_name, values)
        return first.setdefault(template_name, fragment) if f"/{lent}.html" in template_name else fragment

    monkeypatch.setattr(play, "_fragment", lending)
    cached.forget()
    assert looks(table, viewers, forgetful=False) != alone

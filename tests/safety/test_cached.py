"""Cached fragments: all viewers get their own version, no matter who looked first."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.accounts.models import User
from games.play import fragment_cache, page_parts
from games.play.templatetags import play
from games.tables.models import Table
from tests.games.cartographers.play import draw, gather, play_until, state_of, url
from tests.safety.watch import LOOKS, NEW_EACH_TIME, Viewers, sent

pytestmark = pytest.mark.django_db

LOOKED_AT = (
    "page",
    "another board",
    "late strip",
    "parts",
    "line",
    "turn before",
)


@pytest.fixture
def viewers(people: list[User]) -> Viewers:
    return Viewers.of(people[:3], people[4])


@pytest.fixture
def table(people: list[User], viewers: Viewers) -> Table:
    """Return a three-player game in its second season: Ann and Ben have drawn, Cas has not; all saw it."""
    table = gather(*people[:3])
    play_until(table, Random(7), lambda state: state.season == 1 and state.time > 0)
    for seat in (0, 1):
        assert draw(viewers.seats[seat], table, seat).status_code == 303
    for client in viewers.seats:
        client.get(url(table))  # so that nothing is new to them
    return table


Sent = tuple[tuple[str, str], bytes]


def looks(table: Table, viewers: Viewers, *, forgetful: bool) -> Iterator[Sent]:
    """Yield what each viewer is sent; with `forgetful`, clear the fragment cache before each request."""
    state = state_of(table)
    for viewer, who, client in viewers.all():
        for what in LOOKED_AT:
            if forgetful:
                fragment_cache.clear_cache()
            address, headers = LOOKS[what](table, viewer, state)
            yield (who, what), NEW_EACH_TIME.sub(b"", sent(client.get(address, headers=headers)))


def test_everybody_is_sent_what_is_theirs_whoever_looked_before(table: Table, viewers: Viewers) -> None:
    alone = dict(looks(table, viewers, forgetful=True))
    assert len({page for (_, what), page in alone.items() if what == "page"}) >= 4, "views differ"
    dict(looks(table, viewers, forgetful=False))
    assert dict(looks(table, viewers, forgetful=False)) == alone


def is_lent(table: Table, viewers: Viewers, alone: dict[tuple[str, str], bytes]) -> bool:
    """True if any viewer gets a different page than with an empty cache."""
    return any(alone[which] != page for which, page in looks(table, viewers, forgetful=False))


def test_what_would_be_lent_to_another_is_found(table: Table, viewers: Viewers) -> None:
    alone, original = dict(looks(table, viewers, forgetful=True)), page_parts._cached
    for lent in ("log", "boards", "scores"):
        first = dict[str, Any]()

        def lending(part: Any, lent: str = lent, first: dict[str, Any] = first) -> Any:
            return first.setdefault(part.name, original(part)) if part.name == lent else original(part)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(page_parts, "_cached", lending)
            assert is_lent(table, viewers, alone), lent
    assert not is_lent(table, viewers, alone)


def test_a_fragment_that_would_be_lent_to_another_is_found(table: Table, viewers: Viewers) -> None:
    alone, original = dict(looks(table, viewers, forgetful=True)), play._fragment
    for lent in ("_season_box", "_score_row", "_board_card", "_chip"):
        first = dict[str, Any]()

        def lending(template_name: str, values: Any, lent: str = lent, first: dict[str, Any] = first) -> Any:
            fragment = original(template_name, values)
            return first.setdefault(template_name, fragment) if f"/{lent}.html" in template_name else fragment

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(play, "_fragment", lending)
            fragment_cache.clear_cache()
            assert is_lent(table, viewers, alone), lent
        fragment_cache.clear_cache()
    assert not is_lent(table, viewers, alone)

"""The field at the end of a game on a deal: rank, best results, and the share that one was ahead of by turn."""

from typing import Any

import pytest

from games.accounts.models import User
from games.deals import field
from games.deals.daily import find_daily, today
from games.deals.field import compute_shares, find_costliest
from games.tables.deal_links import field_url
from games.tables.deals import shared
from games.tables.deals.services import store_turn_scores
from games.tables.lobby.services import NewTable
from games.tables.models import Deal, DealEntry, Table
from tests.games.deals.playing import play
from tests.games.tables.clients import HTMX, signed_in, text_of
from tests.games.tables.toy_features import TOY


@pytest.fixture
def deal(people: list[User]) -> Deal:
    """The shared deck on which Ann has started a game."""
    table = shared.start_solo(user=people[0], game=TOY)
    assert table.deal is not None
    return table.deal


def _field(user: User | None, deal: Deal) -> Any:
    return signed_in(user).get(f"/deals/{deal.code}/field/", headers=HTMX)


def _rows(page: str) -> list[list[str]]:
    """Return before, after and change of each turn."""
    body = page.split('class="table ranking by-turn"')[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [cell.split("</td>")[0] for cell in body.split('<td class="figures">')[1:]]
    return [cells[index : index + 3] for index in range(0, len(cells), 3)]


def test_shares_count_ties_half() -> None:
    others = [[[0, 3], [3, 9]], [[0, 5], [5, 6]]]
    assert compute_shares([(0, 5), (5, 6)], others) == [(0.5, 0.75), (0.75, 0.25)]


def test_costliest_turn_is_the_first_that_lost_most() -> None:
    assert find_costliest([(0.5, 0.7), (0.7, 0.4), (0.4, 0.1)]) in {1, 2}
    assert find_costliest([(0.5, 0.25), (0.5, 0.25), (0.5, 0.5)]) == 0
    assert find_costliest([(0.5, 0.5), (0.5, 0.7)]) is None


def test_first_to_finish_reads_that_others_will_meet_the_deck(deal: Deal, people: list[User]) -> None:
    play(deal, people[0], 5, 5, 5)
    page = text_of(_field(people[0], deal))
    assert "Nobody else has finished this deck yet. Others will get it when they play solo." in page
    assert "Field by turn" not in page
    assert "Fresh deck" in page
    assert "Best maps" not in page
    assert "only people who have played this deck can see your game" in page


def test_field_by_turn_shows_shares_and_the_costliest_turn(deal: Deal, people: list[User]) -> None:
    ann, ben, cas, _dee = people
    play(deal, ann, 5, 1, 5)
    play(deal, ben, 4, 4, 4)
    play(deal, cas, 3, 3, 2)
    page = text_of(_field(ann, deal))
    assert "Rank 2 of 3" in page
    assert "Better than 50% of players" in page
    assert _rows(page) == [["50%", "100%", "+50"], ["100%", "25%", "−75"], ["25%", "50%", "+25"]]
    own = DealEntry.objects.get(user=ann).table.code
    assert f'Turn 2 cost you the most: 2 places. <a href="/tables/{own}/turns/2/">' in page
    assert f'<a href="/tables/{own}/turns/2/">Turn 2</a> <span class="meta">cost the most places</span>' in page
    assert "Compared with 2 other players." in page
    # The last share is that of the result.
    assert _rows(text_of(_field(ben, deal)))[-1][1] == "100%"


def test_field_needs_an_own_result(deal: Deal, people: list[User]) -> None:
    play(deal, people[0], 5, 5, 5)
    play(deal, people[1], 5)
    for viewer in (people[1], people[2], None):
        answer = _field(viewer, deal)
        assert (answer.status_code, answer["Location"]) == (303, f"/decks/{deal.code}/")
    assert signed_in(None).get("/deals/AAAAAAAA/field/").status_code == 404


def test_without_scripts_the_page_of_the_deal_has_the_field(deal: Deal, people: list[User]) -> None:
    for user, number in zip(people, (5, 4), strict=False):
        play(deal, user, number, number, number)
    client = signed_in(people[0])
    assert client.get(f"/deals/{deal.code}/field/")["Location"] == f"/decks/{deal.code}/"
    page = text_of(client.get(f"/decks/{deal.code}/"))
    assert "Field by turn" in page
    assert "No turn cost you places." in page


def test_daily_map_has_a_field_too(people: list[User]) -> None:
    daily = find_daily(today())
    assert daily is not None
    for user, number in zip(people, (5, 4), strict=False):
        play(daily, user, *[number] * daily.options["turns"])
    assert "Field by turn" in text_of(_field(people[1], daily))


def test_scores_by_turn_are_stored_at_the_end(
    deal: Deal, people: list[User], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        play(deal, people[0], 5, 1, 4)
    assert DealEntry.objects.get().turn_scores == [[0, 5], [5, 6], [6, 10]]


def test_visit_computes_a_few_missing_scores(deal: Deal, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "_MOST_COMPUTED", 1)
    for user, number in zip(people, (5, 4, 3), strict=False):
        play(deal, user, number, number, number)
    assert "Compared with 1 other player." in text_of(_field(people[0], deal))
    assert "Compared with 2 other players." in text_of(_field(people[0], deal))


def test_large_field_is_compared_in_part(deal: Deal, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(field, "_MOST_COMPARED", 1)
    for user, number in zip(people, (5, 4, 3), strict=False):
        play(deal, user, number, number, number)
    page = text_of(_field(people[2], deal))
    assert "Compared with 1 other player." in page
    assert "Rank 3 of 3" in page


def test_game_with_other_turns_is_not_compared(deal: Deal, people: list[User]) -> None:
    for user, number in zip(people, (5, 4, 3), strict=False):
        play(deal, user, number, number, number)
    other = DealEntry.objects.get(user=people[1])
    DealEntry.objects.filter(pk=other.pk).update(turn_scores=store_turn_scores(other.pk)[:2])
    assert "Compared with 1 other player." in text_of(_field(people[0], deal))


def test_game_without_comparison_has_only_the_ranking(
    deal: Deal, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TOY, "comparison", None)
    for user, number in zip(people, (5, 4), strict=False):
        play(deal, user, number, number, number)
    page = text_of(_field(people[0], deal))
    assert "Rank 1 of 2" in page
    assert "Field by turn" not in page


def test_other_games_offer_no_field(deal: Deal, people: list[User]) -> None:
    table = play(deal, people[0], 5, 5, 5)
    again = shared.rematch(table=table.code, user=people[0], same_deck=True)
    assert field_url(Table.objects.get(pk=table.pk)) == f"/deals/{deal.code}/field/"
    assert field_url(Table.objects.get(pk=again.pk)) == ""
    assert (
        field_url(shared.create_table(host=people[0], new=NewTable("toy", "", {"turns": 3}, 1), fresh_deck=True)) == ""
    )

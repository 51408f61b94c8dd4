"""Pages of lists with one entry for each seat."""

import pytest

from games.play.seat_pages import SeatPages, count_words, seat_pages
from games.tables.models import MOST_LISTED, MOST_SEATS


def pages(count: int, at: int = 0, chosen: str = "") -> SeatPages:
    return seat_pages(count, at, lambda page, first: f"?seats={page}&look={first + 1}", chosen=chosen)


@pytest.mark.parametrize("count", range(1, MOST_LISTED + 1))
def test_small_tables_have_one_page_without_links(count: int) -> None:
    assert pages(count, count - 1) == SeatPages(0, count)


@pytest.mark.parametrize("count", range(MOST_LISTED + 1, MOST_SEATS + 1))
def test_pages_of_large_tables_hold_every_seat_once_and_none_is_alone(count: int) -> None:
    numbers = range(len(pages(count).links))
    listed = [pages(count, chosen=str(number + 1)).of(range(count)) for number in numbers]
    assert [seat for page in listed for seat in page] == list(range(count))
    assert all(1 < len(page) <= MOST_LISTED for page in listed)


@pytest.mark.parametrize("at", [0, 11, 12, 99])
def test_page_by_default_holds_the_given_entry(at: int) -> None:
    assert at in pages(100, at).of(range(100))


@pytest.mark.parametrize("chosen", ["0", "10", "-1", "two", "²", "9" * 5_000])
def test_page_that_does_not_exist_is_the_default_one(chosen: str) -> None:
    assert pages(100, 50, chosen) == pages(100, 50)


def test_links_name_their_seats_and_mark_the_page_that_is_shown() -> None:
    links = pages(100, chosen="9").links
    assert [link.label for link in links[:2]] == ["1–12", "13–24"]
    assert [link.url for link in links if link.here] == ["?seats=9&look=97"]
    assert len({link.id for link in links}) == len(links)


def test_lists_of_all_players_have_no_count() -> None:
    assert count_words(12, 12) == ""
    assert count_words(12, 100) == "The top 12 of 100 players"

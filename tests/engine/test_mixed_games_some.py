"""Random games of both boxes, from a series of 1,000: those with 4 and 5 seats."""

import pytest

from tests.engine.mixed_games import check_seats


@pytest.mark.parametrize("seats", [4, 5])
def test_they_end_as_the_oracle_has_it_with_all_that_must_hold(seats: int, full: bool) -> None:
    check_seats(seats, full=full)

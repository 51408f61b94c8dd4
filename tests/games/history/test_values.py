"""Timestamps in game lines."""

import pytest

from engine.records import RecordError
from games.history.json_lines import require_time


@pytest.mark.parametrize(
    "text",
    ["2026-06-01T12:00:00+02:00", "2000-01-01T00:00:00Z", "3000-01-01T01:00:00+02:00", "1999-12-31T23:00:00-02:00"],
)
def test_what_is_taken_once_is_taken_as_it_is_written_again(text: str) -> None:
    time = require_time(text)
    assert require_time(time.isoformat()) == time


@pytest.mark.parametrize(
    "text",
    [
        "2000-01-01T01:00:00+02:00",
        "2999-12-31T23:00:00-02:00",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:00:00-14:00",
    ],
)
def test_what_is_too_early_or_too_late_in_utc_is_not_taken(text: str) -> None:
    with pytest.raises(RecordError):
        require_time(text)

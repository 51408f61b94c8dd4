"""Log lines that machines read."""

import json
import logging
import sys

from carto_site.logs import JsonFormatter


def test_a_record_is_one_line_of_json() -> None:
    try:
        raise ValueError("broken\nin two")
    except ValueError:
        record = logging.LogRecord("games.tables", logging.ERROR, __file__, 1, "lost %s", ("it",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["logger"], found["message"]) == ("ERROR", "games.tables", "lost it")
    assert "ValueError" in found["exception"]
    assert found["time"].endswith("+00:00")

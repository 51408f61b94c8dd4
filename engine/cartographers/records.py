"""Reader for records of Cartographers games, described in `docs/record.md`."""

from typing import Any

from engine import records
from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.records import Record


def read_record(document: Any) -> Record[Event]:
    """Build a record from a parsed JSON document. Raises RecordError, also for other games' records."""
    return records.read_record(document, {"cartographers": RULES})

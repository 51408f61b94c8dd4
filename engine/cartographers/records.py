"""The record of a game of Cartographers, read again. `docs/record.md` describes it."""

from typing import Any

from engine import records
from engine.cartographers.events import Event
from engine.cartographers.game import RULES
from engine.records import Record


def read_record(document: Any) -> Record[Event]:
    """The record of a parsed JSON document. Raises RecordError, also where it is another game's."""
    return records.read_record(document, {"cartographers": RULES})

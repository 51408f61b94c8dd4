"""Numbers that can be asked where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Figure:
    """Number as written (`text`) and as read aloud (`label`), with the URL of its explanation.

    `spaces` are the names of the spaces behind it, "" if the page does not show them. `pale` is True if the figure is
    provisional, that is, not earned yet.
    """

    text: str
    label: str
    url: str
    spaces: str = ""
    pale: bool = False


@dataclass(frozen=True, slots=True)
class FigureQuery:
    """Figure in the URL of an explanation: a part of a seat's score, and when it scored.

    `seat` counts from 1 and may not exist. The game defines the names of `when` and `part`.
    """

    when: str
    seat: int
    part: str


def why_address(table: str, when: str, seat: Seat, part: str) -> str:
    """Return the URL of a figure's explanation; `table` is the URL of the table or a turn."""
    return f"{table}why/{when}/{seat + 1}/{part}"

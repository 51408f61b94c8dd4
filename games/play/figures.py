"""Numbers that can be asked where they come from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written and as it is said, and the address that explains it. `spaces` are those behind it, by
    name, "" where the page does not show them; `pale` is what is not earned yet: it stands as of now.
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

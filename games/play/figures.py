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
    """What the address of an explanation asks: a part of somebody's score (`seat` counts from 1, and may be nobody's),
    and when it counted. What `when` and `part` are called is the game's.
    """

    when: str
    seat: int
    part: str


def why_address(table: str, when: str, seat: Seat, part: str) -> str:
    """Where a figure is explained; `table` is the address of the table, or of one of its turns."""
    return f"{table}why/{when}/{seat + 1}/{part}"

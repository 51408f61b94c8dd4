"""The command line of a table's page, with what was answered to it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.cartographers.typed.help_told import Entry, entries
from games.cartographers.typed.parsing import LONGEST


@dataclass(frozen=True, slots=True)
class LineView:
    """The line: its address and what stands in it; the line that was answered (`asked`) and the answer, sentence by
    sentence, or the problem with it; `focused` where the page is an answer, and the next line is typed at once.
    """

    action: str
    most: int
    entries: tuple[Entry, ...]
    text: str = ""
    asked: str = ""
    said: tuple[str, ...] = ()
    problem: str = ""
    focused: bool = False


def line_view(
    code: str, *, asked: str = "", said: tuple[str, ...] = (), problem: str = "", focused: bool = False
) -> LineView:
    """The line of a table; what was asked stands in it still where there was a problem with it."""
    return LineView(
        action=reverse("cartographers:line", args=[code]),
        most=LONGEST,
        entries=entries(),
        text=asked if problem else "",
        asked=asked,
        said=said,
        problem=problem,
        focused=focused,
    )

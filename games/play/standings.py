"""Views of games that are over, with the final standings of their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from games.tables.models import Seat
from games.tables.results import final_standings

ViewT = TypeVar("ViewT", bound=Any)


def with_final_standings(view: ViewT, seats: Sequence[Seat]) -> ViewT:
    """Return a game's view; once it is `over`, its `standings` put seats that were left last."""
    if not view.over:
        return view
    final: ViewT = replace(view, standings=final_standings(view.standings, seats))
    return final

"""Shape to draw on a map outside of a game: the part that exercises, puzzles and drills share."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.http import urlencode

from engine.cartographers.geometry import FULL, Mask
from engine.cartographers.view import Desk, View
from games.cartographers.desk.desk import DeskSteps, build_desk_steps
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_values import preview_data
from games.cartographers.goals.panels import EdictView, edicts
from games.cartographers.map.boards import MapView, Marks, map_view
from games.play.log import LOOK


@dataclass(frozen=True, slots=True)
class PlacementTask:
    """Map with the shape in hand, the steps from there, and the edicts.

    `fields` restore the shape in hand. `is_placed` is True if it is on the map, `is_legal` if it fits there.
    """

    map: MapView
    fields: tuple[tuple[str, str], ...]
    steps: DeskSteps
    data: dict[str, object]
    is_placed: bool
    is_legal: bool
    edicts: tuple[EdictView, ...]


def analysis_url(code: str, turn: int, seat: int) -> str:
    """Return the address that opens a turn of a past game on the analysis board, with a seat's map."""
    return f"{reverse('cartographers:game_analysis', args=[code])}?{urlencode({LOOK: seat + 1, 'turn': turn})}"


def build_placement_task(view: View, desk: Desk, ghost: Ghost, caption: str, *, best: Mask = 0) -> PlacementTask:
    """Return the task of a desk; `best` are the spaces of the best place, once they may be shown."""
    marks = Marks(
        ghost=ghost.cells,
        terrain=ghost.terrain.word,
        legal=ghost.legal,
        wanted=ghost.wanted,
        lit=best,
        coverable=ghost.offer.open_to(ghost.chosen) & desk.board.filled,
    )
    return PlacementTask(
        map=map_view(desk.board, caption, marks, active=FULL),
        fields=ghost.fields,
        steps=build_desk_steps(ghost, view),
        data=preview_data(desk, ghost),
        is_placed=ghost.anchor is not None,
        is_legal=ghost.legal,
        edicts=edicts(view, desk.subject, "", lit=False),
    )

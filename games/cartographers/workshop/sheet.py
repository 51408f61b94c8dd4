"""Map sheets, painted: their mountains, ruins and wasteland."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import sheet_from_json
from engine.cartographers.geometry import SIZE
from games.cartographers.map.boards import Patch, patches
from games.cartographers.words.shapes import sheet_counts
from games.cartographers.workshop.drawings import sheet_drawing
from games.cartographers.workshop.map_painter import BoardField
from games.cartographers.workshop.playable import heard, problems
from games.cartographers.workshop.shape_fit import Places, places_on
from games.cartographers.workshop.sheet_balance import Ends, begin_ends, ends_of
from games.cartographers.workshop.strokes import SHEET_MARKS, stepped
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry, State
from games.catalog.shelves import Data


class SheetForm(EntryForm):
    """The board."""

    piece_template = "cartographers/workshop/_sheet.html"

    rows = BoardField(label=gettext_lazy("Map sheet"), marks=SHEET_MARKS)

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        return {"rows": entry.definition["rows"]}

    @classmethod
    def stepped_by(cls, data: Any, step: str, *, entry: CatalogEntry, user: Any) -> Any:
        """After a button: of the board, or the one that has quick games played ("trial.begin")."""
        if step != "trial.begin":
            return stepped(data, step)
        stored = cls(data, entry=entry).stored
        if stored is not None and not problems(entry, stored):
            begin_ends(entry, stored)
        return data

    def piece(self) -> Data:
        """The definition."""
        return {"rows": self.cleaned_data["rows"].split("/")}


@dataclass(frozen=True, slots=True)
class SheetBeside:
    """The sheet, small, and what is on it; why it cannot be handed in; in how many places shapes fit on it; how games
    end on it, and whether more can be played, which is only for drafts.
    """

    name: str
    board: tuple[Patch, ...]
    counts: str
    problems: tuple[str, ...]
    places: tuple[Places, ...]
    ends: Ends
    open: bool


class SheetEditor:
    """Editor of map sheets."""

    form: type[EntryForm] = SheetForm

    def blank(self) -> Data:
        """Return the definition of an empty map sheet."""
        return {"rows": ["." * SIZE] * SIZE}

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """The sheet as players see it, and what fits on it."""
        sheet, faults = sheet_from_json(definition), problems(entry, definition)
        page = SheetBeside(
            name=sheet.name,
            board=patches(Board.of_sheet(sheet)),
            counts=sheet_counts(sheet),
            problems=faults,
            places=places_on(sheet),
            ends=ends_of(entry, definition),
            open=entry.state == State.DRAFT and not faults,
        )
        return DefinitionPreview(
            "cartographers/workshop/_sheet_preview.html", {"sheet": page}, heard(faults, page.counts), faults
        )

    def picture(self, definition: Data) -> SafeString:
        """The sheet."""
        return sheet_drawing(sheet_from_json(definition))

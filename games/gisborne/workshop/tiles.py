"""Editor of tiles: painted, with rivers behind their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from engine.gisborne.tiles import Tile
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, Tool
from games.catalog.models import CatalogEntry
from games.catalog.painting import link_painter
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data
from games.gisborne.shelf.components import shown_name
from games.gisborne.shelf.definitions import tile_of
from games.gisborne.shelf.drawings import FIELDS, MOST_FIELDS, Role, find_faults, role_of
from games.gisborne.way.way_view import TileView
from games.gisborne.workshop.balance import Balance, TestedComponent, balance_of, run_test
from games.gisborne.workshop.drawings import numbered_tile, small_drawing
from games.gisborne.workshop.tile_painter import TileField, sketch_of, tile_tools


class TileForm(EntryForm):
    """Form for the drawing of a tile and its rivers."""

    piece_template = "gisborne/workshop/_tile.html"
    tools: ClassVar[Mapping[str, Tool]] = {**tile_tools(lambda _data: "rows"), "run-test": run_test}

    rows = TileField(label=pgettext_lazy("component", "Tile"))
    rivers = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Rivers"),
        coerce=int,
        choices=[(str(river), str(river)) for river in range(1, MOST_FIELDS)],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        link_painter(self, "rows")

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        return {
            "rows": entry.definition["rows"],
            "rivers": [str(river) for river in entry.definition.get("rivers", ())],
        }

    def clean(self) -> dict[str, Any]:
        """Check the rivers against the drawing."""
        cleaned = self.cleaned_data
        if "rows" in cleaned and "rivers" in cleaned:
            for fault in list(find_faults(cleaned["rows"], cleaned["rivers"])):
                self.add_error(fault.part, fault.words)
        return super().clean()

    def piece(self) -> Data:
        """Return the definition."""
        return {"rows": self.cleaned_data["rows"], "rivers": sorted(self.cleaned_data["rivers"])}

    def parts(self) -> Iterator[str]:
        """Yield the ids of parts that change with the form: errors, and the boxes of the rivers."""
        yield from super().parts()
        yield "river-boxes"

    @property
    def river_boxes(self) -> list[Any]:
        """Boxes of the rivers between two fields of the drawing, and those that are checked without a field."""
        text = self["rows"].value()
        drawn = "\n".join(text) if isinstance(text, list) else getattr(text, "text", "")
        count = sum(mark in FIELDS for row in sketch_of(drawn) for mark in row)
        return [box for box in self["rivers"] if int(str(box.data["value"])) < count or box.data["selected"]]


@dataclass(frozen=True, slots=True)
class TilePreview:
    """Preview of a tile: the tile with numbered fields, its role, its fields in words, why it can't be submitted, and
    results of test games.
    """

    tile: TileView
    role: str
    fields: str
    problems: tuple[str, ...]
    balance: Balance


class TileEditor(TestedComponent):
    """Editor of tiles."""

    form: type[EntryForm] = TileForm

    def blank(self) -> Data:
        """Return a tile with a straight path and a viewpoint."""
        return {"rows": ["_____", "..C..", "_____"]}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of the tile as players see it, with its fields numbered."""
        tile, problems = tile_of(definition), draft_problems(entry, definition)
        page = TilePreview(
            tile=numbered_tile(tile, shown_name(definition)),
            role=_role_words(role_of(tile.rows)),
            fields=fields_sentence(tile),
            problems=problems,
            balance=balance_of(entry, definition, problems),
        )
        words = announced_text(problems, page.fields)
        return DefinitionPreview("gisborne/workshop/_tile_preview.html", {"tile": page}, words, problems)

    def picture(self, definition: Data) -> SafeString:
        """Return a small picture of the tile."""
        return small_drawing(tile_of(definition))


def _role_words(role: Role) -> str:
    words = {Role.START: _("Start tile"), Role.PATH: _("Path tile"), Role.END: _("End tile")}
    return words[role]


def fields_sentence(tile: Tile) -> str:
    """Return the fields of a tile in a few words, with its rivers and its bridge."""
    count = len(tile.path)
    parts = [ngettext("%(n)s field.", "%(n)s fields.", count) % {"n": count}]
    if tile.rivers:
        behind = ", ".join(map(str, tile.rivers))
        words = ngettext("River after field %(fields)s.", "Rivers after fields %(fields)s.", len(tile.rivers))
        parts.append(words % {"fields": behind})
    if tile.bridge:
        first, last = tile.bridge
        parts.append(_("Bridge from field %(first)s to field %(last)s.") % {"first": first, "last": last})
    return " ".join(parts)

"""Editor of tile sets: the tiles, deck, chips and places that are played together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.forms import BoundField
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, Tool
from games.catalog.models import CatalogEntry
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data
from games.gisborne.shelf.components import active_components, shown_name
from games.gisborne.shelf.definitions import tile_of
from games.gisborne.shelf.drawings import Role, role_of
from games.gisborne.shelf.kinds import CatalogBox, EntryKind
from games.gisborne.shelf.sets import set_of
from games.gisborne.workshop.balance import Balance, TestedComponent, balance_of, run_test
from games.gisborne.workshop.drawings import small_drawing
from games.gisborne.workshop.numbers import blank_of

_LABELS: Final[Mapping[str, str | Promise]] = {
    "start": gettext_lazy("Start tile"),
    "end": gettext_lazy("End tile"),
    "deck": EntryKind.DECK.label,
    "chips": EntryKind.CHIPS.label,
    "places": EntryKind.PLACES.label,
}


@dataclass(frozen=True, slots=True)
class TilePick:
    """Path tile with its checkbox, picture and box; `drawing` is "" for a tile that is no longer active."""

    tag: SafeString
    name: str
    drawing: SafeString
    note: str


class SetForm(EntryForm):
    """Form for the path tiles, and one component of each other kind."""

    piece_template = "gisborne/workshop/_set.html"
    tools: ClassVar[Mapping[str, Tool]] = {"run-test": run_test}

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        chosen = set_of(entry.definition)
        for name, label in _LABELS.items():
            choices = _choices(_kind_of(name), name, (getattr(chosen, name),))
            self.fields[name] = forms.ChoiceField(label=str(label), choices=choices)
        self.fields["path"] = forms.MultipleChoiceField(
            label=_("Path tiles"),
            choices=_choices(EntryKind.TILE, Role.PATH, chosen.path),
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": _("Choose the path tiles.")},
        )

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        return {name: entry.definition[name] for name in (*_LABELS, "path")}

    def piece(self) -> Data:
        """Return the definition."""
        return {name: self.cleaned_data[name] for name in (*_LABELS, "path")}

    @property
    def single_fields(self) -> Iterator[BoundField]:
        """Fields of the components of which a set has one."""
        return (self[name] for name in _LABELS)

    @property
    def picks(self) -> Iterator[TilePick]:
        """Path tiles to choose from."""
        held = active_components()
        for box in self["path"]:
            ref = str(box.data["value"])
            tile = held.get((EntryKind.TILE, ref))
            drawing = small_drawing(tile_of(tile)) if tile else SafeString("")
            yield TilePick(box.tag(), str(box.data["label"]), drawing, str(CatalogBox(ref.partition("/")[0]).label))

    @property
    def count_sentence(self) -> str:
        """Number of path tiles that are chosen."""
        count = sum(bool(box.data["selected"]) for box in self["path"])
        return ngettext("%(n)s path tile chosen.", "%(n)s path tiles chosen.", count) % {"n": count}

    def parts(self) -> Iterator[str]:
        """Yield the ids of parts that change with the form: errors, and the number of tiles."""
        yield from super().parts()
        yield "path-count"


def _kind_of(name: str) -> EntryKind:
    return EntryKind.TILE if name in set(Role) else EntryKind(name)


def _choices(kind: EntryKind, role: str, chosen: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the active components of a kind, tiles of a role alone, and those chosen that are no longer active."""
    held = active_components()
    found = {
        ref: shown_name(definition)
        for (of, ref), definition in held.items()
        if of is kind and (kind is not EntryKind.TILE or role_of(definition["rows"]) == role or ref in chosen)
    }
    gone = {ref: _("%(ref)s (no longer active)") % {"ref": ref} for ref in chosen if ref not in found}
    return [*found.items(), *gone.items()]


@dataclass(frozen=True, slots=True)
class SetPreview:
    """Preview of a set: its tiles, other components, why it can't be submitted, and results of test games."""

    tiles: tuple[tuple[str, SafeString], ...]
    others: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]
    balance: Balance


class SetEditor(TestedComponent):
    """Editor of tile sets."""

    form: type[EntryForm] = SetForm

    def blank(self) -> Data:
        """Return the set of the printed box."""
        return blank_of(EntryKind.SET)

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a set: its components and its problems."""
        tile_set, held = set_of(definition), active_components()
        problems = draft_problems(entry, definition)
        tiles = [held.get((EntryKind.TILE, ref)) for ref in (tile_set.start, *tile_set.path, tile_set.end)]
        others = [(name, held.get((_kind_of(name), getattr(tile_set, name)))) for name in ("deck", "chips", "places")]
        page = SetPreview(
            tiles=tuple((shown_name(tile), small_drawing(tile_of(tile))) for tile in tiles if tile),
            others=tuple((str(_LABELS[name]), shown_name(part)) for name, part in others if part),
            problems=problems,
            balance=balance_of(entry, definition, problems),
        )
        words = ngettext("%(n)s path tile.", "%(n)s path tiles.", len(tile_set.path)) % {"n": len(tile_set.path)}
        announced = announced_text(problems, words)
        return DefinitionPreview("gisborne/workshop/_set_preview.html", {"set": page}, announced, problems)

    def picture(self, definition: Data) -> SafeString:
        """Return a picture of its first path tile."""
        tile = active_components().get((EntryKind.TILE, set_of(definition).path[0]))
        return small_drawing(tile_of(tile)) if tile else SafeString("")

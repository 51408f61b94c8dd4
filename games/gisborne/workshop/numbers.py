"""Editors of what is only numbers: the deck, the chips, and the places with the limits of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.gisborne.cards import Face, Metal
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm, Tool
from games.catalog.models import CatalogEntry
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.shelf.published import published_entries
from games.gisborne.shelf.schema import CHIP, DEALT, DRAWN, IN_DECK, LIMITS, MOST_CHIPS, SEATS
from games.gisborne.words.names import cards_count, face_name, metal_name, points_of
from games.gisborne.workshop.balance import Balance, TestedComponent, balance_of, run_test

_LIMIT_LABELS: Final[Mapping[str, str | Promise]] = {
    "first_hand": gettext_lazy("Cards in the first hand"),
    "most_cards": gettext_lazy("Maximum cards in a play"),
    "river_hand": gettext_lazy("Maximum cards in hand at a river"),
    "path_tiles": gettext_lazy("Path tiles in play"),
    "tent_draws": gettext_lazy("Cards drawn back after the tent"),
    "village_draws": gettext_lazy("Cards drawn back from a village"),
}


@dataclass(frozen=True, slots=True)
class NumberGroup:
    """Fields of numbers under a title."""

    title: str
    fields: tuple[BoundField, ...]


class NumbersForm(EntryForm):
    """Form of whole numbers, in groups.

    A subclass defines its fields by group title (`numbers`): name, label, and least and most value.
    """

    piece_template = "gisborne/workshop/_numbers.html"
    tools: ClassVar[Mapping[str, Tool]] = {"run-test": run_test}

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        self._groups = self.numbers()
        for fields in self._groups.values():
            for name, label, (least, most) in fields:
                self.fields[name] = forms.IntegerField(label=label, min_value=least, max_value=most)

    @classmethod
    def numbers(cls) -> dict[str, list[tuple[str, str, tuple[int, int]]]]:
        """Return the fields by group title."""
        raise NotImplementedError

    @property
    def groups(self) -> Iterator[NumberGroup]:
        """Groups with their fields."""
        for title, fields in self._groups.items():
            yield NumberGroup(title, tuple(self[name] for name, _label, _bounds in fields))


class DeckForm(NumbersForm):
    """Form for the number of cards of each face, and what metals draw back."""

    @classmethod
    def numbers(cls) -> dict[str, list[tuple[str, str, tuple[int, int]]]]:
        """Return the fields of faces and metals."""
        return {
            _("Number of cards"): [(f"cards_{face}", face_name(face), IN_DECK) for face in Face],
            _("Cards drawn back"): [(f"draws_{metal}", metal_name(metal), DRAWN) for metal in Metal],
        }

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        definition = entry.definition
        cards = {f"cards_{face}": number for face, number in definition["cards"].items()}
        return cards | {f"draws_{metal}": number for metal, number in definition["draws"].items()}

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        return {
            "cards": {face.value: cleaned[f"cards_{face}"] for face in Face},
            "draws": {metal.value: cleaned[f"draws_{metal}"] for metal in Metal},
        }


class ChipsForm(NumbersForm):
    """Form for the number of chips of each value in the pool, and the chips of the start and the beach."""

    @classmethod
    def numbers(cls) -> dict[str, list[tuple[str, str, tuple[int, int]]]]:
        """Return the fields of values and of the two fixed chips."""
        least, most = CHIP
        worth = [(f"pool_{value}", points_of(value), (0, MOST_CHIPS)) for value in range(least, most + 1)]
        fixed = [("start_chip", _("Chip on the start tile"), CHIP), ("beach_chip", _("Chip on the beach"), CHIP)]
        return {_("Number of chips in the pool"): worth, _("Fixed chips"): fixed}

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        definition = entry.definition
        counted = Counter(definition["pool"])
        pool = {f"pool_{value}": counted[value] for value in range(CHIP[0], CHIP[1] + 1)}
        return pool | {key: definition[key] for key in ("start_chip", "beach_chip")}

    def clean(self) -> dict[str, Any]:
        """Limit the number of chips."""
        if not self.errors and not 1 <= len(self._pool()) <= MOST_CHIPS:
            words = _("The pool must have 1 to %(most)s chips. This one has %(count)s.")
            self.add_error(f"pool_{CHIP[0]}", words % {"most": MOST_CHIPS, "count": len(self._pool())})
        return super().clean()

    def _pool(self) -> list[int]:
        return [value for value in range(CHIP[0], CHIP[1] + 1) for _ in range(self.cleaned_data[f"pool_{value}"])]

    def piece(self) -> Data:
        """Return the definition."""
        return {"pool": self._pool(), **{key: self.cleaned_data[key] for key in ("start_chip", "beach_chip")}}


class PlacesForm(NumbersForm):
    """Form for the cards dealt to each rank in a position scoring, and the limits of a game."""

    @classmethod
    def numbers(cls) -> dict[str, list[tuple[str, str, tuple[int, int]]]]:
        """Return the fields of ranks by number of seats, and those of the limits."""
        rows = {
            _("Cards dealt with %(seats)s players") % {"seats": seats}: [
                (_place(seats, rank), _("Rank %(rank)s") % {"rank": rank}, DEALT) for rank in range(1, seats + 1)
            ]
            for seats in SEATS
        }
        return rows | {_("Limits"): [(name, str(_LIMIT_LABELS[name]), bounds) for name, bounds in LIMITS.items()]}

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        rows = entry.definition["places"]
        places = {_place(seats, rank): number for seats in SEATS for rank, number in enumerate(rows[str(seats)], 1)}
        return places | {name: entry.definition[name] for name in LIMITS}

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        rows = {str(seats): [cleaned[_place(seats, rank)] for rank in range(1, seats + 1)] for seats in SEATS}
        return {"places": rows, **{name: cleaned[name] for name in LIMITS}}


def _place(seats: int, rank: int) -> str:
    return f"places_{seats}_{rank}"


@dataclass(frozen=True, slots=True)
class NumbersPreview:
    """Preview of numbers: sentences about them, why they can't be submitted, and results of test games."""

    sentences: tuple[str, ...]
    problems: tuple[str, ...]
    balance: Balance


class NumbersEditor(TestedComponent):
    """Editor of a component that is only numbers. A subclass defines its form, `blank` and `sentences`."""

    form: type[EntryForm]

    def sentences(self, definition: Data) -> tuple[str, ...]:
        """Return sentences about a definition."""
        raise NotImplementedError

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of the numbers in words."""
        problems, sentences = draft_problems(entry, definition), self.sentences(definition)
        page = NumbersPreview(sentences, problems, balance_of(entry, definition, problems))
        words = announced_text(problems, " ".join(sentences))
        return DefinitionPreview("gisborne/workshop/_numbers_preview.html", {"numbers": page}, words, problems)

    def picture(self, definition: Data) -> SafeString:
        """Return nothing: numbers have no picture."""
        return SafeString("")


class DeckEditor(NumbersEditor):
    """Editor of decks."""

    form = DeckForm

    def blank(self) -> Data:
        """Return the printed deck."""
        return blank_of(EntryKind.DECK)

    def sentences(self, definition: Data) -> tuple[str, ...]:
        """Return the number of cards, and the average value of a card."""
        cards = {Face(face): number for face, number in definition["cards"].items()}
        count = sum(cards.values())
        average = sum(face.worth * number for face, number in cards.items()) / count if count else 0
        words = _("A card is worth %(average)s steps on average.")
        return cards_count(count) + ".", words % {"average": number_format(average, 1)}


class ChipsEditor(NumbersEditor):
    """Editor of chips."""

    form = ChipsForm

    def blank(self) -> Data:
        """Return the printed chips."""
        return blank_of(EntryKind.CHIPS)

    def sentences(self, definition: Data) -> tuple[str, ...]:
        """Return the number and the sum of the chips."""
        pool = definition["pool"]
        words = ngettext("%(n)s chip in the pool.", "%(n)s chips in the pool.", len(pool)) % {"n": len(pool)}
        total = sum(pool) + definition["start_chip"] + definition["beach_chip"]
        return words, _("All chips together are worth %(points)s.") % {"points": points_of(total)}


class PlacesEditor(NumbersEditor):
    """Editor of places and limits."""

    form = PlacesForm

    def blank(self) -> Data:
        """Return the printed places and limits."""
        return blank_of(EntryKind.PLACES)

    def sentences(self, definition: Data) -> tuple[str, ...]:
        """Return the cards of a position scoring by number of players."""
        words = _("A position scoring with %(seats)s players deals %(cards)s: %(places)s.")
        return tuple(
            words % {"seats": seats, "cards": cards_count(sum(row)), "places": ", ".join(map(str, row))}
            for seats, row in definition["places"].items()
        )


def blank_of(kind: EntryKind) -> Data:
    """Return the first published definition of a kind, without id and name."""
    entry = next(entry for entry in published_entries() if entry.kind == kind)
    return {key: value for key, value in entry.definition.items() if key not in ("id", "name")}

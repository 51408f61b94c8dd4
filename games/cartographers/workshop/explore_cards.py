"""Editors of explore, ruins and season cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import MOST_SHAPES, THRESHOLD, TIME
from engine.cartographers.cards import Edict, Overlap, Place, explore_from_json, ruins_from_json
from engine.cartographers.terrain import DRAWABLE, Terrain
from games.cartographers.cards.faces import face_sentence
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.shelf.components import SEASONS
from games.cartographers.words.names import terrain_label
from games.cartographers.workshop.drawings import shapes_drawing, sign_drawing
from games.cartographers.workshop.shapes import ShapeField, Ways, list_shape_fits
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data

_PLACES = [
    ("", gettext_lazy("anywhere")),
    (Place.EDGE.value, gettext_lazy("on the edge of the map")),
    (Place.MOUNTAIN.value, gettext_lazy("next to a mountain")),
    (Place.LANDMARK.value, gettext_lazy("next to a landmark")),
    (Place.REGION_1.value, gettext_lazy("in region 1")),
    (Place.REGION_2.value, gettext_lazy("in region 2")),
    (Place.REGION_3.value, gettext_lazy("in region 3")),
    (Place.REGION_4.value, gettext_lazy("in region 4")),
]
_OVERLAPS = [
    (Overlap.NONE.value, gettext_lazy("can’t be covered")),
    (Overlap.REPLACE.value, gettext_lazy("are replaced by the shape")),
    (Overlap.DESTROY.value, gettext_lazy("are destroyed")),
]
_EDICTS = [(edict.value, edict.value) for edict in Edict]


class SeasonForm(EntryForm):
    """The time, and the two edicts."""

    piece_template = "cartographers/workshop/_season.html"
    start_label = gettext_lazy("Start from this card")
    labelled = False

    threshold = forms.IntegerField(
        label=gettext_lazy("Time threshold"),
        help_text=gettext_lazy("Time threshold: the season ends when the cards reach this total."),
        min_value=THRESHOLD.least,
        max_value=THRESHOLD.most,
    )
    first = forms.ChoiceField(label=gettext_lazy("First edict"), choices=_EDICTS)
    second = forms.ChoiceField(label=gettext_lazy("Second edict"), choices=_EDICTS)

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        first, second = entry.definition["edicts"]
        return {"threshold": entry.definition["threshold"], "first": first, "second": second}

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        return {"threshold": cleaned["threshold"], "edicts": [cleaned["first"], cleaned["second"]]}


class SeasonEditor:
    """Editor of season cards."""

    form: type[EntryForm] = SeasonForm

    def blank(self) -> Data:
        """A spring of the base game."""
        return {"threshold": 8, "edicts": ["A", "B"]}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of a season card: its time threshold and edicts."""
        first, second = definition["edicts"]
        words = {"time": definition["threshold"], "first": first, "second": second}
        sentence = _("Time threshold %(time)s, scores edicts %(first)s and %(second)s.") % words
        return DefinitionPreview("cartographers/workshop/_season_preview.html", {"season": sentence}, sentence)

    def picture(self, definition: Data) -> SafeString:
        """Its time of the year, where it is one of the four."""
        return sign_drawing(definition["id"] if definition["id"] in SEASONS else "hourglass")


class ExploreForm(EntryForm):
    """Form for the time, the terrains, the place, the overlap, and the shapes with their coins.

    It has room for all saved shapes.
    """

    piece_template = "cartographers/workshop/_explore.html"
    start_label = gettext_lazy("Start from this card")

    time = forms.IntegerField(
        label=gettext_lazy("Time value"),
        help_text=gettext_lazy("Published cards have 0 to 2."),
        min_value=TIME.least,
        max_value=TIME.most,
    )
    terrains = forms.MultipleChoiceField(
        label=gettext_lazy("Terrains"),
        help_text=gettext_lazy("Players choose one of these for the shape."),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose at least one terrain.")},
    )

    place = forms.ChoiceField(
        label=gettext_lazy("Place"),
        help_text=gettext_lazy(
            "After a ruins card, the shape must cover ruins instead. If no shape fits, a single square is drawn."
        ),
        choices=_PLACES,
        required=False,
    )
    overlap = forms.ChoiceField(
        label=gettext_lazy("Drawn spaces under the shape"),
        help_text=gettext_lazy(
            "Terrain, monsters and heroes. The shape must always cover at least one empty space. Mountains, landmarks, "
            "wasteland and destroyed spaces can’t be covered."
        ),
        choices=_OVERLAPS,
        required=False,
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        self.count = max(MOST_SHAPES, len(entry.definition["shapes"]))
        offered = [terrain.word for terrain in DRAWABLE]
        offered += [word for word in entry.definition["terrains"] if word not in offered]
        terrains = self.fields["terrains"]
        assert isinstance(terrains, forms.MultipleChoiceField)
        terrains.choices = [(word, terrain_label(Terrain.from_word(word))) for word in offered]
        for number in range(1, self.count + 1):
            label = _("Shape %(number)s") % {"number": number}
            self.fields[f"shape_{number}"] = ShapeField(label=label, required=number == 1)
            self.fields[f"coin_{number}"] = forms.BooleanField(label=_("Has a coin"), required=False)

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        definition = entry.definition
        begun = {
            "time": definition["time"],
            "terrains": definition["terrains"],
            "place": definition.get("place", ""),
            "overlap": definition.get("overlap", ""),
        }
        for number, shape in enumerate(entry.definition["shapes"], 1):
            begun |= {f"shape_{number}": shape["drawn"], f"coin_{number}": shape["coin"]}
        return begun

    @property
    def shape_fields(self) -> Iterator[tuple[BoundField, BoundField]]:
        """Yield the fields of each shape and its coin."""
        return ((self[f"shape_{number}"], self[f"coin_{number}"]) for number in range(1, self.count + 1))

    def clean(self) -> dict[str, Any]:
        """Require a shape for every coin."""
        for number in range(2, self.count + 1):
            if self.cleaned_data.get(f"coin_{number}") and not self.cleaned_data.get(f"shape_{number}"):
                self.add_error(f"shape_{number}", _("Draw the shape or remove the coin."))
        return super().clean()

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        shapes = [
            {"drawn": cleaned[f"shape_{number}"], "coin": cleaned[f"coin_{number}"]}
            for number in range(1, self.count + 1)
            if cleaned[f"shape_{number}"]
        ]
        rest = {key: cleaned[key] for key in ("place", "overlap") if cleaned[key]}
        return {"time": cleaned["time"], "terrains": cleaned["terrains"], "shapes": shapes, **rest}


@dataclass(frozen=True, slots=True)
class ExplorePreview:
    """Preview of the card's face, why it can't be submitted, and its shapes."""

    face: CardEntry
    problems: tuple[str, ...]
    ways: tuple[Ways, ...]


class ExploreEditor:
    """Editor of explore cards."""

    form: type[EntryForm] = ExploreForm

    def blank(self) -> Data:
        """Return a card with a time value of 1 and one small forest shape."""
        return {"time": 1, "terrains": [Terrain.FOREST.word], "shapes": [{"drawn": ["##"], "coin": False}]}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of the face and where its shapes fit."""
        card = explore_from_json(definition)
        page = ExplorePreview(
            card_entry(card), draft_problems(entry, definition), list_shape_fits(shape.shape for shape in card.shapes)
        )
        announcement = announced_text(page.problems, face_sentence(card))
        return DefinitionPreview(
            "cartographers/workshop/_explore_preview.html", {"card": page}, announcement, page.problems
        )

    def picture(self, definition: Data) -> SafeString:
        """Return a picture of its shapes."""
        return shapes_drawing(explore_from_json(definition))


class RuinsForm(EntryForm):
    """Form for ruins cards: the fields shared by all types."""

    piece_template = "cartographers/workshop/_ruins.html"
    start_label = gettext_lazy("Start from this card")

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return no initial values, since the form has no fields of its own."""
        return {}

    def piece(self) -> Data:
        """Return an empty definition part, since the form has no fields of its own."""
        return {}


class RuinsEditor:
    """Editor of ruins cards."""

    form: type[EntryForm] = RuinsForm

    def blank(self) -> Data:
        """Return an empty definition for a new ruins card."""
        return {}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """The face."""
        return DefinitionPreview("cartographers/workshop/_face.html", {"face": card_entry(ruins_from_json(definition))})

    def picture(self, definition: Data) -> SafeString:
        """Ruins."""
        return sign_drawing("ruins")

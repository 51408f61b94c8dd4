"""Editors of ambush and hero cards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.bounds import REWARD
from engine.cartographers.cards import AmbushCard, Corner, RotationDirection, ambush_from_json, hero_from_json
from engine.cartographers.effects import NO_EFFECT, effect_from_json
from engine.cartographers.geometry import SIZE, first, space, space_bit
from engine.cartographers.notation import space_names
from engine.cartographers.rules.solo import path, walk
from engine.cartographers.shapes import Orientation
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Terrain
from games.cartographers.cards.faces import ShapeDrawing, face_sentence, shape_drawing
from games.cartographers.map.boards import MapView, Marks, Patch, map_view, patches
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.shelf.components import components_in_play
from games.cartographers.shelf.examples import sample_boards
from games.cartographers.words.effects import effect_sentence
from games.cartographers.words.names import corner_name
from games.cartographers.words.shapes import attack_phrase
from games.cartographers.workshop.drawings import shapes_drawing
from games.cartographers.workshop.effect_fields import EffectFields, EffectPreview, effect_preview, effect_values
from games.cartographers.workshop.shapes import AttackField, ShapeField, Ways, list_shape_fits
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data
from games.play.words import comma_list

_WAYS: Final = [
    (RotationDirection.CLOCKWISE.value, gettext_lazy("clockwise")),
    (RotationDirection.COUNTERCLOCKWISE.value, gettext_lazy("counterclockwise")),
]
_UNCHANGED: Final = ("drawn", "solo_corner", "solo_direction", "reward")
"""Fields that are stored as they are."""
_NUMBERED: Final = 40
"""Number of steps of a path that are numbered."""


class AmbushForm(EffectFields, EntryForm):
    """Form for the shape, the two directions, and the effect."""

    piece_template = "cartographers/workshop/_ambush.html"
    start_label = gettext_lazy("Start from this card")

    drawn = ShapeField(label=gettext_lazy("Shape"))
    passing = forms.ChoiceField(label=gettext_lazy("Pass direction"), choices=_WAYS)
    solo_corner = forms.ChoiceField(label=gettext_lazy("Solo start corner"))
    solo_direction = forms.ChoiceField(label=gettext_lazy("along the edge"), choices=_WAYS)
    initial_letter = forms.RegexField(
        label=gettext_lazy("Initial"),
        help_text=gettext_lazy("One letter from A to Z, written in its spaces. Required for every effect."),
        regex="^[A-Z]$",
        max_length=1,
        required=False,
        error_messages={"invalid": gettext_lazy("The initial must be one letter from A to Z.")},
    )
    reward = forms.IntegerField(
        label=gettext_lazy("Coins"),
        help_text=gettext_lazy("Coins that it gives or costs, if that’s its effect."),
        min_value=REWARD.least,
        max_value=REWARD.most,
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        corners = self.fields["solo_corner"]
        assert isinstance(corners, forms.ChoiceField)
        corners.choices = [(corner.value, corner_name(corner)) for corner in Corner]

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        definition = entry.definition
        return {
            **{key: definition[key] for key in _UNCHANGED},
            **effect_values(definition["effect"]),
            "passing": definition["pass"],
            "initial_letter": definition["initial"],
        }

    def clean(self) -> dict[str, Any]:
        """Require an initial for an effect, and coins for one on coins."""
        cleaned = self.cleaned_data
        self.report_effect_problem()
        stored = self.stored_effect()
        if stored != NO_EFFECT and cleaned.get("initial_letter") == "":
            self.add_error("initial_letter", _("This effect needs an initial to identify its monsters."))
        effect = effect_from_json(NO_EFFECT if stored is None else stored)
        if effect is not None and effect.on_coins and cleaned.get("reward") == 0:
            self.add_error("reward", _("Enter the number of coins."))
        return super().clean()

    def piece(self) -> Data:
        """Return the definition."""
        cleaned = self.cleaned_data
        return {
            **{key: cleaned[key] for key in _UNCHANGED},
            "effect": self.stored_effect(),
            "pass": cleaned["passing"],
            "initial": cleaned["initial_letter"],
        }


@dataclass(frozen=True, slots=True)
class Walk:
    """Path of a solo monster, on an empty map sheet and on a map with drawings, each with a sentence.

    On the map with drawings, the first spaces of the spots that it tries are numbered.
    """

    empty: tuple[Patch, ...]
    empty_words: str
    drawn: MapView
    drawn_words: str


@dataclass(frozen=True, slots=True)
class AmbushPreview:
    """Preview of an ambush card: its face, solo effect, initial ("" for none), walk, effect on a map (None for none
    that can be shown), shape, and why it can't be submitted.
    """

    face: CardEntry
    alone: str
    initial: str
    walk: Walk
    effect: EffectPreview | None
    problems: tuple[str, ...]
    ways: tuple[Ways, ...]


class AmbushEditor:
    """Editor of ambush cards."""

    form: type[EntryForm] = AmbushForm

    def blank(self) -> Data:
        """Return a short line from the north-west without an effect."""
        return {
            "drawn": ["###"],
            "pass": RotationDirection.CLOCKWISE.value,
            "solo_corner": Corner.TOP_LEFT.value,
            "solo_direction": RotationDirection.CLOCKWISE.value,
            "initial": "",
            "effect": NO_EFFECT,
            "reward": 0,
        }

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """Return the preview of the card's face and walk."""
        card = ambush_from_json(definition)
        page = AmbushPreview(
            face=card_entry(card),
            alone=effect_sentence(card, alone=True),
            initial=card.initial,
            walk=_walk(card),
            effect=effect_preview(card),
            problems=draft_problems(entry, definition),
            ways=list_shape_fits([card.shape]),
        )
        announcement = announced_text(page.problems, f"{face_sentence(card)} {page.walk.empty_words}")
        return DefinitionPreview(
            "cartographers/workshop/_ambush_preview.html", {"ambush": page}, announcement, page.problems
        )

    def picture(self, definition: Data) -> SafeString:
        """Return a picture of its shape."""
        return shapes_drawing(ambush_from_json(definition))


def _walk(card: AmbushCard) -> Walk:
    sheet = Board.of_sheet(components_in_play(Sheet)[0])
    drawn = next(iter(sample_boards().values()))
    return Walk(
        empty=patches(*_come_in(card, sheet)),
        empty_words=_words(card, sheet),
        drawn=_numbered(card, drawn),
        drawn_words=_words(card, drawn),
    )


def _come_in(card: AmbushCard, board: Board) -> tuple[Board, int]:
    """Return the board after the walk, and the spaces that the monster took."""
    cells = walk(card, board)
    return board.draw(cells, Terrain.MONSTER, card.initial), cells


def _numbered(card: AmbushCard, board: Board) -> MapView:
    """Return the board after the walk, with a number in the first space of each spot tried."""
    after, cells = _come_in(card, board)
    tried = takewhile(lambda place: place != cells, path(card.shape, card.solo_corner, card.solo_way))
    places = [*tried, *([cells] if cells else [])][:_NUMBERED]
    heat = {first(place): ("", str(number)) for number, place in enumerate(places, 1)}
    return map_view(after, _("Partly filled map"), Marks(fresh=cells, heat=heat))


def _words(card: AmbushCard, board: Board) -> str:
    cells = walk(card, board)
    if not cells:
        return _("It doesn’t fit anywhere, so it’s ignored.")
    tries = 1 + path(card.shape, card.solo_corner, card.solo_way).index(cells)
    words = {"spaces": comma_list(list(space_names(cells))), "number": tries}
    return _("The first free spot on its path is number %(number)s. It’s placed on %(spaces)s.") % words


class HeroForm(EntryForm):
    """The attack."""

    piece_template = "cartographers/workshop/_hero.html"
    start_label = gettext_lazy("Start from this card")

    attack = AttackField(
        label=gettext_lazy("Attack"),
        help_text=gettext_lazy("The hero is in the center. Select the spaces it attacks."),
    )

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial field values from the entry's definition."""
        return {"attack": entry.definition["attack"]}

    def piece(self) -> Data:
        """Return the definition; unchanged spaces keep their order, which has no meaning."""
        attack, before = self.cleaned_data["attack"], self.entry.definition["attack"]
        return {"attack": before if sorted(before) == attack else attack}


@dataclass(frozen=True, slots=True)
class HeroPreview:
    """The card's face, the hero on a map, what it attacks in words, and every way to turn it that looks different."""

    face: CardEntry
    board: tuple[Patch, ...]
    caption: str
    words: str
    drawings: tuple[ShapeDrawing, ...]


class HeroEditor:
    """Editor of hero cards."""

    form: type[EntryForm] = HeroForm

    def blank(self) -> Data:
        """One that attacks the spaces beside it."""
        return {"attack": [[-1, 0], [0, -1], [0, 1], [1, 0]]}

    def preview(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """The face, and the hero in the middle of a map."""
        card = hero_from_json(definition)
        ways = card.turnable[0].shape.orientations
        page = HeroPreview(
            face=card_entry(card),
            board=patches(_board(card.as_printed[0].shape.orientations[0])),
            caption=_("Hero in the center of a map with its attack pattern"),
            words=attack_phrase(sorted(card.attack)),
            drawings=tuple(map(shape_drawing, ways)),
        )
        announcement = _("Attack pattern: %(spaces)s.") % {"spaces": page.words}
        return DefinitionPreview("cartographers/workshop/_hero_preview.html", {"hero": page}, announcement)

    def picture(self, definition: Data) -> SafeString:
        """The hero with what it attacks."""
        return shapes_drawing(hero_from_json(definition))


def _board(way: Orientation) -> Board:
    """A hero on an empty map."""
    where = space(SIZE // 2, SIZE // 2)
    return Board.of_layers({}).draw(space_bit(where), Terrain.HERO).mark(way.marks(where))

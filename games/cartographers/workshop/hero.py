"""Hero cards: what they attack around them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import hero_from_json
from engine.cartographers.geometry import SIZE, space, space_bit
from engine.cartographers.shapes import Orientation
from engine.cartographers.terrain import Terrain
from games.cartographers.cards.faces import ShapeDrawing, shape_drawing
from games.cartographers.map.boards import Patch, patches
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.words.shapes import attack_phrase
from games.cartographers.workshop.drawings import shapes_drawing
from games.cartographers.workshop.grids import AttackField
from games.catalog.editors import DefinitionPreview
from games.catalog.forms import EntryForm
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


class HeroForm(EntryForm):
    """The attack."""

    piece_template = "cartographers/workshop/_hero.html"

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
class HeroBeside:
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

    def beside(self, entry: CatalogEntry, definition: Data, examples: list[Data]) -> DefinitionPreview:
        """The face, and the hero in the middle of a map."""
        card = hero_from_json(definition)
        ways = card.turnable[0].shape.orientations
        page = HeroBeside(
            face=card_entry(card),
            board=patches(_board(card.as_printed[0].shape.orientations[0])),
            caption=_("Hero in the center of a map with its attack pattern"),
            words=attack_phrase(sorted(card.attack)),
            drawings=tuple(map(shape_drawing, ways)),
        )
        said = _("Attack pattern: %(spaces)s.") % {"spaces": page.words}
        return DefinitionPreview("cartographers/workshop/_hero_preview.html", {"hero": page}, said)

    def picture(self, definition: Data) -> SafeString:
        """The hero with what it attacks."""
        return shapes_drawing(hero_from_json(definition))


def _board(way: Orientation) -> Board:
    """A hero on an empty map."""
    where = space(SIZE // 2, SIZE // 2)
    return Board.of_layers({}).draw(space_bit(where), Terrain.HERO).mark(way.marks(where))

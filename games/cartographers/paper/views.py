"""Maps as files to keep or print, and empty sheets."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.catalog import Catalog
from engine.cartographers.mixing.library import Library
from engine.cartographers.sheet import Sheet
from games.accounts.access import SeeOther
from games.cartographers.paper.board import Ink
from games.cartographers.paper.facts import MapFacts, map_facts
from games.cartographers.paper.picture import picture_svg
from games.cartographers.paper.picture_form import PictureForm
from games.cartographers.paper.printing import COINS, EmptySheet, Size, empty_data, sheet_data, template
from games.cartographers.shelf.components import components_in_play
from games.cartographers.shelf.published import library
from games.cartographers.words.names import KEY, card_name, sheet_name
from games.play.downloads import Download, download_response, pdf_of, png_of, svg_of
from games.tables.pages.access import seated, visible_table
from games.tables.pages.metadata import listed

WRITTEN, CHOSEN, DRAWN = "written", "chosen", "drawn"
_BOXES: Final = {"cartographers": "Cartographers", "heroes": "Cartographers Heroes"}


class EmptySheetForm(PictureForm):
    """An empty sheet: which map, and which edicts stand on it."""

    map = forms.ChoiceField(label=gettext_lazy("Map"))
    edicts = forms.ChoiceField(label=gettext_lazy("Edicts"))

    def __init__(self, library: Library, *args: Any, **kwargs: Any) -> None:
        """`library` has the maps and cards to choose from."""
        super().__init__(*args, **kwargs)
        self.library = library
        self.sheets = {sheet.id: sheet for sheet in components_in_play(Sheet)}
        cards = [*library.cartographers.scoring.values(), *library.heroes.scoring.values()]
        self.cards = {card.id: card for card in cards}
        self.choices_of("map", [(key, sheet_name(sheet)) for key, sheet in self.sheets.items()])
        drawn = [(f"{DRAWN}-{box}", _("Random: %(set)s") % {"set": name}) for box, name in _BOXES.items()]
        self.choices_of("edicts", [(WRITTEN, _("Blank, to fill in by hand")), *drawn, (CHOSEN, _("Chosen below"))])
        named = [("", "—"), *((card.id, card_name(card)) for card in cards)]
        for letter in Edict:
            label = _("Edict %(letter)s") % {"letter": letter}
            self.fields[f"edict_{letter.lower()}"] = forms.ChoiceField(label=label, choices=named, required=False)

        self.order_fields(["map", "edicts", *(f"edict_{letter.lower()}" for letter in Edict), "size", "ink"])

    def choices_of(self, name: str, choices: list[tuple[str, str]]) -> None:
        """Let a field be chosen among these, the first of them unless another is."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = choices[0][0]

    def clean(self) -> dict[str, Any]:
        """Four different edicts, where they are chosen."""
        given = super().clean() or self.cleaned_data
        if given.get("edicts") == WRITTEN and self._chosen():
            given["edicts"] = CHOSEN  # who names edicts wants them
        if given.get("edicts") == CHOSEN and len(set(self._chosen())) < len(Edict):
            raise ValidationError(_("Choose four different edicts."))
        return given

    def _chosen(self) -> list[str]:
        names = [self.cleaned_data.get(f"edict_{letter.lower()}", "") for letter in Edict]
        return [name for name in names if name]

    @property
    def chosen(self) -> tuple[ScoringCard, ...]:
        """The edicts that were chosen one by one; call it on a valid form only."""
        return tuple(self.cards[name] for name in self._chosen())

    @property
    def box(self) -> str:
        """The set from which edicts are to be drawn by chance, "" where they are not."""
        kind, _dash, box = str(self.cleaned_data["edicts"]).partition("-")
        return box if kind == DRAWN else ""


def empty_sheet(form: EmptySheetForm, rng: Random | None = None) -> EmptySheet:
    """The sheet that a valid form asks for; `rng` draws edicts where they are to be drawn."""
    library = form.library
    box = library.heroes if form.box == "heroes" else library.cartographers
    edicts: tuple[ScoringCard, ...] = ()
    if form.box:
        edicts = drawn_edicts(box, rng or SystemRandom())
    elif form.cleaned_data["edicts"] == CHOSEN:
        edicts = form.chosen
    return EmptySheet(form.sheets[form.cleaned_data["map"]], edicts, box.seasons, COINS)


def drawn_edicts(box: Catalog, rng: Random) -> tuple[ScoringCard, ...]:
    """A card of each stack, in any order; none where a stack has no card."""
    stacks = [[card for card in box.scoring.values() if card.stack is stack] for stack in Stack]
    if not all(stacks):
        return ()
    cards = [rng.choice(stack) for stack in stacks]
    rng.shuffle(cards)
    return tuple(cards)


_PIXELS: Final = 1860
"""Width of a PNG in pixels, enough for half a printed page."""
SVG, PNG, PDF = "svg", "png", "pdf"


@require_safe
def board(request: HttpRequest, code: str, seat: int, kind: str, turn: int | None = None) -> HttpResponse:
    """Return a seat's map (seats count from 1) at the end or after a closed turn. 404 if that isn't reached, the
    options are invalid, or the visitor can't see the table.
    """
    place = seated(request, visible_table(request, code, KEY))
    form = PictureForm(request.GET)
    shown = map_facts(place, seat, turn) if form.is_valid() else None
    if shown is None:
        raise Http404
    ink, size = form.wish
    return download_response(
        request, _download(shown, kind, ink, size, request.get_host()), _file_name(shown, seat, turn, ink)
    )


def _download(shown: MapFacts, kind: str, ink: Ink, size: Size, site: str) -> Download:
    if kind == SVG:
        return svg_of(picture_svg(shown, ink, site))
    if kind == PNG:
        return png_of(picture_svg(shown, ink, site, rendered=True), _PIXELS)
    return pdf_of(template(), sheet_data(shown, ink, size, site))


def _file_name(shown: MapFacts, seat: int, turn: int | None, ink: Ink) -> str:
    """Return a file name without extension, in portable characters."""
    parts = ["carto", shown.code, slugify(shown.name)[:40] or f"seat-{seat}"]
    parts += [f"turn-{turn}"] if turn is not None else []
    parts += ["pencil"] if ink is Ink.PENCIL else []
    return "-".join(parts)


@listed
@require_safe
def paper(request: HttpRequest) -> HttpResponse:
    """Show the form for printable empty sheets."""
    return render(request, "cartographers/paper/paper.html", {"form": EmptySheetForm(library())})


@require_safe
def sheet(request: HttpRequest) -> HttpResponse:
    """Return an empty map sheet as PDF.

    Answers 422 with the form if the sheet does not exist, and redirects to the form if none is requested.
    """
    if not request.GET:
        return SeeOther(reverse("cartographers:paper"))
    form = EmptySheetForm(library(), request.GET)
    if not form.is_valid():
        return render(request, "cartographers/paper/paper.html", {"form": form}, status=422)
    ink, size = form.wish
    data = empty_data(empty_sheet(form), ink, size, request.get_host())
    return download_response(
        request, pdf_of(template(), data), f"carto-sheet-{slugify(form.cleaned_data['map']) or 'map'}"
    )

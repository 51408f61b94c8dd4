"""A set on paper: the form that chooses what to print, and the PDF."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard
from games.accounts.limits import Limit, count_use_by_address, too_many_requests
from games.cartographers.paper.board import Ink, print_palette
from games.cartographers.paper.picture_form import SIZES, PictureForm
from games.cartographers.paper.player_aid import player_aid
from games.cartographers.paper.printed_cards import backs, front_pages, mirrored, printed_cards
from games.cartographers.paper.printing import (
    COINS,
    PAPERS,
    EmptySheet,
    Size,
    empty_data,
    sheet_functions,
)
from games.cartographers.paper.small_drawings import sign_svg
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.words.names import INTRODUCTION, card_name
from games.play.downloads import download_response, pdf_of
from games.play.rendering import replace_unknown_letters

PRINTS: Final = Limit("set-prints", 480, timedelta(hours=1))
"""Limit of printed sets, whether their files are cached or not: to find a cached file, its pages must be drawn."""


class Part(StrEnum):
    """Part of a printed set; the values are those in addresses and forms."""

    CARDS = "cards"
    BACKS = "backs"
    SHEETS = "sheets"
    AID = "aid"


class SetPrintForm(PictureForm):
    """Parts of a set to print, the paper and the ink."""

    parts = forms.MultipleChoiceField(
        label=gettext_lazy("Parts"),
        choices=(
            (Part.CARDS.value, gettext_lazy("Cards, nine to a page")),
            (Part.BACKS.value, gettext_lazy("Backs of the cards, for double-sided printing")),
            (Part.SHEETS.value, gettext_lazy("Map sheets, one of each")),
            (Part.AID.value, gettext_lazy("Player aid, one page")),
        ),
        widget=forms.CheckboxSelectMultiple,
        initial=[Part.CARDS.value, Part.BACKS.value],
        error_messages={"required": gettext_lazy("Choose at least one part to print.")},
    )
    sheet_size = forms.ChoiceField(
        label=gettext_lazy("Paper for map sheets"),
        choices=(("", gettext_lazy("The same as for cards")), (Size.A3.value, "A3")),
        required=False,
    )
    field_order = ("parts", "size", "sheet_size", "ink")

    def __init__(self, of: SetWithCards, data: Any = None) -> None:
        """`of` is the set, `data` the submitted choices or None."""
        super().__init__(data)
        self.of = of
        size = cast(forms.ChoiceField, self.fields["size"])
        size.choices = [choice for choice in SIZES if choice[0] != Size.A3]

    def clean_parts(self) -> frozenset[Part]:
        """Return the chosen parts. A set without map sheets can't have them as its only part."""
        parts = frozenset(map(Part, self.cleaned_data["parts"]))
        if parts == {Part.SHEETS} and not self.of.sheets:
            raise forms.ValidationError(_("This set has no map sheets. Choose another part to print."))
        return parts

    @property
    def map_paper(self) -> Size:
        """Paper of the map sheets; valid forms only."""
        return Size(self.cleaned_data["sheet_size"] or self.wish[1])


def print_response(request: HttpRequest, of: SetWithCards, url: str) -> HttpResponse:
    """Return the chosen parts of a set as PDF, or the form if none are chosen; 422 with the form for invalid choices.

    `url` is the page of the set. Like every picture, a PDF may answer 429 or 503; the first limit is checked before
    anything is drawn.
    """
    form = SetPrintForm(of, request.GET if SetPrintForm.base_fields.keys() & request.GET.keys() else None)
    if form.is_bound and form.is_valid():
        if wait := count_use_by_address(PRINTS, request):
            return too_many_requests(request, wait)
        data = set_data(form, request.get_host())
        return download_response(
            request, pdf_of(print_template(), data), f"carto-{slugify(of.card_set.name)[:40] or 'set'}"
        )
    context = {"form": form, "name": card_name(of.card_set), "url": url}
    return render(request, "cartographers/paper/set.html", context, status=422 if form.errors else 200)


@cache
def print_template() -> bytes:
    """Return the Typst template of a printed set."""
    return sheet_functions() + Path(__file__).with_name("cards.typ").read_bytes()


def set_data(form: SetPrintForm, site: str) -> dict[str, Any]:
    """Return the data of the template `cards.typ` for a valid form; `site` is the address in the footer."""
    parts, (ink, size), of = form.cleaned_data["parts"], form.wish, form.of
    palette = print_palette(ink)
    cards = printed_cards(of, ink) if parts & {Part.CARDS, Part.BACKS} else ()
    note = replace_unknown_letters(str(INTRODUCTION.colophon))
    return {
        "title": replace_unknown_letters(_("%(name)s: printable set") % {"name": card_name(of.card_set)}),
        "lang": (get_language() or "en").partition("-")[0],
        "size": PAPERS[size],
        "palette": {name: getattr(palette, name) for name in ("ink", "soft", "faint", "accent")},
        "signs": {
            "hourglass": sign_svg("hourglass", palette.ink, palette.sheet),
            "coin": sign_svg("coin", palette.ink, palette.coin),
        },
        "cards": [{"deck": card.deck.value, "face": card.face} for card in cards],
        "backs": backs(ink) if Part.BACKS in parts else {},
        "pages": list(_pages(parts, len(cards))),
        "sheets": _sheets(of, ink, form.map_paper, site, note) if Part.SHEETS in parts else [],
        "aid": _aid(of) if Part.AID in parts else {},
        "note": note,
        "foot": replace_unknown_letters(site),
    }


def _pages(parts: frozenset[Part], count: int) -> Iterator[dict[str, Any]]:
    """Yield the pages of a number of cards; the backs follow their fronts."""
    for page in front_pages(count):
        if Part.CARDS in parts:
            yield {"back": False, "places": [asdict(place) for place in page]}
        if Part.BACKS in parts:
            yield {"back": True, "places": [asdict(place) for place in mirrored(page)]}


def _aid(of: SetWithCards) -> dict[str, Any]:
    return {
        "title": replace_unknown_letters(_("Player aid")),
        "name": replace_unknown_letters(card_name(of.card_set)),
        "sections": [
            {"title": section.title, "texts": [replace_unknown_letters(text) for text in section.texts]}
            for section in player_aid(of)
        ],
    }


def _sheets(of: SetWithCards, ink: Ink, size: Size, site: str, note: str) -> list[dict[str, Any]]:
    """Return the map sheets, with the edicts of every game with the set, or lines to write them on."""
    by_id: dict[str, ScoringCard] = {card.id: card for card in of.scoring}
    edicts = tuple(by_id[id] for id in of.edicts if id in by_id)
    named = edicts if len(edicts) == len(Edict) else ()
    return [
        {**empty_data(EmptySheet(sheet, named, of.seasons, COINS), ink, size, site), "date": note}
        for sheet in of.sheets
    ]

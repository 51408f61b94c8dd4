"""Maps as files, to keep and to hang up, and sheets to play on."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.accounts.access import SeeOther
from games.cartographers.paper.empty import empty_sheet
from games.cartographers.paper.facts import Facts, map_facts
from games.cartographers.paper.forms import EmptySheetForm, WishForm
from games.cartographers.paper.inks import Ink
from games.cartographers.paper.picture import picture_svg
from games.cartographers.paper.printing import Size, empty_data, sheet_data, template
from games.cartographers.shelf.library import library
from games.cartographers.words.names import KEY
from games.play.downloads import Download, answer, pdf_of, png_of, svg_of
from games.tables.access import seated, visible_table

_PIXELS: Final = 1860
"""Width of a PNG in pixels, enough for half a printed page."""
SVG, PNG, PDF = "svg", "png", "pdf"


@require_safe
def board(request: HttpRequest, code: str, seat: int, kind: str, turn: int | None = None) -> HttpResponse:
    """A seat's map (seats count from 1) at the end of a game, or after a turn that has closed. 404 for what is not
    over, for what nobody can draw so, and for no table that the visitor may know of.
    """
    place = seated(request, visible_table(request, code, KEY))
    form = WishForm(request.GET)
    shown = map_facts(place, seat, turn) if form.is_valid() else None
    if shown is None:
        raise Http404
    ink, size = form.wish
    return answer(request, _download(shown, kind, ink, size, request.get_host()), _file_name(shown, seat, turn, ink))


def _download(shown: Facts, kind: str, ink: Ink, size: Size, site: str) -> Download:
    if kind == SVG:
        return svg_of(picture_svg(shown, ink, site))
    if kind == PNG:
        return png_of(picture_svg(shown, ink, site, rendered=True), _PIXELS)
    return pdf_of(template(), sheet_data(shown, ink, size, site))


def _file_name(shown: Facts, seat: int, turn: int | None, ink: Ink) -> str:
    """A name without its ending, in letters that every system takes."""
    parts = ["carto", shown.code, slugify(shown.name)[:40] or f"seat-{seat}"]
    parts += [f"turn-{turn}"] if turn is not None else []
    parts += ["pencil"] if ink is Ink.PENCIL else []
    return "-".join(parts)


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
    return answer(request, pdf_of(template(), data), f"carto-sheet-{slugify(form.cleaned_data['map']) or 'map'}")

"""Covers of sets: their addresses, and the responses there."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from games.cartographers.paper.cover import Cover, build_cover, cover_svg
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.words.names import card_name, sheet_label
from games.play.toned_images import Tone, TonedImage, lasting_svg_response, toned_image
from games.play.words import and_list


def cover_image(of: SetWithCards, page: str, key: str) -> TonedImage | None:
    """Return the cover of a set, None for a set without map sheets.

    `page` is the name of the URL of the set's page with that key; the cover's has "_cover" after it.
    """
    cover = _cover(of)
    if cover is None:
        return None
    return toned_image(reverse(f"cartographers:{page}_cover", args=[key, cover.version, Tone.DAY.value]), _words(cover))


def _cover(of: SetWithCards) -> Cover | None:
    return build_cover(of.card_set.id, of.sheets, of.scoring, of.edicts)


def _words(cover: Cover) -> str:
    names = {"sheet": sheet_label(cover.sheet), "cards": and_list([card_name(card) for card in cover.cards])}
    return _("Map sheet %(sheet)s with seals of %(cards)s") % names if cover.cards else names["sheet"]


def cover_response(of: SetWithCards | None, version: str, tone: str) -> HttpResponse:
    """Return the cover of a set in a tone. Raises Http404 for no set, another version or an unknown tone."""
    cover = _cover(of) if of else None
    if cover is None or version != cover.version or tone not in tuple(Tone):
        raise Http404
    return lasting_svg_response(cover_svg(cover, Tone(tone)))

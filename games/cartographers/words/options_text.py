"""What a table is played with, in the few words that a list of tables has room for."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from games.cartographers.mix import Boxes, Mix
from games.cartographers.words.names import card_name


def lines(mix: Mix, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """What sets a table apart; nothing is said of what is as in the base game."""
    found = [_box(mix)]
    if sheet:
        found.append(_("Sheet %(letter)s") % {"letter": sheet.id})
    if mix.heroes:
        found.append(_("Heroes"))
    cards = ", ".join(card_name(card) for card in edicts)
    found.append(_("Edicts: %(cards)s") % {"cards": cards} if cards else _("Random edicts"))
    return [line for line in found + _readings(mix) if line]


def _box(mix: Mix) -> str:
    if mix.is_base:
        return ""
    return _("Both boxes") if mix.with_ruins else _("Cartographers Heroes")


def _readings(mix: Mix) -> list[str]:
    found = []
    if mix.edition is Edition.PREVIEW and mix.pool is not Boxes.CARTOGRAPHERS:
        found.append(_("Edition: preview"))
    if mix.single_terrain is SingleTerrain.CARD:
        found.append(_("Single squares keep to the card’s terrain"))
    if mix.heroes and mix.hero_pattern is HeroPattern.AS_PRINTED:
        found.append(_("Heroes attack as printed"))
    return found

"""What a table is played with, in the few words that a list of tables has room for."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset, RuinsCards
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from games.cartographers.words.names import card_name
from games.play.lists import and_list


def option_lines(mix: Mix, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """What sets a table apart; nothing is said of what is as in the base game, unless the host has asked for it."""
    cards = ", ".join(card_name(card) for card in edicts)
    laid = _("Edicts: %(cards)s") % {"cards": cards} if cards else _("Random edicts")
    return [line for line in [_cards(mix), *_sheet(sheet), *_heroes(mix), laid, *_readings(mix)] if line]


def played_with(mix: Mix, sheet: Sheet) -> str:
    """The same of a game that has begun, as its page says it: its edicts are to be seen there."""
    parts = [_cards(mix) or _("Cartographers"), *_sheet(sheet), *_heroes(mix), *_readings(mix)]
    return _("Played with: %(parts)s") % {"parts": " · ".join(parts)}


def _cards(mix: Mix) -> str:
    """Where the cards come from: "" for the base game, the name of a mix that hosts are offered by one, else all parts
    that are not of the base game.
    """
    match next((preset for preset, offered in PRESETS.items() if offered.parts == mix.parts), Preset.OWN):
        case Preset.CARTOGRAPHERS:
            return ""
        case Preset.HEROES | Preset.FIRST_GAME:
            return _("Cartographers Heroes")
        case Preset.BOTH:
            return _("Both boxes")
        case Preset.OWN:
            return _("Own mix: the base game with %(parts)s") % {"parts": and_list(_others(mix))}


def _others(mix: Mix) -> list[str]:
    others = [_("Heroes’ explore cards")] if mix.deck is Box.HEROES else []
    others += [_("Heroes’ seasons")] if mix.seasons is Box.HEROES else []
    others += [str(_AMBUSHES[mix.ambushes])] if mix.ambushes in _AMBUSHES else []
    others += [_("heroes")] if mix.heroes else []
    return others + ([str(_POOLS[mix.pool])] if mix.pool in _POOLS else [])


_AMBUSHES = {
    Boxes.HEROES: gettext_lazy("Heroes’ ambushes"),
    Boxes.BOTH: gettext_lazy("ambushes of both boxes"),
}
_POOLS = {
    Boxes.HEROES: gettext_lazy("Heroes’ scoring cards"),
    Boxes.BOTH: gettext_lazy("scoring cards of both boxes"),
}


def _sheet(sheet: Sheet | None) -> list[str]:
    return [_("Sheet %(letter)s") % {"letter": sheet.id}] if sheet else []


def _heroes(mix: Mix) -> list[str]:
    """Of a mix with a name; another names them among its parts."""
    return [_("Heroes")] if mix.heroes and any(offered.parts == mix.parts for offered in PRESETS.values()) else []


def _readings(mix: Mix) -> list[str]:
    readings = [_("Practice")] if mix.practice else []
    if mix.edition is Edition.PREVIEW and mix.pool is not Boxes.CARTOGRAPHERS:
        readings.append(_("Edition: preview"))
    if mix.ruins is not RuinsCards.BY_THE_BOOK:
        readings.append(_("With ruins cards") if mix.ruins is RuinsCards.IN else _("Without ruins cards"))
    if mix.single_terrain is SingleTerrain.CARD:
        readings.append(_("Single squares keep to the card’s terrain"))
    if mix.heroes and mix.hero_pattern is HeroPattern.AS_PRINTED:
        readings.append(_("Heroes attack as printed"))
    return readings

"""Setup of a table in a few words, for lists of tables."""

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
from games.cartographers.setting_up.set_choice import SetChoice, set_name
from games.cartographers.shelf.mixes import PRESET_NAMES
from games.cartographers.words.names import card_name, sheet_name
from games.play.words import and_list

_PLAYED_WITH = gettext_lazy("Setup: %(parts)s")


def option_lines(mix: Mix, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """Return what distinguishes a table from the base game, plus choices that the host made explicitly."""
    parts = [_cards(mix), *_sheet(sheet), *_heroes(mix), _laid(edicts), *_readings(mix)]
    return [line for line in parts if line]


def played_with(mix: Mix, sheet: Sheet) -> str:
    """Return the sentence on a started game's cards, without its edicts, which the page shows."""
    parts = [_cards(mix) or _("Cartographers"), *_sheet(sheet), *_heroes(mix), *_readings(mix)]
    return str(_PLAYED_WITH) % {"parts": " · ".join(parts)}


def set_lines(choice: SetChoice, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """Return what distinguishes a table that plays a set."""
    return [*_set_parts(choice, sheet), _laid(edicts), *_set_readings(choice)]


def set_played_with(choice: SetChoice, sheet: Sheet) -> str:
    """Return the setup of a started game with a set, worded as in `played_with`."""
    return str(_PLAYED_WITH) % {"parts": " · ".join([*_set_parts(choice, sheet), *_set_readings(choice)])}


def _set_parts(choice: SetChoice, sheet: Sheet | None) -> list[str]:
    name = set_name(choice)
    words = _("Set: %(name)s") % {"name": name} if name else _("Draft set")
    return [words, *_sheet(sheet)]


def _set_readings(choice: SetChoice) -> list[str]:
    readings = [_("Practice")] if choice.practice else []
    readings += [_("Trial (doesn’t count toward statistics)")] if choice.trial else []
    readings += _switches(choice)
    if choice.single_terrain is SingleTerrain.CARD:
        readings.append(_("Single squares use a terrain on the card"))
    if choice.hero_pattern is HeroPattern.AS_PRINTED:
        readings.append(_("Hero attacks as printed"))
    return readings


def _laid(edicts: Sequence[ScoringCard]) -> str:
    cards = ", ".join(card_name(card) for card in edicts)
    return _("Edicts: %(cards)s") % {"cards": cards} if cards else _("Random edicts")


def _cards(mix: Mix) -> str:
    """Return the source of the cards as text.

    Returns "" for the base game, the name of a preset, or else all parts of a custom mix that aren't from the base
    game.
    """
    match next((preset for preset, offered in PRESETS.items() if offered.parts == mix.parts), Preset.OWN):
        case Preset.CARTOGRAPHERS:
            return ""
        case Preset.HEROES | Preset.FIRST_GAME:
            return str(PRESET_NAMES[Preset.HEROES])
        case Preset.BOTH:
            return str(PRESET_NAMES[Preset.BOTH])
        case Preset.OWN:
            return _("Custom mix: base game with %(parts)s") % {"parts": and_list(_others(mix))}


def _others(mix: Mix) -> list[str]:
    others = [_("Heroes explore cards")] if mix.deck is Box.HEROES else []
    others += [_("Heroes season cards")] if mix.seasons is Box.HEROES else []
    others += [str(_AMBUSHES[mix.ambushes])] if mix.ambushes in _AMBUSHES else []
    others += [_("hero cards")] if mix.heroes else []
    return others + ([str(_POOLS[mix.pool])] if mix.pool in _POOLS else [])


_AMBUSHES = {
    Boxes.HEROES: gettext_lazy("Heroes ambush cards"),
    Boxes.BOTH: gettext_lazy("ambush cards from both boxes"),
}
_POOLS = {
    Boxes.HEROES: gettext_lazy("Heroes scoring cards"),
    Boxes.BOTH: gettext_lazy("scoring cards from both boxes"),
}


def _sheet(sheet: Sheet | None) -> list[str]:
    if sheet is None:
        return []
    if len(sheet.id) > 1:  # made here, with a name and without a letter
        return [_("Map sheet: %(name)s") % {"name": sheet_name(sheet)}]
    return [_("Map sheet %(letter)s") % {"letter": sheet.id}]


def _heroes(mix: Mix) -> list[str]:
    """Return the hero line of a preset mix; custom mixes name heroes among their parts."""
    return [_("With heroes")] if mix.heroes and any(offered.parts == mix.parts for offered in PRESETS.values()) else []


def _switches(choice: Mix | SetChoice) -> list[str]:
    words = [_("Monsters appear automatically")] if choice.monsters_walk else []
    return words + ([_("Gorgons can destroy wasteland")] if choice.destroys_wasteland else [])


def _readings(mix: Mix) -> list[str]:
    readings = [_("Practice")] if mix.practice else []
    readings += _switches(mix)
    if mix.edition is Edition.ONLINE and mix.pool is not Boxes.CARTOGRAPHERS:
        readings.append(_("Online edition"))
    if mix.edition is Edition.PREVIEW and mix.pool is not Boxes.CARTOGRAPHERS:
        readings.append(_("Preview edition"))
    if mix.ruins is not RuinsCards.BY_THE_BOOK:
        readings.append(_("With ruins cards") if mix.ruins is RuinsCards.IN else _("Without ruins cards"))
    if mix.single_terrain is SingleTerrain.CARD:
        readings.append(_("Single squares use a terrain on the card"))
    if mix.heroes and mix.hero_pattern is HeroPattern.AS_PRINTED:
        readings.append(_("Hero attacks as printed"))
    return readings

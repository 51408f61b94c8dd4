"""Setup of a table in a few words, for lists of tables."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition
from engine.cartographers.events import Definition
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset, RuinsCards
from engine.cartographers.mixing.presets import preset_of
from engine.cartographers.placement import HeroPattern, SingleTerrain
from engine.cartographers.sheet import Sheet
from games.cartographers.setting_up.set_choice import SetChoice, set_name
from games.cartographers.shelf.components import is_of_box
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.shelf.problems import DEFAULT_SET
from games.cartographers.shelf.published_sets import BOX_SETS
from games.cartographers.shelf.sets import Slot
from games.cartographers.words.names import card_name, sheet_name
from games.play.words import and_list

_PLAYED_WITH = gettext_lazy("Setup: %(parts)s")


def option_lines(mix: Mix, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """Return what distinguishes a table from the base game, plus choices that the host made explicitly."""
    parts = [_cards(mix), *_sheet(sheet), *_heroes(mix), _edicts_sentence(edicts), *_readings(mix)]
    return [line for line in parts if line]


def setup_sentence(mix: Mix, sheet: Sheet) -> str:
    """Return the sentence on a started game's cards, without its edicts, which the page shows."""
    parts = [_cards(mix) or _("Cartographers"), *_sheet(sheet), *_heroes(mix), *_readings(mix)]
    return str(_PLAYED_WITH) % {"parts": " · ".join(parts)}


def set_lines(choice: SetChoice, sheet: Sheet | None, edicts: Sequence[ScoringCard]) -> list[str]:
    """Return what distinguishes a table that plays a set."""
    name = "" if choice.ref == DEFAULT_SET and not choice.trial else _set_name(choice)
    heroes = choice.stored.card_set.refs[Slot.HEROES] if choice.stored else ()
    skills = _skills(choice, choice.stored.card_set.refs[Slot.SKILLS] if choice.stored else ())
    heroes_line = _set_heroes(choice, heroes)
    parts = [name, *_sheet(sheet), *heroes_line, *skills, _edicts_sentence(edicts), *_readings(choice)]
    return [line for line in parts if line]


def set_setup_sentence(choice: SetChoice, definition: Definition) -> str:
    """Return the setup of a started game with a set, worded as in `played_with`."""
    heroes = _set_heroes(choice, definition.heroes)
    parts = [
        _set_name(choice),
        *_sheet(definition.sheet),
        *heroes,
        *_skills(choice, definition.skills),
        *_readings(choice),
    ]
    return str(_PLAYED_WITH) % {"parts": " · ".join(parts)}


def _set_name(choice: SetChoice) -> str:
    name = set_name(choice)
    if name and is_of_box(choice.ref):
        return name
    return _("Set: %(name)s") % {"name": name} if name else _("Draft set")


def _set_heroes(choice: SetChoice, heroes: Sequence[object]) -> list[str]:
    """Return the hero line of a box's set; the names of others say what they are."""
    return [_("With heroes")] if heroes and is_of_box(choice.ref) and not choice.trial else []


def _skills(choice: SetChoice, skills: Sequence[object]) -> list[str]:
    """Return the line about the skills of a set, if it has any; the name of a box's set says it already."""
    return [_("With skills")] if skills and not is_of_box(choice.ref) else []


_EDITIONS = {Edition.ONLINE: gettext_lazy("Online edition"), Edition.PREVIEW: gettext_lazy("Preview edition")}


def _edicts_sentence(edicts: Sequence[ScoringCard]) -> str:
    cards = ", ".join(card_name(card) for card in edicts)
    return _("Edicts: %(cards)s") % {"cards": cards} if cards else _("Random edicts")


def _cards(mix: Mix) -> str:
    """Return the source of the cards as text.

    Returns "" for the base game, the name of a preset, or else all parts of a custom mix that aren't from the base
    game.
    """
    match preset_of(mix):
        case Preset.CARTOGRAPHERS:
            return ""
        case Preset.OWN:
            return _("Custom mix: base game with %(parts)s") % {"parts": and_list(_custom_parts(mix))}
        case preset:
            return _(BOX_SETS[f"{CatalogBox.HEROES}/{preset}"][0])


def _custom_parts(mix: Mix) -> list[str]:
    parts = [_("Heroes explore cards")] if mix.deck is Box.HEROES else []
    parts += [_("Heroes season cards")] if mix.seasons is Box.HEROES else []
    parts += [str(_AMBUSHES[mix.ambushes])] if mix.ambushes in _AMBUSHES else []
    parts += [_("hero cards")] if mix.heroes else []
    return parts + ([str(_POOLS[mix.pool])] if mix.pool in _POOLS else [])


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
    return [_("With heroes")] if mix.heroes and preset_of(mix) is not Preset.OWN else []


def _readings(choice: Mix | SetChoice) -> list[str]:
    """Return the rules that a host has chosen, as far as they change anything in a mix."""
    mix = choice if isinstance(choice, Mix) else None
    readings = [_("Practice")] if choice.practice else []
    if isinstance(choice, SetChoice) and choice.trial:
        readings.append(_("Trial (doesn’t count toward statistics)"))
    readings += [_("Monsters appear automatically")] if choice.monsters_walk else []
    readings += [_("Gorgons can destroy wasteland")] if choice.destroys_wasteland else []
    if choice.edition in _EDITIONS and (mix is None or mix.pool is not Boxes.CARTOGRAPHERS):
        readings.append(str(_EDITIONS[choice.edition]))
    if mix and mix.ruins is not RuinsCards.BY_THE_BOOK:
        readings.append(_("With ruins cards") if mix.ruins is RuinsCards.IN else _("Without ruins cards"))
    if choice.single_terrain is SingleTerrain.CARD:
        readings.append(_("Single squares use a terrain on the card"))
    if choice.hero_pattern is HeroPattern.AS_PRINTED and (mix is None or mix.heroes):
        readings.append(_("Hero attacks as printed"))
    return readings

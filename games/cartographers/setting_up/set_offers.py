"""Setups of Cartographers as used in filters: boxes, sets, and custom mixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.board import Board
from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.mix import Preset, mix_or_defaults
from engine.cartographers.mixing.presets import preset_of
from engine.cartographers.placement import HeroPattern, SingleTerrain
from games.cartographers.map.boards import Patch, patches
from games.cartographers.setting_up.set_choice import SetChoice, is_of_set, readable_choice
from games.cartographers.shelf.components import SetWithCards, is_of_box
from games.cartographers.shelf.published_sets import SAME_CARDS, PlayableSet, playable_sets, stored_sets
from games.cartographers.words.names import card_name, sheet_label
from games.play.summary_keys import short_key
from games.play.words import and_list
from games.tables.game import Options

OWN: Final = Preset.OWN.value
"""Key of every custom mix, and of what is no published set."""


def every_set() -> list[tuple[str, str | Promise]]:
    """Return the keys and names of all setups: boxes and published sets, named in the page's language."""
    stored = [one for one in stored_sets().values() if one.ref not in SAME_CARDS]
    of_boxes = {set_key(one.ref): card_name(one.card_set) for one in stored if one.of_box}
    others = {set_key(one.ref): card_name(one.card_set) for one in stored if not one.of_box}
    return [*of_boxes.items(), (OWN, gettext_lazy("Custom mix by the host")), *others.items()]


def set_key(ref: str) -> str:
    """Return the short key by which tables with a set are found: its id for a set of a box."""
    _box, _slash, id = ref.partition("/")
    if is_of_box(ref):
        return id
    return short_key("set-", id)


def set_of(options: Options) -> str:
    """The set whose cards the host has chosen, whatever the map and the edicts."""
    if is_of_set(options):
        choice = readable_choice(options)
        return set_key(SAME_CARDS.get(choice.ref, choice.ref)) if choice and choice.stored else OWN
    preset = preset_of(mix_or_defaults(options))
    return str(preset)


def set_fields(key: str) -> dict[str, Any]:
    """Return the options form's data for a set."""
    values = {set_key(stored.ref): form_value(stored.ref) for stored in stored_sets().values()}
    return {"preset": values.get(key, key)}


def form_value(ref: str) -> str:
    """Return the value of a set in the form of a new table: its id for a set of a box, or else its ref."""
    return set_key(ref) if is_of_box(ref) else ref


OfferedSets = Mapping[str, PlayableSet]
"""Sets that new tables can use today, by their values in the form."""


@dataclass(frozen=True, slots=True)
class SetOffer:
    """A set in the form: its value, the button that chooses it, its name, what is in it, its picture (the sheet, and
    glyphs upon it), and where its cards are, "" for a custom mix.
    """

    value: str
    tag: SafeString
    name: str
    sentence: str
    patches: tuple[Patch, ...]
    glyphs: tuple[str, ...]
    url: str


def offered_sets() -> OfferedSets:
    """Return the sets that new tables can use today, by their values in the form, those of the boxes first."""
    today = timezone.localdate()
    return {form_value(ref): one for ref, one in playable_sets().items() if one.stored.card_set.is_offered(today)}


def set_offer(tag: SafeString, one: PlayableSet) -> SetOffer:
    """Return a set as an option of the form."""
    stored = one.stored
    drawn = patches(Board.of_sheet(one.filled.sheets[0]))
    return SetOffer(
        form_value(stored.ref), tag, card_name(stored.card_set), sentence_of(one), drawn, stored.glyphs, stored.url
    )


def sentence_of(one: PlayableSet) -> str:
    """Return the text of a set, with what is in it unless it came with a box."""
    return " ".join(filter(None, (one.stored.words, "" if one.stored.of_box else card_counts_sentence(one.filled))))


def card_counts_sentence(of: SetWithCards) -> str:
    """Return a sentence with the number of cards of each type in a set."""
    explore, ambushes, heroes = len(of.explore), len(of.ambushes), len(of.heroes)
    scoring, skills, sheets = len(of.scoring), len(of.skills), len(of.sheets)
    parts = [
        ngettext("%(count)s explore card", "%(count)s explore cards", explore) % {"count": explore},
        ngettext("%(count)s ambush card", "%(count)s ambush cards", ambushes) % {"count": ambushes} if ambushes else "",
        ngettext("%(count)s hero card", "%(count)s hero cards", heroes) % {"count": heroes} if heroes else "",
        ngettext("%(count)s scoring card", "%(count)s scoring cards", scoring) % {"count": scoring},
        ngettext("%(count)s skill", "%(count)s skills", skills) % {"count": skills} if skills else "",
        ngettext("%(count)s map sheet", "%(count)s map sheets", sheets) % {"count": sheets},
    ]
    return _("With %(parts)s.") % {"parts": and_list([part for part in parts if part])}


def sheet_field(ref: str) -> str:
    """Return the name of the field for a set's sheet."""
    return f"sheet_{ref.replace('/', '_')}"


def sheet_fields(sets: OfferedSets) -> dict[str, forms.Field]:
    """A choice of a sheet for each set made here that has several. A custom mix plays the boxes on any sheet."""
    fields: dict[str, forms.Field] = {}
    for ref, one in sets.items():
        sheets = one.filled.sheets
        if len(sheets) > 1 and not one.stored.of_box:
            label = _("Map sheet for “%(name)s”") % {"name": card_name(one.stored.card_set)}
            choices = [(sheet.id, sheet_label(sheet)) for sheet in sheets]
            fields[sheet_field(ref)] = forms.ChoiceField(label=label, choices=choices, required=False)
    return fields


def set_choice(one: PlayableSet, cleaned: Mapping[str, Any], edicts: tuple[str, ...], edition: Edition) -> SetChoice:
    """Return the choice of a set from valid form data, with its first map sheet if none is chosen.

    The sets of the boxes are played by the rulebook: other rules make a custom mix.
    """
    stored, sheet = one.stored, one.filled.sheets[0].id
    by_the_book = SetChoice(
        ref=stored.ref,
        version=stored.version,
        sheet=sheet,
        edicts=edicts,
        edition=edition,
        practice=cleaned["practice"],
        monsters_walk=cleaned["monsters_walk"],
    )
    if stored.of_box:
        return by_the_book
    return replace(
        by_the_book,
        sheet=cleaned.get(sheet_field(stored.ref)) or sheet,
        single_terrain=SingleTerrain(cleaned["single_terrain"]),
        hero_pattern=HeroPattern(cleaned["hero_pattern"]),
        destroys_wasteland=cleaned["destroys_wasteland"],
    )

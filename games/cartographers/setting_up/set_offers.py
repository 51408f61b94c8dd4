"""The published sets in the form of a new table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.placement import HeroPattern, SingleTerrain
from games.cartographers.map.boards import Patch, patches
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.shelf.components import FilledSet
from games.cartographers.shelf.published_sets import PlayableSet, playable_sets
from games.cartographers.words.names import card_name, own_words, sheet_label
from games.play.words import and_list

OfferedSets = Mapping[str, PlayableSet]
"""Sets that new tables can use today, by ref."""


@dataclass(frozen=True, slots=True)
class SetOffer:
    """A set: its ref, the button that chooses it, its name, what is in it, its picture, and where its cards are."""

    ref: str
    tag: SafeString
    name: str
    sentence: str
    patches: tuple[Patch, ...]
    url: str


def offered_sets() -> OfferedSets:
    """The sets that new tables can have today."""
    today = timezone.localdate()
    return {ref: one for ref, one in playable_sets().items() if one.kept.card_set.is_offered(today)}


def set_offer(tag: SafeString, one: PlayableSet) -> SetOffer:
    """A set as it is offered."""
    card_set = one.kept.card_set
    drawn = patches(Board.of_sheet(one.filled.sheets[0]))
    url = reverse("cartographers:set", args=[card_set.id])
    sentence = " ".join(filter(None, (own_words(card_set), counts(one.filled))))
    return SetOffer(one.kept.ref, tag, card_name(card_set), sentence, drawn, url)


def counts(of: FilledSet) -> str:
    """Return a sentence with the number of cards of each type in a set."""
    explore, ambushes, heroes = len(of.explore), len(of.ambushes), len(of.heroes)
    scoring, sheets = len(of.scoring), len(of.sheets)
    parts = [
        ngettext("%(count)s explore card", "%(count)s explore cards", explore) % {"count": explore},
        ngettext("%(count)s ambush card", "%(count)s ambush cards", ambushes) % {"count": ambushes} if ambushes else "",
        ngettext("%(count)s hero card", "%(count)s hero cards", heroes) % {"count": heroes} if heroes else "",
        ngettext("%(count)s scoring card", "%(count)s scoring cards", scoring) % {"count": scoring},
        ngettext("%(count)s map sheet", "%(count)s map sheets", sheets) % {"count": sheets},
    ]
    return _("With %(parts)s.") % {"parts": and_list([part for part in parts if part])}


def outside_set(card: ScoringCard) -> str:
    """Return the error message for a scoring card that isn't in the set."""
    return _("%(card)s isn’t in this set. Choose another card or leave it random.") % {"card": card_name(card)}


def sheet_field(ref: str) -> str:
    """The field by which the sheet of a set is chosen."""
    return f"sheet_{ref.replace('/', '_')}"


def sheet_fields(sets: OfferedSets) -> dict[str, forms.Field]:
    """A choice of a sheet for each set that has several."""
    fields: dict[str, forms.Field] = {}
    for ref, one in sets.items():
        sheets = one.filled.sheets
        if len(sheets) > 1:
            label = _("Map sheet for “%(name)s”") % {"name": card_name(one.kept.card_set)}
            choices = [(sheet.id, sheet_label(sheet)) for sheet in sheets]
            fields[sheet_field(ref)] = forms.ChoiceField(label=label, choices=choices, required=False)
    return fields


def set_choice(one: PlayableSet, said: Mapping[str, Any], edicts: tuple[str, ...]) -> SetChoice:
    """Return the choice of a set from valid form data, with its first map sheet if none is chosen."""
    return SetChoice(
        ref=one.kept.ref,
        version=one.kept.version,
        sheet=said.get(sheet_field(one.kept.ref)) or one.filled.sheets[0].id,
        edicts=edicts,
        single_terrain=SingleTerrain(said["single_terrain"]),
        hero_pattern=HeroPattern(said["hero_pattern"]),
        practice=said["practice"],
        monsters_walk=said["monsters_walk"],
        destroys_wasteland=said["destroys_wasteland"],
    )

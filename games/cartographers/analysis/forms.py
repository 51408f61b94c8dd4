"""Form of what an analysis depends on besides the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import Edict, HeroCard, Stack
from games.accounts.forms import CartoForm
from games.cartographers.analysis.components import (
    AnalysisComponents,
    analysis_components,
    deck_of,
    find_key,
    is_preview,
)
from games.cartographers.analysis.position import COIN_TRACK, AnalysisPosition
from games.cartographers.words.names import card_name, season_name, sheet_label, stack_name

TYPED: Final = ("left", "coins")
"""Fields that keep what was typed if it is wrong."""


class AnalysisForm(CartoForm):
    """Sheet, edicts, time, coins and card of a position. It is shown only; `read_position` reads the query."""

    sheet = forms.ChoiceField(label=gettext_lazy("Map sheet"))
    A = forms.ChoiceField(label=gettext_lazy("Edict A"), required=False)
    B = forms.ChoiceField(label=gettext_lazy("Edict B"), required=False)
    C = forms.ChoiceField(label=gettext_lazy("Edict C"), required=False)
    D = forms.ChoiceField(label=gettext_lazy("Edict D"), required=False)
    season = forms.ChoiceField(label=gettext_lazy("Season"))
    left = forms.IntegerField(label=gettext_lazy("Time left"), min_value=0)
    coins = forms.IntegerField(label=gettext_lazy("Coins"), min_value=0, max_value=COIN_TRACK)
    card = forms.ChoiceField(label=gettext_lazy("Explore card"), required=False)
    ruins = forms.BooleanField(label=gettext_lazy("Must cover ruins"), required=False)
    solo = forms.BooleanField(label=gettext_lazy("Solo game"), required=False)
    heroes = forms.BooleanField(label=gettext_lazy("Seasons, monsters and explore cards from Heroes"), required=False)
    seen = forms.MultipleChoiceField(
        label=gettext_lazy("Cards seen this season"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, position: AnalysisPosition, typed: Mapping[str, str]) -> None:
        held, season = analysis_components(), position.seasons[position.season]
        edicts = {
            letter.value: find_key(held.scoring, card) or ""
            for letter, card in zip(Edict, position.edicts, strict=True)
        }
        super().__init__(
            initial={
                "sheet": find_key(held.sheets, position.sheet),
                **edicts,
                "season": season.id,
                "left": position.left,
                "coins": position.coins,
                "card": next((key for key, card in held.cards.items() if card is position.card), ""),
                "ruins": position.ruins,
                "solo": position.solo,
                "heroes": position.heroes,
                "seen": [key for key, card in held.cards.items() if card in position.seen],
                **{name: typed[name] for name in TYPED if name in typed},
            }
        )
        self._offer("sheet", [(key, sheet_label(sheet)) for key, sheet in held.sheets.items()])
        scoring = _scoring_choices(held)
        for letter in Edict:
            self._offer(letter, [("", _("None")), *scoring])
        self._offer("season", [(each.id, season_name(each.id)) for each in position.seasons])
        self._offer("card", [("", _("None")), *_card_choices(held)])
        in_deck = {*deck_of(heroes=position.heroes), *position.seen}
        self._offer("seen", [(key, card_name(card)) for key, card in held.cards.items() if card in in_deck])
        for name in TYPED:
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        self.fields["left"].widget.attrs["max"] = season.threshold

    def _offer(self, name: str, choices: list[tuple[str, object]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = choices


def _scoring_choices(held: AnalysisComponents) -> list[tuple[str, object]]:
    """Return the scoring cards by stack."""
    stacks: dict[Stack, list[tuple[str, str]]] = {stack: [] for stack in Stack}
    for key, card in held.scoring.items():
        name = card_name(card)
        label = _("%(card)s (preview edition)") % {"card": name} if is_preview(key) else name
        stacks[card.stack].append((key, label))
    return [(capfirst(stack_name(stack)), cards) for stack, cards in stacks.items()]


def _card_choices(held: AnalysisComponents) -> list[tuple[str, object]]:
    """Return the explore cards and the heroes."""
    cards = {key: isinstance(card, HeroCard) for key, card in held.cards.items()}
    return [
        (title, [(key, card_name(held.cards[key])) for key, is_hero in cards.items() if is_hero is hero])
        for title, hero in ((_("Explore cards"), False), (_("Hero cards"), True))
    ]

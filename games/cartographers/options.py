"""What a host may choose for a game of Cartographers, as JSON, as a form, and as the engine's setup."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import ScoringCard, Stack
from engine.cartographers.catalog import Catalog
from engine.cartographers.events import Definition
from engine.cartographers.placement import SingleTerrain
from engine.cartographers.rules.setup import Setup
from engine.cartographers.terrain import DRAWABLE
from games.cartographers.words.names import card_name, sheet_name, stack_name
from games.catalog.services import library
from games.tables.game import Options, OptionsForm

RANDOM, CHOSEN = "random", "chosen"
EDICTS = ("A", "B", "C", "D")
_NO_FOUR = gettext_lazy("Choose a scoring card for each of the four edicts, or let chance draw all four.")


def defaults() -> Options:
    """The game that one click starts."""
    return {"sheet": "A", "edicts": [], "single_terrain": SingleTerrain.ANY.value}


def setup_of(options: Options) -> Setup:
    """The engine's setup. Raises ValidationError where the cards that were chosen are no longer published."""
    cards = library().cartographers
    check(options, cards)
    definition = Definition(
        sheet=cards.sheets[options["sheet"]],
        seasons=cards.seasons,
        explore=tuple(cards.explore.values()),
        ruins=tuple(cards.ruins.values()),
        ambushes=tuple(cards.ambushes.values()),
        pool=tuple(cards.scoring.values()),
        singles=DRAWABLE,
        single_terrain=SingleTerrain(options["single_terrain"]),
    )
    return Setup(definition, tuple(options["edicts"]))


def check(options: Options, cards: Catalog) -> None:
    """Raise ValidationError, in words, for options that cannot be played."""
    if options.get("sheet") not in list(cards.sheets):
        raise ValidationError(_("This map sheet is not available. Choose another one."))
    if options.get("single_terrain") not in list(SingleTerrain):
        raise ValidationError(_("Choose what a single square may be."))
    edicts = options.get("edicts")
    if not isinstance(edicts, list):
        raise ValidationError(_NO_FOUR)
    chosen = [cards.scoring.get(str(id)) for id in edicts]
    if chosen and (problem := _edict_problem(chosen)):
        raise ValidationError(problem)


def _edict_problem(chosen: list[ScoringCard | None]) -> str:
    """Why four chosen cards cannot lie under the edicts, "" where they can."""
    known = [card for card in chosen if card is not None]
    if not len(known) == len(chosen) == len(EDICTS):
        return str(_NO_FOUR)
    for stack in Stack:
        same = [card_name(card) for card in known if card.stack is stack]
        if len(same) > 1:
            return _("%(first)s and %(second)s come from the same stack (%(stack)s). Take one card of each stack.") % {
                "first": same[0],
                "second": same[1],
                "stack": stack_name(stack),
            }
    return ""


def describe(options: Options) -> list[str]:
    """What matters to those who look for a table."""
    cards = library().cartographers
    sheet = cards.sheets.get(options.get("sheet", ""))
    lines = [sheet_name(sheet)] if sheet else []
    chosen = [card_name(cards.scoring[id]) for id in options.get("edicts", []) if id in cards.scoring]
    lines.append(_("Edicts: %(cards)s") % {"cards": ", ".join(chosen)} if chosen else _("Random edicts"))
    if options.get("single_terrain") == SingleTerrain.CARD:
        lines.append(_("Single squares keep to the card's terrain"))
    return lines


class CartographersOptionsForm(OptionsForm):
    """The sheet, the edicts, and the one rule that the editions read differently."""

    sheet = forms.ChoiceField(label=gettext_lazy("Map sheet"), widget=forms.RadioSelect, initial="A")
    edicts = forms.ChoiceField(
        label=gettext_lazy("Edicts"),
        widget=forms.RadioSelect,
        choices=((RANDOM, gettext_lazy("Drawn at random")), (CHOSEN, gettext_lazy("Chosen by me"))),
        initial=RANDOM,
        help_text=gettext_lazy("The four scoring cards: one of each stack."),
    )
    edict_a = forms.ChoiceField(label=gettext_lazy("Edict A"), required=False)
    edict_b = forms.ChoiceField(label=gettext_lazy("Edict B"), required=False)
    edict_c = forms.ChoiceField(label=gettext_lazy("Edict C"), required=False)
    edict_d = forms.ChoiceField(label=gettext_lazy("Edict D"), required=False)
    single_terrain = forms.ChoiceField(
        label=gettext_lazy("When nothing fits"),
        widget=forms.RadioSelect,
        choices=(
            (SingleTerrain.ANY.value, gettext_lazy("The single square may be any terrain")),
            (SingleTerrain.CARD.value, gettext_lazy("The single square keeps to the card's terrain (2019 rules)")),
        ),
        initial=SingleTerrain.ANY.value,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cards = library().cartographers
        self._choices("sheet", [(sheet.id, sheet_name(sheet)) for sheet in cards.sheets.values()])
        stacks = [
            (stack_name(stack), [(card.id, card_name(card)) for card in cards.scoring.values() if card.stack is stack])
            for stack in Stack
        ]
        for letter in EDICTS:
            self._choices(f"edict_{letter.lower()}", [("", _("Choose a card")), *stacks])

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """Explain a mix that cannot be played next to the field that decides it."""
        cleaned = super().clean() or {}
        if cleaned.get("edicts") == CHOSEN:
            cards = library().cartographers.scoring
            if problem := _edict_problem([cards.get(id) for id in self._chosen(cleaned)]):
                self.add_error("edicts", problem)
        return cleaned

    def options(self) -> Options:
        """The cleaned choices as JSON."""
        cleaned = self.cleaned_data
        return {
            "sheet": cleaned["sheet"],
            "edicts": self._chosen(cleaned) if cleaned["edicts"] == CHOSEN else [],
            "single_terrain": cleaned["single_terrain"],
        }

    def _chosen(self, cleaned: dict[str, Any]) -> list[str]:
        return [cleaned.get(f"edict_{letter.lower()}", "") for letter in EDICTS]

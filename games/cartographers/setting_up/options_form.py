"""The form by which a host chooses: a mix by its name, or every part of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset, RuinsCards, mix_of
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.placement import HeroPattern, SingleTerrain
from games.cartographers.setting_up.options import idle_choices, problems
from games.cartographers.shelf.library import library
from games.cartographers.words.names import card_name, sheet_name, stack_name
from games.tables.game import Options, OptionsForm

RANDOM, CHOSEN = "random", "chosen"

_PRESETS = (
    (Preset.CARTOGRAPHERS.value, gettext_lazy("Cartographers: the original game, on map sheet A")),
    (Preset.HEROES.value, gettext_lazy("Cartographers Heroes: with heroes and monsters that act, on map sheet C")),
    (
        Preset.BOTH.value,
        gettext_lazy("Both boxes: the deck of Cartographers with heroes, all monsters and all scoring cards"),
    ),
    (Preset.FIRST_GAME.value, gettext_lazy("Heroes, first game: Cartographers Heroes with the edicts it begins with")),
    (Preset.OWN.value, gettext_lazy("A mix of your own")),
)
_ONE_BOX = (
    (Box.CARTOGRAPHERS.value, gettext_lazy("Cartographers")),
    (Box.HEROES.value, pgettext_lazy("a box of cards", "Heroes")),
)
_ANY_BOX = (*_ONE_BOX, (Boxes.BOTH.value, gettext_lazy("Both")))


def _radio(label: Any, choices: Any = (), *, initial: str, hint: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, widget=forms.RadioSelect, choices=choices, initial=initial, help_text=hint)


class CartographersOptionsForm(OptionsForm):
    """A preset, and whether it is practice; and for the host's own mix the cards, the sheet, the edicts, and the rules
    that editions read differently.
    """

    preset = _radio(
        gettext_lazy("What to play with"),
        _PRESETS,
        initial=Preset.CARTOGRAPHERS,
        hint=gettext_lazy(
            "Each of these brings its cards, map and rules. With “A mix of your own” you choose them yourself."
        ),
    )
    practice = forms.BooleanField(
        label=gettext_lazy("Practice"),
        help_text=gettext_lazy(
            "Alone only: a drawing may be taken back until you look at the next card. No title is given."
        ),
        required=False,
    )
    deck = _radio(gettext_lazy("Explore deck"), _ONE_BOX, initial=Box.CARTOGRAPHERS)
    seasons = _radio(gettext_lazy("Season cards"), _ONE_BOX, initial=Box.CARTOGRAPHERS)
    sheet = _radio(gettext_lazy("Map sheet"), initial="A")
    ambushes = _radio(gettext_lazy("Ambush cards"), _ANY_BOX, initial=Boxes.CARTOGRAPHERS)
    heroes = forms.BooleanField(label=gettext_lazy("Hero cards are in the game"), required=False)
    pool = _radio(gettext_lazy("Scoring cards"), _ANY_BOX, initial=Boxes.CARTOGRAPHERS)
    edition = _radio(
        gettext_lazy("Edition of the Heroes scoring cards"),
        (
            (Edition.RETAIL.value, gettext_lazy("As printed on the cards")),
            (Edition.PREVIEW.value, gettext_lazy("Preview rulebook, which differs on six cards")),
        ),
        initial=Edition.RETAIL,
    )
    ruins = _radio(
        gettext_lazy("Ruins cards"),
        (
            (RuinsCards.BY_THE_BOOK.value, gettext_lazy("As the rules have it")),
            (RuinsCards.IN.value, gettext_lazy("In the game")),
            (RuinsCards.OUT.value, gettext_lazy("Left out")),
        ),
        initial=RuinsCards.BY_THE_BOOK,
        hint=gettext_lazy(
            "The rules leave them out only where map, season cards and all other cards come from Heroes; ruins on the "
            "map then bind nobody."
        ),
    )
    edicts = _radio(
        gettext_lazy("Edicts"),
        ((RANDOM, gettext_lazy("Drawn at random")), (CHOSEN, gettext_lazy("Chosen by me"))),
        initial=RANDOM,
        hint=gettext_lazy("The four scoring cards: one of each stack."),
    )
    edict_a = forms.ChoiceField(label=gettext_lazy("Edict A"), required=False)
    edict_b = forms.ChoiceField(label=gettext_lazy("Edict B"), required=False)
    edict_c = forms.ChoiceField(label=gettext_lazy("Edict C"), required=False)
    edict_d = forms.ChoiceField(label=gettext_lazy("Edict D"), required=False)
    single_terrain = _radio(
        gettext_lazy("When nothing fits"),
        (
            (SingleTerrain.ANY.value, gettext_lazy("The single square may be any terrain")),
            (SingleTerrain.CARD.value, gettext_lazy("The single square keeps to the card’s terrain (2019 rules)")),
        ),
        initial=SingleTerrain.ANY,
    )
    hero_pattern = _radio(
        gettext_lazy("Heroes’ attack patterns"),
        (
            (HeroPattern.TURNABLE.value, gettext_lazy("May be turned and mirrored")),
            (HeroPattern.AS_PRINTED.value, gettext_lazy("Are drawn as printed")),
        ),
        initial=HeroPattern.TURNABLE,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shelf = library()
        self._choices("sheet", [(sheet.id, f"{sheet.id}: {sheet_name(sheet)}") for sheet in shelf.sheets.values()])
        cards = [("", _("Choose a card")), *_cards_by_stack(shelf)]
        for letter in Edict:
            self._choices(f"edict_{letter.lower()}", cards)

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def is_own(self) -> bool:
        """Whether the detailed choices are what counts."""
        return bool(self["preset"].value() == Preset.OWN)

    def clean(self) -> dict[str, Any]:
        """Explain a mix that cannot be played, or was hardly meant, next to the field that decides it."""
        cleaned = super().clean() or {}
        preset = cleaned.get("preset")
        if preset in set(PRESETS):
            self._leave_details_aside()
            for problem in problems(PRESETS[Preset(preset)], library()):
                self.add_error("preset", problem.words)
        elif not self.errors and cleaned["edicts"] != CHOSEN and any(_chosen(cleaned)):
            words = _("You chose cards below. Pick “Chosen by me” to play with them, or clear them.")
            self.add_error("edicts", words)
        elif not self.errors:
            mix = self._own(cleaned)
            for problem in (*problems(mix, library()), *idle_choices(mix)):
                self.add_error(problem.field, problem.words)
        return cleaned

    def _leave_details_aside(self) -> None:
        for name in set(self.fields) - {"preset", "practice"}:
            self.errors.pop(name, None)

    def options(self) -> Options:
        """The cleaned choices as JSON."""
        preset = Preset(self.cleaned_data["preset"])
        mix = PRESETS.get(preset) or self._own(self.cleaned_data)
        return replace(mix, practice=self.cleaned_data["practice"]).as_json()

    def _own(self, cleaned: dict[str, Any]) -> Mix:
        return mix_of({**cleaned, "edicts": _chosen(cleaned) if cleaned["edicts"] == CHOSEN else []})


def _chosen(cleaned: dict[str, Any]) -> list[str]:
    """The cards chosen for the four edicts, "" for none."""
    return [cleaned[f"edict_{letter.lower()}"] for letter in Edict]


def _cards_by_stack(shelf: Library) -> list[tuple[str, list[tuple[str, str]]]]:
    boxes = ((_("Cartographers"), shelf.cartographers), (pgettext("a box of cards", "Heroes"), shelf.heroes))
    return [
        (f"{stack_name(stack)} · {box}", _cards_of(stack, list(cards.scoring.values())))
        for stack in Stack
        for box, cards in boxes
    ]


def _cards_of(stack: Stack, cards: list[ScoringCard]) -> list[tuple[str, str]]:
    return [(card.id, card_name(card)) for card in cards if card.stack is stack]

"""The form by which a host chooses: a set by its name, or every part of a mix."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.build import find_mix_problems, pool_of
from engine.cartographers.mixing.library import Library
from engine.cartographers.mixing.mix import Box, Boxes, Mix, Preset, RuinsCards, mix_of
from engine.cartographers.mixing.presets import edicts_in
from engine.cartographers.placement import HeroPattern, SingleTerrain
from games.cartographers.setting_up.options import idle_choices
from games.cartographers.setting_up.player_votes import SHEET_VOTE, VETOES
from games.cartographers.setting_up.private_sets import PrivateSet, private_sets
from games.cartographers.setting_up.random_sheet import RANDOM_SHEET
from games.cartographers.setting_up.set_offers import (
    OfferedSets,
    SetOffer,
    offered_sets,
    set_choice,
    set_offer,
    sheet_field,
    sheet_fields,
)
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.problems import not_in_mix_sentence, problem_words
from games.cartographers.shelf.published import library
from games.cartographers.words.names import card_name, sheet_label, stack_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.authors import credited_names
from games.tables.game import Options, OptionsForm

_ONE_BOX = (
    (Box.CARTOGRAPHERS.value, gettext_lazy("Cartographers")),
    (Box.HEROES.value, pgettext_lazy("a box of cards", "Heroes")),
)
_ANY_BOX = (*_ONE_BOX, (Boxes.BOTH.value, gettext_lazy("Both")))

_SWITCHES = (RANDOM_SHEET, SHEET_VOTE, VETOES)
"""Options that are stored only if they are on."""


def _radio(label: Any, choices: Any = (), *, initial: str, hint: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(label=label, widget=forms.RadioSelect, choices=choices, initial=initial, help_text=hint)


@dataclass(frozen=True, slots=True)
class CardOffer:
    """Choice of a scoring card: its button, its rule, its box, and the sets with it.

    `included_in` lists the values of those sets, separated by spaces. The stylesheet knows which cards the boxes have.
    """

    tag: SafeString
    card: ScoringCard
    rules: tuple[str, ...]
    box: str
    included_in: str


@dataclass(frozen=True, slots=True)
class StackOffer:
    """Stack of which one card is chosen or drawn at random, and the edict that it becomes."""

    field: BoundField
    letter: BoundField
    chance: SafeString
    cards: tuple[CardOffer, ...]


class CartographersOptionsForm(OptionsForm):
    """A set, the edicts, a card of each stack, and whether it is practice; and for the host's own mix the
    cards, the sheet, and the rules that editions read differently.
    """

    preset = _radio(gettext_lazy("Card set"), initial=Preset.CARTOGRAPHERS)
    practice = forms.BooleanField(
        label=gettext_lazy("Practice"),
        help_text=gettext_lazy("Solo only. You can undo a move until you reveal the next card. No title is awarded."),
        required=False,
    )
    monsters_walk = forms.BooleanField(
        label=gettext_lazy("Monsters appear automatically"),
        help_text=gettext_lazy(
            "As in solo games, each monster starts in the corner and moves in the direction shown on its "
            "card, on every map. Players don’t draw it, so games with the same deck can be compared."
        ),
        required=False,
    )
    random_sheet = forms.BooleanField(
        label=gettext_lazy("Random map sheet"),
        help_text=gettext_lazy(
            "Each game gets a new map sheet that is as fair as the printed ones and has the same number of mountains, "
            "ruins and wasteland spaces. You see it when the game starts. Random map sheets have no landmarks, coin "
            "spaces or regions, so map sheets with those are left out."
        ),
        required=False,
    )
    sheet_vote = forms.BooleanField(
        label=gettext_lazy("Players vote on the map sheet"),
        help_text=gettext_lazy(
            "Before the start, each player votes for one of the map sheets. Ties are broken at random."
        ),
        required=False,
    )
    vetoes = forms.BooleanField(
        label=gettext_lazy("Each player can veto one scoring card"),
        help_text=gettext_lazy("Before the start, each player can rule out one scoring card for this game."),
        required=False,
    )
    deck = _radio(gettext_lazy("Explore deck"), _ONE_BOX, initial=Box.CARTOGRAPHERS)
    seasons = _radio(gettext_lazy("Season cards"), _ONE_BOX, initial=Box.CARTOGRAPHERS)
    sheet = _radio(gettext_lazy("Map sheet"), initial="A")
    ambushes = _radio(gettext_lazy("Ambush cards"), _ANY_BOX, initial=Boxes.CARTOGRAPHERS)
    heroes = forms.BooleanField(label=gettext_lazy("Hero cards"), required=False)
    pool = _radio(gettext_lazy("Scoring cards"), _ANY_BOX, initial=Boxes.CARTOGRAPHERS)
    edition = _radio(
        gettext_lazy("Heroes scoring card edition"),
        (
            (Edition.RETAIL.value, gettext_lazy("As printed")),
            (Edition.PREVIEW.value, gettext_lazy("Preview rulebook (6 cards differ)")),
            (Edition.ONLINE.value, gettext_lazy("Online edition: Banded Hills scores 4 stars, only for full rows")),
        ),
        initial=Edition.RETAIL,
    )
    ruins = _radio(
        gettext_lazy("Ruins cards"),
        (
            (RuinsCards.BY_THE_BOOK.value, gettext_lazy("Standard rules")),
            (RuinsCards.IN.value, gettext_lazy("Included")),
            (RuinsCards.OUT.value, gettext_lazy("Not included")),
        ),
        initial=RuinsCards.BY_THE_BOOK,
        hint=gettext_lazy(
            "Ruins cards are only left out if the map sheet, season cards and all other cards come from "
            "Heroes. Ruins on the map then have no effect."
        ),
    )
    single_terrain = _radio(
        gettext_lazy("If no shape fits"),
        (
            (SingleTerrain.ANY.value, gettext_lazy("Single square of any terrain")),
            (SingleTerrain.CARD.value, gettext_lazy("Single square of a terrain on the card (2019 rules)")),
        ),
        initial=SingleTerrain.ANY,
    )
    hero_pattern = _radio(
        gettext_lazy("Hero attack patterns"),
        (
            (HeroPattern.TURNABLE.value, gettext_lazy("Can be rotated and flipped")),
            (HeroPattern.AS_PRINTED.value, gettext_lazy("As printed (no rotation)")),
        ),
        initial=HeroPattern.TURNABLE,
    )

    destroys_wasteland = forms.BooleanField(
        label=gettext_lazy("Gorgons can destroy wasteland"),
        help_text=gettext_lazy(
            "Some players read “non-mountain space” this way. Under the standard rules, wasteland can’t be destroyed."
        ),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        shelf = library()
        self._choices("sheet", [(sheet.id, sheet_label(sheet)) for sheet in shelf.sheets.values()])
        self._sets = {**offered_sets(), **private_sets(self.host)}
        names = {value: card_name(one.stored.card_set) for value, one in self._sets.items()}
        of_boxes = [(value, name) for value, name in names.items() if self._sets[value].stored.of_box]
        others = [(value, name) for value, name in names.items() if not self._sets[value].stored.of_box]
        self._choices("preset", [*of_boxes, (Preset.OWN.value, _("Custom mix")), *others])
        self.fields.update(sheet_fields(self._sets))
        self._cards = _cards_of(shelf, self._sets)
        for stack in Stack:
            cards = [("", _("Random")), *((card.id, card_name(card)) for card, _box in self._cards[stack])]
            letters = [("", _("Random")), *((letter.value, letter.value) for letter in Edict)]
            name = stack_name(stack)
            self.fields[_card(stack)] = forms.ChoiceField(
                label=capfirst(name), widget=forms.RadioSelect, choices=cards, required=False, initial=""
            )
            label = _("Edict (%(stack)s)") % {"stack": name}
            self.fields[_letter(stack)] = forms.ChoiceField(label=label, choices=letters, required=False)

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def is_own(self) -> bool:
        """True if the detailed choices apply: the preset is a custom mix."""
        return bool(self["preset"].value() == Preset.OWN)

    @property
    def is_detailed(self) -> bool:
        """True if the details have choices: parts of a mix, edicts, or a random map sheet, a vote on it or vetoes."""
        together = any(self[name].value() for name in _SWITCHES)
        return bool(self.is_own or self.edicts_are_chosen or together)

    @property
    def is_private(self) -> bool:
        """True if the set is a private one of the host or of someone they follow."""
        return isinstance(self._sets.get(self.cleaned_data["preset"]), PrivateSet)

    @property
    def private_offers(self) -> list[tuple[str, list[SetOffer]]]:
        """The host's own sets, and those of people they follow, each with a title; without empty lists."""
        private = [
            (replace(set_offer(option.tag(), one), url=one.url), one.author)
            for option in self["preset"]
            if isinstance(one := self._sets.get(str(option.data["value"])), PrivateSet)
        ]
        own = [offer for offer, author in private if not author]
        followed = [_with_author(offer, author) for offer, author in private if author]
        titles = (_("Your sets"), _("Sets of people you follow"))
        return [(title, offers) for title, offers in zip(titles, (own, followed), strict=True) if offers]

    @property
    def offers(self) -> Iterator[SetOffer]:
        """The sets of the boxes, the custom mix, and the sets made here, as pictures to choose from."""
        authors = credited_names(CatalogBox.WORKSHOP, EntryKind.SET)
        for option in self["preset"]:
            value = str(option.data["value"])
            one = self._sets.get(value)
            if isinstance(one, PrivateSet):
                continue
            if one:
                yield _with_author(set_offer(option.tag(), one), authors.get(one.stored.card_set.id, ""))
            else:
                words = _("Choose cards, map sheet and rules under “More options”.")
                yield SetOffer(value, option.tag(), _("Custom mix"), words, (), ("quill",), "")

    @property
    def set_sheets(self) -> Iterator[tuple[str, BoundField]]:
        """The choices of a sheet for the sets that have several, with their values."""
        named = {sheet_field(value): value for value in self._sets}
        return ((named[name], self[name]) for name in sheet_fields(self._sets))

    @property
    def stacks(self) -> Iterator[StackOffer]:
        """Scoring cards by stack, of which one each is chosen."""
        held = {value: {card.id for card in one.filled.scoring} for value, one in self._sets.items()}
        of_boxes = {value for value, one in self._sets.items() if one.stored.of_box}
        for stack in Stack:
            chance, *options = self[_card(stack)]
            offers = []
            for option, (card, box) in zip(options, self._cards[stack], strict=True):
                included_in = [value for value in held if value in of_boxes or card.id in held[value]]
                offers.append(CardOffer(option.tag(), card, rule_sentences(card), box, " ".join(included_in)))
            yield StackOffer(self[_card(stack)], self[_letter(stack)], chance.tag(), tuple(offers))

    @property
    def edicts_are_chosen(self) -> bool:
        """True if any field about the edicts has a value or an error."""
        return any(self[name].value() or self[name].errors for name in self._is_edict_field())

    @staticmethod
    def _is_edict_field() -> list[str]:
        return [name(stack) for stack in Stack for name in (_card, _letter)]

    def clean(self) -> dict[str, Any]:
        """Add errors for a mix that is unplayable or probably unintended to the fields that cause it."""
        cleaned = super().clean() or {}
        preset = cleaned.get("preset")
        if preset is None:
            return cleaned
        self._drop_inapplicable_errors(preset)
        if self.errors:
            return cleaned
        if one := self._sets.get(preset):
            if not one.filled.edicts:
                self._check_edicts(cleaned, one.filled.scoring)
            return cleaned
        mix = self._mix(cleaned)
        for problem in find_mix_problems(mix, library()):
            self.add_error(problem.part if problem.part in self.fields else "preset", problem_words(problem))
        for field, words in idle_choices(mix):
            self.add_error(field, words)
        self._check_edicts(cleaned, pool_of(mix, library()))
        return cleaned

    def _drop_inapplicable_errors(self, preset: str) -> None:
        """Drop the errors of fields that don't apply to the set.

        A set of a box is played by the rulebook; that of the first game also has its edicts, in an edition. Other sets
        keep their map sheet field and rule options.
        """
        if preset == Preset.OWN:
            return
        one = self._sets[preset]
        applicable = {"preset", "practice", "monsters_walk", *_SWITCHES}
        applicable.update(["edition"] if one.filled.edicts else self._is_edict_field())
        if not one.stored.of_box:
            applicable |= {sheet_field(preset), "single_terrain", "hero_pattern", "destroys_wasteland"}
        for name in set(self.fields) - applicable:
            self.errors.pop(name, None)

    def _check_edicts(self, cleaned: dict[str, Any], cards: tuple[ScoringCard, ...]) -> None:
        pool = {card.id for card in cards}
        taken: set[str] = set()
        for stack in Stack:
            card = next((card for card, _box in self._cards[stack] if card.id == cleaned[_card(stack)]), None)
            if card and card.id not in pool:
                self.add_error(_card(stack), not_in_mix_sentence(card))
            letter = cleaned[_letter(stack)]
            if letter and letter in taken:
                words = _("Edict %(letter)s is already used for another stack. Choose another letter.")
                self.add_error(_letter(stack), words % {"letter": letter})
            taken.add(letter)

    def options(self) -> Options:
        """Return the cleaned choices as JSON. Partly chosen edicts are completed at random."""
        return {**self._host_options(), **{key: True for key in _SWITCHES if self.cleaned_data.get(key)}}

    def _host_options(self) -> Options:
        cleaned = self.cleaned_data
        if one := self._sets.get(cleaned["preset"]):
            edition = Edition(cleaned["edition"]) if one.stored.of_box and one.filled.edicts else Edition.RETAIL
            edicts = edicts_in(edition, one.filled.edicts) or self._chosen_edicts(one.filled.scoring)
            choice = set_choice(one, cleaned, edicts, edition)
            if isinstance(one, PrivateSet):
                choice = replace(choice, trial=True, followed=bool(one.author))
            return choice.as_json()
        mix = self._mix(cleaned)
        return replace(mix, edicts=self._chosen_edicts(pool_of(mix, library()))).as_json()

    def _chosen_edicts(self, pool: tuple[ScoringCard, ...]) -> tuple[str, ...]:
        """Return the edicts from a pool, or none if the form specifies none."""
        chosen = {stack: self.cleaned_data[_card(stack)] for stack in Stack}
        letters = {stack: self.cleaned_data[_letter(stack)] for stack in Stack}
        return edict_cards(chosen, letters, pool) if any((*chosen.values(), *letters.values())) else ()

    def _mix(self, cleaned: dict[str, Any]) -> Mix:
        """Return the custom mix, its edicts left to chance."""
        return mix_of({**cleaned, "edicts": []})


def _with_author(offer: SetOffer, author: str) -> SetOffer:
    """Return an offer with the name of its author, unless it has none."""
    words = _("By %(author)s.") % {"author": author}
    return replace(offer, sentence=f"{words} {offer.sentence}") if author else offer


def _card(stack: Stack) -> str:
    """Return the name of the field for a stack's card."""
    return f"card_{stack}"


def _letter(stack: Stack) -> str:
    """Return the name of the field for a stack's edict letter."""
    return f"letter_{stack}"


def _cards_of(shelf: Library, sets: OfferedSets) -> dict[Stack, list[tuple[ScoringCard, str]]]:
    """Return the cards of each stack, each with its box; those that are only in sets come last."""
    boxes = ((Box.CARTOGRAPHERS, shelf.cartographers), (Box.HEROES, shelf.heroes))
    cards = [(card, box.value) for box, held in boxes for card in held.scoring.values()]
    in_boxes = {card.id for card, _box in cards}
    others = {card.id: card for one in sets.values() for card in one.filled.scoring if card.id not in in_boxes}
    cards += [(card, "sets") for card in others.values()]
    return {stack: [(card, box) for card, box in cards if card.stack is stack] for stack in Stack}


def edict_cards(chosen: dict[Stack, str], letters: dict[Stack, str], pool: tuple[ScoringCard, ...]) -> tuple[str, ...]:
    """Return the card ids of edicts A to D, chosen or random, under the chosen letters or in random order."""
    chance = SystemRandom()
    free = [letter.value for letter in Edict if letter.value not in letters.values()]
    chance.shuffle(free)
    places = {letters[stack] or free.pop(): stack for stack in Stack}
    drawn = {stack: chance.choice([card.id for card in pool if card.stack is stack]) for stack in Stack}
    return tuple(chosen[places[letter.value]] or drawn[places[letter.value]] for letter in Edict)

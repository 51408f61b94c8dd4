"""Card filter, as given in an address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from django import forms
from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Stack
from engine.cartographers.scoring.families import FAMILIES, features_named
from engine.cartographers.terrain import Feature
from games.accounts.forms_base import CartoForm
from games.cartographers.cards.faces import Card
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.words.names import stack_name, terrain_label
from games.cartographers.words.scoring.families import FAMILY_NAMES
from games.play.words import folded

CARDS: Final = (Kind.EXPLORE, Kind.RUINS, Kind.AMBUSH, Kind.HERO, Kind.SCORING)
"""Kinds of cards that are listed."""
_GROUNDS: Final = (
    *(Feature.FOREST, Feature.VILLAGE, Feature.FARM, Feature.WATER, Feature.MONSTER, Feature.HERO),
    *(Feature.MOUNTAIN, Feature.RUINS),
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Filter for cards; each field is "" if it doesn't matter.

    All `words` must occur; they are folded. `family` is the rule type of a scoring card.
    """

    words: tuple[str, ...] = ()
    box: str = ""
    kind: str = ""
    stack: str = ""
    terrain: str = ""
    family: str = ""

    def takes(self, box: str, kind: str, card: Card) -> bool:
        """Return True if a card matches all fields of the filter except `words`."""
        return (
            self.box in ("", box)
            and self.kind in ("", kind)
            and (not self.stack or (isinstance(card, ScoringCard) and card.stack == self.stack))
            and (not self.terrain or self.terrain in {feature.word for feature in features_of(card)})
            and (not self.family or self._counts_so(card))
        )

    def _counts_so(self, card: Card) -> bool:
        wanted = FAMILIES[self.family]
        return isinstance(card, ScoringCard) and any(isinstance(clause, wanted) for clause in card.clauses)

    def reads(self, texts: Iterable[str]) -> bool:
        """Return True if all of the words occur in a card's texts."""
        text = folded(" ".join(texts))
        return all(word in text for word in self.words)


ANY: Final = Wanted()


def features_of(card: Card) -> frozenset[Feature]:
    """Return the features that a card draws, or that its rule looks at."""
    match card:
        case ExploreCard():
            return frozenset(map(Feature, card.terrains))
        case RuinsCard():
            return frozenset({Feature.RUINS})
        case AmbushCard():
            return frozenset({Feature.MONSTER})
        case HeroCard():
            return frozenset({Feature.HERO})
        case ScoringCard():
            return frozenset[Feature]().union(*map(features_named, card.clauses))


class CardsForm(CartoForm):
    """Filter form for the cards of some boxes."""

    words = forms.CharField(
        label=gettext_lazy("Search"),
        required=False,
        max_length=80,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    box = forms.ChoiceField(label=gettext_lazy("Box"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("Type"), required=False)
    stack = forms.ChoiceField(label=gettext_lazy("Stack"), required=False)
    terrain = forms.ChoiceField(label=gettext_lazy("Terrain"), required=False)
    counts = forms.ChoiceField(label=gettext_lazy("What is scored"), required=False)

    def __init__(self, data: Mapping[str, Any], boxes: Iterable[CatalogBox]) -> None:
        super().__init__(data)
        self._offer("box", [(box.value, box.label) for box in boxes])
        self._offer("kind", [(kind.value, kind.label) for kind in CARDS])
        self._offer("stack", [(stack.value, stack_name(stack)) for stack in Stack])
        self._offer("terrain", [(feature.word, terrain_label(feature)) for feature in _GROUNDS])
        self._offer("counts", list(FAMILY_NAMES.items()))

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        cast(forms.ChoiceField, self.fields[name]).choices = [("", _("Any")), *choices]

    @property
    def asks(self) -> bool:
        """True if any filter is given, even an invalid one."""
        return any(self.data.get(name) for name in self.fields)

    @property
    def wanted(self) -> Wanted:
        """Filter of a valid form."""
        told = self.cleaned_data
        return Wanted(
            words=tuple(folded(told["words"]).split()),
            box=told["box"],
            kind=told["kind"],
            stack=told["stack"],
            terrain=told["terrain"],
            family=told["counts"],
        )


def address(request: HttpRequest) -> str:
    """Return the address of a filtered card list, without empty parameters."""
    told = {name: value for name, value in request.GET.dict().items() if value}
    return f"{request.path}?{urlencode(told)}" if told else request.path

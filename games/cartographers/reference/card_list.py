"""The card list: its filter, and small cards by box and kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeGuard, cast

from django import forms
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.cartographers.cards import (
    AmbushCard,
    ExploreCard,
    HeroCard,
    RotationDirection,
    RuinsCard,
    ScoringCard,
    Season,
    Stack,
)
from engine.cartographers.scoring.families import FAMILIES, features_named
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Feature
from games.accounts.forms import CartoForm
from games.cartographers.cards.faces import Card, CardTerrain, ShapePicture, card_terrains, shape_pictures
from games.cartographers.shelf.components import Piece, active_components
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.words.effects import effect_sentence, hero_sentence
from games.cartographers.words.features import overlap_sentence, place_sentence
from games.cartographers.words.names import card_name, corner_name, custom_text, season_name, stack_name, terrain_label
from games.cartographers.words.scoring.rules import FAMILY_NAMES, rule_sentences
from games.cartographers.words.skills import cost_sentence, power_sentence
from games.play.words import fold_text

CARDS: Final = (
    EntryKind.EXPLORE,
    EntryKind.RUINS,
    EntryKind.AMBUSH,
    EntryKind.HERO,
    EntryKind.SCORING,
    EntryKind.SKILL,
)
"""Kinds of cards that are listed."""
_GROUNDS: Final = (
    *(Feature.FOREST, Feature.VILLAGE, Feature.FARM, Feature.WATER, Feature.MONSTER, Feature.HERO),
    *(Feature.MOUNTAIN, Feature.RUINS),
)


@dataclass(frozen=True, slots=True)
class CardFilter:
    """Filter for cards; each field is "" if it doesn't matter.

    All `words` must occur; they are folded. `family` is the rule type of a scoring card.
    """

    words: tuple[str, ...] = ()
    box: str = ""
    kind: str = ""
    stack: str = ""
    terrain: str = ""
    family: str = ""

    def matches_fields(self, box: str, kind: str, card: Card) -> bool:
        """Return True if a card matches all fields of the filter except `words`."""
        return (
            self.box in ("", box)
            and self.kind in ("", kind)
            and (not self.stack or (isinstance(card, ScoringCard) and card.stack == self.stack))
            and (not self.terrain or self.terrain in {feature.word for feature in features_of(card)})
            and (not self.family or self._has_family(card))
        )

    def _has_family(self, card: Card) -> bool:
        clause_type = FAMILIES[self.family]
        return isinstance(card, ScoringCard) and any(isinstance(clause, clause_type) for clause in card.clauses)

    def matches_words(self, texts: Iterable[str]) -> bool:
        """Return True if all of the words occur in a card's texts."""
        text = fold_text(" ".join(texts))
        return all(word in text for word in self.words)


ANY: Final = CardFilter()


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
        case Skill():
            return frozenset()


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
        kinds = {found.kind for found in cards_in_play()}
        self._offer("kind", [(kind.value, kind.label) for kind in CARDS if kind in kinds])
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
    def card_filter(self) -> CardFilter:
        """Filter of a valid form."""
        cleaned = self.cleaned_data
        return CardFilter(
            words=tuple(fold_text(cleaned["words"]).split()),
            box=cleaned["box"],
            kind=cleaned["kind"],
            stack=cleaned["stack"],
            terrain=cleaned["terrain"],
            family=cleaned["counts"],
        )


def card_list_url(request: HttpRequest) -> str:
    """Return the address of a filtered card list, without empty parameters."""
    query = {name: value for name, value in request.GET.dict().items() if value}
    return f"{request.path}?{urlencode(query)}" if query else request.path


@dataclass(frozen=True, slots=True)
class CardEntry:
    """A card in the list, small: its name, its page, its pictures and terrains, and what it asks in a line or two;
    `scoring` is the card itself where it is one that has an emblem.
    """

    name: str
    url: str
    time: str
    pictures: tuple[ShapePicture, ...]
    grounds: tuple[CardTerrain, ...]
    lines: tuple[str, ...]
    scoring: ScoringCard | None


@dataclass(frozen=True, slots=True)
class CardsOfKind:
    """The cards of one kind."""

    title: str
    cards: tuple[CardEntry, ...]


def group_by_kind(cards: Iterable[Card]) -> tuple[CardsOfKind, ...]:
    """Return the cards grouped by kind, without empty groups."""
    held = tuple(cards)
    shelves = [
        _shelf(_("Explore cards"), [card for card in held if isinstance(card, ExploreCard | RuinsCard)]),
        _shelf(_("Ambush cards"), [card for card in held if isinstance(card, AmbushCard)]),
        _shelf(_("Hero cards"), [card for card in held if isinstance(card, HeroCard)]),
    ]
    scoring = [card for card in held if isinstance(card, ScoringCard)]
    for stack in Stack:
        title = _("Scoring cards: %(stack)s") % {"stack": stack_name(stack)}
        shelves.append(_shelf(title, [card for card in scoring if card.stack is stack]))
    shelves.append(_shelf(_("Skills"), [card for card in held if isinstance(card, Skill)]))
    return tuple(shelf for shelf in shelves if shelf.cards)


def _shelf(title: str, cards: Iterable[Card]) -> CardsOfKind:
    return CardsOfKind(title, tuple(card_entry(card) for card in cards))


def kind_name(card: Card) -> str:
    """Return the name of a card's type; for a scoring card with its stack."""
    match card:
        case ExploreCard():
            return str(EntryKind.EXPLORE.label)
        case RuinsCard():
            return str(EntryKind.RUINS.label)
        case AmbushCard():
            return str(EntryKind.AMBUSH.label)
        case HeroCard():
            return str(EntryKind.HERO.label)
        case ScoringCard():
            return _("Scoring card: %(stack)s") % {"stack": stack_name(card.stack)}
        case Skill():
            return str(EntryKind.SKILL.label)


def card_entry(card: Card) -> CardEntry:
    """A card small, as in a list."""
    return CardEntry(
        name=card_name(card),
        url=reverse("cartographers:card", args=[card.id]),
        time=_time(card),
        pictures=shape_pictures(card),
        grounds=card_terrains(card),
        lines=(*_lines(card), *filter(None, [custom_text(card)])),
        scoring=card if isinstance(card, ScoringCard) else None,
    )


def _time(card: Card) -> str:
    if not isinstance(card, ExploreCard):
        return ""
    return ngettext("Time value: %(n)s.", "Time value: %(n)s.", card.time) % {"n": card.time}


def _lines(card: Card) -> tuple[str, ...]:
    match card:
        case ExploreCard():
            place = "" if card.place is None else place_sentence(card.place)
            return tuple(filter(None, (place, overlap_sentence(card.overlap))))
        case RuinsCard():
            return (_("The shape of the next explore card must cover a ruins space if possible."),)
        case AmbushCard():
            effect = effect_sentence(card, alone=False)
            how = " ".join(ambush_sentences(card))
            return (how, effect) if effect else (how,)
        case HeroCard():
            return (hero_sentence(card),)
        case ScoringCard():
            return rule_sentences(card)
        case Skill():
            return (power_sentence(card), cost_sentence(card))


def ambush_sentences(card: AmbushCard) -> tuple[str, str]:
    """Return how a monster gets on the map: in games of several seats, and in solo games."""
    words = {"corner": corner_name(card.solo_corner)}
    if card.passing is RotationDirection.CLOCKWISE:
        together = _("Each map is passed one seat clockwise, and your neighbor draws this monster on yours.")
    else:
        together = _("Each map is passed one seat counterclockwise, and your neighbor draws this monster on yours.")
    if card.solo_way is RotationDirection.CLOCKWISE:
        alone = _("In solo games, it starts in the %(corner)s corner and moves clockwise along the edge.") % words
    else:
        alone = (
            _("In solo games, it starts in the %(corner)s corner and moves counterclockwise along the edge.") % words
        )
    return together, alone


def season_sentence(season: Season) -> str:
    """Return the sentence about a season card: its time threshold and its edicts."""
    first, second = season.edicts
    return _("%(season)s: time threshold %(time)s, scores edicts %(first)s and %(second)s.") % {
        "season": season_name(season.id),
        "time": season.threshold,
        "first": first,
        "second": second,
    }


@dataclass(frozen=True, slots=True)
class FoundCard:
    """Active card with its box; `ref` is its "box/id"."""

    box: CatalogBox
    kind: EntryKind
    ref: str
    card: Card


@dataclass(frozen=True, slots=True)
class BoxOfCards:
    """Cards of one box; `anchor` is its position on the page."""

    title: str
    anchor: str
    shelves: tuple[CardsOfKind, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """Cards that match a filter, and their number in words."""

    boxes: tuple[BoxOfCards, ...]
    count: str


def cards_in_play() -> Iterator[FoundCard]:
    """Yield every card in printed order. Texts of other editions are on the card's own page."""
    for (kind, ref), piece in active_components().items():
        box = CatalogBox(ref.partition("/")[0])
        if box is not CatalogBox.PREVIEW and _is_card(piece):
            yield FoundCard(box, kind, ref, piece)


def _is_card(piece: Piece) -> TypeGuard[Card]:
    return not isinstance(piece, Season | Sheet)


def find_card(key: str) -> FoundCard | None:
    """Return the active card with an id, or None."""
    return next((found for found in cards_in_play() if found.card.id == key), None)


def boxes_in_play() -> list[CatalogBox]:
    """Return the boxes that have cards."""
    return list(dict.fromkeys(found.box for found in cards_in_play()))


def cards_page(card_filter: CardFilter = ANY) -> CardsPage:
    """Return the cards that match a filter."""
    found = list(_found(card_filter))
    shown = [(box, [each.card for each in found if each.box is box]) for box in CatalogBox]
    boxes = [BoxOfCards(str(box.label), box.value, group_by_kind(cards)) for box, cards in shown if cards]
    count = ngettext("%(count)d card", "%(count)d cards", len(found)) % {"count": len(found)}
    return CardsPage(tuple(boxes), count)


def _found(card_filter: CardFilter) -> Iterator[FoundCard]:
    for found in cards_in_play():
        if not card_filter.matches_fields(found.box, found.kind, found.card):
            continue
        if not card_filter.words or card_filter.matches_words(_searchable_text(found, card_entry(found.card))):
            yield found


def _searchable_text(found: FoundCard, entry: CardEntry) -> list[str]:
    """Return the searchable texts of a card in the page's language, including its printed name."""
    grounds = [ground.label for ground in entry.grounds]
    return [entry.name, found.card.name, str(found.kind.label), *grounds, *entry.lines, entry.time]

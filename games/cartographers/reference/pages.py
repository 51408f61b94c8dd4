"""The board at which a scoring card is explained."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Stack
from engine.cartographers.events import Definition
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.rules.solo import LAST_TITLE, TITLES
from engine.cartographers.scoring.tally import score, stars
from games.cartographers.cards.faces import Card
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.past.summary import EDICT
from games.cartographers.reference.card_list import CardEntry, card_entry, cards_in_play, find_card, kind_name
from games.cartographers.reference.rulings import find_ruling
from games.cartographers.reference.sheets import ComponentOrigin, entry_in_play, origin_of, workshop_url
from games.cartographers.shelf.components import active_components
from games.cartographers.shelf.examples import read_example, sample_boards
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.words.names import KEY, stack_name, title_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.shelves import Data
from games.play.explanations import ReasonView


def example_for(card: ScoringCard, examples: Sequence[Data] = ()) -> Board:
    """Return the map that shows an example of a scoring card.

    This is the one of its `examples` (as stored in the catalog) with the most stars, if it earns any there. Otherwise
    it is the sample map of the card, or without one the sample map with the most stars.
    """
    own = max((read_example(data).board for data in examples), key=lambda board: stars(card, board), default=None)
    if own is not None and stars(card, own):
        return own
    boards = sample_boards()
    return boards.get(card.id) or max(boards.values(), key=lambda board: stars(card, board))


@dataclass(frozen=True, slots=True)
class CardExample:
    """Board that explains a scoring card, with the counted spaces highlighted: its stars and the reasons."""

    map: MapView
    stars: int
    reasons: tuple[ReasonView, ...]


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card by itself: its kind, shapes and terrains; for a scoring card the target alone, an example and the ruling,
    and the sentences of the preview edition where it differs. `origin`, `figures`, the address of figures of
    games with it, and `workshop`, its page for curators, are of the card in play: None and "" for one as a table
    plays it.
    """

    entry: CardEntry
    kind: str
    target: str
    example: CardExample | None
    ruling: str = ""
    preview: tuple[str, ...] = ()
    origin: ComponentOrigin | None = None
    figures: str = ""
    workshop: str = ""


@dataclass(frozen=True, slots=True)
class RulesPage:
    """Cards that the rules show as pictures."""

    explore: CardEntry
    ambush: CardEntry
    hero: CardEntry


def rules_page(library: Library) -> RulesPage:
    """Return an explore card with a coin, the first ambush and the first hero. Published cards replace kinds that
    aren't active.
    """
    boxes = (library, published_library())
    paying = (
        card for box in boxes for card in box.cartographers.explore.values() if any(shape.coin for shape in card.shapes)
    )
    ambushes = (card for box in boxes for card in box.cartographers.ambushes.values())
    heroes = (card for box in boxes for card in box.heroes.heroes.values())
    return RulesPage(
        explore=card_entry(next(paying)),
        ambush=replace(card_entry(next(ambushes)), lines=()),
        hero=replace(card_entry(next(heroes)), lines=()),
    )


@dataclass(frozen=True, slots=True)
class CardRuling:
    """A scoring card's ruling, as the full rules list it."""

    name: str
    url: str
    ruling: str


@dataclass(frozen=True, slots=True)
class StackRulings:
    """The rulings on the scoring cards of one stack."""

    title: str
    cards: tuple[CardRuling, ...]


@dataclass(frozen=True, slots=True)
class TitleRow:
    """A solo title and the ratings that earn it."""

    rating: str
    name: str


@dataclass(frozen=True, slots=True)
class FullRulesPage:
    """The parts of the full rules that the cards and the engine decide."""

    stacks: tuple[StackRulings, ...]
    titles: tuple[TitleRow, ...]


def full_rules_page() -> FullRulesPage:
    """Return the rulings on all cards in play, stack by stack, and the solo titles, best first."""
    scoring = [found.card for found in cards_in_play() if isinstance(found.card, ScoringCard)]
    stacks = tuple(StackRulings(stack_name(stack), tuple(_rulings(scoring, stack))) for stack in Stack)
    return FullRulesPage(stacks, tuple(_titles()))


def _titles() -> Iterator[TitleRow]:
    above = None
    for least, code in TITLES:
        rating = _("%(least)d or more") if above is None else _("%(least)d to %(most)d")
        yield TitleRow(rating % {"least": least, "most": (above or 0) - 1}, title_name(code))
        above = least
    yield TitleRow(_("%(most)d or less") % {"most": (above or 0) - 1}, title_name(LAST_TITLE))


def _rulings(cards: Iterable[ScoringCard], stack: Stack) -> Iterator[CardRuling]:
    for card in cards:
        if card.stack is stack and (ruling := find_ruling(card)):
            entry = card_entry(card)
            yield CardRuling(entry.name, entry.url, ruling)


def card_urls() -> list[str]:
    """Return the addresses of all cards."""
    return list(dict.fromkeys(card_entry(found.card).url for found in cards_in_play()))


def card_page(key: str) -> CardPage | None:
    """Return the page of an active card by its id, or None."""
    found = find_card(key)
    if found is None:
        return None
    entry = entry_in_play(found.kind, found.ref)
    return replace(
        _page(found.card, entry.examples if entry else ()),
        preview=_preview(key),
        origin=origin_of(found.kind, found.ref, entry),
        figures=reverse("history:figures", args=[KEY, EDICT, key]) if found.kind is EntryKind.SCORING else "",
        workshop=workshop_url(found.kind, found.ref),
    )


def _preview(key: str) -> tuple[str, ...]:
    """Return the rule of a scoring card in the preview edition, empty if it is the same."""
    card = active_components().get((EntryKind.SCORING, f"{CatalogBox.PREVIEW}/{key}"))
    return rule_sentences(card) if isinstance(card, ScoringCard) else ()


def played_card_page(definition: Definition, key: str) -> CardPage | None:
    """Return the page of a card by its id as a game has it, or None if the game doesn't have it."""
    cards: tuple[Card, ...] = (*definition.deck, *definition.pool)
    return next((_page(card) for card in cards if card.id == key), None)


def _page(card: Card, examples: Sequence[Data] = ()) -> CardPage:
    if not isinstance(card, ScoringCard):
        return CardPage(card_entry(card), kind_name(card), "", None)
    example = _example(card, examples)
    return CardPage(card_entry(card), kind_name(card), target_sentence(card), example, find_ruling(card))


def _example(card: ScoringCard, examples: Sequence[Data]) -> CardExample:
    board = example_for(card, examples)
    tally = score(card, board)
    return CardExample(map_view(board, _("Example"), Marks(lit=tally.lit)), tally.stars, edict_reasons(card, board))

"""Pages of the rules and of single cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Stack
from engine.cartographers.events import Definition
from engine.cartographers.mixing.library import Library, published_library
from engine.cartographers.rules.solo import LAST_TITLE, TITLES
from engine.cartographers.scoring.tally import score, stars
from engine.cartographers.skills import Skill
from games.accounts.models import User
from games.cartographers.analysis.links import card_url
from games.cartographers.cards.faces import Card
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.map.boards import MapView, Marks, map_view
from games.cartographers.past.summary import EDICT
from games.cartographers.reference.card_list import CardEntry, card_entry, cards_in_play, find_card, kind_name
from games.cartographers.reference.chapters import CHAPTERS
from games.cartographers.reference.poster import poster
from games.cartographers.reference.rule_box import RuleBox
from games.cartographers.reference.rule_examples import build_examples
from games.cartographers.reference.rulings import find_ruling
from games.cartographers.reference.sheets import ComponentOrigin, credit_of, entry_in_play, origin_of, workshop_url
from games.cartographers.shelf.components import active_components
from games.cartographers.shelf.examples import read_example, sample_boards
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published import library
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import KEY, stack_name, title_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.authors import CreditLine
from games.catalog.shelves import Data
from games.play.explanations import ReasonView
from games.play.rulebook import (
    Chapter,
    ChapterView,
    Item,
    Rule,
    Rulebook,
    RulesMode,
    RulesPage,
    build_chapters,
    match_count,
)


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

    @property
    def stars_text(self) -> str:
        """Number of stars with its noun."""
        return stars_of(self.stars)


@dataclass(frozen=True, slots=True)
class CardPage:
    """A card by itself: its kind, shapes and terrains, and the chapters of the rules about it.

    `analysis` is the address that tries an active card on the analysis board, "" for others.
    For a scoring card also the solo target, an example and the ruling, and the sentences of the preview edition where
    it differs. `origin`, `figures`, the address of figures of games with it, and `workshop`, its page for curators, are
    of the card in play: None and "" for one as a table plays it.
    """

    entry: CardEntry
    kind: str
    target: str
    example: CardExample | None
    ruling: str = ""
    preview: tuple[str, ...] = ()
    chapters: tuple[ChapterView, ...] = ()
    origin: ComponentOrigin | None = None
    credit: CreditLine | None = None
    figures: str = ""
    workshop: str = ""
    analysis: str = ""


def rules_page(mode: RulesMode, words: Sequence[str] = ()) -> RulesPage:
    """Return the rules in a view, or the rules in which all of the words occur."""
    chapters = build_chapters(_chapters(), mode, words, build_examples)
    if words:
        return RulesPage(chapters, match_count(chapters))
    cards = _pictured_cards(library())
    return RulesPage(tuple(replace(chapter, card=cards.get(chapter.key)) for chapter in chapters))


BOOK: Final = Rulebook(
    KEY,
    {
        RulesMode.SUMMARY: gettext_lazy(
            "Learn the rules in a few minutes. The fastest way is to take the lesson, which covers a first season."
        ),
        RulesMode.FULL: gettext_lazy(
            "Every rule of both boxes as Carto plays them, with a ruling wherever the printed rules leave a question "
            "open."
        ),
        RulesMode.BOTH: gettext_lazy("Each chapter in short and in full."),
    },
    rules_page,
    poster,
)


def _pictured_cards(own: Library) -> dict[str, CardEntry]:
    """Return an explore card with a coin, the first ambush and the first hero, by the chapters that show them.
    Published cards replace kinds that aren't active.
    """
    boxes = (own, published_library())
    paying = (
        card for box in boxes for card in box.cartographers.explore.values() if any(shape.coin for shape in card.shapes)
    )
    ambushes = (card for box in boxes for card in box.cartographers.ambushes.values())
    heroes = (card for box in boxes for card in box.heroes.heroes.values())
    return {
        "explore": card_entry(next(paying)),
        "ambushes": replace(card_entry(next(ambushes)), lines=()),
        "heroes": replace(card_entry(next(heroes)), lines=()),
    }


def _chapters() -> Iterator[Chapter]:
    """Yield all chapters, with the rulings on all cards in play and the solo titles."""
    for chapter in CHAPTERS:
        match chapter.key:
            case "rulings":
                yield replace(chapter, full=(*_rulings(), *chapter.full))
            case "solo":
                first, *further = chapter.full
                yield replace(chapter, full=(first, *_titles(), *further))
            case _:
                yield chapter


def _titles() -> Iterator[Rule]:
    """Yield the solo titles with their ratings, best first."""
    above = None
    for least, code in TITLES:
        rating = _("%(least)d or more") if above is None else _("%(least)d to %(most)d")
        yield Item(title_name(code), subject=rating % {"least": least, "most": (above or 0) - 1})
        above = least
    yield Item(title_name(LAST_TITLE), subject=_("%(most)d or less") % {"most": (above or 0) - 1})


def _rulings() -> Iterator[Rule]:
    """Yield the rulings on the scoring cards in play, stack by stack."""
    for stack in Stack:
        for found in cards_in_play():
            card = found.card
            if isinstance(card, ScoringCard) and card.stack is stack and (ruling := find_ruling(card)):
                entry = card_entry(card)
                box = RuleBox.HEROES if found.box is CatalogBox.HEROES else RuleBox.CARTOGRAPHERS
                yield Item(ruling, box=box, heading=stack_name(stack), subject=entry.name, url=entry.url)


def _chapters_of(card: Card) -> tuple[ChapterView, ...]:
    """Return the chapters about a card, in full."""
    keys = _chapter_keys(card)
    chapters = (chapter for chapter in CHAPTERS if chapter.key in keys)
    return build_chapters(chapters, RulesMode.FULL, examples=build_examples)


def _chapter_keys(card: Card) -> tuple[str, ...]:
    match card:
        case ExploreCard():
            return ("draw",)
        case RuinsCard():
            return ("ruins",)
        case AmbushCard():
            return ("ambushes",) if card.effect is None else ("ambushes", "effects")
        case HeroCard():
            return ("heroes", "destroyed")
        case ScoringCard():
            return ("terms", "season")
        case Skill():
            return ("skills",)


def card_urls() -> list[str]:
    """Return the addresses of all cards."""
    return list(dict.fromkeys(card_entry(found.card).url for found in cards_in_play()))


def card_page(key: str, viewer: User | AnonymousUser | None = None) -> CardPage | None:
    """Return the page of an active card by its id for a viewer, or None."""
    found = find_card(key)
    if found is None:
        return None
    entry = entry_in_play(found.kind, found.ref)
    examples = entry.examples if entry else ()
    return replace(
        _page(found.card, examples),
        analysis=card_url(
            key, found.card, example_for(found.card, examples) if isinstance(found.card, ScoringCard) else None
        ),
        preview=_preview(key),
        origin=origin_of(found.kind, found.ref, entry),
        figures=reverse("history:figures", args=[KEY, EDICT, key]) if found.kind is EntryKind.SCORING else "",
        workshop=workshop_url(found.kind, found.ref),
        credit=credit_of(found.kind, found.ref, viewer),
    )


def _preview(key: str) -> tuple[str, ...]:
    """Return the rule of a scoring card in the preview edition, empty if it is the same."""
    card = active_components().get((EntryKind.SCORING, f"{CatalogBox.PREVIEW}/{key}"))
    return rule_sentences(card) if isinstance(card, ScoringCard) else ()


def played_card_page(definition: Definition, key: str) -> CardPage | None:
    """Return the page of a card by its id as a game has it, or None if the game doesn't have it."""
    cards: tuple[Card, ...] = (*definition.deck, *definition.pool, *definition.skills)
    return next((_page(card) for card in cards if card.id == key), None)


def _page(card: Card, examples: Sequence[Data] = ()) -> CardPage:
    if not isinstance(card, ScoringCard):
        return CardPage(card_entry(card), kind_name(card), "", None, chapters=_chapters_of(card))
    example = _example(card, examples)
    return CardPage(
        card_entry(card),
        kind_name(card),
        target_sentence(card),
        example,
        ruling=find_ruling(card),
        chapters=_chapters_of(card),
    )


def _example(card: ScoringCard, examples: Sequence[Data]) -> CardExample:
    board = example_for(card, examples)
    tally = score(card, board)
    return CardExample(map_view(board, _("Example"), Marks(lit=tally.lit)), tally.stars, edict_reasons(card, board))

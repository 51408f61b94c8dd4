"""Preview of a set: its contents, its problems, and a random start of a game with it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, takewhile
from secrets import choice, token_bytes

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict, ScoringCard, Stack
from engine.cartographers.events import EdictsLaid, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.contract import RuleViolation
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import begin
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.setting_up.set_offers import card_counts_sentence
from games.cartographers.setting_up.set_pages import SetContents, contents_of
from games.cartographers.shelf.components import SetWithCards
from games.cartographers.shelf.published_sets import filled_as_drafted
from games.cartographers.shelf.sets import CardSet, set_from_json
from games.cartographers.words.names import card_name, sheet_label, stack_name
from games.cartographers.workshop.playable import announced_text, draft_problems
from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data


@dataclass(frozen=True, slots=True)
class PossibleEdict:
    """An edict as chance may lay it."""

    letter: str
    card: ScoringCard
    name: str


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """Random start of a game: map sheet, edicts, and the cards of the first season in order."""

    sheet: str
    edicts: tuple[PossibleEdict, ...]
    cards: tuple[CardEntry, ...]


@dataclass(frozen=True, slots=True)
class SetPreview:
    """A set in figures, its scoring cards by stack; on which days tables are offered it; why it cannot be handed in; a
    draw, None where nothing can be drawn.
    """

    of: SetWithCards
    days: str
    counts: str
    stacks: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    draw: RandomDraw | None

    @property
    def heard(self) -> str:
        """Text for screen readers."""
        return announced_text(self.problems, self.counts)

    @property
    def contents(self) -> SetContents:
        """Contents of the set as pictures, computed only when shown."""
        return contents_of(self.of)


def build_set_preview(entry: CatalogEntry, definition: Data) -> SetPreview:
    """Return the preview of a set's definition, with a new random draw each time."""
    of = filled_as_drafted(set_from_json(definition))
    stacks = tuple((stack_name(stack), sum(card.stack is stack for card in of.scoring)) for stack in Stack)
    return SetPreview(
        of, _days(of.card_set), card_counts_sentence(of), stacks, draft_problems(entry, definition), _draw(of)
    )


def _days(card_set: CardSet) -> str:
    first, last = (date_format(day) if day else "" for day in (card_set.since, card_set.until))
    if first and last:
        return _("Available to new tables from %(first)s to %(last)s.") % {"first": first, "last": last}
    if first:
        return _("Available to new tables from %(first)s.") % {"first": first}
    if last:
        return _("Available to new tables until %(last)s.") % {"last": last}
    return _("Available to new tables with no end date.")


def _draw(of: SetWithCards) -> RandomDraw | None:
    if not (of.sheets and of.seasons and of.explore):
        return None
    sheet = choice(of.sheets)
    definition = of.definition(sheet)
    try:
        events = begin(RULES, Setup(definition), 1, Shuffler(token_bytes(SEED_BYTES))).events
    except RuleViolation:
        return None
    laid = next(event for event in events if isinstance(event, EdictsLaid))
    began = next(event for event in events if isinstance(event, SeasonBegan))
    by_id = {card.id: card for card in of.scoring}
    edicts = tuple(
        PossibleEdict(letter.value, by_id[id], card_name(by_id[id]))
        for letter, id in zip(Edict, laid.cards, strict=True)
    )
    deck = [definition.card(id) for id in began.deck]
    # A season ends with the card that reaches its time threshold.
    before = [0, *accumulate(card.time for card in deck)]
    shown = takewhile(lambda pair: pair[1] < of.seasons[0].threshold, zip(deck, before, strict=False))
    return RandomDraw(sheet_label(sheet), edicts, tuple(card_entry(card) for card, _time in shown))

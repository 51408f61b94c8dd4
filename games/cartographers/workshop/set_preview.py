"""Selection of a set's components, and its preview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, takewhile
from secrets import choice, token_bytes
from typing import Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season, Stack
from engine.cartographers.events import EdictsLaid, SeasonBegan
from engine.cartographers.game import RULES
from engine.cartographers.rules.setup import Setup
from engine.cartographers.sheet import Sheet
from engine.contract import RuleViolation
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import begin
from games.cartographers.map.boards import Patch, patches
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.setting_up.set_offers import card_counts_sentence
from games.cartographers.setting_up.set_pages import SetContents, contents_of
from games.cartographers.shelf.components import Piece, Pieces, SetWithCards, active_components
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.shelf.published_sets import drafted_components, filled_as_drafted
from games.cartographers.shelf.sets import CardSet, Slot, set_from_json
from games.cartographers.words.names import card_name, season_name, sheet_label, stack_name
from games.catalog.models import CatalogEntry
from games.catalog.playable import announced_text, draft_problems
from games.catalog.shelves import Data

PICKED: Final = (Slot.SHEETS, Slot.EXPLORE, Slot.RUINS, Slot.AMBUSHES, Slot.HEROES, Slot.SCORING, Slot.SKILLS)
"""Slots that are picked with one click per component. Seasons are chosen by position."""

TITLES: Final[Mapping[Slot, str | Promise]] = {
    Slot.SHEETS: gettext_lazy("Map sheets"),
    Slot.EXPLORE: gettext_lazy("Explore cards"),
    Slot.RUINS: gettext_lazy("Ruins cards"),
    Slot.AMBUSHES: gettext_lazy("Ambush cards"),
    Slot.HEROES: gettext_lazy("Hero cards"),
    Slot.SCORING: gettext_lazy("Scoring cards"),
    Slot.SKILLS: gettext_lazy("Skills"),
}


@dataclass(frozen=True, slots=True)
class Pick:
    """Card or map sheet that can be in a set, with its group.

    `piece` is None if the component no longer exists.
    """

    slot: Slot
    ref: str
    piece: Piece | None
    is_draft: bool

    @property
    def group(self) -> str:
        """The slot; of scoring cards the slot with the stack."""
        return f"{self.slot}-{self.piece.stack}" if isinstance(self.piece, ScoringCard) else self.slot.value

    @property
    def entry(self) -> CardEntry | None:
        """A card as it is listed, None for a sheet."""
        return None if self.piece is None or isinstance(self.piece, Sheet | Season) else card_entry(self.piece)

    @property
    def patches(self) -> tuple[Patch, ...] | None:
        """A sheet as it is drawn, nothing for a card."""
        return patches(Board.of_sheet(self.piece)) if isinstance(self.piece, Sheet) else None

    @property
    def name(self) -> str:
        """Name of the component, or its reference if it is gone."""
        if isinstance(self.piece, Sheet):
            return sheet_label(self.piece)
        return self.entry.name if self.entry else self.ref

    @property
    def notes(self) -> tuple[str, ...]:
        """Box of the component, and a note if it is a draft or no longer active."""
        box = str(CatalogBox(self.ref.partition("/")[0]).label)
        if self.piece is None:
            return (box, _("no longer active"))
        return (box, _("draft")) if self.is_draft else (box,)


def picks_of(card_set: CardSet, *, drafts: bool = True) -> tuple[Pick, ...]:
    """Return all components available for a set, in printed order.

    Components that the set names but that no longer exist come last in their slot.
    """
    held: Pieces = active_components()
    drafted: Pieces = drafted_components() if drafts else {}
    found: list[Pick] = []
    for slot in PICKED:
        known = [(ref, piece, False) for (kind, ref), piece in held.items() if kind is slot.kind]
        known += [(ref, piece, True) for (kind, ref), piece in drafted.items() if kind is slot.kind]
        found += [Pick(slot, ref, piece, is_draft) for ref, piece, is_draft in known]
        refs = {ref for ref, _piece, _draft in known}
        found += [Pick(slot, ref, None, is_draft=False) for ref in card_set.refs[slot] if ref not in refs]
    return tuple(found)


def groups() -> Iterator[tuple[str, str]]:
    """The groups in which picks are shown, with their titles."""
    for slot in PICKED:
        if slot is not Slot.SCORING:
            yield slot.value, str(TITLES[slot])
            continue
        for stack in Stack:
            yield f"{slot}-{stack}", _("Scoring cards: %(stack)s") % {"stack": stack_name(stack)}
        # Cards that no longer exist have no stack.
        yield slot.value, str(TITLES[slot])


def season_choices(card_set: CardSet, *, drafts: bool = True) -> list[tuple[str, str]]:
    """The season cards in play and those that are drafts, and what a set names beside them."""
    held = {**active_components(), **(drafted_components() if drafts else {})}
    found = {ref: piece for (_kind, ref), piece in held.items() if isinstance(piece, Season)}
    known = [(ref, _season(ref, season)) for ref, season in found.items()]
    return known + [(ref, ref) for ref in dict.fromkeys(card_set.refs[Slot.SEASONS]) if ref not in found]


def _season(ref: str, season: Season) -> str:
    first, second = season.edicts
    return _("%(box)s, %(season)s: time threshold %(time)s, edicts %(first)s and %(second)s") % {
        "box": CatalogBox(ref.partition("/")[0]).label,
        "season": season_name(season.id),
        "time": season.threshold,
        "first": first,
        "second": second,
    }


@dataclass(frozen=True, slots=True)
class PossibleEdict:
    """Edict in a random draw."""

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
    """Preview of a set in numbers, with its scoring cards by stack. Also the dates it is offered, why it can't be
    submitted, and a random draw, None if there can't be one.
    """

    of: SetWithCards
    days: str
    counts: str
    stacks: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]
    draw: RandomDraw | None

    @property
    def announcement(self) -> str:
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

"""Preview of a scoring card: its rule in each language, its stars on maps, and its balance test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.bounds import SOLO_TARGET
from engine.cartographers.cards import ScoringCard, scoring_from_json
from engine.cartographers.catalog import scoring_cards
from engine.cartographers.geometry import Mask, column_of, row_of, spaces
from engine.cartographers.scoring.tally import score, stars
from games.cartographers.goals.explanations import edict_reasons
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.map.boards import Patch, patches
from games.cartographers.map.ink.outlines import plain_outline
from games.cartographers.shelf.examples import read_example, sample_boards
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, custom_text, stack_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.catalog.balance_tests import (
    TrialProgress,
    begin_trial,
    find_trial,
    progress_of,
    results_of,
    typical_range,
)
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data
from games.play.words import figure

_MOST_REASONS = 6


@dataclass(frozen=True, slots=True)
class ScoredBoard:
    """The drawing, the stars, and a sentence for each reason; `more` are the reasons that are left out."""

    patches: tuple[Patch, ...]
    stars: int
    reasons: tuple[str, ...]
    more: int

    @property
    def stars_text(self) -> str:
        """Number of stars with its noun."""
        return stars_of(self.stars)


def score_board(card: ScoringCard, board: Board) -> ScoredBoard:
    """A board as a card scores it."""
    tally = score(card, board)
    reasons = [reason.sentence for reason in edict_reasons(card, board)]
    lit = _lit(tally.lit) if tally.lit else ()
    return ScoredBoard(
        (*patches(board), *lit), tally.stars, tuple(reasons[:_MOST_REASONS]), max(0, len(reasons) - _MOST_REASONS)
    )


def _lit(mask: Mask) -> tuple[Patch, ...]:
    """A square amid each space, so that what lies there stays in sight, and a line around all of them."""
    squares = "".join(f"M{column_of(where)}.3 {row_of(where)}.3h.4v.4h-.4z" for where in spaces(mask))
    return Patch("lit", squares), Patch("lit-edge", plain_outline(mask))


_OF_STACK = 3
"""Number of sample maps that don't depend on the card, so that changes are visible."""


@dataclass(frozen=True, slots=True)
class CardTexts:
    """Texts of the card in one language."""

    code: str
    language: str
    name: str
    sentences: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class TestedExample:
    """Example with its result, or None if its board is unreadable."""

    number: int
    expected: int | None
    drawn: ScoredBoard | None

    @property
    def fails(self) -> bool:
        """True if the card doesn't earn the expected stars on the example, or the example has no map."""
        return self.drawn is None or self.drawn.stars != self.expected

    @property
    def expected_text(self) -> str:
        """Expected number of stars."""
        return "" if self.expected is None else figure(self.expected)

    @property
    def earned_text(self) -> str:
        """Number of stars that the card scores."""
        return figure(self.drawn.stars) if self.drawn else ""


@dataclass(frozen=True, slots=True)
class ScoringPreview:
    """Preview of a scoring card: stack, target and rule in the page's language, samples and examples.

    `idle` is true if the card earns no stars on any sample map.
    """

    stack: str
    target: str
    sentences: tuple[str, ...]
    texts: tuple[CardTexts, ...]
    samples: tuple[ScoredBoard, ...]
    idle: bool
    examples: tuple[TestedExample, ...]
    worth: Worth

    @property
    def announcement(self) -> str:
        """Text for screen readers: the rule, and the number of examples that don't match."""
        failing = sum(example.fails for example in self.examples)
        words = ngettext("%(count)s example doesn’t match.", "%(count)s examples don’t match.", failing) % {
            "count": failing
        }
        return " ".join((*self.sentences, words) if failing else self.sentences)


def build_scoring_preview(card: ScoringCard, examples: list[Data], worth: Worth) -> ScoringPreview:
    """Return the preview of a scoring card."""
    earns = any(stars(card, board) for board in sample_boards().values())
    samples = tuple(score_board(card, board) for board in _samples(card))
    tested = tuple(_tested(card, number, example) for number, example in enumerate(examples, 1))
    return ScoringPreview(
        stack=_("Scoring card: %(stack)s") % {"stack": stack_name(card.stack)},
        target=target_sentence(card),
        sentences=rule_sentences(card),
        texts=tuple(_card_texts(card)),
        samples=samples,
        idle=not earns,
        examples=tested,
        worth=worth,
    )


def _card_texts(card: ScoringCard) -> Iterator[CardTexts]:
    # Put the language of the page first, so that it stays in view on phones.
    for code, language in sorted(settings.LANGUAGES, key=lambda each: each[0] != get_language()):
        with translation.override(code):
            yield CardTexts(code, language, card_name(card), rule_sentences(card), custom_text(card))


def _samples(card: ScoringCard) -> list[Board]:
    """Return sample boards of its stack, and the one on which it earns most."""
    boards = sample_boards()
    of_stack = [boards[other.id] for other in scoring_cards().values() if other.stack is card.stack]
    best = max(boards.values(), key=lambda board: stars(card, board))
    return list(dict.fromkeys([best, *of_stack]))[: _OF_STACK + 1]


def _tested(card: ScoringCard, number: int, example: Data) -> TestedExample:
    try:
        read = read_example(example)
    except ValueError:
        return TestedExample(number, None, None)
    return TestedExample(number, read.stars, score_board(card, read.board))


GAMES: Final = 500
OF_OTHERS: Final = 60
"""Number of games for the card itself, and for each card that it is compared to."""
_WIDEST: Final = 80
"""Number of stars at the end of a bar."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Results of a card in quick games: its mean, the range of the middle 80% of games, and its target."""

    name: str
    own: bool
    games: int
    mean: float
    low: int
    high: int
    target: int

    @property
    def shown_range(self) -> tuple[str, str]:
        """Ends of the range as numbers."""
        return figure(self.low), figure(self.high)

    @property
    def bar(self) -> tuple[str, str, str]:
        """Start and length of the card's bar and position of its mean, each in percent."""
        low, high = _part(self.low), _part(self.high)
        return f"{low:.1f}", f"{max(high - low, 1):.1f}", f"{_part(self.mean):.1f}"


@dataclass(frozen=True, slots=True)
class Worth:
    """Progress and results of a balance test.

    `figures` has the card itself first, then the others of its stack by descending mean. `target` is None if there is
    no proposal yet. `pk` is that of the entry.
    """

    pk: int
    progress: TrialProgress
    figures: tuple[Figures, ...]
    target: int | None

    @property
    def titled(self) -> str:
        """The id of the heading above them: two cards may be compared on a page."""
        return f"trial-title-{self.pk}"


def start_card_balance(entry: CatalogEntry, definition: Data) -> None:
    """Have the games played that are still to be played, of a card and of those that it is compared to."""
    begin_trial(entry=entry, tried=_tested_definition(definition), games=GAMES)
    for other in _cards_of_stack(entry, definition):
        begin_trial(entry=other, tried=_tested_definition(other.definition), games=OF_OTHERS)


def card_balance_of(entry: CatalogEntry, definition: Data) -> Worth:
    """Return the balance test of a card with the given definition."""
    own = find_trial(entry, _tested_definition(definition))
    if own is None:
        return Worth(entry.pk, progress_of(()), (), None)
    found = [
        (other, find_trial(other, _tested_definition(other.definition))) for other in _cards_of_stack(entry, definition)
    ]
    others = [(other, trial) for other, trial in found if trial]
    progress = progress_of([own, *(trial for _other, trial in others)])
    compared = [_figures(other.definition, trial, own=False) for other, trial in others if trial.done]
    compared.sort(key=lambda each: -each.mean)
    figures = (*([_figures(definition, own, own=True)] if own.done else []), *compared)
    target = _target(figures) if own.ended_at and not progress.running else None
    return Worth(entry.pk, progress, figures, target)


def _cards_of_stack(entry: CatalogEntry, definition: Data) -> list[CatalogEntry]:
    """The other cards in play of its stack; those of an edition are much like those that they stand for."""
    cards = CatalogEntry.objects.in_play().filter(kind=EntryKind.SCORING).exclude(box=CatalogBox.PREVIEW)
    others = cards.exclude(box=entry.box, key=entry.key)
    return [other for other in others if other.definition["stack"] == definition["stack"]]


_TESTED: Final = ("id", "stack", "clauses", "combination", "cap", "floor")


def _tested_definition(definition: Data) -> Data:
    """Return the definition without name and target, which don't affect the games."""
    return {key: value for key, value in definition.items() if key in _TESTED} | {"name": "", "solo_target": 0}


def _figures(definition: Data, trial: Trial, *, own: bool) -> Figures:
    stars: list[int] = results_of(trial)
    low, high = typical_range(stars)
    name = card_name(scoring_from_json(definition))
    target = definition["solo_target"]
    return Figures(name, own, len(stars), mean(stars), low, high, target)


def _target(figures: Sequence[Figures]) -> int:
    """Return the proposed target, relative to the mean as for the other cards of the stack.

    Without other cards it is the mean itself.
    """
    own, *others = figures
    earned = sum(each.mean for each in others)
    rate = sum(each.target for each in others) / earned if earned else 1
    return max(SOLO_TARGET.least, min(round(own.mean * rate), SOLO_TARGET.most))


def _part(stars: float) -> float:
    return max(0, min(stars, _WIDEST)) * 100 / _WIDEST

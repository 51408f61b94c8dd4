"""Preview of a scoring card: its rule in each language, and its stars on sample maps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.utils import translation
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import scoring_cards
from engine.cartographers.scoring.tally import stars
from games.cartographers.goals.score_words import target_sentence
from games.cartographers.shelf.examples import read_example
from games.cartographers.shelf.sample_boards import sample_boards
from games.cartographers.words.names import card_name, own_words, stack_name
from games.cartographers.words.scoring.rules import rule_sentences
from games.cartographers.workshop.card_balance import Worth
from games.cartographers.workshop.scored_map import LitBoard, lit_board
from games.catalog.shelves import Data

_OF_STACK = 3
"""Number of sample maps that don't depend on the card, so that changes are visible."""


@dataclass(frozen=True, slots=True)
class Told:
    """Texts of the card in one language."""

    code: str
    language: str
    name: str
    sentences: tuple[str, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Tested:
    """An example: None where it cannot be read."""

    number: int
    expected: int | None
    drawn: LitBoard | None

    @property
    def fails(self) -> bool:
        """True if the card doesn't earn the expected stars on the example, or the example has no map."""
        return self.drawn is None or self.drawn.stars != self.expected


@dataclass(frozen=True, slots=True)
class ScoringBeside:
    """Preview of a scoring card: stack, target and rule in the page's language, samples and examples.

    `idle` is true if the card earns no stars on any sample map.
    """

    stack: str
    target: str
    sentences: tuple[str, ...]
    told: tuple[Told, ...]
    samples: tuple[LitBoard, ...]
    idle: bool
    examples: tuple[Tested, ...]
    worth: Worth

    @property
    def heard(self) -> str:
        """Text for screen readers: the rule, and the number of examples that don't match."""
        failing = sum(example.fails for example in self.examples)
        words = ngettext("%(count)s example doesn’t match.", "%(count)s examples don’t match.", failing) % {
            "count": failing
        }
        return " ".join((*self.sentences, words) if failing else self.sentences)


def scoring_beside(card: ScoringCard, examples: list[Data], worth: Worth) -> ScoringBeside:
    """Return the preview of a scoring card."""
    earns = any(stars(card, board) for board in sample_boards().values())
    samples = tuple(lit_board(card, board) for board in _samples(card))
    tested = tuple(_tested(card, number, example) for number, example in enumerate(examples, 1))
    return ScoringBeside(
        stack=_("Scoring card: %(stack)s") % {"stack": stack_name(card.stack)},
        target=target_sentence(card),
        sentences=rule_sentences(card),
        told=tuple(_told(card)),
        samples=samples,
        idle=not earns,
        examples=tested,
        worth=worth,
    )


def _told(card: ScoringCard) -> Iterator[Told]:
    # Put the language of the page first, so that it stays in view on phones.
    for code, language in sorted(settings.LANGUAGES, key=lambda each: each[0] != get_language()):
        with translation.override(code):
            yield Told(code, language, card_name(card), rule_sentences(card), own_words(card))


def _samples(card: ScoringCard) -> list[Board]:
    """Boards of its stack, and the one on which it earns most."""
    boards = sample_boards()
    of_stack = [boards[other.id] for other in scoring_cards().values() if other.stack is card.stack]
    best = max(boards.values(), key=lambda board: stars(card, board))
    return list(dict.fromkeys([best, *of_stack]))[: _OF_STACK + 1]


def _tested(card: ScoringCard, number: int, example: Data) -> Tested:
    try:
        read = read_example(example)
    except ValueError:
        return Tested(number, None, None)
    return Tested(number, read.stars, lit_board(card, read.board))

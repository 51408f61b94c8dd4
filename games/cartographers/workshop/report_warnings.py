"""Sentences of a set's balance report: warnings about what is out of the ordinary, and pairs of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import ScoringCard
from games.cartographers.words.names import card_name, stack_name
from games.cartographers.workshop.set_statistics import LEAST_GAMES, CardFigures, LevelFigures, PairFigures
from games.play.words import number_text

MOST_NOTHING: Final = 0.5
"""Largest ordinary share of games in which a card earns nothing."""
MOST_OF_STACK: Final = 2.5
"""Largest ordinary ratio of a card's stars to the mean of its stack. In the boxes, one card has more."""
MOST_SINGLES: Final = 10
"""Largest ordinary percentage of turns in which nothing fits. In the boxes, it is up to 5."""
_MOST_PAIRS: Final = 6

CLEAR_WORDS: Final = gettext_lazy("No two cards clearly help or hurt each other.")
"""Sentence instead of those about pairs if there are none."""


def warnings_of(figures: LevelFigures, cards: Sequence[ScoringCard]) -> Iterator[str]:
    """Yield the warnings about a level's games; `cards` are those of the set, by position."""
    tried = [each for each in figures.cards if each.stars.games >= LEAST_GAMES]
    for each in tried:
        if each.nothing > MOST_NOTHING:
            yield _("%(card)s earns no stars in %(percent)s%% of its games. Make its rule easier, or remove it.") % {
                "card": card_name(cards[each.card]),
                "percent": round(100 * each.nothing),
            }
    for each in tried:
        others = _others_of_stack(each, tried, cards)
        if 0 < others * MOST_OF_STACK < each.stars.mean:
            words = _(
                "%(card)s earns %(mean)s stars on average, the other cards of its stack (%(stack)s) only "
                "%(others)s. Lower its stars or make its rule harder."
            )
            yield words % {
                "card": card_name(cards[each.card]),
                "mean": number_text(each.stars.mean, 1),
                "stack": stack_name(cards[each.card].stack),
                "others": number_text(others, 1),
            }
    if figures.singles.mean > MOST_SINGLES:
        words = _(
            "No shape fits in %(percent)s%% of turns, so that a single square is drawn. Use smaller shapes, map sheets "
            "with more space, or shorter seasons."
        )
        yield words % {"percent": number_text(figures.singles.mean)}


def _others_of_stack(one: CardFigures, tried: Sequence[CardFigures], cards: Sequence[ScoringCard]) -> float:
    """Return the mean stars of the other cards of a card's stack, 0 if there are none."""
    stack = cards[one.card].stack
    means = [each.stars.mean for each in tried if each.card != one.card and cards[each.card].stack is stack]
    return fmean(means) if means else 0


def pair_sentences(pairs: Sequence[PairFigures], cards: Sequence[ScoringCard]) -> Iterator[str]:
    """Yield a sentence for each of the clearest pairs, which come strongest first."""
    for pair in [pair for pair in pairs if pair.is_clear][:_MOST_PAIRS]:
        if pair.correlation > 0:
            words = _("%(first)s and %(second)s help each other: one earns more when the other does (%(value)s).")
        else:
            words = _("%(first)s and %(second)s compete: one earns less when the other earns more (%(value)s).")
        yield words % {
            "first": card_name(cards[pair.first]),
            "second": card_name(cards[pair.second]),
            "value": number_text(pair.correlation, 2),
        }

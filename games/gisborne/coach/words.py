"""Text of reviews: answers, chances to win, and what was lost."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.gisborne.commands import Command, Discard, Give, Keep, Lay, TakeBack
from engine.gisborne.players.review import AnswerReview, Rating
from games.gisborne.log.deeds import play_words
from games.gisborne.words.names import card_list
from games.play.words import comma_list, number_text


def answer_words(answer: Command) -> str:
    """Return an answer in words, as "Lay 2 × silver 3"."""
    match answer:
        case Lay(cards=cards, tent=tent):
            return _("Lay %(play)s") % {"play": play_words(cards, tent=tent)}
        case Discard(cards=cards):
            return _("Discard %(cards)s") % {"cards": card_list(cards)}
        case Give(value=value):
            return _("Give the wolves a chip worth %(value)s") % {"value": value}
        case Keep(chest=chest):
            return ngettext("Put %(n)s card into the chest", "Put %(n)s cards into the chest", chest) % {"n": chest}
        case TakeBack():
            raise AssertionError("a review has only answers")
        case _:
            assert_never(answer)


def percent(chance: float) -> str:
    """Return a chance from 0 to 1 in percent."""
    return _("%(number)s%%") % {"number": number_text(round(100 * chance), 0)}


def cost_sentence(review: AnswerReview) -> str:
    """Return what an answer lost, in a sentence."""
    if not review.loss:
        return _("No other move is clearly better.")
    words = {"best": percent(review.best[0].wins), "given": percent(review.given.wins)}
    return _("Chance of winning: %(given)s; with the best move: %(best)s.") % words


def _with_chance(rating: Rating) -> str:
    return _("%(answer)s (%(chance)s)") % {"answer": answer_words(rating.answer), "chance": percent(rating.wins)}


def better_words(review: AnswerReview) -> str:
    """Return the answers that are better than the given one, each with the chance to win; "" if none is."""
    better = [each for each in review.best if review.loss and each.wins > review.given.wins]
    return comma_list(list(map(_with_chance, better)))

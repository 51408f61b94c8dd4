"""Text of reviews: stars in tenths, marks, answers, and reasons for a difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from engine.cartographers.cards import Edict, ScoringCard
from engine.cartographers.notation import Placement
from engine.cartographers.players.review import AnswerReview, Rating
from engine.cartographers.skills import Skill
from games.cartographers.words.features import space_list
from games.cartographers.words.names import card_name, terrain_label
from games.play.people import Person
from games.play.words import comma_list, number_text

LEAST: Final = 0.5
"""Difference in stars from which a source is worth a word."""


def tenths(number: float) -> str:
    """Return a number of stars, to tenths: "2.5", "3"."""
    rounded = round(number, 1)
    return number_text(rounded, 0 if rounded == int(rounded) else 1)


def about_stars(number: float) -> str:
    """Return an estimated number of stars: "2.5 stars", "1 star"."""
    rounded = round(number, 1)
    count = 1 if rounded == 1 else 2 if rounded >= 2 else 0
    return ngettext("%(n)s star", "%(n)s stars", count) % {"n": tenths(number)}


def signed_tenths(number: float) -> str:
    """Return a difference in stars: "+2.5", "−1"."""
    text = tenths(number)
    return f"+{text}" if round(number, 1) > 0 else text


def answer_words(rating: Rating, skills: Sequence[Skill]) -> str:
    """Return an answer in words: "Forest on B2, B3", "Forest on B2 with Small Step", or the space that is destroyed.

    `skills` are those of the game.
    """
    words = {"spaces": space_list(rating.cells)}
    if not isinstance(rating.answer, Placement):
        return words["spaces"]
    words["terrain"] = terrain_label(rating.answer.terrain)
    if skill := next((skill for skill in skills if skill.id == rating.skill), None):
        return _("%(terrain)s on %(spaces)s with %(skill)s") % (words | {"skill": card_name(skill)})
    return _("%(terrain)s on %(spaces)s") % words


def reasons(rating: Rating, other: Rating, edicts: Sequence[ScoringCard]) -> str:
    """Return by source why an answer is worth more or less than another: "+6 for Greenbough (A), −2 for monsters".

    The largest differences come first. "" if no source differs by much.
    """
    parts = sorted(_differences(rating, other, edicts), key=lambda part: -abs(part[0]))
    words = [
        _("%(stars)s for %(source)s") % {"stars": signed_tenths(stars), "source": source}
        for stars, source in parts
        if abs(stars) >= LEAST
    ]
    return comma_list(words)


def _differences(rating: Rating, other: Rating, edicts: Sequence[ScoringCard]) -> Iterator[tuple[float, str]]:
    now, then = rating.sources, other.sources
    for letter, card, more, less in zip(Edict, edicts, now.edicts, then.edicts, strict=True):
        yield more - less, _("%(card)s (%(letter)s)") % {"card": card_name(card), "letter": letter}
    yield now.coins - then.coins, pgettext("source of stars", "coins")
    yield now.monsters - then.monsters, pgettext("source of stars", "monsters")
    yield later_gain(rating, other), pgettext("source of stars", "later turns")


def later_gain(rating: Rating, other: Rating) -> float:
    """Return by how much the difference of two ratings exceeds that of their sources, which are those of one ply.

    The rest turned up in the playouts.
    """
    return rating.value - other.value - (rating.sources.total - other.sources.total)


def cost_sentence(review: AnswerReview) -> str:
    """Return how many stars an answer lost, in a sentence."""
    if not review.loss:
        return _("No other move is better.")
    if review.subject != review.seat:
        return _("Another spot would have cost the map’s owner %(stars)s more.") % {"stars": about_stars(review.loss)}
    return _("The best move is worth %(stars)s more.") % {"stars": about_stars(review.loss)}


def mistakes_title(person: Person) -> str:
    """Return the title of a player's exercises, which says whose mistakes they are made from."""
    return _("Learn from your mistakes") if person.me else _("Learn from %(name)s’s mistakes") % {"name": person.name}

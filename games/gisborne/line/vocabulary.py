"""Words of the command line: English ones, which always work, and those of the page's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy

from engine.gisborne.cards import Metal
from games.gisborne.words.names import metal_name
from games.play.vocabulary import named_by, verbs_by_word
from games.play.words import entry_words, fold_text, nearest_word


class Verb(StrEnum):
    """Verb at the beginning of a line."""

    LAY = "lay"
    TRY = "try"
    REACH = "reach"
    CLEAR = "clear"
    CONFIRM = "confirm"
    BACK = "back"
    DISCARD = "discard"
    GIVE = "give"
    CHEST = "chest"
    HAND = "hand"
    NOW = "now"
    WHO = "who"
    ORDER = "order"
    WAY = "way"
    TILE = "tile"
    FIELD = "field"
    AHEAD = "ahead"
    CHIPS = "chips"
    SUPPLIES = "supplies"
    PLACES = "places"
    SCORING = "scoring"
    SCORE = "score"
    STANDINGS = "standings"
    ROUND = "round"
    LOG = "log"
    SAY = "say"
    HELP = "help"


WORDS: dict[Verb, Promise] = {
    Verb.LAY: pgettext_lazy("words of a typed command, by commas", "lay, play"),
    Verb.TRY: pgettext_lazy("words of a typed command, by commas", "try"),
    Verb.REACH: pgettext_lazy("words of a typed command, by commas", "reach, preview"),
    Verb.CLEAR: pgettext_lazy("words of a typed command, by commas", "clear"),
    Verb.CONFIRM: pgettext_lazy("words of a typed command, by commas", "confirm, ok"),
    Verb.BACK: pgettext_lazy("words of a typed command, by commas", "back, take back, undo"),
    Verb.DISCARD: pgettext_lazy("words of a typed command, by commas", "discard"),
    Verb.GIVE: pgettext_lazy("words of a typed command, by commas", "give"),
    Verb.CHEST: pgettext_lazy("words of a typed command, by commas", "chest"),
    Verb.HAND: pgettext_lazy("words of a typed command, by commas", "hand, cards"),
    Verb.NOW: pgettext_lazy("words of a typed command, by commas", "now"),
    Verb.WHO: pgettext_lazy("words of a typed command, by commas", "who, waiting"),
    Verb.ORDER: pgettext_lazy("words of a typed command, by commas", "order, ranks"),
    Verb.WAY: pgettext_lazy("words of a typed command, by commas", "way"),
    Verb.TILE: pgettext_lazy("words of a typed command, by commas", "tile"),
    Verb.FIELD: pgettext_lazy("words of a typed command, by commas", "field, at"),
    Verb.AHEAD: pgettext_lazy("words of a typed command, by commas", "ahead"),
    Verb.CHIPS: pgettext_lazy("words of a typed command, by commas", "chips"),
    Verb.SUPPLIES: pgettext_lazy("words of a typed command, by commas", "supplies, pile"),
    Verb.PLACES: pgettext_lazy("words of a typed command, by commas", "places"),
    Verb.SCORING: pgettext_lazy("words of a typed command, by commas", "scoring"),
    Verb.SCORE: pgettext_lazy("words of a typed command, by commas", "score, points"),
    Verb.STANDINGS: pgettext_lazy("words of a typed command, by commas", "standings"),
    Verb.ROUND: pgettext_lazy("words of a typed command, by commas", "round, turn"),
    Verb.LOG: pgettext_lazy("words of a typed command, by commas", "log"),
    Verb.SAY: pgettext_lazy("words of a typed command, by commas", "say"),
    Verb.HELP: pgettext_lazy("words of a typed command, by commas", "help, commands, ?"),
}

_TENT = pgettext_lazy("words of a typed command, by commas", "tent")
_ALL = pgettext_lazy("words of a typed command, by commas", "all, everything")
_FILLERS = pgettext_lazy(
    "words without meaning in a typed command, by commas", "and, with, the, of, worth, card, cards, chip"
)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Vocabulary of one language and English: the meaning of each folded word.

    `letters` are the metals by the letter that stands for them before a value, as in "s3". `fillers` are words that
    can be left out, `every` those for all cards.
    """

    verbs: dict[str, Verb]
    metals: dict[str, Metal]
    letters: dict[str, Metal]
    tent: frozenset[str]
    every: frozenset[str]
    fillers: frozenset[str]

    def metal(self, word: str) -> Metal | None:
        """Return the metal for a name or an unambiguous prefix of at least two letters, or None."""
        return named_by(word, self.metals)

    def nearest(self, word: str) -> str:
        """Return the known word most similar to another, or ""."""
        return nearest_word(word, [*self.verbs, *self.metals, *self.tent])


def vocabulary() -> Vocabulary:
    """Return the words understood on a page in the current language."""
    return _vocabulary(get_language() or "en")


@lru_cache(maxsize=32)
def _vocabulary(language: str) -> Vocabulary:
    metals: dict[str, Metal] = {}
    for tongue in (language, "en"):
        with override(tongue):
            metals.update({fold_text(metal_name(metal)): metal for metal in Metal})
    return Vocabulary(
        verbs_by_word(WORDS, language),
        metals,
        {name[0]: metal for name, metal in metals.items()} | {metal.value[0]: metal for metal in Metal},
        frozenset(entry_words(_TENT, language)),
        frozenset(entry_words(_ALL, language)),
        frozenset(entry_words(_FILLERS, language)),
    )

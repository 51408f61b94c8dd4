"""Words of the command line: English ones, which always work, and those of the page's language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import get_language, override, pgettext_lazy

from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain
from games.cartographers.words.names import terrain_name
from games.play.vocabulary import named_by, verbs_by_word
from games.play.words import entry_words, fold_text, nearest_word


class Verb(StrEnum):
    """Verb at the beginning of a line."""

    NOW = "now"
    MAP = "map"
    ROW = "row"
    COLUMN = "column"
    SPACE = "space"
    CLUSTER = "cluster"
    EDICT = "edict"
    EDICTS = "edicts"
    MONSTERS = "monsters"
    RUINS = "ruins"
    MOUNTAINS = "mountains"
    COINS = "coins"
    CARD = "card"
    SHAPES = "shapes"
    FITS = "fits"
    NEXT = "next"
    TRY = "try"
    CONFIRM = "confirm"
    DESTROY = "destroy"
    BACK = "back"
    SEASON = "season"
    SCORE = "score"
    STANDINGS = "standings"
    HINT = "hint"
    BEST = "best"
    REVIEW = "review"
    WHO = "who"
    LOG = "log"
    SKILL = "skill"
    SAY = "say"
    HELP = "help"


WORDS: dict[Verb, Promise] = {
    Verb.NOW: pgettext_lazy("words of a typed command, by commas", "now, turn"),
    Verb.MAP: pgettext_lazy("words of a typed command, by commas", "map, board"),
    Verb.ROW: pgettext_lazy("words of a typed command, by commas", "row"),
    Verb.COLUMN: pgettext_lazy("words of a typed command, by commas", "column, col"),
    Verb.SPACE: pgettext_lazy("words of a typed command, by commas", "space, at"),
    Verb.CLUSTER: pgettext_lazy("words of a typed command, by commas", "cluster, group"),
    Verb.EDICT: pgettext_lazy("words of a typed command, by commas", "edict, rule"),
    Verb.EDICTS: pgettext_lazy("words of a typed command, by commas", "edicts, rules"),
    Verb.MONSTERS: pgettext_lazy("words of a typed command, by commas", "monsters, losses"),
    Verb.RUINS: pgettext_lazy("words of a typed command, by commas", "ruins"),
    Verb.MOUNTAINS: pgettext_lazy("words of a typed command, by commas", "mountains"),
    Verb.COINS: pgettext_lazy("words of a typed command, by commas", "coins"),
    Verb.CARD: pgettext_lazy("words of a typed command, by commas", "card"),
    Verb.SHAPES: pgettext_lazy("words of a typed command, by commas", "shapes, offer"),
    Verb.FITS: pgettext_lazy("words of a typed command, by commas", "fits, places"),
    Verb.NEXT: pgettext_lazy("words of a typed command, by commas", "next"),
    Verb.TRY: pgettext_lazy("words of a typed command, by commas", "try, put"),
    Verb.CONFIRM: pgettext_lazy("words of a typed command, by commas", "confirm, draw, ok"),
    Verb.DESTROY: pgettext_lazy("words of a typed command, by commas", "destroy"),
    Verb.BACK: pgettext_lazy("words of a typed command, by commas", "back, take back, undo"),
    Verb.SEASON: pgettext_lazy("words of a typed command, by commas", "season, time"),
    Verb.SCORE: pgettext_lazy("words of a typed command, by commas", "score, scores, sheet"),
    Verb.STANDINGS: pgettext_lazy("words of a typed command, by commas", "standings, stars"),
    Verb.HINT: pgettext_lazy("words of a typed command, by commas", "hint, hints"),
    Verb.BEST: pgettext_lazy("words of a typed command, by commas", "best"),
    Verb.REVIEW: pgettext_lazy("words of a typed command, by commas", "review"),
    Verb.WHO: pgettext_lazy("words of a typed command, by commas", "who, waiting"),
    Verb.LOG: pgettext_lazy("words of a typed command, by commas", "log"),
    Verb.SKILL: pgettext_lazy("words of a typed command, by commas", "skill, skills"),
    Verb.SAY: pgettext_lazy("words of a typed command, by commas", "say"),
    Verb.HELP: pgettext_lazy("words of a typed command, by commas", "help, commands, ?"),
}

_TURNS: dict[ShapeTurn, Promise] = {
    ShapeTurn(1): pgettext_lazy("how a shape is held, words of a typed command, by commas", "right"),
    ShapeTurn(2): pgettext_lazy("how a shape is held, words of a typed command, by commas", "over"),
    ShapeTurn(3): pgettext_lazy("how a shape is held, words of a typed command, by commas", "left"),
    ShapeTurn(0, True): pgettext_lazy(
        "how a shape is held, words of a typed command, by commas", "flip, flipped, mirror, mirrored"
    ),
}

TERRAIN_LETTERS = {
    "f": Terrain.FOREST,
    "v": Terrain.VILLAGE,
    "a": Terrain.FARM,
    "w": Terrain.WATER,
    "m": Terrain.MONSTER,
    "h": Terrain.HERO,
}
"""Terrains by their letters in map notation."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Vocabulary of one language and English: the meaning of each folded word."""

    verbs: dict[str, Verb]
    terrains: dict[str, Terrain]
    turns: dict[str, ShapeTurn]

    def terrain(self, word: str) -> Terrain | None:
        """Return the terrain for a name, its letter on maps, or an unambiguous prefix, or None."""
        return named_by(word, self.terrains | TERRAIN_LETTERS)

    def nearest(self, word: str) -> str:
        """Return the known word most similar to another, or ""."""
        return nearest_word(word, [*self.verbs, *self.terrains, *self.turns])


def vocabulary() -> Vocabulary:
    """Return the words understood on a page in the current language."""
    return _vocabulary(get_language() or "en")


@lru_cache(maxsize=32)
def _vocabulary(language: str) -> Vocabulary:
    lexicon = Vocabulary(verbs_by_word(WORDS, language), {}, {})
    for turn, words in _TURNS.items():
        lexicon.turns.update(dict.fromkeys(entry_words(words, language), turn))
    for tongue in (language, "en"):
        with override(tongue):
            lexicon.terrains.update({fold_text(terrain_name(terrain)): terrain for terrain in TERRAIN_LETTERS.values()})
    return lexicon

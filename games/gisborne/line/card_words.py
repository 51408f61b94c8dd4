"""Reader of typed cards: "s3 s3 s2", "2s3 s2", "silver 3 3 2", "2 × silver 3 and tent"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from engine.gisborne.cards import Face, Metal, sort_cards
from games.gisborne.desk.play_step import Selection
from games.gisborne.line.vocabulary import vocabulary
from games.gisborne.words.names import metal_name
from games.play.line import UnreadableCommand
from games.play.vocabulary import unknown_word
from games.play.words import comma_list, fold_text

_TIMES = "x×*"
_CODE = re.compile(rf"(\d{{1,3}})?[{_TIMES}]?([a-z])(\d)(?:[{_TIMES}](\d{{1,3}}))?", re.ASCII)
_COUNT = re.compile(rf"(\d{{1,3}})[{_TIMES}]", re.ASCII)
_NAME = re.compile(r"([^\W\d]{2,})(\d)")
_MOST_DIGITS = 3


def read_cards(words: Sequence[str]) -> Selection:
    """Return the cards that folded words name. Raises UnreadableCommand."""
    reader = _Reader(list(words))
    for place, word in enumerate(words):
        reader.take(place, word)
    return reader.result()


def is_number(word: str) -> bool:
    """Return whether a word is a number of a few digits."""
    return word.isascii() and word.isdigit() and len(word) <= _MOST_DIGITS


def card_codes() -> str:
    """Return the short names of all cards in the page's language: "b1, b2, s2, s3, g3, g4"."""
    return comma_list([f"{fold_text(metal_name(face.metal))[0]}{face.worth}" for face in Face])


@dataclass(slots=True)
class _Reader:
    """Reader that collects cards word by word.

    `metal` is that of the values that follow, `count` the number typed before a card, and `bare` the metal's name until
    a value follows it.
    """

    words: list[str]
    cards: list[Face] = field(default_factory=list)
    tent: bool = False
    metal: Metal | None = None
    count: int | None = None
    bare: str = ""

    def take(self, place: int, word: str) -> None:
        """Add a word. Raises UnreadableCommand if it is no part of a card, or is out of place."""
        lexicon = vocabulary()
        if is_number(word):
            self._number(place, word)
        elif word in lexicon.fillers or (word in _TIMES and self.count is not None):
            return
        elif word in lexicon.tent:
            self._tent(word)
        elif match := _COUNT.fullmatch(word):
            self._counted(match[1], word)
        elif (match := _CODE.fullmatch(word)) and match[2] in lexicon.letters:
            self._code(match, word)
        elif (match := _NAME.fullmatch(word)) and (metal := lexicon.metal(match[1])):
            self._metal(metal, word)
            self._value(match[2])
        elif metal := lexicon.metal(word):
            self._metal(metal, word)
        else:
            raise UnreadableCommand(unknown_word(word, lexicon.verbs, lexicon.nearest(word)))

    def result(self) -> Selection:
        """Return all cards. Raises UnreadableCommand if the last one is incomplete."""
        self._complete()
        if self.count is not None:
            raise UnreadableCommand(
                _("Add a card after “%(number)s”, for example “2 silver 3”.") % {"number": self.count}
            )
        return Selection(sort_cards(self.cards), self.tent)

    def _number(self, place: int, word: str) -> None:
        """Read a number: of cards before a metal or a "×", otherwise the value of a card."""
        following = self.words[place + 1] if place + 1 < len(self.words) else ""
        before = self.words[place - 1] if place else ""
        joined = before in vocabulary().fillers and vocabulary().metal(following) is not None
        if self.count is None and (self.metal is None or following in tuple(_TIMES) or joined):
            self._counted(word, word)
        elif self.metal is None:
            raise _misplaced(word)
        else:
            self._value(word)

    def _counted(self, number: str, word: str) -> None:
        self._complete()
        if self.count is not None:
            raise _misplaced(word)
        self.count = int(number)

    def _tent(self, word: str) -> None:
        self._complete()
        if self.tent or self.count is not None:
            raise _misplaced(word)
        self.tent, self.metal = True, None

    def _code(self, match: re.Match[str], word: str) -> None:
        self._complete()
        numbers = [int(number) for number in (match[1], match[4]) if number]
        if len(numbers) + (self.count is not None) > 1:
            raise _misplaced(word)
        self.count = numbers[0] if numbers else self.count
        self.metal = vocabulary().letters[match[2]]
        self._add(match[3], f"{match[2]}{match[3]}")
        self.metal = None

    def _metal(self, metal: Metal, word: str) -> None:
        self._complete()
        self.metal, self.bare = metal, word

    def _value(self, value: str) -> None:
        assert self.metal is not None, "a value follows a metal"
        self._add(value, f"{metal_name(self.metal)} {value}")

    def _add(self, value: str, shown: str) -> None:
        face = next((face for face in Face if face.metal is self.metal and str(face.worth) == value), None)
        if face is None:
            raise UnreadableCommand(_("“%(word)s” isn’t a card. The cards are %(cards)s.") % _card_words(shown))
        self.cards += [face] * (1 if self.count is None else self.count)
        self.count, self.bare = None, ""

    def _complete(self) -> None:
        """Raise UnreadableCommand if a metal has no value yet."""
        if self.bare:
            raise UnreadableCommand(
                _("Add a value after “%(word)s”. The cards are %(cards)s.") % _card_words(self.bare)
            )


def _card_words(word: str) -> dict[str, str]:
    return {"word": word[:20], "cards": card_codes()}


def _misplaced(word: str) -> UnreadableCommand:
    return UnreadableCommand(
        _("Unexpected word “%(word)s”. Example of a full command: “2s3 s2”.") % {"word": word[:20]}
    )

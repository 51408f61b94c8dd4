"""Words of the command line in any game: English ones, which always work, and those of the page's language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeVar

from django.utils.functional import Promise
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext as _

from engine.contract import Viewer
from games.play.line import LONGEST, CommandHelp, UnreadableCommand, person_of
from games.play.people import Person
from games.play.words import entry_words, fold_text

_Verb = TypeVar("_Verb", bound=StrEnum)
_Named = TypeVar("_Named")

_OF: Final = pgettext_lazy("words of a typed command, by commas", "of")
_OWN: Final = pgettext_lazy("words of a typed command, by commas", "me, my, mine, own")
_LONGEST_VERB: Final = 2
"""Most words of a verb, such as "take back"."""


def split_line(line: str) -> list[str]:
    """Return the folded words of a line, at least one. Raises UnreadableCommand if it is empty or too long."""
    if len(line) > LONGEST:
        raise UnreadableCommand(_("This command is too long. Type “help” for a list."))
    words = re.sub(r"[,.;:!“”\"]", " ", fold_text(line)).split()
    if not words:
        raise UnreadableCommand(_("Type a command. Type “help” for a list."))
    return words


def words_after_verb(line: str) -> str:
    """Return a line as it was typed, without its first word."""
    return line.strip().partition(" ")[2].strip()


def verbs_by_word(words: Mapping[_Verb, Promise], language: str) -> dict[str, _Verb]:
    """Return the verbs by their folded words, given as one text with commas for each verb.

    The value of a verb means that verb, whatever else the language calls so.
    """
    verbs: dict[str, _Verb] = {}
    for verb, spellings in words.items():
        verbs.update(dict.fromkeys(entry_words(spellings, language), verb))
    return verbs | {verb.value: verb for verb in words}


def find_verb(words: Sequence[str], verbs: Mapping[str, _Verb]) -> tuple[_Verb | None, list[str]]:
    """Return the verb that a line begins with, or None, and the remaining words."""
    for length in range(_LONGEST_VERB, 0, -1):
        verb = verbs.get(" ".join(words[:length]))
        if verb is not None:
            return verb, list(words[length:])
    return None, list(words)


def named_by(word: str, names: Mapping[str, _Named]) -> _Named | None:
    """Return what a name stands for, or an unambiguous start of one with at least two letters, or None."""
    if word in names:
        return names[word]
    meant = {named for name, named in names.items() if len(word) > 1 and name.startswith(word)}
    return meant.pop() if len(meant) == 1 else None


def seat_words(rest: Sequence[str]) -> str:
    """Return the name or number of a seat as typed, without an "of" before it."""
    return " ".join(rest[1:] if rest and rest[0] in _spellings("of") else rest)


def find_person(people: Sequence[Person], viewer: Viewer, whose: str) -> Person:
    """Return the player given by a number from 1, a name, or an unambiguous start of a name.

    A word for "own" means the viewer. Raises UnreadableCommand if no single player matches.
    """
    if whose in _spellings("own") and viewer is not None:
        return people[viewer]
    return person_of(people, whose)


def _spellings(word: str) -> frozenset[str]:
    return _spelled(word, get_language() or "en")


@lru_cache(maxsize=64)
def _spelled(word: str, language: str) -> frozenset[str]:
    return frozenset(entry_words({"of": _OF, "own": _OWN}[word], language))


def unknown_word(word: str, verbs: Mapping[str, object], near: str) -> str:
    """Return the error message for a word that nothing begins with or that is out of place; `near` is the most similar
    known word, or "".
    """
    shown = word[:20]
    if word in verbs:
        return _("“%(word)s” must start a new command.") % {"word": shown}
    if near:
        return _("Unknown command “%(word)s”. Did you mean “%(near)s”?") % {"word": shown, "near": near}
    return _("Unknown command “%(word)s”. Type “help” for a list.") % {"word": shown}


def help_for(
    word: str,
    entries: Sequence[CommandHelp],
    verbs: Mapping[str, _Verb],
    entry: Callable[[_Verb], CommandHelp],
    *,
    plays: bool = True,
) -> tuple[str, ...]:
    """Return the help for all commands (`entries`), or for the verb of a word, by its `entry`.

    If `plays` is false, the list leaves out commands that play. Raises UnreadableCommand if the word isn't a verb.
    """
    if not word:
        return tuple(each.sentence for each in entries if plays or not each.plays)
    if word not in verbs:
        raise UnreadableCommand(_("“%(word)s” isn’t a command. Type “help” for a list.") % {"word": word[:20]})
    return (entry(verbs[word]).sentence,)

"""Parser of typed lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from django.utils.translation import gettext as _

from engine.cartographers.cards import Edict
from engine.cartographers.geometry import SIZE, Space
from engine.cartographers.notation import ROW_NAMES, NotationError, space_of
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain
from games.cartographers.typed import commands
from games.cartographers.typed.commands import Command, Parts
from games.cartographers.typed.vocabulary import Verb, vocabulary
from games.play.line import UnreadableCommand
from games.play.vocabulary import find_verb, seat_words, split_line, unknown_word

_ROWS = ROW_NAMES.lower()


class _UnexpectedWord(UnreadableCommand):
    """Error for a word that isn't part of a placement."""


def parse(line: str) -> Command:
    """Return the command of a typed line. Raises Unread if it can't be understood."""
    words = split_line(line)
    verb, rest = find_verb(words, vocabulary().verbs)
    return _placement(words) if verb is None else _command(verb, rest)


def _command(verb: Verb, rest: list[str]) -> Command:
    match verb:
        case Verb.NOW | Verb.CARD | Verb.SHAPES | Verb.SEASON | Verb.WHO | Verb.LOG:
            return commands.Describe(commands.LineTopic(verb))
        case Verb.SCORE if vocabulary().verbs.get(" ".join(rest)) is Verb.NOW:
            return commands.DescribeForSeat(commands.BoardTopic.SCORE)
        case (
            Verb.MAP
            | Verb.MONSTERS
            | Verb.RUINS
            | Verb.MOUNTAINS
            | Verb.EDICTS
            | Verb.COINS
            | Verb.SCORE
            | Verb.STANDINGS
        ):
            return commands.DescribeForSeat(commands.BoardTopic(verb), seat_words(rest))
        case Verb.ROW:
            return commands.DescribeRow(_row(rest), seat_words(rest[1:]))
        case Verb.COLUMN:
            return commands.DescribeColumn(_column(rest), seat_words(rest[1:]))
        case Verb.SPACE | Verb.CLUSTER | Verb.DESTROY:
            return _of_space(verb, _joined(rest))
        case Verb.EDICT if not rest:
            return commands.DescribeForSeat(commands.BoardTopic.EDICTS)
        case Verb.EDICT:
            return commands.DescribeEdict(_edict(rest), seat_words(rest[1:]))
        case Verb.HINT | Verb.BEST:
            return commands.DescribeHints(only=verb is Verb.BEST)
        case Verb.REVIEW:
            return _review(rest)
        case Verb.HELP | Verb.SKILL:
            return (commands.DescribeHelp if verb is Verb.HELP else commands.ChooseSkill)(" ".join(rest))
        case Verb.FITS | Verb.TRY | Verb.CONFIRM:
            return _of_parts(verb, rest)
        case Verb.NEXT:
            return commands.NextFit()
        case Verb.SAY:
            return commands.Say()
        case Verb.BACK:
            return commands.Undo()
        case _:
            assert_never(verb)


def _review(rest: list[str]) -> Command:
    """Return the command for a review; a number is that of a turn, so a seat's number needs a turn before it."""
    if rest and re.fullmatch(r"\d{1,4}", rest[0], re.ASCII):
        return commands.DescribeReview(int(rest[0]), seat_words(rest[1:]))
    return commands.DescribeReview(None, seat_words(rest))


def _of_space(verb: Verb, rest: list[str]) -> Command:
    where = _space(rest)
    if verb is Verb.DESTROY:
        return commands.Destroy(where)
    whose = seat_words(rest[1:])
    return commands.DescribeSpace(where, whose) if verb is Verb.SPACE else commands.DescribeCluster(where, whose)


def _of_parts(verb: Verb, rest: list[str]) -> Command:
    if verb is Verb.CONFIRM and rest and all(map(_strange, rest)):
        raise UnreadableCommand(
            _("“confirm” takes no arguments. To place another shape, type the full command, for example “2 forest C5”.")
        )
    parts = _parts(rest)
    if verb is Verb.FITS:
        return commands.DescribeFits(_of_fits(parts))
    if verb is Verb.TRY:
        return commands.Try(parts)
    return commands.Confirm() if parts == Parts() else commands.PlaceShape(parts)


def _of_fits(parts: Parts) -> Parts:
    """Return the parts of a question about spots, with an "f" read as flip, since it has no terrain.

    Raises Unread if the parts include a terrain or a space.
    """
    if parts.terrain is not None or parts.anchor is not None:
        raise UnreadableCommand(_("“fits” takes a shape number and an orientation, for example “fits 2 r1”."))
    if parts.loose:
        return replace(parts, turn=replace(parts.turn or ShapeTurn(0), flipped=True), loose=False)
    return parts


def _row(rest: Sequence[str]) -> int:
    word = rest[0] if rest else ""
    if len(word) == 1 and word in _ROWS:
        return _ROWS.index(word)
    raise UnreadableCommand(_("Enter a row from A to K, for example “row C”."))


def _column(rest: Sequence[str]) -> int:
    word = rest[0] if rest else ""
    if re.fullmatch(r"[1-9]|1[01]", word):
        return int(word) - 1
    raise UnreadableCommand(_("Enter a column from 1 to 11, for example “column 5”."))


def _edict(rest: Sequence[str]) -> Edict:
    try:
        return Edict(rest[0].upper())
    except ValueError:
        raise UnreadableCommand(_("Enter an edict from A to D, for example “edict A”.")) from None


def _space(rest: Sequence[str]) -> Space:
    try:
        return space_of(rest[0] if rest else "")
    except NotationError:
        raise UnreadableCommand(_("Enter a space as row (A to K) and column (1 to 11), for example “C5”.")) from None


# --- Placements: parts in any order ----------------------------------------------------------------------------------


def _placement(words: list[str]) -> Command:
    words = _joined(words)
    parts = _parts(words)
    if parts.anchor is not None and parts == Parts(anchor=parts.anchor):
        return commands.BareSpace(parts.anchor)
    return commands.PlaceShape(parts)


def _joined(words: list[str]) -> list[str]:
    """Return the words with a space typed as two words ("c 5") joined, unless there is a space already."""
    if any(re.fullmatch(r"[a-k]\d\d?", word) for word in words):
        return words
    return re.sub(r"\b([a-k]) (\d\d?)$", r"\1\2", " ".join(words)).split()


@dataclass(slots=True)
class _Reader:
    """Reader that collects the parts of a placement, word by word."""

    parts: Parts = field(default_factory=Parts)

    def take(self, word: str) -> None:
        """Add a word. Raises UnreadableCommand if it is unknown, or repeats a part."""
        parts, lexicon = self.parts, vocabulary()
        if re.fullmatch(r"\d\d?", word, re.ASCII):
            self._once(parts.option, word, replace(parts, option=int(word) - 1))
        elif re.fullmatch(r"[a-k]\d\d?", word, re.ASCII):
            self._once(parts.anchor, word, replace(parts, anchor=_space([word])))
        elif match := re.fullmatch(r"r([0-3])(f?)", word, re.ASCII):
            self._turn(ShapeTurn(int(match[1]), bool(match[2])), word)
        elif word == "f":
            self._f()
        elif word in lexicon.turns:
            self._turn(lexicon.turns[word], word)
        elif (terrain := lexicon.terrain(word)) is not None:
            self._terrain(terrain, word)
        else:
            raise _UnexpectedWord(_unknown(word))

    def _once(self, part: object, word: str, parts: Parts) -> None:
        if part is not None:
            raise _too_many(word)
        self.parts = parts

    def _f(self) -> None:
        """Read "f" as a flip after a terrain, a turn or another "f"; otherwise it may also be forest."""
        if self.parts.terrain is None and self.parts.turn is None and not self.parts.loose:
            self.parts = replace(self.parts, loose=True)
        else:
            self._turn(ShapeTurn(0, True), "f")

    def _terrain(self, terrain: Terrain, word: str) -> None:
        if self.parts.loose:
            self.parts = replace(self.parts, loose=False)
            self._turn(ShapeTurn(0, True), "f")
        self._once(self.parts.terrain, word, replace(self.parts, terrain=terrain))

    def _turn(self, turn: ShapeTurn, word: str) -> None:
        """Add a rotation, or combine it with a flip."""
        known = self.parts.turn
        if known is None or (not known.flipped and turn == ShapeTurn(0, True)):
            self.parts = replace(self.parts, turn=ShapeTurn((known or turn).quarters, turn.flipped))
        elif known == ShapeTurn(0, True) and not turn.flipped:
            self.parts = replace(self.parts, turn=ShapeTurn(turn.quarters, True))
        else:
            raise _too_many(word)


def _parts(words: list[str]) -> Parts:
    reader = _Reader()
    for word in _joined(words):
        reader.take(word)
    return reader.parts


def _strange(word: str) -> bool:
    try:
        _Reader().take(word)
    except UnreadableCommand as problem:
        return isinstance(problem, _UnexpectedWord)
    return False


def _too_many(word: str) -> UnreadableCommand:
    return UnreadableCommand(
        _("Unexpected word “%(word)s”. Example of a full command: “2 forest r1 f C5”.") % {"word": word}
    )


def _unknown(word: str) -> str:
    """Return the error message for an unknown word, with a suggestion if there is a similar one."""
    shown = word[:20]
    if re.fullmatch(r"r\d+f?", shown, re.ASCII):
        return _("“%(word)s” isn’t a rotation. Use r0 to r3.") % {"word": shown}
    if re.fullmatch(r"[a-z]\d+", shown, re.ASCII):
        return _("“%(word)s” isn’t a space. Rows are A to K, columns 1 to %(size)s.") % {"word": shown, "size": SIZE}
    return unknown_word(word, vocabulary().verbs, vocabulary().nearest(word))

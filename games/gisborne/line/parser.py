"""Parser of typed lines."""

from __future__ import annotations

from typing import assert_never

from django.utils.translation import gettext as _

from games.gisborne.line import commands
from games.gisborne.line.card_words import is_number, read_cards
from games.gisborne.line.commands import Command, SeatTopic, Topic
from games.gisborne.line.vocabulary import Verb, vocabulary
from games.play.line import UnreadableCommand
from games.play.vocabulary import find_verb, seat_words, split_line, unknown_word


def parse(line: str) -> Command:
    """Return the command of a typed line. Raises UnreadableCommand if it can't be understood."""
    words = split_line(line)
    verb, rest = find_verb(words, vocabulary().verbs)
    if verb is None:
        typed = read_cards(words)
        if not typed.cards and not typed.tent:
            raise UnreadableCommand(unknown_word(words[0], {}, ""))
        return commands.BareCards(typed.cards, typed.tent)
    return _command(verb, rest)


def _command(verb: Verb, rest: list[str]) -> Command:
    match verb:
        case (
            Verb.NOW
            | Verb.WHO
            | Verb.ORDER
            | Verb.WAY
            | Verb.CHIPS
            | Verb.SUPPLIES
            | Verb.PLACES
            | Verb.SCORING
            | Verb.STANDINGS
            | Verb.LOG
        ):
            return commands.Describe(Topic(verb))
        case Verb.SCORE | Verb.AHEAD:
            return commands.DescribeForSeat(SeatTopic(verb), seat_words(rest))
        case Verb.CHEST | Verb.HAND:
            return _chest_or_hand(SeatTopic(verb), rest)
        case Verb.TILE:
            return commands.DescribeTile(" ".join(rest))
        case Verb.FIELD:
            return _field(rest)
        case Verb.ROUND:
            return _round(rest)
        case Verb.SAY:
            return commands.Say()
        case Verb.HELP:
            return commands.DescribeHelp(" ".join(rest))
        case Verb.BACK:
            return commands.Undo()
        case Verb.CLEAR:
            return commands.Clear()
        case Verb.GIVE:
            return _give(rest)
        case Verb.LAY | Verb.CONFIRM | Verb.TRY | Verb.REACH | Verb.DISCARD:
            return _of_cards(verb, rest)
        case _:
            assert_never(verb)


def _of_cards(verb: Verb, rest: list[str]) -> Command:
    if verb is Verb.REACH and len(rest) == 1 and is_number(rest[0]):
        return commands.ReachSteps(int(rest[0]))
    typed = read_cards(rest)
    match verb:
        case Verb.TRY:
            return commands.Try(typed.cards, typed.tent)
        case Verb.REACH:
            return commands.Reach(typed.cards, typed.tent)
        case Verb.DISCARD if typed.tent:
            raise UnreadableCommand(_("The tent can’t be discarded. Choose cards, for example “discard b1 b1”."))
        case Verb.DISCARD:
            return commands.DiscardCards(typed.cards)
        case _:
            whole = typed.cards or typed.tent
            return commands.LayCards(typed.cards, typed.tent) if whole else commands.Confirm()


def _chest_or_hand(pile: SeatTopic, rest: list[str]) -> Command:
    counted = [word for word in rest if word not in vocabulary().fillers]
    if len(counted) == 1 and counted[0] in vocabulary().every:
        return commands.Share(pile)
    if len(counted) == 1 and is_number(counted[0]):
        return commands.Share(pile, int(counted[0]))
    return commands.DescribeForSeat(pile, seat_words(rest))


def _field(rest: list[str]) -> Command:
    if len(rest) == 1 and is_number(rest[0]):
        return commands.DescribeField(int(rest[0]))
    return commands.DescribeForSeat(SeatTopic.FIELD, seat_words(rest))


def _round(rest: list[str]) -> Command:
    if not rest:
        return commands.DescribeRound()
    if len(rest) == 1 and is_number(rest[0]) and int(rest[0]):
        return commands.DescribeRound(int(rest[0]))
    raise UnreadableCommand(_("Enter the number of a round, for example “round 6”."))


def _give(rest: list[str]) -> Command:
    counted = [word for word in rest if word not in vocabulary().fillers]
    if len(counted) == 1 and is_number(counted[0]):
        return commands.GiveChip(int(counted[0]))
    raise UnreadableCommand(_("Enter the value of a chip, for example “give 2”."))

"""Execution of typed lines and questions, and the news about their results."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import assert_never

from django.utils.translation import gettext as _

from engine.gisborne.game import RULES
from engine.gisborne.news import News
from engine.gisborne.view import KeepDesk, RiverDesk, View
from games.gisborne.desk.play_step import Selection, selection_of, step_of
from games.gisborne.line import play_text, seat_text, way_text
from games.gisborne.line.commands import (
    Acting,
    BareCards,
    Command,
    Describe,
    DescribeField,
    DescribeForSeat,
    DescribeHelp,
    DescribeRound,
    DescribeTile,
    DiscardCards,
    LayCards,
    Moving,
    PlainCommand,
    Reach,
    ReachSteps,
    Say,
    SeatTopic,
    Share,
    Telling,
    Topic,
)
from games.gisborne.line.help import help_sentences
from games.gisborne.line.parser import parse
from games.gisborne.line.reader import Reader, reader_of
from games.gisborne.line.typed_plays import play_of, selection_after
from games.gisborne.log.answers import answer_sentence
from games.gisborne.log.entries import log_entries
from games.gisborne.words.places import supply_lines
from games.gisborne.words.tasks import states, task_sentence
from games.play.game import CommandReply, PlacementReply, PlayReply, Reading, SpeechReply, TypedLine
from games.play.line import UnreadableCommand
from games.play.log import LogEntry, latest_entries, whole_log
from games.play.people import Person, who_sentences
from games.play.vocabulary import words_after_verb
from games.tables.game import Seated
from games.tables.log.state import visible_entries


def read_line(line: TypedLine) -> Reading:
    """Return the result of a typed line.

    Raises UnreadableCommand if the line can't be understood or can't be executed as it stands.
    """
    reader = reader_of(line.seated)
    selection = selection_of(line.fields, reader.view.hand)
    command = _plain_command(parse(line.text), reader.view)
    if isinstance(command, Acting | Share):
        return PlayReply(partial(play_of, command, selection, reader.view))
    if isinstance(command, Say):
        return SpeechReply(words_after_verb(line.text))
    if isinstance(command, Moving):
        selection = selection_after(command, selection, reader)
        words = play_text.selection_sentences(reader, selection)
        return PlacementReply(step_of(selection.cards, tent=selection.tent), words)
    return CommandReply(answer(command, reader, selection))


def _plain_command(command: Command, view: View) -> PlainCommand:
    """Return a command that means the same whatever the seat is asked."""
    match command:
        case BareCards(cards, tent):
            return LayCards(cards, tent) if tent or not isinstance(view.desk, RiverDesk) else DiscardCards(cards)
        case Share(pile, number) if not isinstance(view.desk, KeepDesk):
            return DescribeForSeat(pile, "" if number is None else str(number), every=number is None)
        case _:
            return command


def answer(command: Telling, reader: Reader, selection: Selection) -> tuple[str, ...]:
    """Return the sentences that answer a command. Raises UnreadableCommand."""
    match command:
        case Describe(topic):
            return _topic_sentences(topic, reader, selection)
        case DescribeForSeat(topic, whose, every):
            everybody = reader.people if every else reader.persons(whose)
            return tuple(sentence for person in everybody for sentence in _seat_sentences(topic, reader, person))
        case DescribeTile(tile):
            return way_text.tile_sentences(reader, tile)
        case DescribeField(field):
            return way_text.field_sentences(reader, field)
        case DescribeRound(number):
            return _round_sentences(reader, number or reader.view.round)
        case DescribeHelp(word):
            return help_sentences(word, plays=not reader.left)
        case Reach(cards, tent):
            return play_text.reach_sentences(reader, Selection(cards, tent) or selection)
        case ReachSteps(steps):
            return play_text.steps_sentences(reader, steps)
        case _:
            assert_never(command)


def _topic_sentences(topic: Topic, reader: Reader, selection: Selection) -> tuple[str, ...]:
    match topic:
        case Topic.NOW:
            return _now_sentences(reader, selection)
        case Topic.WHO:
            return who_sentences(reader.people, states(reader.view))
        case Topic.ORDER:
            return seat_text.order_sentences(reader)
        case Topic.WAY:
            return way_text.way_sentences(reader)
        case Topic.CHIPS:
            return way_text.chips_sentences(reader)
        case Topic.SUPPLIES:
            return supply_lines(reader.view)
        case Topic.PLACES:
            return seat_text.places_sentences(reader.view)
        case Topic.SCORING:
            return seat_text.scoring_sentences(reader)
        case Topic.STANDINGS:
            return seat_text.standings_sentences(reader)
        case Topic.LOG:
            return _log_sentences(latest_entries(log_entries(reader.seated)))
        case _:
            assert_never(topic)


def _seat_sentences(topic: SeatTopic, reader: Reader, person: Person) -> tuple[str, ...]:
    match topic:
        case SeatTopic.HAND:
            return (seat_text.hand_sentence(reader, person),)
        case SeatTopic.CHEST:
            return (seat_text.chest_sentence(reader, person),)
        case SeatTopic.SCORE:
            return seat_text.score_sentences(reader, person)
        case SeatTopic.FIELD:
            return way_text.pawn_sentences(reader, person)
        case SeatTopic.AHEAD:
            return way_text.ahead_sentences(reader, person)
        case _:
            assert_never(topic)


def _now_sentences(reader: Reader, selection: Selection) -> tuple[str, ...]:
    """Return what the reader is to do, the cards selected, and the latest log lines of this round and the last."""
    selected = play_text.selection_sentences(reader, selection) if selection else ()
    entries = latest_entries(log_entries(reader.seated), reader.view.round - 1)
    return (_task(reader), *selected, *_log_sentences(entries))


def _task(reader: Reader) -> str:
    return reader.left or task_sentence(reader.view, reader.names)


def _log_sentences(entries: Sequence[LogEntry]) -> tuple[str, ...]:
    return tuple(
        _("Round %(round)s: %(text)s") % {"round": entry.turn, "text": entry.text} if entry.turn else entry.text
        for entry in entries
    )


def _round_sentences(reader: Reader, number: int) -> tuple[str, ...]:
    """Return the log of a round, as it happened. Raises UnreadableCommand if it hasn't started."""
    if number > reader.view.round:
        text = _("Round %(round)s hasn’t started. Enter a round from 1 to %(last)s.")
        raise UnreadableCommand(text % {"round": number, "last": reader.view.round})
    lines = [entry.text for entry in reversed(log_entries(reader.seated)) if entry.turn == number]
    return (_("Round %(round)s:") % {"round": number}, *lines)


def line_news(seated: Seated, since: int) -> tuple[str, ...]:
    """Return sentences about a line's results: the seat's own answer, what to do now, and what followed."""
    reader = reader_of(seated)
    visible = visible_entries(RULES, whole_log(seated), seated.seat, seated.state)
    news = [entry for entry in visible if entry.number > since]
    own = [sentence for entry in news if (sentence := _own_answer(entry.event, seated))]
    if len(own) == len(news):
        return (*own, _task(reader))
    entries = latest_entries(log_entries(seated), news[0].turn)
    return (*own, _task(reader), *_log_sentences([entry for entry in entries if entry.text not in own]))


def _own_answer(news: News, seated: Seated) -> str:
    return "" if seated.seat is None else answer_sentence(news, seated.seat)

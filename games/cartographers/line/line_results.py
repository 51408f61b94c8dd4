"""Execution of typed lines and questions, and the news about their results."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from django.utils.translation import gettext as _

from engine.cartographers.events import EffectPassed, MonstersActed, MonstersSpread, SkillUsed, TakenBack
from engine.cartographers.news import ChoiceNews, DrawingNews, News
from engine.cartographers.skills import SkillPower
from engine.cartographers.view import View
from games.cartographers.coach.coach_text import hint_sentences, review_sentences
from games.cartographers.desk.intents import use_skill_intent
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_text import (
    card_sentences,
    find_skill,
    fit_sentences,
    ghost_with_skill,
    hand_sentences,
    is_full_name,
    peek_hints,
    placed_shape_sentences,
    shape_sentences,
    skill_shape_sentences,
)
from games.cartographers.desk.typed_placement import Hand, hand_of, plain_command, step_in_hand
from games.cartographers.goals import score_text as score_told
from games.cartographers.goals.season import season_line, season_sentences
from games.cartographers.goals.skills import next_card_sentences, skill_sentence, skill_sentences
from games.cartographers.line.help import help_sentences
from games.cartographers.line.typed_plays import hand_after, play_of, play_on
from games.cartographers.log.entries import latest_sentences, log_entries
from games.cartographers.log.past_states import view_for, visible_log
from games.cartographers.map import map_text as map_told
from games.cartographers.others.strip import offer_sentence, states
from games.cartographers.typed.commands import (
    Acting,
    BoardTopic,
    ChooseSkill,
    Describe,
    DescribeCluster,
    DescribeColumn,
    DescribeEdict,
    DescribeFits,
    DescribeForSeat,
    DescribeHelp,
    DescribeHints,
    DescribeReview,
    DescribeRow,
    DescribeSpace,
    LineTopic,
    Moving,
    NextFit,
    Say,
    Telling,
)
from games.cartographers.typed.map_owner import ReaderFacts, map_of, owner_line, sheet_of
from games.cartographers.typed.parser import parse
from games.play.absent_seats import left_words
from games.play.game import CommandReply, PlacementReply, Play, PlayReply, Reading, SpeechReply, TypedLine
from games.play.people import people, who_sentences
from games.play.vocabulary import words_after_verb
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent
from games.tables.pages.post_game import fork_seat


def topic_sentences(topic: LineTopic, known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
    """Return the sentences that answer a topic's command."""
    match topic:
        case LineTopic.NOW:
            return now_sentences(known, hand)
        case LineTopic.CARD:
            return card_sentences(known, hand)
        case LineTopic.SHAPES:
            return shape_sentences(known, hand)
        case LineTopic.SEASON:
            return (offer_sentence(known.view, known.names),) if known.view.over else season_sentences(known)
        case LineTopic.WHO:
            return who_sentences(known.people, states(known.view))
        case LineTopic.LOG:
            return latest_sentences(known.log)
        case _:
            assert_never(topic)


def now_sentences(known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
    """Return sentences about the reader's task, the shape in hand, the season, and the latest events.

    The latest events are those since the reader's last answer.
    """
    offer = offer_sentence(known.view, known.names)
    sentences = [sentence for sentence in (known.left, offer) if sentence] + [*hand_sentences(hand)]
    sentences += next_card_sentences(known.view)
    if not known.view.over:
        sentences.append(season_line(known.view))
    return (*sentences, *latest_sentences(known.log, since=known.acted))


_ON_MAPS = {
    BoardTopic.MAP: map_told.map_sentences,
    BoardTopic.RUINS: map_told.ruins_sentences,
    BoardTopic.MOUNTAINS: map_told.mountain_sentences,
}


def answer(command: Telling, known: ReaderFacts, hand: Hand) -> tuple[str, ...]:
    """The sentences that answer a command. Raises Unread for a name that nobody has."""
    match command:
        case Describe(topic):
            return topic_sentences(topic, known, hand)
        case DescribeFits(parts):
            return fit_sentences(known, hand, parts)
        case DescribeHelp(word):
            return help_sentences(word, plays=not known.left)
        case DescribeEdict(edict, whose):
            look = sheet_of(known, whose)
            return (*owner_line(known, look.person), *score_told.edict_sentences(known.view, edict, look.position))
        case DescribeForSeat(topic, whose):
            return _on_maps(topic, known, whose) if topic in _ON_MAPS else _on_sheets(topic, known, whose)
        case DescribeRow() | DescribeColumn() | DescribeSpace() | DescribeCluster():
            return _somewhere(command, known)
        case _:
            assert_never(command)


def _somewhere(
    command: DescribeRow | DescribeColumn | DescribeSpace | DescribeCluster, known: ReaderFacts
) -> tuple[str, ...]:
    look = map_of(known, command.whose)
    match command:
        case DescribeRow(row):
            sentences: tuple[str, ...] = (map_told.row_sentence(look.board, row),)
        case DescribeColumn(column):
            sentences = (map_told.column_sentence(look.board, column),)
        case DescribeSpace(space):
            sentences = map_told.space_sentences(look.board, space)
        case DescribeCluster(space):
            sentences = map_told.cluster_sentences(look.board, space)
    return (*owner_line(known, look.person), *sentences)


def _on_maps(topic: BoardTopic, known: ReaderFacts, whose: str) -> tuple[str, ...]:
    look = map_of(known, whose)
    return (*owner_line(known, look.person), *_ON_MAPS[topic](look.board))


def _on_sheets(topic: BoardTopic, known: ReaderFacts, whose: str) -> tuple[str, ...]:
    if topic is BoardTopic.STANDINGS:
        return score_told.standings_sentences(known)
    look = sheet_of(known, whose)
    match topic:
        case BoardTopic.EDICTS:
            sentences = score_told.edicts_sentences(known.view, look.position)
        case BoardTopic.MONSTERS:
            sentences = score_told.monsters_sentences(known.view, look.position)
        case BoardTopic.COINS:
            sentences = score_told.coins_sentences(known.view, look.person.seat)
        case _:
            sentences = score_told.sheet_sentences(known.view, look.person.seat)
    return (*owner_line(known, look.person), *sentences)


def read_line(line: TypedLine) -> Reading:
    """Return the result of a typed line.

    Raises Unread if the line can't be understood or can't be executed as it stands.
    """
    view = view_for(line.seated)
    hand = hand_of(view, line.fields)
    command = plain_command(parse(line.text), hand)
    if view.held and isinstance(command, NextFit):
        return PlayReply(play_on)
    if isinstance(command, Acting):
        return PlayReply(partial(play_of, command, hand, view))
    if isinstance(command, ChooseSkill):
        return _skill(command, view, hand)
    if isinstance(command, Say):
        return SpeechReply(words_after_verb(line.text))
    if isinstance(command, DescribeHints):
        return CommandReply(hint_sentences(line, view, only=command.only))
    if isinstance(command, DescribeReview):
        return CommandReply(review_sentences(line.seated, view, command))
    known = _reader_facts(line.seated, view)
    if isinstance(command, Moving):
        moved_hand = hand_after(command, hand)
        words = placed_shape_sentences(known, moved_hand)
        if moved_hand is None:
            return CommandReply(words)
        return PlacementReply(step_in_hand(moved_hand), words, held=isinstance(moved_hand, Ghost))
    return CommandReply(answer(command, known, hand))


def _skill(command: ChooseSkill, view: View, hand: Hand) -> Reading:
    """Return the skills of the game, or the shapes of one and the first of them in hand, or the use of one that shows
    the next card. As that can't be undone, its whole name must be typed.

    Raises UnreadableCommand if the game has no such skill.
    """
    if not command.name or not view.skills:
        return CommandReply(skill_sentences(view) or (_("This game has no skills."),))
    skill = find_skill(command.name, view)
    if skill.power is SkillPower.PEEK and is_full_name(command.name, skill):
        return PlayReply(lambda turn: Play(use_skill_intent(turn, skill.id)))
    chosen = ghost_with_skill(hand, skill)
    if chosen is None:
        return CommandReply((skill_sentence(view, skill), *peek_hints(view, skill)))
    return PlacementReply(step_in_hand(chosen), skill_shape_sentences(view, skill, chosen), held=True)


def _reader_facts(seated: Seated, view: View) -> ReaderFacts:
    everybody, log = people(seated), visible_log(seated, view)
    own = (
        entry.turn
        for entry in log
        if isinstance(entry.event, DrawingNews | ChoiceNews) and entry.event.seat == seated.seat
    )
    return ReaderFacts(
        view,
        everybody,
        log_entries(view, everybody, log),
        max(own, default=view.turn - 1),
        fork_seat(seated),
        left_words(seated) if seated.has_left or seated.ended_early else "",
    )


def line_news(seated: Seated, since: int) -> tuple[str, ...]:
    """Return sentences about a line's results: the events after a number.

    Events that the page announces when it changes are left out. If there are none, the current state is described.
    """
    view = view_for(seated)
    log = visible_log(seated, view)
    some = tuple(entry for entry in log if entry.number > since and _tells(entry, view))
    entries = log_entries(view, people(seated), log, some)
    shown = next_card_sentences(view) if any(isinstance(entry.event, SkillUsed) for entry in some) else ()
    return (*(entry.text for entry in reversed(entries)), *shown) or now_sentences(_reader_facts(seated, view), None)


def _tells(entry: DecodedEvent[News], view: View) -> bool:
    """Return True if an event is the viewer's own action, or the effect of monsters."""
    match entry.event:
        case DrawingNews(seat=seat) | SkillUsed(seat=seat):
            return seat == view.viewer
        case ChoiceNews() | TakenBack() | MonstersSpread() | MonstersActed() | EffectPassed():
            return True
        case _:
            return False

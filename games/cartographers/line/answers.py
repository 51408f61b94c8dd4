"""Answers what a typed line asks."""

from __future__ import annotations

from typing import assert_never

from games.cartographers.desk.placement_text import fit_sentences
from games.cartographers.desk.typed_placement import Hand
from games.cartographers.goals import score_text as score_told
from games.cartographers.line.help import help_sentences
from games.cartographers.line.status_text import topic_sentences
from games.cartographers.map import map_text as map_told
from games.cartographers.typed.commands import (
    BoardTopic,
    Tell,
    TellCluster,
    TellColumn,
    TellEdict,
    TellFits,
    TellHelp,
    Telling,
    TellOf,
    TellRow,
    TellSpace,
)
from games.cartographers.typed.map_owner import Known, map_of, sheet_of, whose_line

_ON_MAPS = {
    BoardTopic.MAP: map_told.map_sentences,
    BoardTopic.RUINS: map_told.ruins_sentences,
    BoardTopic.MOUNTAINS: map_told.mountain_sentences,
}


def answer(command: Telling, known: Known, hand: Hand) -> tuple[str, ...]:
    """The sentences that answer a command. Raises Unread for a name that nobody has."""
    match command:
        case Tell(topic):
            return topic_sentences(topic, known, hand)
        case TellFits(parts):
            return fit_sentences(known, hand, parts)
        case TellHelp(word):
            return help_sentences(word, plays=not known.left)
        case TellEdict(edict, whose):
            look = sheet_of(known, whose)
            return (*whose_line(known, look.person), *score_told.edict_sentences(known.view, edict, look.position))
        case TellOf(topic, whose):
            return _on_maps(topic, known, whose) if topic in _ON_MAPS else _on_sheets(topic, known, whose)
        case TellRow() | TellColumn() | TellSpace() | TellCluster():
            return _somewhere(command, known)
        case _:
            assert_never(command)


def _somewhere(command: TellRow | TellColumn | TellSpace | TellCluster, known: Known) -> tuple[str, ...]:
    look = map_of(known, command.whose)
    match command:
        case TellRow(row):
            sentences: tuple[str, ...] = (map_told.row_sentence(look.board, row),)
        case TellColumn(column):
            sentences = (map_told.column_sentence(look.board, column),)
        case TellSpace(space):
            sentences = map_told.space_sentences(look.board, space)
        case TellCluster(space):
            sentences = map_told.cluster_sentences(look.board, space)
    return (*whose_line(known, look.person), *sentences)


def _on_maps(topic: BoardTopic, known: Known, whose: str) -> tuple[str, ...]:
    look = map_of(known, whose)
    return (*whose_line(known, look.person), *_ON_MAPS[topic](look.board))


def _on_sheets(topic: BoardTopic, known: Known, whose: str) -> tuple[str, ...]:
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
    return (*whose_line(known, look.person), *sentences)

"""Texts of whole games with everything at once, in every language: cards, skills, scores, offers and the log."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.conf import settings
from django.utils import translation

from engine.cartographers.cards import Edict
from engine.cartographers.events import Definition
from engine.cartographers.game import RULES
from engine.cartographers.position import Position
from engine.cartographers.view import View, view
from engine.contract import Seat
from games.cartographers.cards.faces import face_sentence
from games.cartographers.desk.words import option_label
from games.cartographers.goals.explanations import edict_reasons, monster_reasons
from games.cartographers.goals.score_text import edict_sentences, edicts_sentences, monsters_sentences, sheet_sentences
from games.cartographers.goals.season import season_line
from games.cartographers.goals.skills import skill_sentences
from games.cartographers.log.entries import log_lines
from games.cartographers.words.effects import effect_in_game, hero_sentence
from games.cartographers.words.scoring.rules import rule_sentences
from tests.engine.whole_games import WholeGame, whole_game

NAMES = ("Ada", "Ben", "Cy", "Di")


@pytest.mark.parametrize("language", [code for code, _language in settings.LANGUAGES])
def test_every_text_of_a_whole_game_can_be_written(language: str, full: bool) -> None:
    with translation.override(language):
        for number in range(0, 320 if full else 32, 1 if full else 5):
            game, rng, seen = whole_game(number), Random(number), 0
            _check_texts(_definition_texts(game))
            while not game.state.over:
                if game.state.turn // 8 > seen:
                    seen += 1
                    _check_texts(_turn_texts(view(game.state, rng.choice(game.open_asks).seat)))
                game.anything(rng)
            _check_texts(_turn_texts(view(game.state, None)))
            for viewer in (None, Seat(0)):
                _check_texts(_log(game, viewer))


def _check_texts(texts: Iterator[str]) -> None:
    for text in texts:
        assert text.strip()
        assert not re.search(r"%[(s]|[\ue000-\uf8ff]|None|\bFeature\b|<", text), text


def _definition_texts(game: WholeGame) -> Iterator[str]:
    definition: Definition = game.state.definition
    for card in definition.pool:
        yield from rule_sentences(card)
    for explored in definition.explore:
        yield face_sentence(explored)
    for monster in definition.ambushes:
        yield face_sentence(monster)
        if monster.effect:
            yield effect_in_game(monster, definition, alone=game.state.seats == 1)
    for hero in definition.heroes:
        yield hero_sentence(hero)


def _turn_texts(seen: View) -> Iterator[str]:
    yield season_line(seen)
    if seen.skills:
        yield from skill_sentences(seen)
    for number, position in enumerate(seen.positions):
        yield from _position_texts(seen, position)
        yield from sheet_sentences(seen, Seat(number))
    if seen.desk:
        for number, option in enumerate(seen.desk.offer.options):
            yield option_label(number, option, seen.skills)


def _position_texts(seen: View, position: Position) -> Iterator[str]:
    for edict in Edict:
        yield from edict_sentences(seen, edict, position)
        yield from (reason.sentence for reason in edict_reasons(seen.edicts[edict.number], position.board))
    yield from edicts_sentences(seen, position)
    yield from monsters_sentences(seen, position)
    yield from (reason.sentence for reason in monster_reasons(position.board))


def _log(game: WholeGame, viewer: Seat | None) -> Iterator[str]:
    names = NAMES[: game.state.seats]
    for event in game.events:
        news = RULES.visible(event, viewer, game.state)
        if news is not None:
            yield from log_lines(news, names, game.state.definition, viewer)

"""The lesson in words."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy

from engine.cartographers.view import View
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name
from games.play.lists import and_list


class LessonTopic(StrEnum):
    """What one turn of the lesson is about."""

    PLACING = "placing"
    EDICTS = "edicts"
    COINS = "coins"
    TIME = "time"
    RUINS = "ruins"
    MONSTERS = "monsters"
    SEASON = "season"


GENERAL = (LessonTopic.PLACING, LessonTopic.EDICTS, LessonTopic.COINS, LessonTopic.TIME)
"""What holds for every card, in the order in which it is told."""


def lesson_words(topic: LessonTopic, view: View, came: tuple[str, str] = ("", "")) -> tuple[str, tuple[str, ...]]:
    """The title of a turn's lesson and its sentences, three at most. `came` is the card of the monster that is told of
    and its spaces, both "" where none has come.
    """
    words = _words(view) | {"monster": came[0], "spaces": came[1]}
    return str(_TITLES[topic]), tuple(str(text) % words for text in _LINES[topic])


def _words(view: View) -> dict[str, str | int]:
    season = view.definition.seasons[view.season]
    return {
        "card": card_name(view.open) if view.open else "",
        "season": season_name(season.id),
        "letters": and_list([str(letter) for letter in season.edicts]),
        "time": view.time,
        "threshold": season.threshold,
        "earned": stars_of(view.scores[-1][view.viewer or 0].total) if view.scores else "",
    }


EARN = gettext_lazy("Earn stars with this card: the lit spaces count.")
"""What is asked at the edicts, where there are such spaces."""

_TITLES = {
    LessonTopic.PLACING: gettext_lazy("Draw your first discovery"),
    LessonTopic.EDICTS: gettext_lazy("What the Queen wants"),
    LessonTopic.COINS: gettext_lazy("Coins"),
    LessonTopic.TIME: gettext_lazy("Time"),
    LessonTopic.RUINS: gettext_lazy("Ruins"),
    LessonTopic.MONSTERS: gettext_lazy("Monsters"),
    LessonTopic.SEASON: gettext_lazy("The season is over"),
}

_LINES = {
    LessonTopic.PLACING: (
        gettext_lazy("Choose a shape of %(card)s; the one with the coin pays a coin. Tap the map to put it there."),
        gettext_lazy("Turn it and move it until you like it, then press “Draw it here”."),
    ),
    LessonTopic.EDICTS: (gettext_lazy("%(season)s counts %(letters)s."),),
    LessonTopic.COINS: (
        gettext_lazy("Fill every space around a mountain, and you earn a coin as well."),
        gettext_lazy("Each coin is a star at the end of every season, so early coins pay four times."),
    ),
    LessonTopic.TIME: (
        gettext_lazy(
            "Cards take time, %(time)s so far. The season ends with the turn that brings it to %(threshold)s or more."
        ),
        gettext_lazy("Then two edicts and your coins bring stars, and monsters cost some."),
    ),
    LessonTopic.RUINS: (
        gettext_lazy("A ruins card came up first: cover one of the ringed ruins with your shape, if you can."),
    ),
    LessonTopic.MONSTERS: (
        gettext_lazy("%(monster)s: it now lies on %(spaces)s."),
        gettext_lazy("Alone monsters walk in by themselves; with others a neighbour draws them on your map."),
        gettext_lazy("Each empty space beside them costs a star every season, until you fill it."),
    ),
    LessonTopic.SEASON: (
        gettext_lazy("It brought you %(earned)s; the score sheet says why."),
        gettext_lazy("%(season)s counts %(letters)s. That is all there is to know."),
    ),
}

"""The lesson in words."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy

from engine.cartographers.view import View
from games.cartographers.words.features import stars_of
from games.cartographers.words.names import card_name, season_name
from games.play.phrases import and_list


class LessonTopic(StrEnum):
    """Topic of one turn of the lesson."""

    PLACING = "placing"
    EDICTS = "edicts"
    COINS = "coins"
    TIME = "time"
    RUINS = "ruins"
    MONSTERS = "monsters"
    SEASON = "season"


GENERAL = (LessonTopic.PLACING, LessonTopic.EDICTS, LessonTopic.COINS, LessonTopic.TIME)
"""Topics that apply to every card, in the order in which they are explained."""


def lesson_words(topic: LessonTopic, view: View, came: tuple[str, str] = ("", "")) -> tuple[str, tuple[str, ...]]:
    """Return the title of a lesson topic and at most three sentences.

    `came` is the name of the monster card in question and its spaces, both "" if there is none.
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


EARN = gettext_lazy("Earn stars with this card. The highlighted spaces count.")
"""Prompt that is added if any spaces can earn stars."""

_TITLES = {
    LessonTopic.PLACING: gettext_lazy("Draw your first discovery"),
    LessonTopic.EDICTS: gettext_lazy("Edicts"),
    LessonTopic.COINS: gettext_lazy("Coins"),
    LessonTopic.TIME: gettext_lazy("Time"),
    LessonTopic.RUINS: gettext_lazy("Ruins"),
    LessonTopic.MONSTERS: gettext_lazy("Monsters"),
    LessonTopic.SEASON: gettext_lazy("The season is over"),
}

_LINES = {
    LessonTopic.PLACING: (
        gettext_lazy("Choose a shape of %(card)s. The one with the coin symbol earns a coin. Tap the map to place it."),
        gettext_lazy("Rotate and move it, then press “Place”."),
    ),
    LessonTopic.EDICTS: (gettext_lazy("%(season)s scores %(letters)s."),),
    LessonTopic.COINS: (
        gettext_lazy("You also earn a coin when you fill all spaces around a mountain."),
        gettext_lazy("Each coin scores 1 star at the end of every season, so a coin in spring scores 4 times."),
    ),
    LessonTopic.TIME: (
        gettext_lazy(
            "Each card has a time value. Total so far: %(time)s. The season ends on the turn it reaches "
            "%(threshold)s or more."
        ),
        gettext_lazy("You then score two edicts and your coins, and lose stars for monsters."),
    ),
    LessonTopic.RUINS: (
        gettext_lazy("A ruins card was revealed first. Cover one of the circled ruins with your shape if you can."),
    ),
    LessonTopic.MONSTERS: (
        gettext_lazy("%(monster)s now occupies %(spaces)s."),
        gettext_lazy(
            "In solo games, monsters appear automatically. In multiplayer games, a neighbor draws them on your map."
        ),
        gettext_lazy("Each empty space next to a monster costs 1 star every season until you fill it."),
    ),
    LessonTopic.SEASON: (
        gettext_lazy("You scored %(earned)s. See the score sheet for details."),
        gettext_lazy("%(season)s scores %(letters)s. That’s all you need to know."),
    ),
}

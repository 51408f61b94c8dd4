"""What the lesson says at a turn; it follows from what has been revealed, so that one can go on with it at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from engine.cartographers.cards import AmbushCard, DeckCard, RuinsCard
from engine.cartographers.events import MonsterWalkedIn
from engine.cartographers.news import News
from engine.cartographers.view import View
from games.cartographers.goals.season_over import newly_scored
from games.cartographers.lesson.words import GENERAL, LessonTopic, lesson_words
from games.cartographers.words.names import card_name
from games.cartographers.words.places import space_list
from games.tables.loading import Logged


@dataclass(frozen=True, slots=True)
class LessonView:
    """A page of the lesson; `last` where the season is over and with it the lesson. `leave` is where to end it."""

    title: str
    lines: tuple[str, ...]
    last: bool
    leave: str


def lesson_view(view: View, log: Sequence[Logged[News]], table: str) -> LessonView | None:
    """What there is to say in the open turn, None once the lesson is over. `log` is what the viewer may read."""
    topic = _topic(view, log)
    if topic is None:
        return None
    title, lines = lesson_words(topic, view, _came(view, log))
    return LessonView(title, lines, topic is LessonTopic.SEASON, reverse("cartographers:leave_lesson", args=[table]))


def _came(view: View, log: Sequence[Logged[News]]) -> tuple[str, str]:
    """The last card of the column whose monster walked in, and the spaces where it lies."""
    walked = [entry.event for entry in log if isinstance(entry.event, MonsterWalkedIn)]
    cards = [card for card in map(view.card, view.column) if isinstance(card, AmbushCard)]
    if not walked or not cards:
        return "", ""
    return card_name(cards[-1]), space_list(walked[-1].cells)


def _topic(view: View, log: Sequence[Logged[News]]) -> LessonTopic | None:
    if view.season == 0 and not view.scores:
        return topic_of(map(view.card, view.column))
    return LessonTopic.SEASON if len(view.scores) == 1 and newly_scored(view, log) else None


def topic_of(column: Iterable[DeckCard]) -> LessonTopic | None:
    """What is taught at the last card of a column: what just came up for the first time, else the next of the things
    that hold for every card; None when all has been said.
    """
    waiting, special = list(GENERAL), {RuinsCard: LessonTopic.RUINS, AmbushCard: LessonTopic.MONSTERS}
    topic: LessonTopic | None = None
    came: LessonTopic | None = None
    for card in column:
        if type(card) in (RuinsCard, AmbushCard):
            came = special.pop(type(card), None) or came
            continue
        topic = came if came and waiting != list(GENERAL) else waiting.pop(0) if waiting else None
        came = None
    return topic

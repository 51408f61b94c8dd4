"""Texts of the lesson at each turn.

They depend on the revealed cards alone, so a lesson can be continued at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse

from engine.cartographers.cards import AmbushCard, DeckCard, RuinsCard
from engine.cartographers.events import MonsterWalkedIn
from engine.cartographers.geometry import Mask
from engine.cartographers.news import Drew, News
from engine.cartographers.notation import space_names
from engine.cartographers.view import View
from games.cartographers.goals.season_over import newly_scored
from games.cartographers.lesson.goals import Earned, counting_spaces, outcome_of, quoted_rules
from games.cartographers.lesson.words import EARN, GENERAL, LessonTopic, lesson_words
from games.cartographers.words.names import KEY, card_name
from games.cartographers.words.places import space_list
from games.play.log import whole_log
from games.tables.game import Seated, game_named
from games.tables.game_choice import address
from games.tables.game_state import Logged


@dataclass(frozen=True, slots=True)
class LessonView:
    """Page of the lesson.

    `earned` describes the result of the requested placement, `rules` quote the edicts to draw for, and `lit` are the
    spaces that the text refers to. `onward` is the URL for setting up a real game, or "" before the season, and with
    it the lesson, is over. `leave` is the URL for ending the lesson.
    """

    title: str
    earned: str
    lines: tuple[str, ...]
    rules: tuple[str, ...]
    lit: Mask
    onward: str
    leave: str

    @property
    def spaces(self) -> str:
        """The names of the spaces that are lit."""
        return " ".join(space_names(self.lit))


def lesson_view(seated: Seated, view: View, log: Sequence[Logged[News]]) -> LessonView | None:
    """Return the lesson's texts for the open turn, or None when the lesson is over.

    `log` is what the viewer may see.
    """
    topic = _topic(view, log)
    if topic is None:
        return None
    outcome = _outcome(seated, view, log)
    asks, last = topic is LessonTopic.EDICTS, topic is LessonTopic.SEASON
    title, lines = lesson_words(topic, view, _came(view, log))
    lit = counting_spaces(view) if asks else outcome.spaces if outcome else 0
    return LessonView(
        title=title,
        earned=outcome.sentence if outcome else "",
        lines=(*lines, str(EARN)) if asks and lit else lines,
        rules=quoted_rules(view) if asks else (),
        lit=lit,
        onward=address("tables:new", game_named(KEY), capacity="1") if last else "",
        leave=reverse("cartographers:leave_lesson", args=[seated.table.code]),
    )


def _outcome(seated: Seated, view: View, log: Sequence[Logged[News]]) -> Earned | None:
    """Return the result of the drawing that the previous turn asked for, or None at any other time."""
    if view.season or topics_of(map(view.card, view.column))[-2:-1] != [LessonTopic.EDICTS]:
        return None
    drawings = [entry.turn for entry in log if isinstance(entry.event, Drew)]
    return outcome_of((entry.event for entry in whole_log(seated)), drawings[-1]) if drawings else None


def _came(view: View, log: Sequence[Logged[News]]) -> tuple[str, str]:
    """The last card of the column whose monster walked in, and the spaces where it lies."""
    walked = [entry.event for entry in log if isinstance(entry.event, MonsterWalkedIn)]
    cards = [card for card in map(view.card, view.column) if isinstance(card, AmbushCard)]
    if not walked or not cards:
        return "", ""
    return card_name(cards[-1]), space_list(walked[-1].cells)


def _topic(view: View, log: Sequence[Logged[News]]) -> LessonTopic | None:
    if view.season == 0 and not view.scores:
        return topics_of(map(view.card, view.column))[-1]
    return LessonTopic.SEASON if len(view.scores) == 1 and newly_scored(view, log) else None


def topics_of(column: Iterable[DeckCard]) -> list[LessonTopic | None]:
    """Return the lesson's topic at each card of a column that is drawn.

    The topic is the kind of card that has just been revealed for the first time, otherwise the next general topic;
    None when there are none left.
    """
    waiting, special = list(GENERAL), {RuinsCard: LessonTopic.RUINS, AmbushCard: LessonTopic.MONSTERS}
    topics: list[LessonTopic | None] = []
    came: LessonTopic | None = None
    for card in column:
        if type(card) in (RuinsCard, AmbushCard):
            came = special.pop(type(card), None) or came
            continue
        topics.append(came if came and waiting != list(GENERAL) else waiting.pop(0) if waiting else None)
        came = None
    return topics

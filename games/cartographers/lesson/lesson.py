"""Goals of the lesson: spaces that earn stars, and the stars that a drawing earned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, Edict, RuinsCard, ScoringCard
from engine.cartographers.events import Drawn, Event, MonsterWalkedIn
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.news import DrawingNews, News
from engine.cartographers.notation import space_names
from engine.cartographers.scoring.tally import stars
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.cartographers.view import Desk, View
from engine.contract import Seat
from games.cartographers.goals.scores import newly_scored
from games.cartographers.words.features import space_list, stars_of
from games.cartographers.words.names import KEY, card_name, season_name, terrain_label
from games.cartographers.words.scoring.rules import rule_sentences
from games.play.log import whole_log
from games.play.words import and_list
from games.tables.game import Seated, game_named
from games.tables.lobby.filters import game_page_url
from games.tables.log.state import DecodedEvent


@dataclass(frozen=True, slots=True)
class LessonOutcome:
    """Sentence about a drawing's stars, and the best spaces for the shape if it earned none."""

    sentence: str
    spaces: Mask = 0


def quoted_rules(view: View) -> tuple[str, ...]:
    """The edicts that this season counts, as their cards have it."""
    return tuple(f"{letter}: {' '.join(rule_sentences(card))}" for letter, card in _due(view))


def counting_spaces(view: View) -> Mask:
    """The spaces where a square of what is on offer would earn stars by an edict that counts this season."""
    desk = view.desk
    if desk is None:
        return 0
    cards = [card for _letter, card in _due(view)]
    terrains = sorted({terrain for option in desk.offer.options for terrain in option.terrains})
    now, lit = _sum(cards, desk.board), 0
    for where in map(space_bit, spaces(desk.board.empty)):
        if any(_sum(cards, desk.board.draw(where, terrain)) > now for terrain in terrains):
            lit |= where
    return lit


def outcome_of(events: Iterable[Event], turn: int) -> LessonOutcome | None:
    """Return the result of the drawing in a closed turn of a solo game, or None if there was none.

    `events` are all events of the game.
    """
    state = RULES.initial
    for event in events:
        if isinstance(event, Drawn) and event.turn == turn:
            view = RULES.view(state, Seat(0))
            return _outcome(view, view.desk, event) if view.desk else None
        state = RULES.evolve(state, event)
    return None


def _outcome(view: View, desk: Desk, drawn: Drawn) -> LessonOutcome:
    after = desk.position.after(drawn.outcome).board
    gains = [(letter, stars(card, after) - stars(card, desk.board)) for letter, card in _due(view)]
    words = [{"stars": stars_of(gain), "letter": letter} for letter, gain in gains if gain > 0]
    parts = [_("%(stars)s for %(letter)s") % each for each in words]
    if parts:
        return LessonOutcome(_("Well done. That earned %(parts)s.") % {"parts": and_list(parts)})
    return _missed(view, desk)


def _missed(view: View, desk: Desk) -> LessonOutcome:
    """Return the best possible drawing, in words, after one that earned no stars."""
    cards = [card for _letter, card in _due(view)]
    best = max(try_placements(desk.position, desk.offer, cards, ScoreCache()), key=lambda one: one.stars)
    gain = best.stars - _sum(cards, desk.board)
    if gain <= 0:
        return LessonOutcome(_("No stars this time. No spot would have earned any."))
    words = {
        "terrain": terrain_label(best.terrain),
        "spaces": space_list(best.fit.cells),
        "stars": stars_of(gain),
    }
    sentence = _("No stars yet. %(terrain)s on %(spaces)s would have earned %(stars)s.") % words
    return LessonOutcome(sentence, best.fit.cells)


def _due(view: View) -> list[tuple[Edict, ScoringCard]]:
    """The edicts of the present season."""
    return [(letter, view.edicts[letter.number]) for letter in view.definition.seasons[view.season].edicts]


def _sum(cards: Sequence[ScoringCard], board: Board) -> int:
    return sum(stars(card, board) for card in cards)


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
        """Names of the highlighted spaces."""
        return " ".join(space_names(self.lit))


def lesson_view(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonView | None:
    """Return the lesson's texts for the open turn, or None when the lesson is over.

    `log` is what the viewer may see.
    """
    topic = _topic(view, log)
    if topic is None:
        return None
    outcome = _lesson_outcome(seated, view, log)
    asks, last = topic is LessonTopic.EDICTS, topic is LessonTopic.SEASON
    title, lines = lesson_words(topic, view, _last_monster(view, log))
    lit = counting_spaces(view) if asks else outcome.spaces if outcome else 0
    return LessonView(
        title=title,
        earned=outcome.sentence if outcome else "",
        lines=(*lines, str(EARN)) if asks and lit else lines,
        rules=quoted_rules(view) if asks else (),
        lit=lit,
        onward=game_page_url("tables:new", game_named(KEY), capacity="1") if last else "",
        leave=reverse("cartographers:leave_lesson", args=[seated.table.code]),
    )


def _lesson_outcome(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonOutcome | None:
    """Return the result of the drawing that the previous turn asked for, or None at any other time."""
    if view.season or topics_of(map(view.card, view.column))[-2:-1] != [LessonTopic.EDICTS]:
        return None
    drawings = [entry.turn for entry in log if isinstance(entry.event, DrawingNews)]
    return outcome_of((entry.event for entry in whole_log(seated)), drawings[-1]) if drawings else None


def _last_monster(view: View, log: Sequence[DecodedEvent[News]]) -> tuple[str, str]:
    """Return the last card of the column whose monster walked in and its spaces, or empty strings."""
    walked = [entry.event for entry in log if isinstance(entry.event, MonsterWalkedIn)]
    cards = [card for card in map(view.card, view.column) if isinstance(card, AmbushCard)]
    if not walked or not cards:
        return "", ""
    return card_name(cards[-1]), space_list(walked[-1].cells)


def _topic(view: View, log: Sequence[DecodedEvent[News]]) -> LessonTopic | None:
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

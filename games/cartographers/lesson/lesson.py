"""Texts of the first lesson: at most 15 words at once, spaces that earn stars, and what a drawing earned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, Edict, RuinsCard, ScoringCard
from engine.cartographers.events import Drawn, Event
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.news import DrawingNews, News
from engine.cartographers.notation import space_names
from engine.cartographers.scoring.tally import stars
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.cartographers.view import Desk, View
from engine.contract import Seat
from games.cartographers.goals.season_over import newly_scored
from games.cartographers.map.map_text import runs_phrase
from games.cartographers.words.features import coins_of, spaces_of, stars_of
from games.cartographers.words.names import KEY, season_name, terrain_label
from games.play.lessons import Bubble, LessonWay, leave_url
from games.play.log import whole_log
from games.play.words import and_list
from games.tables.game import Seated, game_named
from games.tables.lobby.filters import practice_offer
from games.tables.log.state import DecodedEvent


@dataclass(frozen=True, slots=True)
class LessonOutcome:
    """Sentence about a drawing, and the best spaces for the shape if it missed what was asked."""

    sentence: str
    spaces: Mask = 0


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


@dataclass(frozen=True, slots=True)
class DrawingInView:
    """Drawing in a closed turn of a solo game, with the player's view and desk right before it."""

    view: View
    desk: Desk
    drawn: Drawn


def drawing_of(events: Iterable[Event], turn: int) -> DrawingInView | None:
    """Return the drawing in a closed turn of a solo game, or None if there was none.

    `events` are all events of the game.
    """
    state = RULES.initial
    for event in events:
        if isinstance(event, Drawn) and event.turn == turn:
            view = RULES.view(state, Seat(0))
            return DrawingInView(view, view.desk, event) if view.desk else None
        state = RULES.evolve(state, event)
    return None


def last_drawing(seated: Seated, log: Sequence[DecodedEvent[News]]) -> DrawingInView | None:
    """Return the latest drawing of a solo game, or None before the first. `log` is what the viewer may see."""
    drawings = [entry.turn for entry in log if isinstance(entry.event, DrawingNews)]
    return drawing_of((entry.event for entry in whole_log(seated)), drawings[-1]) if drawings else None


def outcome_of(drawing: DrawingInView) -> LessonOutcome:
    """Return the stars that a drawing earned, and the best one if it earned none."""
    view, desk = drawing.view, drawing.desk
    after = desk.position.after(drawing.drawn.outcome).board
    gains = [(letter, stars(card, after) - stars(card, desk.board)) for letter, card in _due(view)]
    words = [{"stars": stars_of(gain), "letter": letter} for letter, gain in gains if gain > 0]
    parts = [_("%(stars)s for %(letter)s") % each for each in words]
    if parts:
        return LessonOutcome(_("Well done. That earned %(parts)s.") % {"parts": and_list(parts)})
    return _missed(view, desk)


def drawing_summary(drawing: DrawingInView) -> str:
    """Return a sentence with what a drawing filled, and the coins it earned or the ruins it covers."""
    drawn = drawing.drawn
    coins = drawn.outcome.coins
    words = {"spaces": spaces_of(drawn.terrain, drawn.cells.bit_count()), "coins": coins_of(coins)}
    if coins:
        return _("You drew %(spaces)s and earned %(coins)s.") % words
    if drawn.cells & drawing.view.definition.sheet.ruins:
        return _("You drew %(spaces)s and covered ruins.") % words
    return _("You drew %(spaces)s.") % words


def _missed(view: View, desk: Desk) -> LessonOutcome:
    """Return the best possible drawing, in words, after one that earned no stars."""
    cards = [card for _letter, card in _due(view)]
    best = max(try_placements(desk.position, desk.offer, cards, ScoreCache()), key=lambda one: one.stars)
    gain = best.stars - _sum(cards, desk.board)
    if gain <= 0:
        return LessonOutcome(_("No stars this time. No spot would have earned any."))
    words = {
        "terrain": terrain_label(best.terrain),
        "spaces": runs_phrase(best.fit.cells),
        "stars": stars_of(gain),
    }
    sentence = _("No stars yet. %(terrain)s on %(spaces)s would have earned %(stars)s.") % words
    return LessonOutcome(sentence, best.fit.cells)


def _due(view: View) -> list[tuple[Edict, ScoringCard]]:
    """The edicts of the present season."""
    return [(letter, view.edicts[letter.number]) for letter in view.definition.seasons[view.season].edicts]


def _sum(cards: Sequence[ScoringCard], board: Board) -> int:
    return sum(stars(card, board) for card in cards)


class LessonTarget(StrEnum):
    """Part of the table that a bubble points at; the value is its name in the styles."""

    NOTHING = ""
    MAP = "map"
    GOALS = "goals"
    FIGURES = "figures"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class LessonView(Bubble):
    """Bubble of a lesson; `lit` are the spaces that its text refers to."""

    lit: Mask = 0

    @property
    def spaces(self) -> str:
        """Names of the highlighted spaces."""
        return " ".join(space_names(self.lit))


class LessonTopic(StrEnum):
    """Topic of one turn of the first lesson."""

    PLACING = "placing"
    EDICTS = "edicts"
    COINS = "coins"
    TIME = "time"
    RUINS = "ruins"
    MONSTERS = "monsters"
    SEASON = "season"


GENERAL = (LessonTopic.PLACING, LessonTopic.EDICTS, LessonTopic.COINS, LessonTopic.TIME)
"""Topics that apply to every card, in the order in which they are explained."""


def lesson_words(topic: LessonTopic, view: View) -> tuple[str, str]:
    """Return the title and the text of a lesson topic."""
    return str(_TITLES[topic]), str(_TEXTS[topic]) % _words(view)


def _words(view: View) -> dict[str, str | int]:
    season = view.definition.seasons[view.season]
    return {
        "season": season_name(season.id),
        "letters": and_list([str(letter) for letter in season.edicts]),
        "time": view.time,
        "threshold": season.threshold,
        "earned": stars_of(view.scores[-1][view.viewer or 0].total) if view.scores else "",
    }


_TITLES = {
    LessonTopic.PLACING: gettext_lazy("Draw your first discovery"),
    LessonTopic.EDICTS: gettext_lazy("Edicts"),
    LessonTopic.COINS: gettext_lazy("Coins"),
    LessonTopic.TIME: gettext_lazy("Time"),
    LessonTopic.RUINS: gettext_lazy("Ruins"),
    LessonTopic.MONSTERS: gettext_lazy("Monsters"),
    LessonTopic.SEASON: gettext_lazy("The season is over"),
}

_TEXTS = {
    LessonTopic.PLACING: gettext_lazy("Tap the map to place a shape. Rotate or move it, then press “Place”."),
    LessonTopic.EDICTS: gettext_lazy(
        "%(season)s scores %(letters)s. Tap one for its rule. Highlighted spaces earn stars."
    ),
    LessonTopic.COINS: gettext_lazy("Each coin earns 1 star every season. A coin in spring pays 4 times."),
    LessonTopic.TIME: gettext_lazy(
        "Cards take time: %(time)s of %(threshold)s so far. At %(threshold)s, the season ends and scores."
    ),
    LessonTopic.RUINS: gettext_lazy("Ruins were revealed: cover a circled space with this shape if you can."),
    LessonTopic.MONSTERS: gettext_lazy("Monsters cost 1 star per empty space beside them each season. Surround them."),
    LessonTopic.SEASON: gettext_lazy("You scored %(earned)s. %(season)s scores %(letters)s. Now you know the game."),
}


_TARGETS = {
    LessonTopic.EDICTS: LessonTarget.GOALS,
    LessonTopic.COINS: LessonTarget.FIGURES,
    LessonTopic.TIME: LessonTarget.TIME,
    LessonTopic.SEASON: LessonTarget.NOTHING,
}
"""Things that the topics are about, where that is not the map."""


def lesson_view(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonView | None:
    """Return the first lesson's texts for the open turn, or None when the lesson is over.

    `log` is what the viewer may see.
    """
    topic = _topic(view, log)
    if topic is None:
        return None
    outcome = _lesson_outcome(seated, view, log)
    asks, last = topic is LessonTopic.EDICTS, topic is LessonTopic.SEASON
    title, text = lesson_words(topic, view)
    lit = counting_spaces(view) if asks else outcome.spaces if outcome else 0
    return LessonView(
        title=title,
        text=text,
        target=_TARGETS.get(topic, LessonTarget.MAP),
        leave=leave_url(seated.table),
        earned=outcome.sentence if outcome else "",
        lit=lit,
        practice=practice_offer(game_named(KEY)) if last else None,
        ways=(LessonWay("next-lesson", reverse("cartographers:learn_heroes"), _("Heroes lesson")),) if last else (),
    )


def _lesson_outcome(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonOutcome | None:
    """Return what the latest drawing did, or None before the first one and once the season has been scored.

    Stars are counted where the turn asked for them; the sentences of other turns name the spaces.
    """
    drawing = None if view.season else last_drawing(seated, log)
    if drawing is None:
        return None
    if topics_of(map(view.card, view.column))[-2:-1] == [LessonTopic.EDICTS]:
        return outcome_of(drawing)
    return LessonOutcome(drawing_summary(drawing))


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

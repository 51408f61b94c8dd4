"""Texts of the Heroes lesson: at most 15 words at once, the spaces they refer to, and what a hero destroyed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.effects import DESTROY_ANY, DESTROY_EMPTY, REWARD, SPREAD, Effect
from engine.cartographers.geometry import Mask, neighbours
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.news import News
from engine.cartographers.notation import Placement
from engine.cartographers.rules.effects import targets
from engine.cartographers.terrain import Feature
from engine.cartographers.view import Desk, View
from games.cartographers.lesson.lesson import DrawingInView, LessonOutcome, LessonTarget, LessonView, last_drawing
from games.cartographers.words.features import coins_of, space_list, spaces_of, stars_of
from games.cartographers.words.names import KEY, card_name
from games.play.lessons import LessonWay, leave_url
from games.tables.game import Seated, game_named
from games.tables.lobby.filters import game_page_url, practice_offer
from games.tables.log.state import DecodedEvent

HEROES_SET: Final = Preset.HEROES.value
"""Key of the set to go on with after the lesson."""


class HeroesTopic(StrEnum):
    """Topic of one turn of the Heroes lesson."""

    RUINS = "ruins"
    TROLL = "troll"
    HERO = "hero"
    DESTROYED = "destroyed"
    TROLL_ACTS = "troll_acts"
    SCORING = "scoring"
    GORGON = "gorgon"
    AIM = "aim"
    PENALTY = "penalty"
    ZOMBIES = "zombies"
    SPREAD = "spread"
    DRAGON = "dragon"
    END = "end"


_ARRIVALS: Final[Mapping[Effect | None, HeroesTopic]] = {
    DESTROY_EMPTY: HeroesTopic.TROLL,
    SPREAD: HeroesTopic.ZOMBIES,
    REWARD: HeroesTopic.DRAGON,
}
"""Topics of the monsters that don't act as soon as they appear."""

_ACTIONS: Final[Mapping[Effect | None, HeroesTopic]] = {
    DESTROY_EMPTY: HeroesTopic.TROLL_ACTS,
    DESTROY_ANY: HeroesTopic.GORGON,
}
"""Topics of the monsters for which a space is chosen."""


def heroes_topic(view: View) -> HeroesTopic | None:
    """Return the topic of the open turn, or None if nothing is asked."""
    if view.choice:
        return _ACTIONS[view.choice.card.effect]
    if view.desk is None:
        return None
    *before, card = map(view.card, view.column)
    is_first_hero = sum(isinstance(view.card(id), HeroCard) for id in view.revealed) == 1
    if isinstance(card, HeroCard):
        return HeroesTopic.HERO if is_first_hero else HeroesTopic.AIM
    if not before:
        return _topic_of_season(view)
    if isinstance(before[-1], HeroCard):
        return HeroesTopic.DESTROYED if is_first_hero else HeroesTopic.PENALTY
    if isinstance(before[-1], AmbushCard):
        return _ARRIVALS.get(before[-1].effect, HeroesTopic.PENALTY)
    return HeroesTopic.END


def _topic_of_season(view: View) -> HeroesTopic:
    """Return the topic of the first drawing of a season."""
    if view.season == 0:
        return HeroesTopic.RUINS
    return HeroesTopic.SPREAD if _ambushes(view)[-1].effect == SPREAD else HeroesTopic.SCORING


def _ambushes(view: View) -> list[AmbushCard]:
    """Return the monsters so far, in the order in which they appeared."""
    return [card for card in map(view.card, view.revealed) if isinstance(card, AmbushCard)]


def _spreading(view: View) -> Mask:
    """Return the surviving spaces of the monsters that spread."""
    board = view.positions[view.viewer or 0].board
    initials = [card.initial for card in _ambushes(view) if card.effect == SPREAD]
    return board.surviving(initials[0]) if initials else 0


def spaces_for(topic: HeroesTopic, view: View) -> Mask:
    """Return the spaces that a topic refers to, found by the rules."""
    position = view.positions[view.viewer or 0]
    match topic:
        case HeroesTopic.HERO | HeroesTopic.AIM:
            return _reaching_spaces(view.desk) if view.desk else 0
        case HeroesTopic.TROLL | HeroesTopic.ZOMBIES:
            return targets(_ambushes(view)[-1], position.board)
        case HeroesTopic.DRAGON:
            return neighbours(position.board.surviving(_ambushes(view)[-1].initial)) & position.board.empty
        case HeroesTopic.PENALTY:
            return position.board.monster_losses()
        case HeroesTopic.SPREAD:
            return _spreading(view)
        case _:
            return 0


def _reaching_spaces(desk: Desk) -> Mask:
    """Return the spaces from which the hero would destroy a monster space."""
    lit = 0
    for placement in desk.offer.placements():
        outcome = desk.position.drawing(desk.offer, placement)
        lit |= outcome.cells if outcome.destroyed else 0
    return lit


def hero_outcome(drawing: DrawingInView) -> LessonOutcome:
    """Return how many monster spaces a hero destroyed, and where it would have destroyed most if it was none."""
    desk = drawing.desk
    if destroyed := drawing.drawn.destroyed.bit_count():
        return LessonOutcome(_("Well done. Your hero destroyed %(spaces)s.") % {"spaces": _monster_spaces(destroyed)})

    def hits(placement: Placement) -> int:
        return desk.position.drawing(desk.offer, placement).destroyed.bit_count()

    best = max(desk.offer.placements(), key=hits)
    if not hits(best):
        return LessonOutcome(_("Your hero found no monster within reach."))
    cells = desk.position.drawing(desk.offer, best).cells
    words = {"space": space_list(cells), "spaces": _monster_spaces(hits(best))}
    sentence = _("Missed. A hero on %(space)s would have destroyed %(spaces)s.") % words
    return LessonOutcome(sentence, cells)


def _monster_spaces(count: int) -> str:
    return spaces_of(Feature.MONSTER, count)


def heroes_lesson_view(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonView | None:
    """Return the Heroes lesson's texts for the open turn, or None when the game is over.

    `log` is what the viewer may see.
    """
    topic = heroes_topic(view)
    if topic is None:
        return None
    drawing = last_drawing(seated, log) if _follows_hero(view) else None
    outcome = hero_outcome(drawing) if drawing else None
    title, text = heroes_words(topic, view)
    last = topic is HeroesTopic.END
    return LessonView(
        title=title,
        text=text,
        target=_TARGETS.get(topic, LessonTarget.MAP),
        leave=leave_url(seated.table),
        earned=outcome.sentence if outcome else "",
        lit=(outcome.spaces if outcome else 0) or spaces_for(topic, view),
        practice=practice_offer(game_named(KEY), HEROES_SET) if last else None,
        ways=(LessonWay("play-real", _new_table(), _("New table")),) if last else (),
    )


def _new_table() -> str:
    """Return the address for setting up a Heroes game."""
    return game_page_url("tables:new", game_named(KEY), capacity="1", set=HEROES_SET)


def _follows_hero(view: View) -> bool:
    """Return True if the card before the open one was a hero."""
    return view.choice is None and [type(view.card(id)) for id in view.column[-2:-1]] == [HeroCard]


def heroes_words(topic: HeroesTopic, view: View) -> tuple[str, str]:
    """Return the title and the text of a topic."""
    seat = view.viewer or 0
    ambushes = _ambushes(view)
    score = view.scores[-1][seat] if view.scores else None
    words = {
        "earned": stars_of(score.total) if score else "",
        "lost": stars_of(score.losses) if score else "",
        "losses": stars_of(view.boards[seat].monster_losses().bit_count()),
        "zombies": _monster_spaces(_spreading(view).bit_count()),
        "coins": coins_of(ambushes[-1].coins) if ambushes else "",
    }
    return _title(topic, view), str(_TEXTS[topic]) % words


def _title(topic: HeroesTopic, view: View) -> str:
    """Return the title: the name of the card that the topic explains, or else its own."""
    if topic in _TITLES:
        return str(_TITLES[topic])
    if view.choice:
        return card_name(view.choice.card)
    return card_name(view.open if isinstance(view.open, HeroCard) else _ambushes(view)[-1])


_TITLES = {
    HeroesTopic.RUINS: gettext_lazy("Ruins"),
    HeroesTopic.DESTROYED: gettext_lazy("Destroyed spaces"),
    HeroesTopic.SCORING: gettext_lazy("The season is over"),
    HeroesTopic.PENALTY: gettext_lazy("Monsters"),
    HeroesTopic.END: gettext_lazy("You know Heroes"),
}
"""Titles of the topics that don't explain a card."""

_TARGETS = {
    HeroesTopic.SCORING: LessonTarget.FIGURES,
    HeroesTopic.PENALTY: LessonTarget.FIGURES,
    HeroesTopic.END: LessonTarget.NOTHING,
}
"""Things that the topics are about, where that is not the map."""

_TEXTS = {
    HeroesTopic.RUINS: gettext_lazy("Draw the shape. Ruins have no effect here: Heroes has no ruins cards."),
    HeroesTopic.TROLL: gettext_lazy(
        "After each scoring, the Troll destroys an adjacent empty space. Fill the highlighted spaces."
    ),
    HeroesTopic.HERO: gettext_lazy("Heroes attack the marked spaces around them. Draw yours on a highlighted space."),
    HeroesTopic.DESTROYED: gettext_lazy(
        "Destroyed spaces are filled but have no terrain. Marks also destroy monsters drawn later."
    ),
    HeroesTopic.TROLL_ACTS: gettext_lazy("The season is scored. Now choose the empty space that the Troll destroys."),
    HeroesTopic.SCORING: gettext_lazy("You scored %(earned)s. Empty spaces next to monsters cost you %(lost)s."),
    HeroesTopic.GORGON: gettext_lazy(
        "The Gorgon destroys one adjacent space, empty or filled. Choose the least valuable one."
    ),
    HeroesTopic.AIM: gettext_lazy("Each hero has its own attack pattern. Rotate or flip it to aim."),
    HeroesTopic.PENALTY: gettext_lazy("Empty spaces next to monsters now cost %(losses)s a season. Fill them."),
    HeroesTopic.ZOMBIES: gettext_lazy(
        "After each scoring, Zombies take every adjacent empty space. Fill the highlighted spaces."
    ),
    HeroesTopic.SPREAD: gettext_lazy("The Zombies now hold %(zombies)s. Surround them before the next scoring."),
    HeroesTopic.DRAGON: gettext_lazy(
        "Destroy or surround the whole Dragon to earn %(coins)s. Fill the highlighted spaces."
    ),
    HeroesTopic.END: gettext_lazy("You have met every monster."),
}

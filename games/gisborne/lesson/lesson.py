"""Texts of the lesson: at most 15 words at once, and what they point at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.contract import Seat
from engine.gisborne.cards import steps_of
from engine.gisborne.events import ChipGiven, Discarded, Event, Kept, Laid
from engine.gisborne.outlook import find_outlook
from engine.gisborne.tiles import SLOTS
from engine.gisborne.view import LayDesk, View
from games.gisborne.lesson.steps import Step, done_steps, due_step, leading_play, stands_on
from games.gisborne.way.words import field_id, slot_id
from games.gisborne.words.names import KEY, card_list
from games.play.lessons import Bubble, LessonWay, leave_url
from games.play.words import and_list
from games.tables.game import Seated, game_named
from games.tables.lobby.filters import game_page_url, practice_offer


class Target(StrEnum):
    """Part of the table that a bubble points at; the value is its name in the styles."""

    HAND = "hand"
    TENT = "tent"
    WAY = "way"
    CHIPS = "chips"
    BUTTON = "button"
    SEATS = "seats"


@dataclass(frozen=True, slots=True)
class WayBubble(Bubble):
    """Bubble of the lesson; `place` is the id of the field or slot that its text refers to, "" for none."""

    place: str = ""

    @property
    def spaces(self) -> str:
        """Return the place: a script outlines it, and scrolls the way to it."""
        return self.place


def build_bubble(seated: Seated, view: View, seat: Seat, events: Sequence[Event]) -> WayBubble:
    """Return what the lesson says to a seat. `events` are all events of the game."""
    done = done_steps(events, seat, view.way.rivers)
    before = done_steps(events[: _last_answer(events, seat)], seat, view.way.rivers)
    step = due_step(view, done)
    return WayBubble(
        title=str(_TITLES[step]),
        text=_text(step, view),
        target=_target(step, view),
        place=_place(step, view, seat),
        leave=leave_url(seated.table),
        earned=_report(done - before, len(done)),
        practice=None if step else practice_offer(game_named(KEY)),
        ways=() if step else (_way_to_table(),),
    )


def _last_answer(events: Sequence[Event], seat: Seat) -> int:
    """Return the number of events before the latest answer of a seat, 0 for none."""
    answers = (Laid, Discarded, ChipGiven, Kept)
    found = (at for at, event in enumerate(events) if isinstance(event, answers) and event.seat == seat)
    return max(found, default=0)


def _report(new: frozenset[Step], number: int) -> str:
    """Return the steps done with the latest answer, in a sentence; "" for none."""
    if not new:
        return ""
    titles = and_list([str(_TITLES[step]) for step in Step if step in new])
    return _("%(number)s of %(all)s done: %(steps)s.") % {"number": number, "all": len(Step), "steps": titles}


def _way_to_table() -> LessonWay:
    """Return the way from the last bubble to a table of one's own."""
    return LessonWay("play-real", game_page_url("tables:new", game_named(KEY)), _("Start a real game"))


def _acts(step: Step | None, view: View) -> bool:
    """Return True if the pawn stands where a step is done, or a question about it is open."""
    return step is not None and (not isinstance(view.desk, LayDesk) or stands_on(step, view.desk))


def _text(step: Step | None, view: View) -> str:
    words = {"n": view.definition.river_hand, "chip": view.definition.beach_chip}
    if step in _LEADING:
        if _acts(step, view):
            return str(_ACTING[step]) % words
        return str(_LEADING[step]) % {"cards": card_list(leading_play(step, view)), **words}
    return str(_TEXTS[step]) % words


def _target(step: Step | None, view: View) -> Target:
    return Target.HAND if step in _ACTING and _acts(step, view) else _TARGETS[step]


def _place(step: Step | None, view: View, seat: Seat) -> str:
    """Return the id of the place that a text about the way refers to, "" for none."""
    if _target(step, view) not in {Target.WAY, Target.CHIPS}:
        return ""
    if step is Step.BEACH:
        return slot_id(SLOTS[0])
    field = view.at[seat]
    if step in _LEADING and isinstance(view.desk, LayDesk):
        steps = steps_of(leading_play(step, view))
        field = find_outlook(view, seat, steps // 2 if view.desk.halved else steps).to
    return field_id(field) if field else ""


_TITLES: Final = {
    Step.LAY: gettext_lazy("Cards"),
    Step.METALS: gettext_lazy("Metals"),
    Step.TENT: gettext_lazy("Tent"),
    Step.VIEWPOINT: gettext_lazy("Chips"),
    Step.SCORING: gettext_lazy("Position scoring"),
    Step.VILLAGE: gettext_lazy("Villages"),
    Step.SWAMP: gettext_lazy("Swamps"),
    Step.RIVER: gettext_lazy("Rivers"),
    Step.PUSH: gettext_lazy("Pushing"),
    Step.BEACH: gettext_lazy("Beach"),
    None: gettext_lazy("You know Gisborne"),
}

_TARGETS: Final = {
    Step.LAY: Target.HAND,
    Step.METALS: Target.HAND,
    Step.TENT: Target.TENT,
    Step.VIEWPOINT: Target.CHIPS,
    Step.SCORING: Target.BUTTON,
    Step.VILLAGE: Target.WAY,
    Step.SWAMP: Target.WAY,
    Step.RIVER: Target.WAY,
    Step.PUSH: Target.WAY,
    Step.BEACH: Target.WAY,
    None: Target.SEATS,
}

_TEXTS: Final = {
    Step.LAY: gettext_lazy("Choose cards of one metal. Their values are the steps of your pawn."),
    Step.METALS: gettext_lazy("After bronze you draw back 2 cards, after silver 1, after gold none. Lay bronze."),
    Step.TENT: gettext_lazy("Your pawn stays, and you draw 2 cards. Lay the tent now."),
    Step.SCORING: gettext_lazy("Choose how many cards become points. The others go into your hand."),
    Step.PUSH: gettext_lazy("Two pawns can’t share a field. If you stop on another pawn, you’re pushed on."),
    Step.BEACH: gettext_lazy("The first pawn on the beach wins %(chip)s points. The game ends with that round."),
    None: gettext_lazy("Most points win. Now start your own game."),
}

_LEADING: Final = {
    Step.VIEWPOINT: gettext_lazy("They are points. To land on one, lay %(cards)s."),
    Step.VILLAGE: gettext_lazy("They let you mix metals. Reach one with %(cards)s."),
    Step.SWAMP: gettext_lazy("They halve your next steps. Try one with %(cards)s."),
    Step.RIVER: gettext_lazy("You can take only %(n)s cards across. Cross with %(cards)s."),
}
"""Texts of the steps that are taught on a certain field, for pawns that can reach it."""

_ACTING: Final = {
    Step.VILLAGE: gettext_lazy("You are in a village. Lay cards of two metals together."),
    Step.SWAMP: gettext_lazy("You are in a swamp: your steps are halved. Leave it."),
    Step.RIVER: gettext_lazy("Only %(n)s cards may cross the river. Discard the others."),
}
"""Texts of these steps for pawns that are there."""

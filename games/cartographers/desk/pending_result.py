"""Drawing or choice in progress: what it would change, or why it isn't possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Overlap
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Outcome
from engine.cartographers.view import Desk, View
from engine.contract import RuleViolation
from games.cartographers.desk.placement_state import Ghost
from games.cartographers.desk.placement_values import Goal, combined_goals
from games.cartographers.desk.words import (
    covered_spaces_sentence,
    destroyed_spaces_sentence,
    in_hand_sentence,
    placed_spaces_sentence,
)
from games.cartographers.goals.figures import FigureChange, figure_changes
from games.cartographers.others.ambush import harm_sentences
from games.cartographers.words.features import coins_of
from games.cartographers.words.refusals import refusals
from games.cartographers.words.skills import chosen_skill_sentence
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class PendingResult:
    """State of an unconfirmed drawing or choice, shown next to the map.

    `owner` is the owner of the affected map. `where` describes the drawing's spaces, or the shape in hand if it isn't
    placed, for screen readers. `hint` is the next thing to do while nothing is placed; `problem` is why the drawing
    isn't possible. `cost` is what coin spaces cost, and what landmarks would earn; `doomed` lists what it would cover
    or destroy, `harm` what a monster there would cost its owner, `changes` its effect on each figure. `looks` are the
    goals that can be shown on the map as heat. `skill` is the one that it uses, with its cost.
    """

    owner: Person
    legal: bool = False
    where: str = ""
    hint: str = ""
    problem: str = ""
    doomed: str = ""
    harm: str = ""
    changes: tuple[FigureChange, ...] = ()
    looks: tuple[Goal, ...] = ()
    cost: str = ""
    skill: str = ""

    @property
    def whose(self) -> str:
        """Label of the affected map, "" if it is the viewer's own."""
        return "" if self.owner.me else _("On %(name)s’s map") % {"name": self.owner.name}

    @property
    def sentences(self) -> tuple[str, ...]:
        """Nonempty sentences about the drawing or choice."""
        words = change_sentences(self.changes)
        parts = (self.skill, self.where, self.problem, self.cost, self.harm, self.doomed, words)
        return tuple(filter(None, parts))

    @property
    def aloud(self) -> str:
        """Text for screen readers."""
        return " ".join(self.sentences)


def change_sentences(changes: Iterable[FigureChange]) -> str:
    """Return the figures that would change, or "" for none."""
    return " ".join(_changed(change) for change in changes if change.counted and (change.better or change.worse))


def _changed(change: FigureChange) -> str:
    now, then = change.figures
    return _("%(what)s: %(now)s, then %(then)s.") % {"what": change.label, "now": now, "then": then}


def build_pending_result(view: View, desk: Desk, ghost: Ghost, owner: Person) -> PendingResult:
    """Return the result of an unfinished drawing on the owner's map."""
    outcome, standing = outcome_of(desk, ghost), figure_changes(view, desk.position, desk.position)
    goals, skill = combined_goals(view, ghost), _skill(view, desk, ghost)
    if outcome is None:
        hint = _hint(desk, ghost)
        return PendingResult(
            owner, where=unplaced_sentence(ghost), hint=hint, changes=standing, looks=goals, skill=skill
        )
    if isinstance(outcome, RuleViolation):
        return PendingResult(
            owner,
            where=placed_sentence(ghost),
            problem=refusals(outcome),
            changes=standing,
            looks=goals,
            skill=skill,
        )
    drawn = desk.position.after(outcome)
    changed = figure_changes(view, desk.position, drawn)
    doomed = lost_spaces_sentence(desk, ghost, outcome)
    harm = (
        ""
        if owner.me or view.as_on_paper
        else " ".join(harm_sentences(*changed_losses(desk.board, drawn.board), owner.name))
    )
    return PendingResult(
        owner,
        legal=True,
        where=placed_sentence(ghost),
        doomed=doomed,
        harm=harm,
        changes=changed,
        looks=goals,
        cost=cost_sentence(outcome.spent - ghost.chosen.cost, outcome.landmark_coins),
        skill=skill,
    )


def lost_spaces_sentence(desk: Desk, ghost: Ghost, outcome: Outcome) -> str:
    """Return the sentences about spaces that a drawing would cover, and others that it would destroy, "" for none."""
    overlap, covered = ghost.chosen.overlap, ghost.cells & desk.board.filled
    attacked = outcome.destroyed & ~covered if overlap is Overlap.DESTROY else outcome.destroyed
    sentences = covered_spaces_sentence(overlap, covered), destroyed_spaces_sentence(outcome.terrain, attacked)
    return " ".join(filter(None, sentences))


def cost_sentence(spent: int, earned: int) -> str:
    """Return the sentences about the coins that coin spaces cost, and that landmarks would give, or ""."""
    sentences = [_("This costs %(coins)s.") % {"coins": coins_of(spent)}] if spent else []
    if earned:
        sentences.append(_("This earns %(coins)s from landmarks.") % {"coins": coins_of(earned)})
    return " ".join(sentences)


def _skill(view: View, desk: Desk, ghost: Ghost) -> str:
    """Return the sentence about the skill of the shape in hand, "" for none."""
    skill = next((skill for skill in view.skills if skill.id == ghost.chosen.skill), None)
    return chosen_skill_sentence(skill, desk.position.coins) if skill else ""


def _hint(desk: Desk, ghost: Ghost) -> str:
    if ghost.chosen.targets:
        return _("Select a monster space to replace.")
    if ghost.chosen.anywhere:
        return _("Select a space on the map to place the shape.")
    if desk.offer.place is not None:
        return _("Cover at least one of the circled spaces.")
    if desk.offer.covering:
        return _("Cover at least one of the circled ruins.")
    return _("Select a space on the map to place the shape.")


def unplaced_sentence(ghost: Ghost) -> str:
    """Return the sentence about a shape in hand that isn't placed."""
    return in_hand_sentence(ghost.offer, ghost.option, ghost.terrain, ghost.orientation.turn)


def placed_sentence(ghost: Ghost) -> str:
    """Return the sentence about the spaces of a placed shape."""
    attack = 0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor)
    return placed_spaces_sentence(ghost.terrain, ghost.cells, attack, fits=ghost.legal)


def changed_losses(board: Board, drawn: Board) -> tuple[Mask, Mask]:
    """Return the spaces that would start to cost a star, and those that would stop."""
    now, then = board.monster_losses(), drawn.monster_losses()
    return then & ~now, now & ~then


def outcome_of(desk: Desk, ghost: Ghost) -> Outcome | RuleViolation | None:
    """Return the outcome of the drawing, or the violation if it isn't allowed; None if it isn't placed."""
    placement = ghost.placement
    if placement is None:
        return None
    try:
        return desk.position.drawing(desk.offer, placement)
    except RuleViolation as violation:
        return violation

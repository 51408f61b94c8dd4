"""What is being drawn or chosen: what it would change, or why it cannot be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Outcome
from engine.cartographers.view import Desk, View
from engine.contract import RuleViolation
from games.cartographers.desk.placing import Ghost
from games.cartographers.desk.words import doomed_sentence, in_hand_sentence, lying_sentence
from games.cartographers.desk.worth import Goal, looks
from games.cartographers.goals.changes import Change, changes
from games.cartographers.others.ambush_words import harm_sentences
from games.cartographers.words.refusals import refusals
from games.play.people import Person


@dataclass(frozen=True, slots=True)
class Pending:
    """What stands beside the map about a drawing, or a choice, that is being made: how things stand there and what it
    would change, what it would destroy, why it cannot be (`problem`), or where nothing is put forward yet what to do
    (`hint`). `owner` is whose map it is about, `harm` tells what a monster there costs its owner, `where` for those who
    only hear it where the drawing lies, or what is in hand while it lies nowhere; `looks` is what can be asked of the
    map, by the chips of the figures and beside them.
    """

    owner: Person
    legal: bool = False
    where: str = ""
    hint: str = ""
    problem: str = ""
    doomed: str = ""
    harm: str = ""
    changes: tuple[Change, ...] = ()
    looks: tuple[Goal, ...] = ()

    @property
    def whose(self) -> str:
        """Whose map this is about, "" for the viewer’s own."""
        return "" if self.owner.me else _("On %(name)s’s map") % {"name": self.owner.name}

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is told of it, sentence by sentence."""
        parts = (self.where, self.problem, self.harm, self.doomed, changed_sentences(self.changes))
        return tuple(filter(None, parts))

    @property
    def aloud(self) -> str:
        """What is said aloud of it."""
        return " ".join(self.sentences)


def changed_sentences(changes: Iterable[Change]) -> str:
    """The figures that would change, "" for none."""
    return " ".join(_changed(change) for change in changes if change.better or change.worse)


def _changed(change: Change) -> str:
    now, then = change.figures
    return _("%(what)s: %(now)s, then %(then)s.") % {"what": change.label, "now": now, "then": then}


def pending(view: View, desk: Desk, ghost: Ghost, owner: Person) -> Pending:
    """About a drawing in the making, on the owner’s map."""
    outcome, standing = outcome_of(desk, ghost), changes(view, desk.position, desk.position)
    asked = looks(view.next_season, ghost)
    if outcome is None:
        hint = _("Select a space on the map to place the shape.")
        return Pending(owner, where=unlaid_sentence(ghost), hint=hint, changes=standing, looks=asked)
    if isinstance(outcome, RuleViolation):
        return Pending(owner, where=laid_sentence(ghost), problem=refusals(outcome), changes=standing, looks=asked)
    drawn = desk.position.after(outcome)
    changed = changes(view, desk.position, drawn)
    doomed = doomed_sentence(outcome.terrain, outcome.destroyed)
    harm = "" if owner.me else " ".join(harm_sentences(*harm_of(desk.board, drawn.board), owner.name))
    return Pending(
        owner, legal=True, where=laid_sentence(ghost), doomed=doomed, harm=harm, changes=changed, looks=asked
    )


def unlaid_sentence(ghost: Ghost) -> str:
    """What is in hand of a drawing that lies nowhere."""
    return in_hand_sentence(ghost.offer, ghost.option, ghost.terrain, ghost.orientation.turn)


def laid_sentence(ghost: Ghost) -> str:
    """Where a drawing lies that was put down."""
    attack = 0 if ghost.anchor is None else ghost.orientation.marks(ghost.anchor)
    return lying_sentence(ghost.terrain, ghost.cells, attack, fits=ghost.legal)


def harm_of(board: Board, drawn: Board) -> tuple[Mask, Mask]:
    """The spaces that would cost a star from then on, and those that would not any more."""
    now, then = board.monster_losses(), drawn.monster_losses()
    return then & ~now, now & ~then


def outcome_of(desk: Desk, ghost: Ghost) -> Outcome | RuleViolation | None:
    """What the drawing would do, or why it cannot be; None where it lies nowhere."""
    placement = ghost.placement
    if placement is None:
        return None
    try:
        return desk.position.drawing(desk.offer, placement)
    except RuleViolation as violation:
        return violation

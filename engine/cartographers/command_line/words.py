"""Sentences of the command line: codes and spaces in, English out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine import Fault, RecordFault
from engine.cartographers import space_names
from engine.cartographers.errors import Refusal
from engine.cartographers.geometry import Mask
from engine.cartographers.placement import Forced
from engine.cartographers.scoring.contribution import CardContribution, Limited, Overruled, TierReached
from engine.cartographers.skills import SkillPower

_LONGEST = 400
"""Maximum number of characters of an event that are shown."""


def count_text(number: int, word: str) -> str:
    """Return a number with its noun: "1 star", "3 stars"."""
    return f"{number} {word}" if abs(number) == 1 else f"{number} {word}s"


def stars_text(number: int) -> str:
    """Return a number of stars."""
    return count_text(number, "star")


def code_text(code: str) -> str:
    """Return the name of a title or season: "Master Mapsmith"."""
    return code.replace("_", " ").title()


def space_list(spaces: Mask) -> str:
    """Return space names."""
    return " ".join(space_names(spaces))


def contribution_text(contribution: CardContribution, *, several: bool) -> str:
    """Return the text for one contribution; it names the clause if the card has `several`."""
    text = stars_text(contribution.total)
    if isinstance(contribution, Limited):
        return f"{text}, {'cap' if contribution.total < 0 else 'floor'} of the card: {contribution.limit}"
    if isinstance(contribution, Overruled):
        return f"{text}, clause {contribution.part + 1} doesn't count: {stars_text(contribution.stars)}"
    if isinstance(contribution, TierReached):
        text += f" (tier for {contribution.units})"
    elif contribution.units != 1:
        text += f" ({contribution.units} x {contribution.stars})"
    if several:
        text += f", clause {contribution.part + 1}"
    if contribution.spaces:
        text += f": {space_list(contribution.spaces)}"
    return text + (f", by way of {space_list(contribution.through)}" if contribution.through else "")


def losses_text(spaces: Mask) -> str:
    """Return the text for stars lost to monsters, with the empty spaces that cost 1 star each."""
    return f"1 each for the empty spaces beside them: {space_list(spaces)}"


FORCED: Mapping[Forced, str] = {
    Forced.NOTHING_FITS: "No shape on the card fits anywhere. Fill any single empty space.",
    Forced.NO_EMPTY_RUINS: "There are no empty ruins left. Fill any single empty space.",
    Forced.NOTHING_REACHES_RUINS: "No shape on the card can cover empty ruins. Fill any single empty space.",
    Forced.NOTHING_REACHES_PLACE: "No shape on the card can reach its place. Fill any single empty space.",
}

REFUSALS: Mapping[str, str] = {
    Refusal.UNKNOWN_OPTION: "The card has no shape with that number.",
    Refusal.TERRAIN_NOT_OFFERED: "The card doesn't offer that terrain.",
    Refusal.OFF_MAP: "The shape would extend past the edge of the map.",
    Refusal.BLOCKED: "The shape would cover filled spaces",
    Refusal.RUINS_REQUIRED: "The shape must cover empty ruins",
    Refusal.EDGE_REQUIRED: "The shape must cover a space on the edge.",
    Refusal.MOUNTAIN_REQUIRED: "The shape must cover a space next to a mountain.",
    Refusal.LANDMARK_REQUIRED: "The shape must cover a space next to a landmark.",
    Refusal.REGION_REQUIRED: "The shape must cover a space of the card's region.",
    Refusal.EMPTY_REQUIRED: "The shape must cover at least one empty space.",
    Refusal.TOO_FEW_COINS: "This costs more coins than the player has.",
    Refusal.SKILL_NOT_NEEDED: "This can be drawn without a skill, for no coins.",
    Refusal.NOT_A_TARGET: "The monster can't take that space. It can take",
    Refusal.GAME_OVER: "The game is over.",
    Refusal.TURN_OVER: "That turn is over.",
    Refusal.TURN_AHEAD: "That turn hasn't started yet.",
    Refusal.ALREADY_DRAWN: "That seat has already answered.",
    Refusal.NOT_DRAWN: "That seat has nothing to undo.",
    Refusal.NOT_ASKED: "This turn asks for something else.",
    Refusal.NOTHING_TO_DRAW: "The map is full.",
    Refusal.NOTHING_TO_DESTROY: "There is nothing the monster can destroy.",
    Refusal.PRACTICE: "Practice games have one seat.",
    Refusal.SEATS: "There is no such seat, or the number of seats isn't supported.",
    Refusal.POOL: "The game needs scoring cards of all four stacks.",
    Refusal.SEASONS: "The game needs seasons with distinct ids.",
    Refusal.SAME_ID: "Two cards in the game have the same id.",
    Refusal.SINGLES: "A single square needs a terrain; it can be a hero only if heroes are in the game.",
    Refusal.EDICTS: "The edicts need one scoring card from each of the four stacks in the game.",
    Refusal.SHORT_DECK: "There are too few explore cards for seasons of that length.",
    Refusal.NO_ROOM: "No explore card has a shape that fits on that sheet.",
    Refusal.NO_FAIR_SHEET: "No fair random map sheet has the counts of that sheet.",
    Refusal.SKILL_COST: "A skill costs 1 to 5 coins.",
    Refusal.SKILL_NOT_OFFERED: "No skill of this game that shows the next card has that id.",
    Refusal.SKILL_USED: "You have already used a skill in this turn.",
    Refusal.NO_NEXT_CARD: "The season ends after this turn, so there is no next card.",
}


SKILLS = {
    SkillPower.ANY_TERRAIN: "the card's shapes in a terrain that it lacks.",
    SkillPower.SINGLE: "a single square.",
    SkillPower.GROW: "a shape with one square more.",
    SkillPower.SHRINK: "a shape with one square less.",
    SkillPower.ANYWHERE: "the card's shapes away from the ruins or place that they are tied to.",
    SkillPower.EARLIER: "a shape of a card revealed earlier in the season.",
    SkillPower.REPLACE: "the card's shapes, also over what is drawn already.",
    SkillPower.SLAY: "a single square over a monster's space.",
    SkillPower.PEEK: "a look at the next card before you draw. Type skill and its id.",
}


def refusal_text(code: str, spaces: Sequence[str] = ()) -> str:
    """Return the text of a refusal, with the spaces that block the placement or would be allowed."""
    text = REFUSALS[code]
    return f"{text}: {' '.join(spaces)}." if spaces else text.removesuffix(".") + "."


OTHER_SEED = "the seed doesn't match the commitment (SHA-256)"


def deck_mismatch_text(label: str) -> str:
    """Return the message for a deck that the seed shuffles differently from the record."""
    return f"{label}: the seed gives a different order"


def fault_text(record_fault: RecordFault, recorded: tuple[str, Any] | None, expected: tuple[str, Any] | None) -> str:
    """Return the message for the first faulty event of a record.

    `recorded` and `expected` are (kind, data), or None if there is no such event.
    """
    match record_fault.reason:
        case Fault.NO_START:
            why = "the record doesn't begin with the start of a game and its edicts"
        case Fault.DIFFERS:
            why = f"the rules give {_event(expected)}, the record has {_event(recorded)}"
        case Fault.REFUSED:
            why = f"the rules don't allow {_event(recorded)} ({record_fault.detail})"
        case Fault.NOT_AN_ANSWER:
            why = f"no action of a player leads to this event: {_event(recorded)}"
        case Fault.MISSING:
            why = "the record ends before the game is over"
    return f"event {record_fault.number}: {why}"


def _event(event: tuple[str, Any] | None) -> str:
    if event is None:
        return "nothing"
    kind, data = event
    text = json.dumps(data)
    return f"{kind} {text if len(text) <= _LONGEST else text[:_LONGEST] + '...'}"


def valid_record_text(events: int, *, with_seed: bool) -> str:
    """Return the message for a record that passes the check."""
    decks = "and the decks match the seed" if with_seed else "decks not checked because there is no seed"
    return f"The record is valid: {count_text(events, 'event')}, {decks}."


def unknown_input_text(reason: str) -> str:
    """Return the message for typed input that was not understood."""
    return f'{reason[:1].upper()}{reason[1:]}. Type "help" for a list of commands.'


HELP = (
    "1 farm r1 E1  place a shape: its number, terrain, rotation (r0 to r3, f to flip) and the space of its first cell",
    "              (the first in reading order); the rotation is optional",
    "skill NAME    look at the next card with a skill of the game, given by its id; this can't be undone",
    "C5            destroy this space, if a monster requires it",
    "legal         list all legal placements",
    "score         show the current score of edicts and monsters, with reasons",
    "map           show the map and the card again",
    "help          this",
    "quit          leave the game",
)
BYE = "You left the game before its end."
SEED = "Seed of this game"

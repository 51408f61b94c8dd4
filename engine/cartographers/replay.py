"""Playing a recorded game again, with every event checked, many times as fast as deciding it anew.

`verification` decides everything again by the rules themselves; tests hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EffectPassed,
    Event,
    GameEnded,
    HeroDeckShuffled,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.faults import MALFORMATIONS, Fault, ReplayFault
from engine.cartographers.inspection import Differs
from engine.cartographers.referee import Referee
from engine.cartographers.state import State
from engine.contract import RuleViolation


def replay(events: Sequence[Event]) -> State:
    """The state after a game's events, every one of them checked against the rules. Raises ReplayFault."""
    number = 0
    try:
        referee = Referee(events)
        for number, event in enumerate(events[3:], 3):  # noqa: B007 - the number is for the fault
            _CHECKS[type(event)](referee, event)
    except Differs:
        raise ReplayFault(number + 1, Fault.DIFFERS) from None
    except RuleViolation as refusal:
        raise ReplayFault(number + 1, Fault.REFUSED, detail=refusal.code) from None
    except MALFORMATIONS as error:
        raise ReplayFault(number + 1, Fault.MALFORMED, detail=str(error)) from error
    if not referee.may_rest():
        raise ReplayFault(len(events) + 1, Fault.MISSING)
    return referee.state()


_CHECKS: Final[dict[type, Callable[[Referee, Any], None]]] = {
    HeroDeckShuffled: Referee.shuffle_heroes,
    SeasonBegan: Referee.begin_season,
    CardRevealed: Referee.reveal,
    Drawn: Referee.draw,
    TakenBack: Referee.take_back,
    TurnClosed: Referee.close_turn,
    MonsterWalkedIn: Referee.walk_in,
    MonstersSpread: Referee.act,
    ChoiceAsked: Referee.act,
    EffectPassed: Referee.act,
    Chosen: Referee.choose,
    SeasonScored: Referee.score_season,
    GameEnded: Referee.end,
}

"""The `verify` check is independent of the game: it checks records of the toy too."""

from dataclasses import replace
from random import Random

import pytest

from engine.contract import Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin
from engine.verification import Fault, RecordFault, check, verify
from tests.games.tables.toy_features import RULES
from tests.games.tables.toy_rules import Event, Kind, Pick, Setup, State, TakeBack

SEED = bytes(range(SEED_BYTES))


def played(turns: int = 3, *, calls: bool = False) -> tuple[list[Event], State]:
    """Return a whole two-player game in which one player undoes answers."""
    rng, chance = Shuffler(SEED), Random(1)
    events, state = begin(RULES, Setup(turns, calls), 2, rng)
    while not state.over:
        for command in _turn(state, chance):
            run = advance(RULES, state, command, rng)
            events, state = [*events, *run.events], run.state
    return events, state


def _turn(state: State, chance: Random) -> list[Pick | TakeBack]:
    turn, caller = state.turn, state.caller
    first = Pick(Seat(0), turn, chance.randrange(10))
    picks: list[Pick | TakeBack] = [first, TakeBack(Seat(0), turn), first]
    if not state.setup.calls:
        return [*picks, Pick(Seat(1), turn, 5)]
    picked = first.number if caller == 0 else 5
    again = Pick(caller, turn, (picked + 3) % 10, Kind.AGAIN)
    twice = [again] if caller == 1 else [again, TakeBack(caller, turn, Kind.AGAIN), again]
    other = Pick(Seat(1), turn, 5)
    answers = [*picks, *twice, other] if caller == 0 else [*picks, other, *twice]
    return [Pick(caller, turn, 7, Kind.CALL), *answers]


@pytest.mark.parametrize("calls", [False, True])
def test_a_record_that_holds(calls: bool) -> None:
    events, state = played(calls=calls)
    assert check(RULES, events) == state
    verification = verify(RULES, events, SEED)
    assert (verification.shuffled, verification.differing, verification.fault, verification.state) == (
        ("deck",),
        (),
        None,
        state,
    )


def test_another_seed_is_told_from_another_game() -> None:
    events, state = played(8)
    verification = verify(RULES, events, bytes(SEED_BYTES))
    assert (verification.differing, verification.fault, verification.state) == (("deck",), None, state)


def test_what_was_tampered_with_is_found_where_it_stands() -> None:
    events, _ = played()
    index = next(number for number, event in enumerate(events) if event.kind == "picked")
    for kind, data, reason in (
        ("picked", {**events[index].data, "number": 77}, Fault.REFUSED),
        ("picked", {**events[index].data, "note": "other"}, Fault.DIFFERS),
        ("sneezed", {}, Fault.NOT_AN_ANSWER),
    ):
        tampered = [*events[:index], replace(events[index], kind=kind, data=data), *events[index + 1 :]]
        with pytest.raises(RecordFault) as fault:
            check(RULES, tampered)
        assert (fault.value.number, fault.value.reason) == (index + 1, reason)


def test_what_cannot_be_taken_back_is_no_part_of_a_record() -> None:
    events, _ = played(calls=True)
    index = next(number for number, event in enumerate(events) if event.kind == "picked_again")
    for what in (Kind.PICK, Kind.CALL):
        withdrawn = Event("taken_back", {"seat": events[index].data["seat"], "what": what.value})
        with pytest.raises(RecordFault) as fault:
            check(RULES, [*events[: index + 1], withdrawn])
        assert (fault.value.number, fault.value.reason) == (index + 2, Fault.REFUSED)


def test_a_record_that_is_cut_lacks_what_the_rules_write() -> None:
    events, _ = played()
    with pytest.raises(RecordFault) as fault:
        check(RULES, events[:-1])
    assert (fault.value.reason, fault.value.expected) == (Fault.MISSING, events[-1])
    under_way = verify(RULES, events[:3], SEED)
    assert under_way.fault
    assert under_way.fault.reason is Fault.MISSING

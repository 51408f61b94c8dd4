"""Count of the turns of each seat by the person who drew them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, Q

from engine.contract import Ask
from games.tables.game import AnyRules, game_of
from games.tables.holders import held, is_solo
from games.tables.models import Incident, Seat, Table, TableEvent, join_definition

_COLUMNS: Final = ("number", "seat", "stand_in", "kind", "data", "definition__data")


@dataclass(frozen=True, slots=True)
class TurnDrawn:
    """Turn of one seat: its answering event's number, and the key of the user who drew it.

    `user_id` is None for the stand-in, and for a former player whose account is deleted.
    """

    seat: int
    turn: int
    number: int
    stand_in: bool
    user_id: int | None


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """The standing answer of a seat in a turn: the number of its event, and whether the stand-in gave it."""

    number: int
    stand_in: bool


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a log as it is needed here, decoded."""

    number: int
    seat: int | None
    stand_in: bool
    event: Any


def turns_drawn_by_person_per_seat(table: Table, seats: Sequence[Seat]) -> dict[int, tuple[TurnDrawn, ...]]:
    """Return for each seat its answered turns in order, with the person who drew each.

    Turns in which nothing was asked of a seat are not among them. Raises UnknownGame.
    """
    rules = game_of(table).rules
    rows = TableEvent.objects.filter(table=table).order_by("number").values_list(*_COLUMNS)
    events = (
        LoggedEvent(number, seat, stand_in, rules.decode(kind, join_definition(shared, data)))
        for number, seat, stand_in, kind, data, shared in rows
    )
    answers, changes = answers_by_turn(rules, events), _changes(table)
    drawn: dict[int, list[TurnDrawn]] = {seat.index: [] for seat in seats}
    users = {seat.index: seat.user_id for seat in seats}
    for (seat, turn), answer in sorted(answers.items()):
        if seat in drawn:
            user = None if answer.stand_in else _holder(users[seat], answer.number, changes)
            drawn[seat].append(TurnDrawn(seat, turn, answer.number, answer.stand_in, user))
    return {seat: tuple(turns) for seat, turns in drawn.items()}


def seats_mostly_drawn_by_others(table: Table, seats: Sequence[Seat]) -> frozenset[int]:
    """Return the seats whose present player drew fewer than half of their turns. Raises UnknownGame."""
    if not _may_differ(table):
        return frozenset()
    drawn = turns_drawn_by_person_per_seat(table, seats)
    return frozenset(
        seat.index
        for seat in held(seats)
        if 2 * sum(turn.user_id == seat.user_id for turn in drawn[seat.index]) < len(drawn[seat.index])
    )


def find_turns_of_others(table: Table, seats: Sequence[Seat]) -> dict[int, frozenset[int]]:
    """Return by seat the turns that its present player didn't draw. Raises UnknownGame."""
    if not _may_differ(table):
        return {seat.index: frozenset() for seat in seats}
    drawn = turns_drawn_by_person_per_seat(table, seats)
    return {
        seat.index: frozenset(turn.turn for turn in drawn[seat.index] if turn.user_id != seat.user_id) for seat in seats
    }


def mark_absent(table: Table, seats: Sequence[Seat]) -> None:
    """Note on the seats of a game that ends which players drew fewer than half of their turns; does not save them."""
    absent = frozenset[int]() if is_solo(seats) else seats_mostly_drawn_by_others(table, seats)
    for seat in seats:
        seat.drew_less_than_half = seat.index in absent


def count_stand_in_turns(user_id: int) -> Counter[int]:
    """Return by table key how many turns the stand-in answered for the user's present seats.

    Runs one query for all tables. The data of an event names the seat that answered; the column `seat` only says
    whose command caused it.
    """
    own = Q(stand_in=True, table__seats__user=user_id, seat=F("table__seats__index"))
    events = TableEvent.objects.filter(own).values_list("table", "turn", "seat", "data")
    turns = {(table, turn) for table, turn, seat, data in events if data.get("seat") == seat}
    return Counter(table for table, _turn in turns)


def stored_answers(tables: Iterable[Table], turns: Collection[int]) -> dict[tuple[int, int, int], StandingAnswer]:
    """Return by table (its key), turn and seat the last answers in those turns of some games, in one statement."""
    events = TableEvent.objects.filter(table__in=list(tables), turn__in=turns, seat__isnull=False).order_by("number")
    rows = events.values_list("table", "turn", "seat", "number", "stand_in", "data")
    return {
        (table, turn, seat): StandingAnswer(number, stand_in)
        for table, turn, seat, number, stand_in, data in rows
        if seat is not None and data.get("seat") == seat
    }


def answers_by_turn(rules: AnyRules, events: Iterable[LoggedEvent]) -> dict[tuple[int, int], StandingAnswer]:
    """Return by seat and turn the current answer to the first ask of the turn.

    A later ask in the same turn, such as a follow-up choice, does not change who drew the turn.
    """
    state, standing = rules.initial, dict[tuple[int, int], dict[str, StandingAnswer]]()
    before: Mapping[tuple[int, str], Ask] = {}
    for logged in events:
        state = rules.evolve(state, logged.event)
        after = {(int(ask.seat), ask.id): ask for ask in rules.asks(state)}
        for key, ask in before.items():
            if ask.seat != logged.seat:
                continue
            answers = standing.setdefault((int(ask.seat), ask.turn), {})
            now = after.get(key)
            if not ask.answered and (now is None or now.answered):
                answers[ask.id] = StandingAnswer(logged.number, logged.stand_in)
            elif ask.answered and now is not None and not now.answered:
                answers.pop(ask.id, None)
        before = after
    return {key: next(iter(answers.values())) for key, answers in standing.items() if answers}


def _may_differ(table: Table) -> bool:
    """Return whether anybody but the present players drew at the table; asked first, as it costs little."""
    if TableEvent.objects.filter(table=table, stand_in=True).exists():
        return True
    return bool(table.incidents_count) and Incident.objects.filter(_taken(table)).exists()


def _taken(table: Table) -> Q:
    return Q(table=table, kind=Incident.Kind.TAKEN)


def _changes(table: Table) -> list[tuple[int, int | None, int | None]]:
    """Return the seat changes, latest first: the event before, the former and the new player."""
    taken = Incident.objects.filter(_taken(table)).order_by("-pk")
    return list(taken.values_list("number", "person", "by"))


def _holder(user: int | None, number: int, changes: Sequence[tuple[int, int | None, int | None]]) -> int | None:
    """Return who held the seat, now held by `user`, when the event of that number happened."""
    for after, former, newcomer in changes:
        if number > after:
            break
        if user is not None and newcomer == user:
            user = former
    return user

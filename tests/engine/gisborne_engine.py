"""The engine's Gisborne in the words of its model: events, knowledge and refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from engine import runner
from engine.contract import Ask, RuleViolation, Seat
from engine.gisborne import commands as cmd
from engine.gisborne import events as ev
from engine.gisborne.cards import Face, sort_cards
from engine.gisborne.catalog import gisborne
from engine.gisborne.definition import LaidNumbers
from engine.gisborne.errors import Refusal
from engine.gisborne.game import RULES
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import Chest, State
from engine.gisborne.view import KeepDesk, LayDesk
from engine.randomness import Shuffler
from tests.engine.gisborne_drawing import Position, draw_position
from tests.engine.gisborne_oracle import Refused, add_to_log
from tests.engine.gisborne_tables import Beginning, letter

REASONS = {
    Refusal.GAME_OVER: "over",
    Refusal.ROUND_OVER: "not asked",
    Refusal.ROUND_AHEAD: "not asked",
    Refusal.ASK_OVER: "not asked",
    Refusal.NOT_ASKED: "not asked",
    Refusal.ALREADY_LAID: "answered",
    Refusal.ALREADY_SAID: "answered",
    Refusal.NOTHING_LAID: "nothing",
    Refusal.TOO_MANY: "too many",
    Refusal.NOT_IN_HAND: "not in hand",
    Refusal.MIXED_METALS: "mixed metals",
    Refusal.NOT_ANSWERED: "not answered",
    Refusal.SEEN_BEHIND: "stands",
    Refusal.WRONG_NUMBER: "wrong number",
    Refusal.NO_SUCH_CHIP: "no such chip",
    Refusal.NOT_OFFERED: "wrong number",
}


class Chance(Shuffler):
    """Shuffler that remembers the orders it has given out, by label, or keeps items in their order."""

    orders: dict[str, list[Any]]
    in_order: bool

    def shuffle(self, label: str, items: Sequence[Any]) -> tuple[Any, ...]:
        order = tuple(items) if self.in_order else super().shuffle(label, items)
        self.orders[label] = list(order)
        return order


def chance(number: int, *, in_order: bool = False) -> Chance:
    shuffler = Chance(number.to_bytes(32, "big"))
    object.__setattr__(shuffler, "orders", {})
    object.__setattr__(shuffler, "in_order", in_order)
    return shuffler


class EngineGame:
    """A game of the engine in progress."""

    def __init__(self, seats: int, number: int, laid_numbers: str, final_scorings: int) -> None:
        box = replace(gisborne(), laid_numbers=LaidNumbers(laid_numbers), final_scorings=final_scorings)
        self.chance = chance(number)
        run = runner.begin(RULES, Setup(box), seats, self.chance)
        self.events = run.events
        self.state: State = run.state
        self.log: list[tuple[Any, ...]] = []
        self._tell(run.events)

    def recorded_order(self, label: str, items: list[Any]) -> list[Any]:
        """Return the order of a shuffle that the engine has made. The model makes it a moment later."""
        order = [str(item) if isinstance(item, Face) else item for item in self.chance.orders.pop(label)]
        assert Counter(order) == Counter(items), f"{label} has other items"
        return order

    def submit(self, question: str, seat: int, answer: Any) -> None:
        try:
            run = runner.advance(RULES, self.state, self._command(question, Seat(seat), answer), self.chance)
        except RuleViolation as violation:
            raise Refused(*(REASONS[Refusal(reason.code)] for reason in violation.reasons)) from None
        for event in run.events:
            assert RULES.decode(*RULES.encode(event)) == event
        self.events += run.events
        self.state = run.state
        self._tell(run.events)

    def _tell(self, events: list[ev.Event]) -> None:
        for event in events:
            for entry in news(event):
                add_to_log(self.log, entry)

    def _command(self, question: str, seat: Seat, answer: Any) -> cmd.Command:
        number = self.state.round.number
        if question == "lay":
            return cmd.Lay(seat, number, sort_cards(map(Face, answer[0])), answer[1])
        ask = next((ask for ask in RULES.asks(self.state) if ask.seat == seat), None)
        asked = ask.id if ask and (ask.kind == question or question == "take back") else f"{number}.{question}1.{seat}"
        match question:
            case "river":
                return cmd.Discard(seat, asked, sort_cards(map(Face, answer)))
            case "wolves":
                return cmd.Give(seat, asked, answer)
            case "keep":
                return cmd.Keep(seat, asked, answer)
        return cmd.TakeBack(seat, asked)

    def open_asks(self) -> dict[int, Ask]:
        return {int(ask.seat): ask for ask in RULES.asks(self.state) if not ask.answered}

    def known(self, viewer: int | None) -> dict[str, Any]:
        """Return what the view of a viewer tells, in the words of `gisborne_knowledge.known`."""
        view = RULES.view(self.state, None if viewer is None else Seat(viewer))
        asks = RULES.asks(self.state)
        plays = {seat: (sorted(texts(play.cards)), play.tent) for seat, play in enumerate(view.plays) if play}
        scoring = view.scoring
        dealt = dict(zip(scoring.ranks[:-1], scoring.dealt, strict=False)) if scoring else {}
        facts = {
            "round": view.round,
            "question": view.phase,
            "asked": sorted(ask.seat for ask in asks),
            "answered": sorted(ask.seat for ask in asks if ask.answered),
            "order": list(view.order),
            "tiles": list(view.way.tiles),
            "chips on the way": dict(view.on_way),
            "pawns": dict(enumerate(view.at)),
            "arrived": list(view.arrived),
            "bar order": list(view.bar),
            "ranks": list(view.ranks),
            "tiles left": view.tiles_left,
            "chips left": view.chips_left,
            "top chip": view.next_chip or None,
            "pile": view.pile,
            "discards": view.discards,
            "hands": dict(enumerate(view.hands)),
            "chests": {seat: chest.cards for seat, chest in enumerate(view.chests)},
            "chips": {seat: sorted(chest.chips) for seat, chest in enumerate(view.chests)},
            "dealt": dealt,
            "laid": [seat for seat, laid in enumerate(view.laid) if laid],
            "numbers": {seat: number for seat, number in enumerate(view.numbers) if number is not None},
            "plays": plays,
            "last round": view.last_round,
            "over": view.over,
        }
        if viewer is not None:
            desk = view.desk
            facts["hand"] = sorted(texts(view.hand))
            facts["may take back"] = any(ask.seat == viewer and ask.answered and ask.withdrawable for ask in asks)
            facts["said"] = desk.choice if isinstance(desk, KeepDesk) else None
            if isinstance(desk, LayDesk):
                assert desk.may_take_back == facts["may take back"]
        return facts

    def absent_answer(self, seat: int) -> Any:
        command = RULES.fallback(RULES.view(self.state, Seat(seat)), self.open_asks()[seat])
        match command:
            case cmd.Lay(cards=cards, tent=tent):
                return texts(cards), tent
            case cmd.Discard(cards=cards):
                return texts(cards)
            case cmd.Give(value=chip):
                return chip
            case cmd.Keep(chest=chest):
                return chest
        raise AssertionError(command)

    def standings(self) -> list[int]:
        places = RULES.standings(self.state).places
        assert [place.rank for place in places] == list(range(1, len(places) + 1))
        return [int(place.seat) for place in places]

    def points(self) -> list[int]:
        return [place.score for place in sorted(RULES.standings(self.state).places, key=lambda place: place.seat)]

    def all_cards(self) -> list[str]:
        state = self.state
        scoring = state.round.scoring
        dealt = scoring.dealt[:-1] if scoring else ()
        plays = [play.cards for play in state.round.plays if play]
        held = [*state.hands, *(chest.cards for chest in state.chests), *dealt, *plays]
        return texts([*state.pile, *state.discards, *(face for cards in held for face in cards)])

    def all_chips(self) -> list[int]:
        state = self.state
        chests = [chip for chest in state.chests for chip in chest.chips]
        beach = [state.beach_chip] if state.beach_chip else []
        return sorted([*state.on_way.values(), *state.chip_pile, *state.aside, *beach, *chests])


def texts(cards: Iterable[Face]) -> list[str]:
    return [face.value for face in cards]


def news(event: ev.Event) -> list[tuple[Any, ...]]:
    """Return an event in the words of the model: one entry, or none for most of the set-up."""
    entry = NEWS.get(type(event))
    return [entry(event)] if entry else []


NEWS: dict[type[ev.Event], Callable[[Any], tuple[Any, ...]]] = {
    ev.PileShuffled: lambda event: ("pile", event.number, len(event.cards)),
    ev.Drew: lambda event: ("drew", event.seat, sorted(texts(event.cards)), event.why.value),
    ev.RoundBegan: lambda event: ("round", event.round, list(event.order)),
    ev.Laid: lambda event: (
        *("laid", event.seat, sorted(texts(event.cards)), event.tent),
        "asked" if event.chosen else "by itself",
    ),
    ev.TakenBack: lambda event: ("took back", event.seat),
    ev.KeepTakenBack: lambda event: ("took back", event.seat),
    ev.Revealed: lambda event: ("revealed",),
    ev.SetOut: lambda event: ("set out", event.seat, event.steps),
    ev.Stayed: lambda event: ("stayed", event.seat, event.why.value),
    ev.Moved: lambda event: ("moved", event.seat, event.to, event.leg.value),
    ev.TileLaid: lambda event: ("tile", event.tile, event.chip or None),
    ev.RiverReached: lambda event: ("river", event.seat, event.surplus),
    ev.Discarded: lambda event: ("discarded", event.seat, sorted(texts(event.cards))),
    ev.WolvesMet: lambda event: ("wolves", event.seat),
    ev.ChipGiven: lambda event: ("gave", event.seat, event.value),
    ev.ChipTaken: lambda event: ("chip", event.seat, event.value, event.how.value),
    ev.Arrived: lambda event: ("arrived", event.seat, event.slot),
    ev.Cleared: lambda event: ("cleared",),
    ev.ScoringBegan: lambda event: ("scoring", event.number, list(event.ranks), [len(cards) for cards in event.dealt]),
    ev.Kept: lambda event: ("said", event.seat, event.chest),
    ev.ScoringClosed: lambda event: ("scored", list(event.chests), [sorted(texts(cards)) for cards in event.kept]),
    ev.GameEnded: lambda event: ("ended",),
}


class EngineTable:
    """A table of the engine that goes on from a position."""

    def __init__(self, beginning: Beginning) -> None:
        self.game = EngineGame(len(beginning.hands), 0, beginning.laid_numbers, beginning.final_scorings)
        self.game.chance = chance(0, in_order=True)
        self.game.log = []
        self.game.state = _arrange(self.game.state, beginning)
        while event := RULES.next_event(self.game.state, self.game.chance):
            self.game.state = RULES.evolve(self.game.state, event)
            self.game.log += news(event)

    def submit(self, question: str, seat: int, answer: Any) -> None:
        self.game.submit(question, seat, answer)

    def open_asks(self) -> dict[int, str]:
        return {seat: ask.kind for seat, ask in self.game.open_asks().items()}

    def draw(self) -> str:
        state = self.game.state
        on_way = {letter(seat): at for seat, at in enumerate(state.at) if state.is_on_way(Seat(seat))}
        on_bar = [letter(seat) for seat in state.bar if state.at[seat] == 0]
        beach = [letter(seat) for seat in state.arrived]
        tiles, chips = list(state.way.tiles), dict(state.on_way)
        return draw_position(Position(tiles, chips, on_way, beach, on_bar, bool(state.beach_chip)))

    def log(self) -> list[tuple[Any, ...]]:
        return self.game.log

    def hand(self, seat: int) -> list[str]:
        return texts(self.game.state.hands[seat])

    def chips(self, seat: int) -> list[int]:
        return list(self.game.state.chests[seat].chips)


def _arrange(state: State, beginning: Beginning) -> State:
    """Return the state between two rounds in a position."""
    position, box = beginning.position, state.box
    way = type(state.way)()
    for tile in position.tiles:
        way = way.join(box.tiles[tile])
    seats = range(state.seats)
    faces: Callable[[list[str]], tuple[Face, ...]] = lambda cards: tuple(map(Face, cards))  # noqa: E731
    return state._replace(
        stack=tuple(beginning.stack),
        chip_pile=tuple(beginning.chip_pile),
        aside=tuple(beginning.gone_chips()),
        way=way,
        on_way=dict(position.chips),
        bar=tuple(map(Seat, seats)),
        at=tuple(position.pawns.get(letter(seat), 0) for seat in seats),
        pile=faces(beginning.pile),
        discards=sort_cards(faces(beginning.discards)),
        hands=tuple(sort_cards(map(Face, hand)) for hand in beginning.hands),
        chests=tuple(
            Chest(sort_cards(faces(beginning.chest if seat == 0 else [])), tuple(beginning.chips[seat]))
            for seat in seats
        ),
        round=State().round,
    )

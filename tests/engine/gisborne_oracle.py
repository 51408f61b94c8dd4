"""Slow and obvious model of Gisborne, a reference for the engine.

Plain Python on lists and dictionaries that imports nothing from the engine. `Game.whole_game` reads like the rules: it
plays a game in order, and stops (`yield`) wherever seats must answer. Seats are numbers from 0. A face is a text such
as "s3", a place on the way a field's number (0 is the bar). `log` lists everything that happens as tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.engine.gisborne_box import (
    CARDS,
    CHIPS,
    DRAWN_BACK,
    FIRST_HAND,
    HAND_AT_RIVER,
    MOST_CARDS,
    PATH_TILES,
    PLACES,
    SLOTS,
    Way,
    value,
)


class Refused(Exception):
    """The rules refuse an answer, for one of `reasons` or for several."""

    def __init__(self, *reasons: str) -> None:
        super().__init__(*reasons)
        self.reasons = set(reasons)


def _refuse(faults: dict[str, bool]) -> None:
    if any(faults.values()):
        raise Refused(*(reason for reason, holds in faults.items() if holds))


def add_to_log(log: list[tuple[Any, ...]], entry: tuple[Any, ...]) -> None:
    """Add an entry; steps that follow each other are one move."""
    if entry[0] == "moved" and log[-1][:2] == entry[:2] and log[-1][3] == entry[3]:
        log.pop()
    log.append(entry)


class Game:
    """A game in progress. `shuffle` returns the order of items under a label."""

    def __init__(
        self,
        seats: int,
        shuffle: Callable[[str, list[Any]], list[Any]],
        laid_numbers: str = "behind",
        final_scorings: int = 1,
        prepare: Callable[[Game], None] | None = None,
    ) -> None:
        """Begin a game, or go on from what `prepare` arranges instead of the set-up."""
        if seats not in PLACES:
            raise Refused("seats")
        self.seats = list(range(seats))
        self.shuffle, self.laid_numbers, self.final_scorings = shuffle, laid_numbers, final_scorings
        self.log: list[tuple[Any, ...]] = []
        self.way = Way()
        self.stack: list[str] = []
        # Chips: the pile, the beach, those of seats, those out of play.
        self.chip_pile: list[int] = []
        self.chip_aside = 0
        self.beach_chip = [4]
        self.chips: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.wolves_took: list[int] = []
        # Pawns.
        self.bar_order: list[int] = []
        self.at = dict.fromkeys(self.seats, 0)
        self.arrived: list[int] = []
        # Cards.
        self.pile: list[str] = []
        self.piles = 0
        self.discards: list[str] = []
        self.hands: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.chests: dict[int, list[str]] = {seat: [] for seat in self.seats}
        # The round.
        self.round = 0
        self.order: list[int] = []
        self.stood = dict.fromkeys(self.seats, "|")
        self.held = dict.fromkeys(self.seats, 0)
        self.plays: dict[int, tuple[list[str], bool]] = {}
        self.revealed = False
        self.scorings_earned = 0
        self.scorings_held = 0
        self.last_round = self.over = False
        # Where the game has stopped, and cards dealt but not decided.
        self.question = ""
        self.asked: list[int] = []
        self.answers: dict[int, Any] = {}
        self.surplus = 0
        self.dealt: dict[int, list[str]] = {}
        self._story = self.whole_game(prepare or Game.set_up)
        next(self._story, None)

    # --- The game, in order -----------------------------------------------------------------------------------------

    def whole_game(self, prepare: Callable[[Game], None]) -> Iterator[None]:
        prepare(self)
        while not self.last_round:
            yield from self.one_round()
        self.over = True
        self.log.append(("ended",))

    def set_up(self) -> None:
        self.stack = self.shuffle("tiles", PATH_TILES)[:-1]
        *self.chip_pile, self.chip_aside = self.shuffle("chips", CHIPS)
        self.way.join("start", 1)
        self.bar_order = self.shuffle("bar", self.seats)
        self.discards = [face for face, copies in CARDS.items() for _ in range(copies)]
        for seat in self.bar_order:
            self.draw(seat, FIRST_HAND, "deal")

    def one_round(self) -> Iterator[None]:
        self.round += 1
        self.order = self.ranks()
        self.stood = {seat: self.mark_under(seat) for seat in self.seats}
        self.held = {seat: len(self.hands[seat]) for seat in self.seats}
        self.plays, self.revealed = {}, False
        self.scorings_earned = self.scorings_held = 0
        self.log.append(("round", self.round, list(self.order)))

        for seat in self.order:
            if not self.hands[seat]:
                self.plays[seat] = ([], True)
                self.log.append(("laid", seat, [], True, "by itself"))
        yield from self.ask("lay", [seat for seat in self.order if self.hands[seat]])
        self.revealed = True
        self.log.append(("revealed",))

        for seat in self.order:
            yield from self.move(seat)

        plays = self.plays
        self.plays = {}
        for seat in self.order:
            cards, tent = plays[seat]
            if tent:
                self.hands[seat] += cards
            else:
                self.discards += cards
        self.log.append(("cleared",))

        if not self.last_round:
            for seat in self.order:
                self.draw(seat, self.draws_back(seat, *plays[seat]), "back")

        while self.scorings_held < self.scorings_earned:
            yield from self.position_scoring()

    def ask(self, question: str, seats: list[int]) -> Iterator[None]:
        """Stop until all seats have answered."""
        self.question, self.asked, self.answers = question, seats, {}
        if seats:
            yield
        self.question, self.asked = "", []

    # --- Rank -------------------------------------------------------------------------------------------------------

    def ranks(self) -> list[int]:
        """The seats from the front: beach, way, bar."""
        on_way = sorted((seat for seat in self.bar_order if self.is_on_way(seat)), key=lambda seat: -self.at[seat])
        on_bar = [seat for seat in self.bar_order if self.at[seat] == 0 and seat not in self.arrived]
        return [*self.arrived, *on_way, *on_bar]

    def is_on_way(self, seat: int) -> bool:
        return self.at[seat] > 0 and seat not in self.arrived

    def mark_under(self, seat: int) -> str:
        return self.way.marks[self.at[seat] - 1] if self.is_on_way(seat) else "|"

    def is_beyond(self, seat: int, field: int) -> bool:
        return seat in self.arrived or self.at[seat] > field

    # --- Move -------------------------------------------------------------------------------------------------------

    def move(self, seat: int) -> Iterator[None]:
        cards, tent = self.plays[seat]
        steps = sum(value(face) for face in cards)
        if self.stood[seat] == "S":
            steps //= 2
        if tent or steps == 0:
            self.log.append(("stayed", seat, "tent" if tent else "swamp"))
            return
        self.log.append(("set out", seat, steps))
        for _ in range(steps):
            yield from self.step(seat, "steps")
            if seat in self.arrived:
                return
        while True:
            while self.meets_a_pawn(seat):
                yield from self.step(seat, "push")
                if seat in self.arrived:
                    return
            self.take_passed_chips(seat)
            if self.at[seat] not in self.way.bridges:
                break
            self.at[seat] = self.way.bridges[self.at[seat]]
            self.log.append(("moved", seat, self.at[seat], "bridge"))
        yield from self.land(seat)

    def step(self, seat: int, why: str) -> Iterator[None]:
        here = self.at[seat]
        if here in self.way.river_behind:
            yield from self.cross_river(seat)
        while here == len(self.way.marks):
            if self.way.tiles[-1] == "end":
                self.arrive(seat)
                return
            self.uncover()
        self.at[seat] = here + 1
        add_to_log(self.log, ("moved", seat, self.at[seat], why))

    def meets_a_pawn(self, seat: int) -> bool:
        return any(other != seat and self.is_on_way(other) and self.at[other] == self.at[seat] for other in self.seats)

    def uncover(self) -> None:
        tile, chip = (self.stack.pop(0), self.chip_pile.pop(0)) if self.stack else ("end", None)
        self.way.join(tile, chip)
        self.log.append(("tile", tile, chip))

    def cross_river(self, seat: int) -> Iterator[None]:
        hand = self.hands[seat]
        self.surplus = max(0, len(hand) - HAND_AT_RIVER)
        if not self.surplus:
            return
        self.log.append(("river", seat, self.surplus))
        off = hand[: self.surplus]
        if len(set(hand)) > 1 and self.surplus < len(hand):
            yield from self.ask("river", [seat])
            off = self.answers[seat]
        self.surplus = 0
        for face in off:
            self.hands[seat].remove(face)
        self.discards += off
        self.log.append(("discarded", seat, sorted(off)))

    def arrive(self, seat: int) -> None:
        self.arrived.append(seat)
        self.log.append(("arrived", seat, SLOTS[len(self.arrived) - 1]))
        if self.beach_chip:
            self.take_chip(seat, self.beach_chip.pop(), "beach")
            self.last_round = True
            self.scorings_earned += self.final_scorings
        self.take_passed_chips(seat)

    def take_passed_chips(self, seat: int) -> None:
        for field in sorted(self.way.chip_on):
            if all(self.is_beyond(other, field) for other in self.seats):
                self.take_chip(seat, self.way.chip_on.pop(field), "passed")

    def take_chip(self, seat: int, chip: int, how: str) -> None:
        self.chips[seat].append(chip)
        self.log.append(("chip", seat, chip, how))

    def land(self, seat: int) -> Iterator[None]:
        field = self.at[seat]
        if field in self.way.chip_on:
            self.take_chip(seat, self.way.chip_on.pop(field), "landed")
            self.scorings_earned += 1
        if self.way.marks[field - 1] == "W" and self.chips[seat]:
            self.log.append(("wolves", seat))
            given = self.chips[seat][0]
            if len(set(self.chips[seat])) > 1:
                yield from self.ask("wolves", [seat])
                given = self.answers[seat]
            self.chips[seat].remove(given)
            self.wolves_took.append(given)
            self.log.append(("gave", seat, given))

    # --- Draw back and position scoring -----------------------------------------------------------------------------

    def draws_back(self, seat: int, cards: list[str], tent: bool) -> int:
        if tent:
            return 2
        if self.stood[seat] == "V":
            return 1
        return DRAWN_BACK[cards[0][0]]

    def take_from_pile(self, number: int) -> list[str]:
        taken: list[str] = []
        while len(taken) < number and (self.pile or self.discards):
            if not self.pile:
                self.piles += 1
                self.pile = self.shuffle(f"pile/{self.piles}", sorted(self.discards))
                self.log.append(("pile", self.piles, len(self.pile)))
                self.discards = []
            taken.append(self.pile.pop(0))
        return taken

    def draw(self, seat: int, number: int, why: str) -> None:
        taken = self.take_from_pile(number)
        self.hands[seat] += taken
        if taken:
            self.log.append(("drew", seat, sorted(taken), why))

    def position_scoring(self) -> Iterator[None]:
        self.scorings_held += 1
        ranks = self.ranks()
        self.dealt = {seat: self.take_from_pile(n) for seat, n in zip(ranks, PLACES[len(ranks)], strict=True)}
        self.log.append(("scoring", self.scorings_held, ranks, [len(self.dealt[seat]) for seat in ranks]))
        said, kept = dict.fromkeys(self.seats, 0), dict(self.dealt)
        self.hands[ranks[-1]] += self.dealt.pop(ranks[-1])
        if not self.last_round:
            yield from self.ask("keep", [seat for seat in ranks[:-1] if self.dealt[seat]])
        for seat in ranks[:-1]:
            cards = self.dealt.pop(seat)
            said[seat] = len(cards) if self.last_round else self.answers.get(seat, 0)
            kept[seat] = cards[said[seat] :]
            self.chests[seat] += cards[: said[seat]]
            self.hands[seat] += kept[seat]
        self.log.append(("scored", list(said.values()), [sorted(kept[seat]) for seat in self.seats]))

    # --- Answers ----------------------------------------------------------------------------------------------------

    def lay(self, seat: int, cards: list[str], tent: bool) -> None:
        self._expect(seat, "lay")
        if seat in self.plays:
            raise Refused("answered")
        metals = {face[0] for face in cards}
        faults = {
            "nothing": not cards and not tent,
            "too many": len(cards) + tent > MOST_CARDS,
            "not in hand": bool(Counter(cards) - Counter(self.hands[seat])),
            "mixed metals": not tent and self.stood[seat] != "V" and len(metals) > 1,
        }
        _refuse(faults)
        for face in cards:
            self.hands[seat].remove(face)
        self.plays[seat] = (list(cards), tent)
        self._answered(seat, (cards, tent), ("laid", seat, sorted(cards), tent, "asked"))

    def discard(self, seat: int, cards: list[str]) -> None:
        self._expect(seat, "river")
        wrong_number = len(cards) != self.surplus
        _refuse({"wrong number": wrong_number, "not in hand": bool(Counter(cards) - Counter(self.hands[seat]))})
        self._answered(seat, list(cards))

    def give(self, seat: int, chip: int) -> None:
        self._expect(seat, "wolves")
        if chip not in self.chips[seat]:
            raise Refused("no such chip")
        self._answered(seat, chip)

    def keep(self, seat: int, chest: int) -> None:
        """Say how many of the cards dealt go into the chest."""
        self._expect(seat, "keep")
        if seat in self.answers:
            raise Refused("answered")
        if not 0 <= chest <= len(self.dealt[seat]):
            raise Refused("wrong number")
        self._answered(seat, chest, ("said", seat, chest))

    def take_back(self, seat: int) -> None:
        if self.over:
            raise Refused("over")
        if seat not in self.asked or seat not in self.answers:
            raise Refused("not asked", "not answered")
        if not self.may_take_back(seat):
            raise Refused("stands")
        del self.answers[seat]
        if self.question == "lay":
            self.hands[seat] += self.plays.pop(seat)[0]
        self.log.append(("took back", seat))

    def may_take_back(self, seat: int) -> bool:
        if self.over or seat not in self.asked or seat not in self.answers:
            return False
        behind = self.order[self.order.index(seat) + 1 :]
        seen = self.laid_numbers == "behind" and any(other in self.answers for other in behind)
        return self.question == "keep" or (self.question == "lay" and not seen)

    def _expect(self, seat: int, question: str) -> None:
        if self.over:
            raise Refused("over")
        if self.question != question or seat not in self.asked:
            raise Refused("not asked")

    def _answered(self, seat: int, answer: Any, *news: tuple[Any, ...]) -> None:
        self.answers[seat] = answer
        self.log += news
        if len(self.answers) == len(self.asked):
            next(self._story, None)

    # --- The end ------------------------------------------------------------------------------------------------------

    def points(self, seat: int) -> int:
        return len(self.chests[seat]) + sum(self.chips[seat])

    def standings(self) -> list[int]:
        """The seats, winner first; of equals the better rank stands higher."""
        ranks = self.ranks()
        return sorted(self.seats, key=lambda seat: (-self.points(seat), ranks.index(seat)))

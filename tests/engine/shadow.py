"""A game followed by the oracle, event by event.

The oracle takes random results and answers from the engine, and computes everything else itself.
"""

from collections.abc import Sequence

from engine.cartographers.board import Board
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EffectPassed,
    Event,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import board_text
from engine.cartographers.placement import HeroPattern
from engine.cartographers.state import State
from tests.engine.compare import cells_of
from tests.engine.oracle.board import Space, format_map
from tests.engine.oracle.cards import AMBUSH
from tests.engine.oracle.heroes import AT_SEASONS_END, INITIALS, HeroMap, marked_from, patterns
from tests.engine.oracle.placement import Cells, any_legal, orientations, solo_ambush


class Shadow:
    """The oracle's boards in parallel to those of a game."""

    def __init__(self, state: State) -> None:
        """Start from the state after the engine's first event."""
        self.definition = state.definition
        rows, falls = "\n".join(self.definition.sheet.rows()), self.definition.destroys_wasteland
        self.boards = [HeroMap.of(rows, wasteland_falls=falls) for _ in range(state.seats)]
        self.answers: dict[int, Drawn | Chosen] = {}
        self.card = ""
        self.choosing = ""
        self.acting: list[str] = []
        self.due: list[str] = []

    def follow(self, event: Event, after: State) -> None:
        """Apply an event, and assert that both sets of boards are equal."""
        match event:
            case CardRevealed(card=card):
                assert not self.due
                self.card = card
                self.acting += [card] if card in AT_SEASONS_END else []
            case Drawn(seat=seat) | Chosen(seat=seat):
                self._check_answer(event)
                self.answers[seat] = event
            case TakenBack(seat=seat):
                del self.answers[seat]
            case TurnClosed():
                self._close()
            case MonsterWalkedIn(cells=cells):
                assert len(self.boards) == 1
                self._walk_in((cells,))
            case MonstersWalkedIn(card=card, growths=growths):
                assert len(self.boards) > 1
                assert (card, self.definition.monsters_walk) == (self.card, True)
                self._walk_in([growth.cells for growth in growths])
            case SeasonScored():
                self.due = list(self.acting)
            case ChoiceAsked() | MonstersSpread() | EffectPassed():
                assert self.due.pop(0) == event.card
                self._act(event, after)
            case _:
                assert not self.due
        if isinstance(event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn | MonstersSpread):
            self._compare(after)

    def _act(self, event: ChoiceAsked | MonstersSpread | EffectPassed, after: State) -> None:
        if isinstance(event, ChoiceAsked):
            self.choosing = event.card
            self._check_asked(after)
        elif isinstance(event, MonstersSpread):
            assert event.card == "zombie_plague"
            self._spread(event)
        else:
            assert not any(self._targets(event.card, board) for board in self.boards)

    def _check_answer(self, event: Drawn | Chosen) -> None:
        board = self.boards[event.subject]
        if isinstance(event, Chosen):
            (chosen,) = cells_of(event.destroyed)
            assert chosen in self._targets(self.choosing, board)
            return
        cells, marks = cells_of(event.cells), cells_of(event.marks)
        assert not any(board.map.is_filled(space) for space in cells)
        if self._is_hero():
            ways = patterns(self.card, self.definition.hero_pattern is HeroPattern.TURNABLE)
            (hero,) = cells
            assert event.terrain.word == "hero"
            assert marks in {marked_from(hero, way) for way in ways}
            return
        assert not marks
        if self.card in AMBUSH:
            single = not any_legal(board.map, AMBUSH[self.card].cells)
            expected = [frozenset({(0, 0)})] if single else orientations(AMBUSH[self.card].cells)
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            assert frozenset((row - top, column - left) for row, column in cells) in expected
            assert (event.terrain.word, event.coin) == ("monster", False)

    def _is_hero(self) -> bool:
        return self.card in {card.id for card in self.definition.heroes}

    def _targets(self, card: str, board: HeroMap) -> Cells:
        if card == "zombie_plague":
            return board.zombies_to_come()
        return board.troll_targets() if card == "giant_troll_ravage" else board.gorgon_targets()

    def _check_asked(self, state: State) -> None:
        """Assert that the right seats are asked: owners with a target, or the players who drew their Gorgon."""
        by_owner = self.choosing == "giant_troll_ravage" or self.definition.monsters_walk
        step = 0 if by_owner or len(self.boards) == 1 else 1
        expected = {
            ((owner + step) % len(self.boards), owner)
            for owner, board in enumerate(self.boards)
            if self._targets(self.choosing, board)
        }
        asks = RULES.asks(state)
        assert {(ask.seat, ask.subject) for ask in asks} == expected
        for ask in asks:
            choice = RULES.view(state, ask.seat).choice
            assert choice is not None
            assert cells_of(choice.targets) == self._targets(self.choosing, self.boards[ask.subject])

    def _close(self) -> None:
        for answer in self.answers.values():
            board = self.boards[answer.subject]
            if isinstance(answer, Chosen):
                board.destroy(next(iter(cells_of(answer.destroyed))))
                continue
            initial = ""
            if self.card in AMBUSH and any_legal(board.map, AMBUSH[self.card].cells):
                initial = INITIALS.get(self.card, "")
            board.draw(
                cells_of(answer.cells),
                answer.terrain.word,
                coin=answer.coin,
                initial=initial,
                marks=cells_of(answer.marks),
            )
        self.due = ["gorgon_gaze"] if self.card == "gorgon_gaze" and not self.choosing else self.due
        self.answers, self.choosing = {}, ""

    def _walk_in(self, walks: Sequence[Mask]) -> None:
        for board, walked in zip(self.boards, walks, strict=True):
            cells = solo_ambush(board.map, AMBUSH[self.card])
            assert cells_of(walked) == (cells or frozenset())
            if cells:
                board.draw(cells, "monster", initial=INITIALS.get(self.card, ""))
        self.due = ["gorgon_gaze"] if self.card == "gorgon_gaze" else []

    def _spread(self, event: MonstersSpread) -> None:
        for board, growth in zip(self.boards, event.growths, strict=True):
            cells = board.zombies_to_come()
            assert cells_of(growth.cells) == cells
            board.draw(cells, "monster", initial="Z")

    def _compare(self, state: State) -> None:
        for ours, theirs, coins in zip(state.boards, self.boards, state.coins, strict=True):
            assert board_text(ours, "\n") == format_map(theirs.map)
            assert cells_of(ours.marked) == theirs.marks
            assert initials_of(ours) == theirs.initials
            assert coins == theirs.coins


def initials_of(board: Board) -> dict[Space, str]:
    """The monster initial of each space, destroyed ones included."""
    return {space: initial for initial, mask in board.initials for space in cells_of(mask)}


def shadowed(events: list[Event]) -> State:
    """Follow every event of a game; return its final state."""
    state, shadow = RULES.initial, None
    for event in events:
        state = RULES.evolve(state, event)
        shadow = shadow or Shadow(state)
        shadow.follow(event, state)
    return state

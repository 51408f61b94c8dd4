"""A game followed by the oracle, event by event.

The oracle takes random results and answers from the engine, and computes everything else itself.
"""

from collections.abc import Sequence

from engine.cartographers.board import Board
from engine.cartographers.cards import ambush_to_json, explore_to_json
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EffectPassed,
    Event,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import board_text, whole_board_text
from engine.cartographers.placement import HeroPattern
from engine.cartographers.state import State
from tests.engine.compare import cells_of
from tests.engine.oracle import effects
from tests.engine.oracle.board import Space, format_map
from tests.engine.oracle.cards import AMBUSH, EXPLORE
from tests.engine.oracle.heroes import INITIALS, HeroMap, marked_from, ways_of
from tests.engine.oracle.placement import Cells, any_legal, offer, orientations, solo_ambush
from tests.engine.oracle.skills import overlap_of, skill_drawings


class Shadow:
    """The oracle's boards in parallel to those of a game."""

    def __init__(self, state: State) -> None:
        """Start from the state after the engine's first event."""
        self.definition = state.definition
        sheet, falls = self.definition.sheet, self.definition.destroys_wasteland
        text, coins = whole_board_text(Board.of_sheet(sheet), "\n"), sheet.landmark_coins
        self.boards = [HeroMap.of(text, wasteland_falls=falls, landmark_coins=coins) for _ in range(state.seats)]
        self.stored = {card.id: ambush_to_json(card) for card in self.definition.ambushes}
        self.effects = {id: effects.effect_of(card["effect"]) for id, card in self.stored.items()}
        rewards = {card["initial"]: card["reward"] for card in self.stored.values() if card["effect"] == "reward"}
        for board in self.boards:
            board.rewards = rewards
        explore = [explore_to_json(card) for card in self.definition.explore]
        self.places = {card["id"]: card.get("place", "") for card in explore}
        self.overlaps = {card["id"]: card.get("overlap", "") for card in explore}
        self.attacks = {card.id: frozenset(card.attack) for card in self.definition.heroes}
        self.skills = {skill.id: skill for skill in self.definition.skills}
        self.season, self.time, self.ruins = -1, 0, False
        self.earlier: list[str] = []
        self.answers: dict[int, Drawn | Chosen] = {}
        self.card = ""
        self.choosing = ""
        self.acting: list[str] = []
        self.due: list[str] = []

    def follow(self, event: Event, after: State) -> None:
        """Apply an event, and assert that both sets of boards are equal."""
        match event:
            case SeasonBegan():
                assert not self.due
                self.season, self.time, self.ruins = self.season + 1, 0, False
                self.card, self.earlier = "", []
            case CardRevealed(card=card):
                assert not self.due
                self.earlier += [self.card] if self.card in EXPLORE else []
                self.card = card
                self.time += EXPLORE[card].time if card in EXPLORE else 0
                self.acting += [card] if card in self.effects else []
                self.ruins = self.ruins or card in {ruins.id for ruins in self.definition.ruins}
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
                assert not self.due
                self.due = self._acting("season_end", self.acting)
            case ChoiceAsked() | MonstersSpread() | MonstersActed() | EffectPassed():
                assert self.due.pop(0) == event.card
                self._act(event, after)
            case _:
                assert not self.due
        if isinstance(event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn | MonstersSpread | MonstersActed):
            self._compare(after)

    def _acting(self, when: str, cards: Sequence[str]) -> list[str]:
        """The monsters that act now, each as often as it does."""
        due = [card for card in cards if self.effects[card].get("when") == when]
        return [card for card in due for _ in range(effects.steps(self.effects[card]))]

    def _act(self, event: ChoiceAsked | MonstersSpread | MonstersActed | EffectPassed, after: State) -> None:
        effect, initial, coins = self._facts(event.card)
        assert effects.is_chosen(effect) or not isinstance(event, ChoiceAsked)
        if isinstance(event, ChoiceAsked):
            self.choosing = event.card
            self._check_asked(after)
        elif isinstance(event, EffectPassed):
            assert not any(effects.does_something(board, initial, effect, coins) for board in self.boards)
            self.due = [card for card in self.due if card != event.card]
        else:
            self._act_alone(event)

    def _facts(self, card: str) -> tuple[effects.Effect, str, int]:
        return self.effects[card], self.stored[card]["initial"], self.stored[card]["reward"]

    def _check_answer(self, event: Drawn | Chosen) -> None:
        board = self.boards[event.subject]
        if isinstance(event, Chosen):
            action, chosen = self.effects[self.choosing]["what"], self._chosen(event)
            assert bool(event.grown) == (action in ("draw_monster", "move"))
            assert bool(event.cleared) == (action == "move")
            assert chosen in self._targets(self.choosing, board)
            return
        overlap = self._overlap_of(event)
        cells, marks = self._shape_of(event), cells_of(event.marks)
        assert overlap or not any(board.map.is_filled(space) for space in cells)
        if self._is_hero():
            ways = ways_of(self.attacks[self.card], self.definition.hero_pattern is HeroPattern.TURNABLE)
            (hero,) = cells
            assert event.terrain.word == "hero"
            assert marks in {marked_from(hero, way) for way in ways}
            return
        assert not marks
        place = self.places.get(self.card, "")
        if event.skill:
            skill = self.skills[event.skill]
            tied, own, left = (self.ruins, place), self.overlaps.get(self.card, ""), board.coins - skill.cost
            earlier = [EXPLORE[card] for card in self.earlier]
            offered = skill_drawings(board.map, EXPLORE[self.card], skill.power.value, *tied, earlier, own, left)
            assert left >= 0
            assert (cells, event.terrain.word, event.coin) in offered
        elif place or overlap or (self.card in EXPLORE and board.map.of("toll")):
            heroes = bool(self.definition.heroes)
            single = self.definition.single_terrain.value
            offered = offer(board.map, EXPLORE[self.card], self.ruins, single, heroes, place, overlap, board.coins)
            assert (cells, event.terrain.word, event.coin) in offered
        if self.card in AMBUSH:
            single = not any_legal(board.map, AMBUSH[self.card].cells)
            expected = [frozenset({(0, 0)})] if single else orientations(AMBUSH[self.card].cells)
            top, left = min(row for row, _ in cells), min(column for _, column in cells)
            assert frozenset((row - top, column - left) for row, column in cells) in expected
            assert (event.terrain.word, event.coin) == ("monster", False)

    def _shape_of(self, event: Drawn) -> Cells:
        """The spaces that a shape covers, those that it destroys included."""
        cells = cells_of(event.cells)
        if self._overlap_of(event) != "destroy":
            return cells
        filled = self.boards[event.subject].map.is_filled
        return cells | {space for space in cells_of(event.destroyed) if filled(space)}

    def _overlap_of(self, event: Drawn) -> str:
        """The treatment of what a drawing covers: "", "replace" or "destroy"."""
        own = self.overlaps.get(self.card, "")
        return overlap_of(self.skills[event.skill].power.value, own) if event.skill else own

    def _chosen(self, event: Chosen) -> Space:
        """The space that was chosen; the first one of a monster that moves."""
        cells = cells_of(event.grown or event.destroyed)
        assert len(cells) == 1 or event.cleared
        return min(cells)

    def _is_hero(self) -> bool:
        return self.card in {card.id for card in self.definition.heroes}

    def _targets(self, card: str, board: HeroMap) -> Cells:
        effect, initial, _ = self._facts(card)
        return effects.targets(board, initial, effect)

    def _check_asked(self, state: State) -> None:
        """Assert that the right seats are asked: owners with a target, or the players who drew their Gorgon."""
        by_owner = self.effects[self.choosing]["chooser"] == "owner" or self.definition.monsters_walk
        clockwise = self.stored[self.choosing]["pass"] == "clockwise"
        step = 0 if by_owner or len(self.boards) == 1 else 1 if clockwise else -1
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
                effect, initial, coins = self._facts(self.choosing)
                effects.act(board, initial, effect, frozenset({self._chosen(answer)}), coins)
                continue
            initial = ""
            if self.card in AMBUSH and any_legal(board.map, AMBUSH[self.card].cells):
                initial = INITIALS.get(self.card, "")
            board.draw(
                self._shape_of(answer),
                answer.terrain.word,
                coin=answer.coin,
                initial=initial,
                marks=cells_of(answer.marks),
                overlap=self._overlap_of(answer),
                cost=self.skills[answer.skill].cost if answer.skill else 0,
                free=self.card in AMBUSH,
            )
        if not self.choosing:
            self.ruins = self.ruins and self.card not in EXPLORE
            self.due = self._acting("at_once", [self.card] if self.card in AMBUSH else [])
            last = self.season == len(self.definition.seasons) - 1
            if last and self.time >= self.definition.seasons[-1].threshold:
                self.due += self._acting("last_scoring", self.acting)
        self.answers, self.choosing = {}, ""

    def _walk_in(self, walks: Sequence[Mask]) -> None:
        for board, walked in zip(self.boards, walks, strict=True):
            cells = solo_ambush(board.map, AMBUSH[self.card])
            assert cells_of(walked) == (cells or frozenset())
            if cells:
                board.draw(cells, "monster", initial=INITIALS.get(self.card, ""), free=True)
        self.due = self._acting("at_once", [self.card])

    def _act_alone(self, event: MonstersSpread | MonstersActed) -> None:
        effect, initial, coins = self._facts(event.card)
        assert isinstance(event, MonstersSpread) == (effect["what"] == "draw_monster")
        for board, growth in zip(self.boards, event.growths, strict=True):
            spaces = effects.taken(board, initial, effect)
            grows = isinstance(event, MonstersSpread) or effect["what"] == "move"
            grown = cells_of(growth.cells if grows else growth.destroyed)
            assert (frozenset(sorted(grown)[:1]) if effect["what"] == "move" else grown) == spaces
            effects.act(board, initial, effect, spaces, coins)

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

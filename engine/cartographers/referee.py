"""A referee who follows a game's events with a pencil.

What lies on the table is kept in lists that change in place, a drawing is checked where it lies instead of being chosen
from all that is offered, and one state is made in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, Effect, ExploreCard, HeroCard, RuinsCard
from engine.cartographers.commands import Choose
from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    HeroDeckShuffled,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.evolution import Happening, changed
from engine.cartographers.faults import Fault, ReplayFault
from engine.cartographers.geometry import Mask, first
from engine.cartographers.inspection import Differs, check_free, check_offered, require
from engine.cartographers.placement import Offer, ambush_offer, explore_offer, hero_offer
from engine.cartographers.rules import effects, setup, solo
from engine.cartographers.rules.ambush import target
from engine.cartographers.rules.season import STAYING, score_board
from engine.cartographers.state import AT_SEASONS_END, Box, State
from engine.contract import Seat


class Referee:
    """What lies on the table, changing in place. Fields are those of `State`; `revealed` counts the cards of the deck
    that are turned up, `awaited` the seats that have yet to answer; at its `threshold` a season ends.
    """

    __slots__ = (
        "ambush_deck",
        "awaited",
        "base",
        "boards",
        "box",
        "choice",
        "coins",
        "deck",
        "drawings",
        "edicts",
        "effects",
        "hero_deck",
        "latest",
        "made",
        "open",
        "over",
        "queue",
        "retakes",
        "revealed",
        "rewarded",
        "ruins_pending",
        "scores",
        "season",
        "seats",
        "threshold",
        "time",
        "turn",
    )

    def __init__(self, events: Sequence[Event]) -> None:
        match events[:3]:
            case [GameStarted(made, seats), EdictsLaid(edicts), AmbushDeckShuffled(ambushes)]:
                setup.check(setup.Setup(made, edicts), seats)
                require(sorted(ambushes) == sorted(card.id for card in made.ambushes))
            case _:
                raise ReplayFault(1, Fault.NO_START)
        self.box, self.made, self.seats = Box(made), made, seats
        self.edicts = tuple(self.box.scoring[card] for card in edicts)
        self.ambush_deck: tuple[str, ...] = ambushes
        self.hero_deck: tuple[str, ...] = ()
        self.deck: tuple[str, ...] = ()
        self.revealed = 0
        self.base = [*(card.id for card in made.explore), *(card.id for card in made.ruins)]
        self.season, self.threshold, self.time, self.turn = -1, 0, 0, 0
        self.ruins_pending = self.over = False
        self.open: ExploreCard | AmbushCard | HeroCard | None = None
        self.choice: AmbushCard | None = None
        self.effects: tuple[str, ...] = ()
        self.queue: tuple[str, ...] = ()
        self.boards = [Board.of_sheet(made.sheet)] * seats
        self.coins = [0] * seats
        self.rewarded: list[tuple[str, ...]] = [()] * seats
        self.drawings: list[Drawn | Chosen | None] = [None] * seats
        self.latest: list[Mask] = [0] * seats
        self.awaited = 0
        self.scores: list[Any] = []
        self.retakes: list[tuple[int, Seat]] = []

    def may_rest(self) -> bool:
        """Whether nothing more happens until somebody acts."""
        return self.over or self.awaited > 0

    def state(self) -> State:
        """What lies on the table, as the rules see it."""
        return State(
            box=self.box,
            seats=self.seats,
            edicts=self.edicts,
            ambush_deck=self.ambush_deck,
            hero_deck=self.hero_deck,
            season=self.season,
            deck=self.deck[self.revealed :],
            column=self.deck[: self.revealed],
            time=self.time,
            ruins_pending=self.ruins_pending,
            turn=self.turn,
            open=self.open,
            choice=self.choice,
            effects=self.effects,
            queue=self.queue,
            boards=tuple(self.boards),
            coins=tuple(self.coins),
            rewarded=tuple(self.rewarded),
            drawings=tuple(self.drawings),
            latest=tuple(self.latest),
            scores=tuple(self.scores),
            retakes=tuple(self.retakes),
            over=self.over,
        )

    def _busy(self) -> bool:
        """Whether something must happen before the season goes on: a card to draw, an effect, a choice."""
        return self.open is not None or self.choice is not None or bool(self.queue)

    def shuffle_heroes(self, event: HeroDeckShuffled) -> None:
        require(self.season < 0 and bool(self.made.heroes) and not self.hero_deck)
        require(sorted(event.deck) == sorted(card.id for card in self.made.heroes))
        self.hero_deck = event.deck

    def begin_season(self, event: SeasonBegan) -> None:
        season = self.season + 1
        require(event.season == season == len(self.scores) and season < len(self.made.seasons) and not self._busy())
        require(season > 0 or bool(self.hero_deck) == bool(self.made.heroes))
        new = (*self.ambush_deck[:1], *self.hero_deck[:1])
        require((event.ambush, event.hero) == ("".join(self.ambush_deck[:1]), "".join(self.hero_deck[:1])))
        cards = self.box.cards
        waiting = [card for card in self.deck[self.revealed :] if isinstance(cards[card], STAYING)]
        require(sorted(event.deck) == sorted([*self.base, *waiting, *new]))
        self.season, self.deck, self.revealed, self.time = season, event.deck, 0, 0
        self.threshold = self.made.seasons[season].threshold
        self.ambush_deck, self.hero_deck = self.ambush_deck[1:], self.hero_deck[1:]
        self.ruins_pending = False

    def reveal(self, event: CardRevealed) -> None:
        if self.open or self.choice or self.queue or self.season != len(self.scores) or self.time >= self.threshold:
            raise Differs
        card: DeckCard = self.box.cards[event.card]
        if event.card != self.deck[self.revealed]:
            raise Differs
        self.revealed += 1
        self.time += card.time
        if isinstance(card, RuinsCard):
            self.ruins_pending = True
        else:
            self.open = card
            self.turn += 1
            # Every board is drawn on by one seat, unless it is full.
            self.awaited = sum([board.empty != 0 for board in self.boards])
            if isinstance(card, AmbushCard):
                self._announce(card)
        if event.turn != self.turn:
            raise Differs

    def _announce(self, card: AmbushCard) -> None:
        if card.effect is Effect.DESTROY_ANY:
            self.queue = (card.id,)
        elif card.effect in AT_SEASONS_END:
            self.effects = (*self.effects, card.id)
        if self.seats == 1:
            self.awaited = 0  # alone, nobody draws an ambush

    def draw(self, event: Drawn) -> None:
        seat, card = event.seat, self.open
        if self.awaited < 1 or card is None or event.turn != self.turn or seat < 0 or self.drawings[seat]:
            raise Differs
        owner = target(card, seat, self.seats) if isinstance(card, AmbushCard) else seat
        board = self.boards[owner]
        if event.subject != owner or event.terrain is not event.placement.terrain:
            raise Differs
        if event.forced or isinstance(card, HeroCard):
            check_offered(event, self._offer(card, board), board)
        elif isinstance(card, AmbushCard):
            check_free(event, card, board, ruins=False, initial=card.initial)
        else:
            check_free(event, card, board, ruins=self.ruins_pending, initial="")
        attempt = self.retakes.count((self.turn, seat)) if self.retakes else 0
        if event.attempt != attempt or event.mountains != board.mountains_closed_by(event.cells):
            raise Differs
        if (event.rewards or self.box.rewarding) and event.rewards != self._rewards(owner, event):
            raise Differs
        self.drawings[seat] = event
        self.awaited -= 1

    def _offer(self, card: ExploreCard | AmbushCard | HeroCard, board: Board) -> Offer | None:
        made = self.made
        if isinstance(card, AmbushCard):
            return ambush_offer(card, board)
        if isinstance(card, HeroCard):
            return hero_offer(card, board, made.hero_pattern)
        return explore_offer(
            card, board, ruins=self.ruins_pending, singles=made.singles, single_terrain=made.single_terrain
        )

    def _rewards(self, owner: int, event: Drawn) -> tuple[str, ...]:
        return effects.rewards(self.box.rewarding, self.rewarded[owner], changed(self.boards[owner], event)[0])

    def take_back(self, event: TakenBack) -> None:
        seat = event.seat
        require(self.awaited > 0 and event.turn == self.turn and self.drawings[seat] is not None and seat >= 0)
        self.drawings[seat] = None
        self.awaited += 1
        self.retakes.append((self.turn, seat))

    def close_turn(self, event: TurnClosed) -> None:
        card = self.open
        if (card is None and self.choice is None) or self.awaited or event.turn != self.turn:
            raise Differs
        if self.seats == 1 and isinstance(card, AmbushCard):
            raise Differs  # it walks in
        self.latest = [0] * self.seats
        for answer in self.drawings:
            if answer is not None:
                self._put(answer.subject, answer)
        self.drawings = [None] * self.seats
        if isinstance(card, ExploreCard):
            self.ruins_pending = False
        self.open = self.choice = None

    def walk_in(self, event: MonsterWalkedIn) -> None:
        card = self.open
        if not isinstance(card, AmbushCard) or self.seats > 1:
            raise Differs
        require(event == solo.arrival(card, self.turn, self.boards[0], self.box.rewarding, self.rewarded[0]))
        self._put(0, event)
        self.open = None

    def act(self, event: MonstersSpread | ChoiceAsked | EffectPassed) -> None:
        """An effect whose turn has come, with what it does at once."""
        require(bool(self.queue) and self.open is None and self.choice is None)
        state = self.state()
        require(event == effects.happens(state))
        self.queue = self.queue[1:]
        card = state.card(event.card)
        assert isinstance(card, AmbushCard)
        if isinstance(event, MonstersSpread):
            for owner, growth in enumerate(event.growths):
                self._put(owner, growth, card.initial)
        elif isinstance(event, ChoiceAsked):
            self.turn, self.choice = event.turn, card
            self.awaited = sum([effects.targets(card, board) != 0 for board in self.boards])

    def choose(self, event: Chosen) -> None:
        """A seat's choice of what a monster destroys."""
        seat = event.seat
        require(self.choice is not None and 0 <= seat < self.seats and self.drawings[seat] is None)
        require(event == effects.choose(self.state(), Choose(seat, self.turn, first(event.destroyed))))
        self.drawings[seat] = event
        self.awaited -= 1

    def _put(self, owner: int, happened: Happening, initial: str = "") -> None:
        self.boards[owner], self.latest[owner] = changed(self.boards[owner], happened, initial)
        if gained := happened.coins:
            self.coins[owner] = min(self.made.coin_track, self.coins[owner] + gained)
        if happened.rewards:
            self.rewarded[owner] = (*self.rewarded[owner], *happened.rewards)

    def score_season(self, event: SeasonScored) -> None:
        require(not self._busy() and self.season == len(self.scores) and self.time >= self.threshold)
        one, two = (self.edicts["ABCD".index(letter)] for letter in self.made.seasons[self.season].edicts)
        scores = tuple(
            score_board(board, (one, two), coins) for board, coins in zip(self.boards, self.coins, strict=True)
        )
        require(event.season == self.season and event.scores == scores)
        self.scores.append(scores)
        self.queue = self.effects

    def end(self, _event: GameEnded) -> None:
        require(not self.over and len(self.scores) == len(self.made.seasons) and not self._busy())
        self.over = True

"""Position: one seat's board and coins, its possible moves and their outcomes."""

from __future__ import annotations

from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Overlap
from engine.cartographers.effects import EffectTiming
from engine.cartographers.geometry import Mask, neighbours
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer
from engine.cartographers.terrain import Feature, Terrain

_MONSTER, _MOUNTAIN, _LANDMARK = Terrain.MONSTER, Feature.MOUNTAIN, Feature.LANDMARK


class Reward(NamedTuple):
    """Reward for surrounding a monster: the monster's initial, and coins."""

    initial: str
    coins: int


class Outcome(NamedTuple):
    """Outcome of a drawing, monster or destruction on one board.

    `cells` are drawn with `terrain` (and a monster's `initial`). Then `marks`, the spaces of a hero's attack, are
    marked, and then `destroyed` are destroyed. `coin` is True if the shape earns its coin. `mountains` are those that
    become surrounded (1 coin each). `rewards` are the initials of the monsters that become surrounded. `reward_coins`
    are the coins for them, and those that a monster's effect gives; it is negative if an effect costs coins.

    Cells that hold something else are drawn over: that is replaced. `landmarks` are those that become surrounded, for
    `landmark_coins` in total. `spent` are the coins that the drawing costs, for coin spaces and a skill. Before all
    this, `cleared` spaces become empty.
    """

    cells: Mask = 0
    terrain: Terrain = _MONSTER
    initial: str = ""
    coin: bool = False
    mountains: Mask = 0
    marks: Mask = 0
    destroyed: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0
    landmarks: Mask = 0
    landmark_coins: int = 0
    spent: int = 0
    cleared: Mask = 0

    @property
    def coins(self) -> int:
        """Number of coins earned in total, without those spent."""
        return self.coin + self.mountains.bit_count() + self.reward_coins + self.landmark_coins

    @property
    def changed(self) -> Mask:
        """Spaces that are drawn or destroyed, without monsters that a hero's attack destroys besides."""
        return self.cells if self.marks else self.cells | self.destroyed


class Position(NamedTuple):
    """Board and coins (at most `track`), the monsters that earn coins when surrounded, and those (initials) that
    already have.

    `landmark_coins` are the coins for each landmark that becomes surrounded. `paid` are the mountains and landmarks
    that have given their coins, which they do only once.
    """

    board: Board
    track: int
    coins: int = 0
    rewarding: tuple[Reward, ...] = ()
    rewarded: tuple[str, ...] = ()
    landmark_coins: int = 0
    paid: Mask = 0

    def after(self, outcome: Outcome) -> Position:
        """Return the position after an outcome. Coins are spent first; those beyond the track are lost."""
        (
            cells, terrain, initial, coin, mountains, marks, destroyed, rewards, reward_coins,
            landmarks, landmark_coins, spent, cleared,
        ) = outcome  # fmt: skip
        board = self.board
        if cleared:
            board = board.clear(cleared)
        if cells:
            if covered := cells & board.filled:
                board = board.clear(covered)
            board = board.draw(cells, terrain, initial)
        if marks:
            board = board.mark(marks)
        if destroyed:
            board = board.destroy(destroyed)
        coins = self.coins - spent + coin + mountains.bit_count() + reward_coins + landmark_coins
        rewarded = self.rewarded + rewards if rewards else self.rewarded
        paid = self.paid | mountains | landmarks
        return Position(board, self.track, min(self.track, coins), self.rewarding, rewarded, self.landmark_coins, paid)

    def drawing(self, offered: Offer, placement: Placement) -> Outcome:
        """Return the outcome of a placement.

        Raises RuleViolation if `Offer.fit` does.
        """
        fit, terrain, option = offered.fit(placement), placement.terrain, offered.options[placement.option]
        cells, orientation = fit.cells, fit.orientation
        marks = orientation.marks(fit.anchor) if orientation.attack else 0
        overlap, spent = option.overlap, offered.cost(option, cells)
        return self.outcome_of(
            cells, terrain, offered.initial, coin=option.coin, marks=marks, overlap=overlap, spent=spent
        )

    def outcome_of(
        self,
        cells: Mask,
        terrain: Terrain,
        initial: str = "",
        *,
        coin: bool = False,
        marks: Mask = 0,
        overlap: Overlap = Overlap.NONE,
        spent: int = 0,
    ) -> Outcome:
        """Return the outcome of drawing a terrain on the given spaces. By the overlap, filled ones are drawn over, or
        destroyed.
        """
        board = self.board
        destroyed = cells & board.marked if terrain is _MONSTER else board.layers[_MONSTER] & marks
        if overlap is Overlap.DESTROY:
            covered = cells & board.filled
            destroyed |= covered
            cells ^= covered
        return self._paying(Outcome(cells, terrain, initial, coin, 0, marks, destroyed, spent=spent))

    def monster(self, cells: Mask, initial: str) -> Outcome:
        """Return the outcome of a monster placed automatically on the given spaces, all of them empty."""
        return self._paying(Outcome(cells, _MONSTER, initial, destroyed=cells & self.board.marked))

    def move(self, monster: Mask, cells: Mask, initial: str) -> Outcome:
        """Return the outcome of a monster that leaves all its spaces for other ones, which may be its own."""
        destroyed = cells & self.board.marked
        return self._paying(Outcome(cells, _MONSTER, initial, destroyed=destroyed, cleared=monster))

    def destruction(self, destroyed: Mask) -> Outcome:
        """Return the outcome of destroying the given spaces."""
        return self._paying(Outcome(destroyed=destroyed))

    def closed_by(self, cells: Mask) -> tuple[Mask, Mask]:
        """Return the mountains and the landmarks that give their coins if the given spaces are filled."""
        board, unpaid = self.board, ~self.paid
        layers = board.layers
        mountains, landmarks = board.surrounded_by(cells, layers[_MOUNTAIN] & unpaid), layers[_LANDMARK]
        return mountains, board.surrounded_by(cells, landmarks & unpaid) if landmarks else 0

    def _paying(self, outcome: Outcome) -> Outcome:
        """Return an outcome with its mountains, landmarks and monsters that become surrounded."""
        filled = outcome.cells | outcome.destroyed
        cleared = self._replace(board=self.board.clear(outcome.cleared)) if outcome.cleared else self
        mountains, landmarks = cleared.closed_by(filled)
        if mountains:
            outcome = outcome._replace(mountains=mountains)
        if landmarks:
            coins = self.landmark_coins * landmarks.bit_count()
            outcome = outcome._replace(landmarks=landmarks, landmark_coins=coins)
        return self._rewarded(outcome)

    def _rewarded(self, outcome: Outcome) -> Outcome:
        if not self.rewarding:
            return outcome
        # Most drawings are made while no such monster is on the map.
        present = {outcome.initial, *dict(self.board.initials)}.difference(self.rewarded)
        possible = [reward for reward in self.rewarding if reward.initial in present]
        if not possible:
            return outcome
        board = self.after(outcome).board
        earned = [reward for reward in possible if _is_surrounded(board, reward)]
        if not earned:
            return outcome
        coins = sum(reward.coins for reward in earned)
        return outcome._replace(rewards=tuple(reward.initial for reward in earned), reward_coins=coins)


def starting(board: Board, track: int, ambushes: tuple[AmbushCard, ...], landmark_coins: int = 0) -> Position:
    """Return the starting position of a seat, with the ambushes of the game and the coins for each landmark."""
    surrounded = [card for card in ambushes if card.acts(EffectTiming.SURROUNDED)]
    rewarding = tuple(Reward(card.initial, card.coins) for card in surrounded)
    paid = board.surrounded_mountains() | board.surrounded_landmarks()
    return Position(board, track, rewarding=rewarding, landmark_coins=landmark_coins, paid=paid)


def _is_surrounded(board: Board, reward: Reward) -> bool:
    """Return True if a monster on the board is surrounded.

    Each of its spaces is destroyed or has no empty neighbor. Source: docs/rules.md, "Ambush effects".
    """
    initial = reward.initial
    return bool(board.marked_with(initial)) and not neighbours(board.surviving(initial)) & board.empty

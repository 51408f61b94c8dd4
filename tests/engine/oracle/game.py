"""A whole base game, including solo, played by the book from decks in a given order."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.engine.oracle.board import OracleMap, format_map, parse_map
from tests.engine.oracle.cards import AMBUSH, COIN_TRACK, EXPLORE, RUINS, SEASONS, SOLO_TARGETS, Ambush, Explore
from tests.engine.oracle.placement import Cells, Drawing, ambush_offer, draw, offer, solo_ambush
from tests.engine.oracle.scoring import monster_loss, score

TITLES = (
    (30, "Legendary Cartographer"),
    (20, "Master Mapsmith"),
    (10, "Journeyman Topographer"),
    (0, "Apprentice Surveyor"),
    (-5, "Amateur Assessor"),
    (-10, "Inept Assistant"),
    (-20, "Dimwitted Doodler"),
)
LAST_TITLE = "Oblivious Inkdrinker"


@dataclass(frozen=True)
class Setup:
    """The random and host-chosen set-up of a game: edict cards A to D, and four decks, top card first."""

    seats: int
    sheet: str
    edicts: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]
    single_terrain: str = "any"
    monsters_walk: bool = False


@dataclass(frozen=True)
class Ask:
    """A seat must draw one of the drawings on a board: its own, or a neighbor's for an ambush."""

    season: int
    card: str
    seat: int
    board_of: int
    board: OracleMap
    drawings: set[Drawing]


Chooser = Callable[[Ask], Drawing]


@dataclass(frozen=True)
class Answer:
    """A seat's drawing, and the board that it is on."""

    seat: int
    board_of: int
    cells: Cells
    terrain: str
    coin: bool


@dataclass(frozen=True)
class Turn:
    """One explore or ambush card: the answers by board, then the time and coins after it."""

    season: str
    card: str
    ruins_pending: bool
    answers: tuple[Answer, ...]
    time: int
    coins: tuple[int, ...]


@dataclass(frozen=True)
class SeasonScore:
    """One seat's scores in one season."""

    edicts: tuple[tuple[str, int], tuple[str, int]]
    coins: int
    monsters: int

    @property
    def total(self) -> int:
        """The season's stars."""
        return sum(stars for _, stars in self.edicts) + self.coins - self.monsters


@dataclass(frozen=True)
class Record:
    """A finished game. Scores by season, then seat; the rest by seat; rank 1 wins; rating and title when solo."""

    setup: Setup
    turns: tuple[Turn, ...]
    scores: tuple[tuple[SeasonScore, ...], ...]
    boards: tuple[str, ...]
    totals: tuple[int, ...]
    lost_to_monsters: tuple[int, ...]
    ranks: tuple[int, ...]
    rating: int | None
    title: str | None


class Play:
    """A game in progress."""

    def __init__(self, setup: Setup, choose: Chooser) -> None:
        """Deal every seat an undrawn sheet."""
        self.setup = setup
        self.choose = choose
        self.boards = [parse_map(setup.sheet) for _ in range(setup.seats)]
        self.coins = [0] * setup.seats
        self.turns: list[Turn] = []

    def play_season(self, season: int) -> tuple[SeasonScore, ...]:
        """Reveal and draw until the threshold is met, then score every seat."""
        name, threshold, letters = SEASONS[season]
        deck = list(self.setup.decks[season])
        time, ruins_pending = 0, False
        while time < threshold:
            card = deck.pop(0)
            if card in RUINS:
                ruins_pending = True
            elif card in AMBUSH:
                self._end_turn(name, card, False, self._ambush(season, AMBUSH[card]), time)
            else:
                time += EXPLORE[card].time
                answers = self._explore(season, EXPLORE[card], ruins_pending)
                self._end_turn(name, card, ruins_pending, answers, time)
                ruins_pending = False
        return tuple(self._score(seat, letters) for seat in range(self.setup.seats))

    def _end_turn(self, season: str, card: str, ruins: bool, answers: list[Answer], time: int) -> None:
        self.turns.append(Turn(season, card, ruins, tuple(answers), time, tuple(self.coins)))

    def _explore(self, season: int, card: Explore, ruins_pending: bool) -> list[Answer]:
        answers = []
        for seat in range(self.setup.seats):
            drawings = offer(self.boards[seat], card, ruins_pending, self.setup.single_terrain)
            answers += self._answer(season, card.id, seat, seat, drawings)
        return answers

    def _ambush(self, season: int, card: Ambush) -> list[Answer]:
        if self.setup.seats == 1 or self.setup.monsters_walk:
            return [answer for owner in range(self.setup.seats) for answer in self._solo_ambush(card, owner)]
        step = 1 if card.passes == "clockwise" else -1
        answers = []
        for owner in range(self.setup.seats):
            seat = (owner + step) % self.setup.seats
            answers += self._answer(season, card.id, seat, owner, ambush_offer(self.boards[owner], card))
        return answers

    def _solo_ambush(self, card: Ambush, owner: int) -> list[Answer]:
        cells = solo_ambush(self.boards[owner], card)
        if cells is None:
            return []
        self._draw(owner, (cells, "monster", False))
        return [Answer(owner, owner, cells, "monster", False)]

    def _answer(self, season: int, card: str, seat: int, board_of: int, drawings: set[Drawing]) -> list[Answer]:
        """Ask the seat, unless the board is full."""
        if not drawings:
            return []
        chosen = self.choose(Ask(season, card, seat, board_of, self.boards[board_of], drawings))
        assert chosen in drawings, f"{chosen} may not be drawn for {card}"
        self._draw(board_of, chosen)
        return [Answer(seat, board_of, *chosen)]

    def _draw(self, board_of: int, drawing: Drawing) -> None:
        self.boards[board_of], coins = draw(self.boards[board_of], drawing)
        self.coins[board_of] = min(COIN_TRACK, self.coins[board_of] + coins)

    def _score(self, seat: int, letters: str) -> SeasonScore:
        first, second = (self.setup.edicts["ABCD".index(letter)] for letter in letters)
        board = self.boards[seat]
        return SeasonScore(
            ((first, score(first, board)), (second, score(second, board))), self.coins[seat], monster_loss(board)
        )


def play(setup: Setup, choose: Chooser) -> Record:
    """Play a game from set-up to titles, asking the chooser for every drawing.

    Raises AssertionError if it breaks a rule.
    """
    game = Play(setup, choose)
    scores = tuple(game.play_season(season) for season in range(4))
    totals = tuple(sum(season[seat].total for season in scores) for seat in range(setup.seats))
    lost = tuple(sum(season[seat].monsters for season in scores) for seat in range(setup.seats))
    rating = totals[0] - sum(SOLO_TARGETS[card] for card in setup.edicts) if setup.seats == 1 else None
    return Record(
        setup=setup,
        turns=tuple(game.turns),
        scores=scores,
        boards=tuple(format_map(board) for board in game.boards),
        totals=totals,
        lost_to_monsters=lost,
        ranks=ranks_of(totals, lost),
        rating=rating,
        title=None if rating is None else title_of(rating),
    )


def ranks_of(totals: tuple[int, ...], lost: tuple[int, ...]) -> tuple[int, ...]:
    """The rank of each seat: most stars first, then fewest lost to monsters, then shared (1, 1, 3)."""
    results = [(-stars, monsters) for stars, monsters in zip(totals, lost, strict=True)]
    return tuple(1 + len([other for other in results if other < mine]) for mine in results)


def title_of(rating: int) -> str:
    """The title of a solo rating."""
    for least, title in TITLES:
        if rating >= least:
            return title
    return LAST_TITLE


def replay(record: Record) -> Record:
    """Play a finished game again from its answers, every rule checked; it must equal the record."""
    answers = [answer for turn in record.turns for answer in turn.answers]
    if record.setup.seats == 1 or record.setup.monsters_walk:  # monsters that walk in ask nobody
        answers = [answer for turn in record.turns if turn.card not in AMBUSH for answer in turn.answers]
    waiting = iter(answers)

    def recorded(ask: Ask) -> Drawing:
        answer = next(waiting)
        assert (answer.seat, answer.board_of) == (ask.seat, ask.board_of), f"{answer} where {ask.seat} was asked"
        return answer.cells, answer.terrain, answer.coin

    again = play(record.setup, recorded)
    assert next(waiting, None) is None, "answers left over"
    assert again == record, "the record does not follow from its answers"
    return again

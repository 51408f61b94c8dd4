"""Comparison of the engine with the oracle."""

from random import Random
from typing import TypeAlias

from engine.cartographers.commands import Draw
from engine.cartographers.events import CardRevealed, Drawn, MonsterWalkedIn, SeasonBegan, SeasonScored
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask, column_of, row_of, spaces
from engine.cartographers.notation import Placement, board_text
from engine.cartographers.placement import Offer
from engine.contract import Seat
from tests.engine.oracle import game as oracle
from tests.engine.oracle.placement import Cells, Drawing
from tests.engine.tools import Game

Drawings: TypeAlias = set[Drawing]


def cells_of(mask: Mask) -> Cells:
    """Convert a mask to the oracle's set of spaces."""
    return frozenset((row_of(where), column_of(where)) for where in spaces(mask))


def drawing_of(offer: Offer, placement: Placement) -> Drawing:
    """Convert a placement to the oracle's drawing."""
    coin = offer.options[placement.option].coin
    return cells_of(offer.fit(placement).cells), placement.terrain.word, coin


def drawings_of(offer: Offer | None) -> Drawings:
    """Convert all placements of an offer to the oracle's drawings."""
    return set() if offer is None else {drawing_of(offer, placement) for placement in offer.placements()}


def setup_of(game: Game) -> oracle.Setup:
    """The oracle's set-up of a finished game: sheet, edicts and decks."""
    definition = game.state.definition
    return oracle.Setup(
        seats=game.state.seats,
        sheet="\n".join(definition.sheet.rows()),
        edicts=tuple(card.id for card in game.state.edicts),
        decks=tuple(event.deck for event in game.events if isinstance(event, SeasonBegan)),
        single_terrain=definition.single_terrain.value,
    )


def replayed(game: Game) -> oracle.Record:
    """Replay a finished game in the oracle, checking every drawing against the oracle's offer."""
    answers = iter(_answers(game))

    def recorded(ask: oracle.Ask) -> Drawing:
        drawn = next(answers)
        assert (drawn.seat, drawn.subject) == (ask.seat, ask.board_of)
        return cells_of(drawn.cells), drawn.terrain.word, drawn.coin

    record = oracle.play(setup_of(game), recorded)
    assert next(answers, None) is None
    return record


def _answers(game: Game) -> list[Drawn]:
    """The final drawings, by turn and board, in the order in which the oracle asks for them."""
    standing = {(event.turn, event.subject): event for event in game.events if isinstance(event, Drawn)}
    return [standing[key] for key in sorted(standing)]


def check_same(game: Game, record: oracle.Record) -> None:
    """Assert that a finished game and the oracle's record agree."""
    state, standings = game.state, RULES.standings(game.state)
    seats = range(state.seats)
    assert tuple(board_text(board, "\n") for board in state.boards) == record.boards
    assert tuple(state.total(Seat(seat)) for seat in seats) == record.totals
    assert tuple(state.losses(Seat(seat)) for seat in seats) == record.lost_to_monsters
    ranks = {place.seat: place.rank for place in standings.places}
    assert tuple(ranks[Seat(seat)] for seat in seats) == record.ranks
    assert standings.rating == record.rating
    assert standings.title == ("" if record.title is None else record.title.lower().replace(" ", "_"))
    assert state.coins == record.turns[-1].coins
    scored = [event.scores for event in game.events if isinstance(event, SeasonScored)]
    for ours, theirs in zip(scored, record.scores, strict=True):
        assert [(score.edicts, score.coins, score.losses) for score in ours] == [
            (tuple(stars for _, stars in score.edicts), score.coins, score.monsters) for score in theirs
        ]
    _check_turns(game, record)


def _check_turns(game: Game, record: oracle.Record) -> None:
    played = {event.turn: event.card for event in game.events if isinstance(event, CardRevealed)}
    ruins = {card.id for card in game.state.definition.ruins}
    in_order = [event for event in game.events if isinstance(event, CardRevealed) and event.card not in ruins]
    assert [(event.turn, event.card) for event in in_order] == [
        (number, turn.card) for number, turn in enumerate(record.turns, 1)
    ]
    assert len(played) >= len(record.turns)
    walks = [event for event in game.events if isinstance(event, MonsterWalkedIn)]
    for walk in walks:
        answers = record.turns[walk.turn - 1].answers
        assert [answer.cells for answer in answers] == ([cells_of(walk.cells)] if walk.cells else [])


def follow(game: Game, record: oracle.Record) -> None:
    """Play the oracle's record in the engine, the answers of each turn in a shuffled order."""
    rng = Random(len(record.turns))
    for turn in record.turns:
        answers = list(turn.answers)
        rng.shuffle(answers)
        if game.state.seats == 1 and turn.card in {card.id for card in game.state.definition.ambushes}:
            continue
        for answer in answers:
            offer = game.offer(answer.seat)
            expected = (answer.cells, answer.terrain, answer.coin)
            placement = next(each for each in offer.placements() if drawing_of(offer, each) == expected)
            game.do(Draw(Seat(answer.seat), game.state.turn, placement))

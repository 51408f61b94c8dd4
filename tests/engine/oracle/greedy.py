"""The greedy move by brute force: try everything, score everything."""

from tests.engine.oracle.board import OracleMap
from tests.engine.oracle.placement import Drawing, draw, in_order
from tests.engine.oracle.scoring import monster_loss, score


def worth(board: OracleMap, drawing: Drawing, cards: tuple[str, ...], edition: str = "retail") -> int:
    """Stars of the cards after the drawing, minus monster losses, plus the coins that the drawing pays.

    Coins are the shape's own and one for each mountain it surrounds; a full coin track is ignored.
    """
    after, coins = draw(board, drawing)
    return sum(score(card, after, edition) for card in cards) - monster_loss(after) + coins


def greedy(board: OracleMap, drawings: set[Drawing], cards: tuple[str, ...], edition: str = "retail") -> Drawing:
    """The drawing of highest worth; ties go to the first by cells in reading order, then by terrain."""
    return max(in_order(drawings), key=lambda drawing: worth(board, drawing, cards, edition))

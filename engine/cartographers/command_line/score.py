"""`score`: list the stars of scoring cards on a map, with reasons."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from engine.cartographers import Edition, Tally, score, scoring_cards
from engine.cartographers.board import Board
from engine.cartographers.command_line import arguments, words
from engine.command_line.console import Console


def declare(parser: ArgumentParser) -> None:
    """Add the command's arguments to the parser."""
    parser.add_argument("cards", metavar="CARD", nargs="+", help="the id of a scoring card, such as sentinel_wood")
    parser.add_argument(
        "--edition",
        choices=arguments.list_codes(Edition),
        default=Edition.RETAIL,
        help="edition of the Heroes scoring cards",
    )
    arguments.add_map_arguments(parser)


def run(args: Namespace, console: Console) -> int:
    """Print the stars of each card with reasons, and the cost of monsters. Raises UsageError."""
    cards_by_id = scoring_cards(Edition(args.edition))
    cards = [arguments.find_card(card, cards_by_id, "scoring card") for card in args.cards]
    board = arguments.parse_board(args, console)
    for card in cards:
        console.say(*tally_lines(score(card, board)))
    console.say(*loss_lines(board))
    return 0


def tally_lines(tally: Tally) -> Iterator[str]:
    """Return a card's stars, then one line per reason."""
    yield f"{tally.card.id}: {words.stars_text(tally.stars)}"
    several = len(tally.card.clauses) > 1
    for contribution in tally.contributions:
        yield f"  {words.contribution_text(contribution, several=several)}"


def loss_lines(board: Board) -> Iterator[str]:
    """Yield the line of stars lost to monsters, then the empty spaces next to them, if any."""
    losses = board.monster_losses()
    yield f"monsters: {words.stars_text(-losses.bit_count())}"
    if losses:
        yield f"  {words.losses_text(losses)}"

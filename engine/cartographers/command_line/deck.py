"""`deck`: list the decks of a seed."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from engine import Shuffler, advance, begin
from engine.cartographers import RULES, Edition, Setup, read_record
from engine.cartographers.cards import Stack
from engine.cartographers.command_line import arguments, setups
from engine.cartographers.events import EdictsLaid, GameStarted
from engine.cartographers.rules import replay
from engine.cartographers.rules.setup import draw_edicts
from engine.cartographers.stand_in import first_legal
from engine.command_line.console import Console, UsageError
from engine.command_line.input import file_label, parse_json, parse_seed, text_of

Decks = Mapping[str, tuple[str, ...]]


def declare(parser: ArgumentParser) -> None:
    """Add the command's arguments to the parser."""
    parser.add_argument("--seed", metavar="HEX", help="the seed (default: the record's own)")
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="a game's record (- for standard input), instead of --game, --sheet and --edicts",
    )
    parser.add_argument(
        "--label", metavar="LABEL", action="append", help="only the deck with this label, such as edicts"
    )
    setups.declare(parser)


def run(args: Namespace, console: Console) -> int:
    """List the decks, one per line, top card first. Raises UsageError."""
    if args.record and _chosen(args):
        raise UsageError("--record: tells the game, the sheet and the edicts itself")
    seed, setup = _load_recorded_game(args, console) if args.record else (None, setups.parse_setup(args))
    if args.seed is not None:
        seed = parse_seed(args.seed)
    if seed is None:
        raise UsageError("--seed: is needed where no record has one")
    decks = shuffle_decks(setup, Shuffler(seed))
    for label in args.label or decks:
        console.say(f"{label}: {' '.join(arguments.find_card(label, decks, 'deck'))}")
    return 0


def _chosen(args: Namespace) -> bool:
    other_edition = args.edition != Edition.RETAIL
    return bool(args.game or args.sheet or args.edicts or args.destroy_wasteland or other_edition)


def _load_recorded_game(args: Namespace, console: Console) -> tuple[bytes | None, Setup]:
    """Return a record's seed and the setup of its game."""
    try:
        record = read_record(parse_json(text_of(args.record, console)))
    except ValueError as error:
        raise UsageError(f"{file_label(args.record)}: {error}") from None
    match record.events[:2]:
        case [GameStarted(definition), EdictsLaid(cards, drawn)]:
            return record.seed, Setup(definition, () if drawn else cards)
        case _:
            raise UsageError(f"{file_label(args.record)}: does not begin with a game's start and its edicts")


def shuffle_decks(setup: Setup, rng: Shuffler) -> Decks:
    """Return all decks of a game by label, in the order in which they are shuffled.

    A season's deck depends on how many cards of the previous one were revealed. That depends only on the cards' time
    values, never on what is drawn, so any sequence of legal moves yields the same decks. Raises RuleViolation if the
    setup cannot be played.
    """
    events, state = begin(RULES, setup, 1, rng)
    while asks := RULES.asks(state):
        run = advance(RULES, state, first_legal(RULES.view(state, asks[0].seat), asks[0]), rng)
        events, state = events + run.events, run.state
    return {**({} if setup.edicts else _edicts(setup, rng)), **replay.decks(events)}


def _edicts(setup: Setup, rng: Shuffler) -> Decks:
    """Return the shuffled stacks, whose first cards become edicts, and these four in order."""
    pool = setup.definition.pool
    stacks = {stack: [card.id for card in pool if card.stack is stack] for stack in Stack}
    shuffled = {f"stack/{stack}": rng.shuffle(f"stack/{stack}", cards) for stack, cards in stacks.items()}
    return {**shuffled, "edicts": draw_edicts(pool, rng)}

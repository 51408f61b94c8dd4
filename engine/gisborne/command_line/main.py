"""Command line of Gisborne: command selection and exit status."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from engine import RecordFault, RuleViolation, Shuffler, begin, check, read_record, verify
from engine.command_line.console import Console, UsageError
from engine.command_line.input import file_label, parse_json, parse_seed, text_of
from engine.gisborne import RULES, Setup, cards_text, gisborne, parse_cards, steps_of
from engine.gisborne.command_line.play import Game
from engine.gisborne.events import ChipsShuffled, TilesShuffled
from engine.gisborne.plays import find_plays
from engine.randomness import SEED_BYTES

PROGRAM = f"python -m {__name__.partition('.')[0]} gisborne"
WRONG_USE, INTERRUPTED = 2, 130


def main(arguments: Sequence[str], console: Console | None = None) -> int:
    """Run a command line. Returns the exit status: 0 for success, 1 for a negative result, 2 for incorrect usage, 130
    if interrupted. Raises SystemExit like argparse, for help and unknown arguments.
    """
    args = _parser().parse_args(arguments)
    console = console or Console.of_process()
    try:
        status: int = args.run(args, console)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, RuleViolation) as error:
        reason = error.code if isinstance(error, RuleViolation) else str(error)
        console.note(f"{PROGRAM} {args.command}: {reason}")
        return WRONG_USE
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog=PROGRAM, description="The rules of Gisborne at the command line.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    deal = commands.add_parser("deal", help="show what a seed deals: tiles, chips, bar order and hands")
    deal.set_defaults(run=_deal)
    legal = commands.add_parser("legal", help="list every play that a hand allows, one per line, with its steps")
    legal.add_argument("hand", metavar="CARDS", help='the hand, such as "2b1 s3 g4"')
    legal.add_argument("--village", action="store_true", help="the pawn stands on a village, so metals may be mixed")
    legal.set_defaults(run=_legal)
    play = commands.add_parser("play", help="play against the computer")
    play.set_defaults(run=_play)
    for command in (deal, play):
        command.add_argument("--seats", type=int, default=3, help="number of seats, 3 to 5 (default: 3)")
        command.add_argument("--seed", metavar="HEX", help="64 hex digits that determine all randomness")
    checking = commands.add_parser("check", help="check a game file, and its decks where a seed is known")
    checking.add_argument("file", metavar="FILE", nargs="?", default="-", help="the file (default: standard input)")
    checking.add_argument("--seed", metavar="HEX", help="seed to check the decks against (default: the file's own)")
    checking.set_defaults(run=_check)
    return parser


def _seed(args: Namespace) -> bytes:
    return parse_seed(args.seed) if args.seed else secrets.token_bytes(SEED_BYTES)


def _deal(args: Namespace, console: Console) -> int:
    """Show the deal of a seed."""
    seed = _seed(args)
    events, state = begin(RULES, Setup(gisborne()), args.seats, Shuffler(seed))
    for event in events:
        if isinstance(event, TilesShuffled | ChipsShuffled):
            name = "tiles" if isinstance(event, TilesShuffled) else "chips"
            *pile, aside = map(str, event.order)
            console.say(f"{name}: {' '.join(pile)}, set aside {aside}")
    console.say(f"bar: {' '.join(map(str, state.bar))}")
    console.say(*(f"hand of seat {seat}: {cards_text(hand)}" for seat, hand in enumerate(state.hands)))
    console.say(f"seed: {seed.hex()}")
    return 0


def _legal(args: Namespace, console: Console) -> int:
    """List the plays of a hand. Returns 1 if only the tent is left. Raises UsageError."""
    try:
        hand = parse_cards(args.hand)
    except ValueError as error:
        raise UsageError(str(error)) from None
    plays = sorted(
        find_plays(hand, gisborne().most_cards, mixed=args.village), key=lambda cards: (steps_of(cards), cards)
    )
    console.say(*(f"{steps_of(cards)}: {cards_text(cards)}" for cards in plays))
    return 0 if plays else 1


def _play(args: Namespace, console: Console) -> int:
    """Play as seat 0 until the game or the input ends."""
    seed = _seed(args)
    game = Game(args.seats, Shuffler(seed), console)
    while not game.over:
        typed = console.ask("> ")
        if typed is None or typed.lower() == "quit":
            break
        game.do(typed)
    console.say(*game.standings_lines(), f"seed: {seed.hex()}")
    return 0


def _check(args: Namespace, console: Console) -> int:
    """Report that a game file is valid, or its first fault. Returns 1 if it has any. Raises UsageError."""
    seed = parse_seed(args.seed) if args.seed else None
    text = text_of(args.file, console)
    try:
        record = read_record(parse_json(text), {"gisborne": RULES})
        seed = seed or record.seed
        if seed is None:
            check(RULES, record.events)
            differing: tuple[str, ...] = ()
        else:
            checked = verify(RULES, record.events, seed)
            differing = checked.differing
            if checked.fault:
                raise checked.fault
    except RecordFault as fault:
        detail = f", {fault.detail}" if fault.detail else ""
        expected = "" if fault.expected is None else f"; expected {RULES.encode(fault.expected)}"
        console.say(f"WRONG event {fault.number}: {fault.reason.value}{detail}{expected}")
        return 1
    except ValueError as error:
        console.say(f"WRONG {file_label(args.file)}: {error}")
        return 1
    console.say(*(f"WRONG {label}: the seed gives a different order" for label in differing))
    if not differing:
        console.say(f"The record is valid: {len(record.events)} events.")
    return 1 if differing else 0

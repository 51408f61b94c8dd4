"""Command line: command selection and exit status."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine import RuleViolation
from engine.cartographers.command_line import check, deck, legal, play, score, words
from engine.command_line.console import Console, UsageError

PROGRAM = f"python -m {__name__.partition('.')[0]}"
WRONG_USE, INTERRUPTED = 2, 130


@dataclass(frozen=True, slots=True)
class Command:
    """Command: description, examples (arguments after its name), options, and the function that runs it."""

    summary: str
    examples: tuple[str, ...]
    declare: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Console], int]


COMMANDS = {
    "score": Command(
        "Tell what scoring cards are worth on a map, and why: a line for each reason, with its spaces.",
        ("sentinel_wood treetower --file map.txt", "clawsgrave_peaks --edition preview < map.txt"),
        score.declare,
        score.run,
    ),
    "legal": Command(
        "List every placement that a card allows on a map, one a line. Exit status 1 where there is none.",
        ("great_river --file map.txt", "great_river --ruins --count < map.txt", "goblin_attack --file map.txt"),
        legal.declare,
        legal.run,
    ),
    "check": Command(
        "Check the record of a game, its decks too where a seed is known. Exit status 1 where anything is wrong, or "
        "the file is no record. With a seed the game has to be over; without one it may be under way.",
        ("game.json", "game.json --seed 3f8a...  (64 hex digits)"),
        check.declare,
        check.run,
    ),
    "play": Command(
        "Play a game alone.",
        ("", "--game heroes --sheet D", "--edicts sentinel_wood,wildholds,canal_lake,borderlands"),
        play.declare,
        play.run,
    ),
    "deck": Command(
        "List the decks that a seed gives, top first; docs/record.md tells how they follow from it.",
        ("--record game.json", "--game heroes --seed 3f8a... --label deck/spring --label heroes"),
        deck.declare,
        deck.run,
    ),
}


def main(arguments: Sequence[str], console: Console | None = None) -> int:
    """Run a command line. Returns the exit status: 0 for success, 1 for a negative result, 2 for incorrect usage, 130
    if interrupted. Raises SystemExit like argparse, for help and unknown arguments.
    """
    args = _parser().parse_args(arguments)
    console = console or Console.of_process()
    try:
        status = COMMANDS[args.command].run(args, console)
        console.out.flush()
    except BrokenPipeError:  # nobody reads on, as after `| head`
        # Redirect stdout, or the interpreter would try to flush the rest of the buffer again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), console.out.fileno())
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except (UsageError, RuleViolation) as error:
        reason = words.refusal_text(error.code, error.details) if isinstance(error, RuleViolation) else str(error)
        console.note(f"{PROGRAM} {args.command}: {reason}")
        return WRONG_USE
    return status


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog=PROGRAM,
        description="The rules of Cartographers at the command line. docs/notation.md tells how maps are written. "
        f'"{PROGRAM} gisborne --help" lists the commands of Gisborne.',
        epilog='"COMMAND --help" has examples. Exit status: 0 all is good, 1 what was asked is not so, 2 wrong use.',
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        examples = "\n".join(f"  {PROGRAM} {name} {example}".rstrip() for example in command.examples)
        room = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary,
            epilog=f"examples:\n{examples}",
            formatter_class=RawDescriptionHelpFormatter,
        )
        command.declare(room)
    return parser

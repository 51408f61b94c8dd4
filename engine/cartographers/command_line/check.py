"""`check`: verify a record."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from engine import Record, RecordFault, check, commitment, verify
from engine.cartographers import RULES, read_record
from engine.cartographers.command_line import words
from engine.cartographers.events import Event
from engine.command_line.console import Console
from engine.command_line.input import file_label, parse_json, parse_seed, text_of


def declare(parser: ArgumentParser) -> None:
    """Add the command's arguments to the parser."""
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="the record (default: standard input)")
    parser.add_argument("--seed", metavar="HEX", help="seed to check the decks against (default: the record's own)")


def run(args: Namespace, console: Console) -> int:
    """Report that a record is valid, or all its faults. Returns 1 if it has any. Raises UsageError."""
    seed = parse_seed(args.seed) if args.seed else None
    text = text_of(args.file, console)
    try:
        record = read_record(parse_json(text))
    except ValueError as error:
        console.say(f"WRONG {file_label(args.file)}: {error}")
        return 1
    seed = seed or record.seed
    wrong = list(_running_game_faults(record) if seed is None else _finished_game_faults(record, seed))
    console.say(*(f"WRONG {line}" for line in wrong))
    if wrong:
        return 1
    console.say(words.valid_record_text(len(record.events), with_seed=seed is not None))
    return 0


def _running_game_faults(record: Record[Event]) -> Iterator[str]:
    try:
        check(RULES, record.events)
    except RecordFault as fault:
        yield _fault_line(fault, record)


def _finished_game_faults(record: Record[Event], seed: bytes) -> Iterator[str]:
    if record.commitment is not None and commitment(seed) != record.commitment:
        yield words.OTHER_SEED
    checked = verify(RULES, record.events, seed)
    yield from (words.deck_mismatch_text(label) for label in checked.differing)
    if checked.fault is not None:
        yield _fault_line(checked.fault, record)


def _fault_line(fault: RecordFault, record: Record[Event]) -> str:
    there = fault.number <= len(record.events)
    recorded = RULES.encode(record.events[fault.number - 1]) if there else None
    expected = None if fault.expected is None else RULES.encode(fault.expected)
    return words.fault_text(fault, recorded, expected)

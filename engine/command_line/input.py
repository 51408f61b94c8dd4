"""Command input: files and standard input, read as records and seeds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.command_line.console import Console, UsageError
from engine.randomness import SEED_BYTES

STDIN = "standard input"
BYTE_ORDER_MARK = "\ufeff"
"""Byte order mark that some editors write at the beginning of a file."""


def text_of(file: str, console: Console) -> str:
    """Return the text of a file, or of standard input for "-". Raises UsageError."""
    try:
        text = console.input.read() if file == "-" else Path(file).read_text("utf-8")
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{file_label(file)}: is not UTF-8") from None
    return text.removeprefix(BYTE_ORDER_MARK)


def file_label(file: str) -> str:
    """Return a file's name for messages."""
    return STDIN if file == "-" else file


def parse_seed(text: str) -> bytes:
    """Parse a seed from hex digits. Raises UsageError."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise UsageError(f"--seed: must be {2 * SEED_BYTES} hex digits")
    return seed


def parse_json(text: str) -> Any:
    """Parse a JSON text. Raises ValueError with line and column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from None
    except RecursionError:
        raise ValueError("is nested too deeply") from None

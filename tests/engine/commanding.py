"""Run the engine's command line in this process, and capture its output."""

import io
from typing import NamedTuple

from engine.cartographers.command_line.main import main
from engine.command_line.console import Console


class CommandResult(NamedTuple):
    """The exit status of a command, and the lines that it wrote to standard output and error."""

    status: int
    out: list[str]
    err: list[str]


def command(*arguments: str, given: str = "", colour: bool = False) -> CommandResult:
    """Run a command, with `given` as standard input."""
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, Console(io.StringIO(given), out, err, colour))
    return CommandResult(status, out.getvalue().splitlines(), err.getvalue().splitlines())

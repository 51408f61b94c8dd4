"""Input and output streams of a command."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from typing import TextIO


class UsageError(Exception):
    """Error for input that cannot be read or used; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Console:
    """Standard input, output and error of a command; `colour` is True if output may use colors."""

    input: TextIO
    out: TextIO
    err: TextIO
    colour: bool = False

    @classmethod
    def of_process(cls) -> Console:
        """Return the console of this process.

        Output is colored on a terminal unless NO_COLOR (https://no-color.org) is set.
        """
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # what was typed may be quoted
        colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        return cls(sys.stdin, sys.stdout, sys.stderr, colour)

    def say(self, *lines: str) -> None:
        """Print lines of output."""
        self.out.writelines(f"{line}\n" for line in lines)

    def note(self, line: str) -> None:
        """Print a note that is not part of the result."""
        self.err.write(f"{line}\n")

    def ask(self, prompt: str) -> str | None:
        """Return the line typed after a prompt, or None at the end of the input or on an interrupt."""
        self.out.write(prompt)
        self.out.flush()
        try:
            line = self.input.readline()
        except KeyboardInterrupt:
            line = ""
        except UnicodeDecodeError:
            line = "?"
        if not line:
            self.out.write("\n")
        return line.strip() if line else None

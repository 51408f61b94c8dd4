"""List test files affected by a change, nearest first: `python -m tests.running.concerned [REVISION]`.

A file depends on the files that it imports or names (templates, styles, scripts). The search starts from the files
changed since the revision, by default the branch's upstream or else the last commit.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator

from tests.processes.programs import ROOT

_NAMED = re.compile(r"[\w./-]+\.(?:html|js|css|svg|json|txt|md)\b")


def git(*arguments: str) -> list[str]:
    """Return the output lines of a git command, [] if it fails."""
    run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return run.stdout.splitlines() if run.returncode == 0 else []


def changed(revision: str | None = None) -> set[str]:
    """Return the paths changed since the revision, including untracked files."""
    since = [revision] if revision else git("merge-base", "HEAD", "@{upstream}")
    differs = {*git("diff", "--name-only", *since), *git("ls-files", "--others", "--exclude-standard")}
    return differs or set(git("diff", "--name-only", "HEAD~1"))


def names(path: str, text: str) -> Iterator[str]:
    """Yield the names a file mentions: dotted modules, and the ends of other files' paths."""
    yield from (end.lstrip("./") for end in _NAMED.findall(text))
    if not path.endswith(".py"):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("games."):
            yield node.value.rpartition(".")[0]


def aliases(path: str) -> Iterator[str]:
    """Yield the names by which other files may mention a file."""
    if path.endswith(".py"):
        yield path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    else:
        parts = path.split("/")
        yield from ("/".join(parts[index:]) for index in range(len(parts)))


def distances(since: set[str]) -> dict[str, int]:
    """Return each file's distance in steps from a changed file; unreachable files are left out."""
    paths = [path for path in git("ls-files", "--cached", "--others", "--exclude-standard") if (ROOT / path).is_file()]
    readable = [path for path in paths if path.endswith((".py", ".html", ".js"))]
    named = {alias: path for path in paths for alias in aliases(path)}
    users: dict[str, set[str]] = defaultdict(set)
    for path in readable:
        for name in names(path, (ROOT / path).read_text()):
            if name in named:
                users[named[name]].add(path)
    steps = dict.fromkeys(since, 0)
    front = list(since)
    for path in front:
        for user in sorted(users[path] - steps.keys()):
            steps[user] = steps[path] + 1
            front.append(user)
    return steps


def concerned(since: set[str]) -> list[str]:
    """The test files to run, the nearest first."""
    steps = distances(since)
    tests = [path for path in steps if re.fullmatch(r"tests/.*/?test_\w+\.py", path) and (ROOT / path).is_file()]
    return sorted(tests, key=lambda path: (steps[path], path))


if __name__ == "__main__":
    sys.stdout.write("\n".join(concerned(changed(*sys.argv[1:2]))) + "\n")

"""Summary of a run: the time each folder of tests took."""

from __future__ import annotations

from collections import defaultdict

from _pytest.terminal import TerminalReporter


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print one line per folder, longest first, in seconds summed over all workers."""
    seconds: dict[str, float] = defaultdict(float)
    tests: dict[str, set[str]] = defaultdict(set)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if duration := getattr(report, "duration", None):
                part = "/".join(report.nodeid.split("::")[0].split("/")[:-1])
                seconds[part] += duration
                tests[part].add(report.nodeid)
    if len(seconds) < 2:
        return
    terminalreporter.section("seconds by folder, of all workers together")
    for part in sorted(seconds, key=lambda part: -seconds[part]):
        terminalreporter.line(f"{seconds[part]:8.1f}  {part} ({len(tests[part])})")

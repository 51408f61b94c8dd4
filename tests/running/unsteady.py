"""A second try, alone, for the few browser tests that failed while others ran beside them.

A browser test that then passes is *unsteady*: it is reported at the end, its first traceback is kept in a file, and it
does not fail the run. At most three may be; other tests are never run twice.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.reports import TestReport
from _pytest.terminal import TerminalReporter

MOST: Final = 3
"""Unsteady tests that one run may have."""
FOLDER: Final = Path("var", "unsteady")
"""Where first traces are kept, seen from the root of the project."""
_BAD: Final = ("failed", "error")
_ALONE: Final = "--alone"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(_ALONE, action="store_true", help="this run is the second try of a test: there is no third")


@pytest.hookimpl(trylast=True)  # after the workers have ended
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Retry the failed tests if they are a few browser tests and nothing else."""
    config = session.config
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if hasattr(config, "workerinput") or config.getoption(_ALONE) or reporter is None:
        return
    shutil.rmtree(config.rootpath / FOLDER, ignore_errors=True)
    if session.exitstatus != pytest.ExitCode.TESTS_FAILED:
        return
    bad = _bad(reporter)
    browsers = {name: reports for name, reports in bad.items() if all(map(_of_browser, reports))}
    if not 0 < len(browsers) <= MOST:
        return
    steady = [name for name, reports in browsers.items() if not _passes_alone(config, reporter, name, reports)]
    if not steady and len(browsers) == len(bad):
        session.exitstatus = pytest.ExitCode.OK


def _of_browser(report: Any) -> bool:
    """True if a report is of a browser test; False for collection errors, which belong to no test."""
    return "browser" in getattr(report, "keywords", ())


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Report the unsteady tests, so that someone investigates."""
    unsteady = terminalreporter.stats.get("unsteady", [])
    if unsteady:
        terminalreporter.section("unsteady: failed beside others, passed alone", yellow=True)
    for report in unsteady:
        terminalreporter.line(f"{report.nodeid}\n    its first trace: {_trace(report.nodeid)}")


def _bad(reporter: TerminalReporter) -> dict[str, list[TestReport]]:
    """Return the failure reports by test, including crashed workers and files that cannot be read."""
    reports: dict[str, list[TestReport]] = {}
    for kind in _BAD:
        for report in reporter.stats.get(kind, []):
            reports.setdefault(report.nodeid, []).append(report)
    return reports


def _passes_alone(config: pytest.Config, reporter: TerminalReporter, name: str, reports: list[TestReport]) -> bool:
    kept = config.rootpath / _trace(name)
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("\n\n".join(_report_lines(report) for report in reports))
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", _ALONE, name]
    again = subprocess.run(command, cwd=config.rootpath, capture_output=True, text=True, timeout=900, check=False)
    passes = again.returncode == pytest.ExitCode.OK
    if passes:
        _reclassify(reporter, name, reports)
    else:
        kept.write_text(f"{kept.read_text()}\n\nalone:\n{again.stdout}{again.stderr}")
    return passes


def _reclassify(reporter: TerminalReporter, name: str, reports: list[TestReport]) -> None:
    for kind in _BAD:
        left = [report for report in reporter.stats.pop(kind, []) if report.nodeid != name]
        if left:
            reporter.stats[kind] = left
    reporter.stats.setdefault("unsteady", []).append(reports[0])


def _report_lines(report: TestReport) -> str:
    return "\n".join([report.nodeid, report.when or "", report.longreprtext, *(text for _, text in report.sections)])


def _trace(name: str) -> Path:
    return FOLDER / f"{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')[-150:]}.txt"

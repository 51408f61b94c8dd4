"""Settings derived from environment variables, tested in separate processes."""

import fcntl
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from carto_site import sqlite
from carto_site.environment import Environment, load_or_create_secret, mail_encryption, postgres_database
from tests.processes.programs import ROOT

PRODUCTION = {
    "CARTO_ORIGIN": "https://carto.example",
    "CARTO_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRST",
    "CARTO_DATABASE_URL": "postgresql://carto:secret@127.0.0.1/carto",
    "CARTO_REDIS_URL": "redis://127.0.0.1/0",
    "CARTO_PROXY_ADDRESSES": "127.0.0.1",
}


def manage(tmp_path: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command with these variables and none of the developer's own."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("CARTO_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**clean, "CARTO_VAR_DIR": str(tmp_path / "var"), **variables},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_the_production_mode_passes_the_deployment_checks(tmp_path: Path) -> None:
    (tmp_path / "var" / "static").mkdir(parents=True)
    run = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert run.returncode == 0, run.stderr
    assert "no issues" in run.stdout


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("CARTO_REDIS_URL", "", "carto.W001"),
        ("CARTO_SECRET_KEY", "", "carto.W002"),
        ("CARTO_HOSTS", "*", "carto.E001"),
        ("CARTO_ORIGIN", "http://carto.example", "security.W010"),
        ("CARTO_DEBUG", "1", "security.W018"),
        ("CARTO_PRIVATE_ADDRESSES", "1", "carto.W003"),
    ],
)
def test_the_deployment_checks_name_what_is_missing(tmp_path: Path, name: str, value: str, code: str) -> None:
    run = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION | {name: value})
    assert run.returncode == 1
    assert code in run.stderr


def settings_of(tmp_path: Path, **variables: str) -> dict[str, str]:
    """Return the settings with these variables, as printed by `diffsettings`."""
    lines = manage(tmp_path, "diffsettings", "--all", **variables).stdout.splitlines()
    return {
        name.removeprefix("### ").removeprefix("+ ").strip(): value
        for name, _, value in (line.partition(" = ") for line in lines)
    }


def test_served_by_https_every_cookie_is_this_hosts_alone(tmp_path: Path) -> None:
    values = settings_of(tmp_path, **PRODUCTION)
    names = {value for name, value in values.items() if name.endswith("COOKIE_NAME")}
    assert len(names) == 8
    assert all(name.startswith("'__Host-") for name in names)
    assert values["SECURE_HSTS_INCLUDE_SUBDOMAINS"] == "False"


def test_other_hosts_are_bound_to_https_only_when_asked(tmp_path: Path) -> None:
    assert settings_of(tmp_path, **PRODUCTION, CARTO_HSTS_SUBDOMAINS="1")["SECURE_HSTS_INCLUDE_SUBDOMAINS"] == "True"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CARTO_DEBUG", "maybe"),
        ("CARTO_ORIGIN", "carto.example"),
        ("CARTO_ORIGIN", "https://carto.example/games"),
        ("CARTO_DATABASE_URL", "mysql://localhost/carto"),
        ("CARTO_DATABASE_URL", "postgresql://localhost"),
        ("CARTO_MAX_REQUESTS", "0"),
        ("CARTO_SQLITE_SYNCHRONOUS", "OFF"),
        ("CARTO_LOG_LEVEL", "LOUD"),
        ("CARTO_EMAIL_TLS", "maybe"),
        ("CARTO_VAPID_KEY", "secret"),
        ("CARTO_PRIVATE_ADDRESSES", "maybe"),
        ("CARTO_WEBHOOKS", "maybe"),
    ],
)
def test_values_that_cannot_be_meant_are_refused(tmp_path: Path, name: str, value: str) -> None:
    run = manage(tmp_path, "check", **{name: value})
    assert run.returncode != 0
    assert name in run.stderr


def test_the_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    first = load_or_create_secret(tmp_path / "var" / "secret-key")
    assert len(first) > 60
    assert load_or_create_secret(tmp_path / "var" / "secret-key") == first
    assert stat.S_IMODE((tmp_path / "var" / "secret-key").stat().st_mode) == 0o600


def test_a_secret_that_another_process_is_about_to_write_is_waited_for(tmp_path: Path) -> None:
    path, kept = tmp_path / "secret-key", list[str]()
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        other = threading.Thread(target=lambda: kept.append(load_or_create_secret(path)))
        other.start()
        file.write("of the first")
    other.join()
    assert kept == ["of the first"]


def test_a_file_without_a_secret_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    path.touch()
    assert load_or_create_secret(path) == path.read_text() != ""


def test_notices_on_devices_can_be_switched_off_and_their_services_named(tmp_path: Path) -> None:
    assert settings_of(tmp_path, CARTO_PUSH_SERVICES="none")["PUSH_SERVICES"].startswith("[]")
    named = settings_of(tmp_path, CARTO_PUSH_SERVICES="push.example, .Push.example")["PUSH_SERVICES"]
    assert named.startswith("['push.example', '.push.example']")


def test_addresses_of_hosts_are_called_only_where_that_is_allowed(tmp_path: Path) -> None:
    assert settings_of(tmp_path)["WEBHOOKS"].startswith("False")
    assert settings_of(tmp_path, CARTO_WEBHOOKS="1")["WEBHOOKS"].startswith("True")


def test_a_database_url_is_read_whole() -> None:
    database = postgres_database("postgresql://a%40b:p%2Fw@db.example:5433/carto?sslmode=require", 7)
    parts = [database[name] for name in ("USER", "PASSWORD", "HOST", "PORT")]
    assert parts == ["a@b", "p/w", "db.example", "5433"]
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["pool"]["max_size"] == 7


def test_a_site_that_others_reach_requires_a_second_factor(tmp_path: Path) -> None:
    run = manage(tmp_path, "diffsettings", **PRODUCTION)
    assert "SECOND_FACTOR_REQUIRED = True" in run.stdout
    assert "OTP_TOTP_ISSUER = 'Carto carto.example'" in run.stdout


@pytest.mark.parametrize(
    ("host", "variable", "spoken"),
    [
        ("mail.example", "", "starttls"),
        ("mail.example", "tls", "tls"),
        ("mail.example", "none", "none"),
        ("localhost", "", "none"),
        ("127.0.0.1", "starttls", "starttls"),
    ],
)
def test_letters_leave_the_machine_encrypted_unless_told_otherwise(host: str, variable: str, spoken: str) -> None:
    assert mail_encryption(Environment({"CARTO_EMAIL_TLS": variable}), host) == spoken


def test_an_empty_variable_counts_as_unset() -> None:
    env = Environment({"A": " ", "B": "x, ,y"})
    assert env.text("A", "default") == "default"
    assert env.items("B") == ["x", "y"]
    with pytest.raises(ImproperlyConfigured):
        Environment({"A": "-1"}).number("A", 3)


def test_the_write_ahead_log_is_used_only_where_it_is_safe() -> None:
    assert sqlite.journal_mode((3, 40, 1)) == "DELETE"
    assert sqlite.journal_mode((3, 51, 2)) == "DELETE"
    assert sqlite.journal_mode((3, 51, 3)) == "WAL"
    assert sqlite.journal_mode((4, 0, 0)) == "WAL"


@pytest.mark.parametrize(
    ("before", "module"),
    [
        ("", "pysqlite3"),
        ("sys.modules['pysqlite3'] = None", "sqlite3"),  # as if it weren't installed
        ("import django.db.backends.sqlite3.base", "sqlite3"),
    ],
    ids=["installed", "missing", "too late"],
)
def test_the_bundled_sqlite_is_used_if_installed_and_not_too_late(before: str, module: str) -> None:
    code = f"""
import sys
{before}
from carto_site.sqlite import use_bundled_sqlite
use_bundled_sqlite()
import sqlite3
print(sqlite3.__name__)
"""
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (run.stderr, run.stdout) == ("", f"{module}\n")


@pytest.mark.django_db
def test_sqlite_runs_as_promised() -> None:
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("runs on PostgreSQL this time")
    with connection.cursor() as cursor:
        pragmas = {name: cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "foreign_keys")}
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    assert pragmas == {"synchronous": 2, "foreign_keys": 1}
    assert journal.upper() == sqlite.journal_mode(sqlite.version())
    assert connection.transaction_mode == "IMMEDIATE"

"""Log output: machine-readable lines, and the attribution of errors."""

import io
import json
import logging
import sys

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client, override_settings
from django.urls import path

from carto_site.logs import JsonFormatter


def test_a_record_is_one_line_of_json() -> None:
    try:
        raise ValueError("broken\nin two")
    except ValueError:
        record = logging.LogRecord("games.tables", logging.ERROR, __file__, 1, "lost %s", ("it",), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "\n" not in line
    entry = json.loads(line)
    assert (entry["level"], entry["logger"], entry["message"]) == ("ERROR", "games.tables", "lost it")
    assert "ValueError" in entry["exception"]
    assert entry["time"].endswith("+00:00")


def test_a_record_brings_fields_of_its_own() -> None:
    record = logging.makeLogRecord({"msg": "came in", "fields": {"user": 7}})
    assert json.loads(JsonFormatter().format(record)).items() >= {"message": "came in", "user": 7}.items()


def _broken(request: HttpRequest) -> None:
    raise ValueError("our fault")


class _Addresses:
    urlpatterns = [path("broken", _broken)]


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Capture the output of the configured handler."""
    written = io.StringIO()
    handler = next(handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    monkeypatch.setattr(handler, "stream", written)
    return written


@pytest.mark.django_db
def test_a_clients_mistake_is_no_error(log: io.StringIO) -> None:
    assert Client().get("/", headers={"Host": "elsewhere.example"}).status_code == 400
    many = {f"field{number}": "" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    assert Client().post("/accounts/sign-in/", many).status_code == 400
    assert Client(enforce_csrf_checks=True).post("/accounts/sign-in/").status_code == 403
    lines = log.getvalue().splitlines()
    assert [line.split()[2:4] for line in lines] == [
        ["WARNING", "django.security.DisallowedHost:"],
        ["WARNING", "django.request:"],
        ["WARNING", "django.security.csrf:"],
        ["WARNING", "carto.security:"],
    ]


@override_settings(ROOT_URLCONF=_Addresses)
def test_a_fault_of_ours_is_an_error_with_its_traceback(log: io.StringIO) -> None:
    assert Client(raise_request_exception=False).get("/broken").status_code == 500
    assert " ERROR django.request: " in log.getvalue()
    assert "ValueError: our fault" in log.getvalue()

"""Log lines: whose fault they tell of, and a form for machines."""

import json
import logging
from datetime import UTC, datetime


class ClientErrorFilter(logging.Filter):
    """Lowers to a warning, without a traceback, what Django logs as an error although a client is at fault: a request
    for another host, a form too large. So an error is always the site's own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through."""
        if record.name.startswith("django.security.") and record.levelno > logging.WARNING:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.exc_info = record.exc_text = None
        return True


class JsonFormatter(logging.Formatter):
    """Writes each record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON: time (ISO 8601, UTC), level, logger, message, the fields it was given as
        `extra={"fields": ...}`, and the traceback of an exception.
        """
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "fields", {})
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line)

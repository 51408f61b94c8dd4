"""Log filter for client errors, and a JSON format."""

import json
import logging
from datetime import UTC, datetime


class ClientErrorFilter(logging.Filter):
    """Log filter that lowers client errors from error to warning, without traceback.

    Django logs errors of clients, such as an unknown host or a form that is too large, as errors. With this filter, an
    error is always the site's own.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True for all records."""
        if record.name.startswith("django.security.") and record.levelno > logging.WARNING:
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.exc_info = record.exc_text = None
        return True


class JsonFormatter(logging.Formatter):
    """Formatter that writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON: time (ISO 8601, UTC), level, logger, message, the fields passed as
        `extra={"fields": ...}`, and any traceback.
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

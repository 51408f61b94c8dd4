"""Settings of a server process whose clock tests move, by an offset in seconds in a file."""

import os
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from tests.served_settings import *

if os.environ.get("CARTO_EMAIL_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"

AHEAD = Path(os.environ["CARTO_TEST_CLOCK"])
_true_now = timezone.now


def _now() -> datetime:
    return _true_now() + timedelta(seconds=float(AHEAD.read_text() or 0))


timezone.now = _now

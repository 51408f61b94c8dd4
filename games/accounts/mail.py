"""Email sending after the response has been returned."""

import logging
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from django.core.mail import EmailMessage

_log: Final = logging.getLogger(__name__)
# One thread without database access: a slow mail server must not slow down a response or reveal that an email was
# sent.
_postman: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def post(messages: Sequence[EmailMessage]) -> Future[None]:
    """Send these later, one after the other; what fails is logged."""
    return _postman.submit(_send, tuple(messages))


def _send(messages: tuple[EmailMessage, ...]) -> None:
    for message in messages:
        try:
            message.send()
        except OSError:  # smtplib's errors are OSErrors
            _log.exception("failed to send an email")


def wait_until_sent(seconds: float = 10) -> None:
    """Return when everything posted so far has gone; raises TimeoutError."""
    post(()).result(timeout=seconds)

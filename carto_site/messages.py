"""Storage of messages for the next page."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Django's cookie storage, with a cookie name that only this host can set."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class MessageStorage(FallbackStorage):
    """Message storage in a cookie, or in the session if too large."""

    storage_classes = (MessageCookie, SessionStorage)

"""Storage of messages for the next page."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Django's, under a name that only this host can set."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class MessageStorage(FallbackStorage):
    """In a cookie, or where that would grow too long in the session."""

    storage_classes = (MessageCookie, SessionStorage)

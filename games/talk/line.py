"""Typed lines that send a message."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.access import SignedInRequest
from games.play.line import UnreadableCommand
from games.tables.models import Table
from games.talk import services
from games.talk.errors import TalkRefusal, refusal_words
from games.talk.forms import clean_message
from games.talk.models import Phrase
from games.talk.pace import count_message, wait_words
from games.talk.phrases import typed_phrase


def send_line(request: SignedInRequest, table: Table, text: str, command_id: UUID) -> tuple[str, ...]:
    """Send a typed phrase or text to the sender's chat, and say so. Raises UnreadableCommand if it is refused."""
    try:
        content: Phrase | str = typed_phrase(text, table) or clean_message(text)
        if services.find_sent(request.user, command_id) is None:
            if wait := count_message(request):
                raise UnreadableCommand(wait_words(wait))
            services.send(table=table.code, author=request.user, content=content, command_id=command_id)
    except ValidationError as problem:
        raise UnreadableCommand(" ".join(problem.messages)) from None
    except TalkRefusal as refusal:
        raise UnreadableCommand(refusal_words(refusal.reason)) from None
    except Table.DoesNotExist:  # deleted this moment
        raise UnreadableCommand(_("The chat of this table is closed.")) from None
    return (_("Sent."),)

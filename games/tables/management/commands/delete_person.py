"""`manage.py delete_person`: delete a user permanently, as they could themselves."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts import audit
from games.accounts.models import User
from games.tables.people.personal_data import StillPlaying, erase, running_with_others


class Command(BaseCommand):
    """Deletes a person with what they played alone; games with others stay, without their name."""

    help = "Permanently delete a user. Games with other players are kept and anonymized."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument for the username."""
        parser.add_argument("username", help="username, case-insensitive")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        """Delete the user; raises CommandError if there is no such user, or they play with others."""
        user = User.objects.named(username).filter(erased_at=None).first()
        if user is None:
            raise CommandError(f"There is no user with the username {username}.")
        try:
            erase(user=user)
        except StillPlaying:
            codes = ", ".join(running_with_others(user).values_list("code", flat=True))
            raise CommandError(
                f"{username} plays with others: {codes}. Once these games are over, try again."
            ) from None
        audit.record_command(audit.AuditEvent.DELETED, user)
        self.stdout.write(f"Deleted: {username}")

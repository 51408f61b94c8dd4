"""`manage.py remove_second_factor`: for who has lost the authenticator and the recovery codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.accounts import audit
from games.accounts.models import User
from games.staff.services import remove


class Command(BaseCommand):
    """Takes a person's second factor away."""

    help = "Turn off two-factor authentication for a staff user."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument for the user."""
        parser.add_argument("username", help="username, case-insensitive")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        """Take them away and say so."""
        user = User.objects.named(username).filter(erased_at=None).first()
        if user is None:
            raise CommandError(f"There is no user {username}.")
        if not remove(user=user):
            raise CommandError(f"{user.username} has no second factor.")
        audit.record_command(audit.AuditEvent.SECOND_FACTOR_REMOVED, user)
        self.stdout.write(f"{user.username} no longer has a second factor.")

"""Tables that are opened on the page of a set, alone or for friends."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.cartographers.setting_up.set_choice import SetChoice
from games.cartographers.shelf.published_sets import PlayableSet
from games.cartographers.shelf.trials import DraftSet
from games.cartographers.words.names import KEY
from games.tables.lobby import services
from games.tables.lobby.forms import default_name
from games.tables.lobby.services import NewTable
from games.tables.models import Access, Table
from games.tables.names import TABLE_NAME_MAX


def play_set(*, user: User, one: PlayableSet, command_id: UUID | None = None) -> Table:
    """Start a solo game with a set on its first map sheet, once for each `command_id`.

    Raises ValidationError if the set isn't offered, and TableRefusal.
    """
    choice = SetChoice(one.kept.ref, one.kept.version, one.filled.sheets[0].id, one.filled.edicts)
    name, options = default_name(user), choice.as_json()
    new = NewTable(KEY, name, options, capacity=1, access=Access.OPEN, command_id=command_id)
    return services.create_table(host=user, new=new)


def open_draft_table(
    *,
    user: User,
    tried: DraftSet,
    seats: int = 1,
    practice: bool = False,
    linked: bool = False,
    command_id: UUID | None = None,
) -> Table:
    """A table, alone or for friends, with a set as it stands when their game begins; it counts nowhere. `linked` where
    a link led to the set: once that has ended, no later game begins. Raises ValidationError where it cannot be played,
    and TableRefusal.
    """
    of = tried.filled()
    if not of.sheets:
        raise ValidationError(_("A set needs at least one map sheet."))
    choice = SetChoice(
        tried.ref, tried.version, of.sheets[0].id, of.edicts, practice=practice, trial=True, linked=linked
    )
    name = (_("Trial: %(name)s") % {"name": tried.name})[:TABLE_NAME_MAX]
    # Invite only, because an unpublished set is not public.
    new = NewTable(KEY, name, choice.as_json(), capacity=seats, access=Access.INVITATION, command_id=command_id)
    return services.create_table(host=user, new=new)

"""Export of the data stored about a person, for that person."""

from typing import Any

from games.accounts.models import User
from games.accounts.sessions import sessions_of
from games.accounts.vacations import vacations_of


def profile_data(user: User) -> dict[str, Any]:
    """Return the user as stored, without the password, of which only a hash is known."""
    return {
        "username": user.username,
        "display_name": user.display_name,
        "title": user.title,
        "email": user.email,
        "email_to_be_confirmed": user.pending_email,
        "email_refused_since": user.email_refused_at,
        "language": user.language,
        "theme": user.theme,
        "time_zone": user.time_zone,
        "vacations": [{"begins": one.begins, "ends": one.ends} for one in vacations_of(user)],
        "sounds": user.sounds,
        "double_tap": user.double_tap,
        "keys_on_map": user.keys_on_map,
        "hidden": user.hidden,
        "guest": user.guest,
        "staff": user.is_staff,
        "since": user.date_joined,
        "last_sign_in": user.last_login,
    }


def session_data(user: User) -> list[dict[str, Any]]:
    """The sessions in which the person is signed in, without the keys that open them."""
    return [{"browser": session.browser, "begun": session.begun, "seen": session.seen} for session in sessions_of(user)]

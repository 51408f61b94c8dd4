"""Names for addresses that nobody can guess."""

import secrets
from typing import Final

CODE_LENGTH: Final = 8
# No 0 and o, 1 and l and i: a code may be read aloud.
ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A table's code: 8 characters, about 40 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_invitation() -> str:
    """The token of an invitation: 22 characters, 128 bits."""
    return secrets.token_urlsafe(16)

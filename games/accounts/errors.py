"""Errors of this app that are answers."""


class AccountDeleted(Exception):  # an answer, not a fault
    """The account was deleted before a write to it could begin. `user_id` is its former key."""

    def __init__(self, user_id: int | None) -> None:
        super().__init__("This account has been deleted.")
        self.user_id = user_id

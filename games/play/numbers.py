"""Numbers as they are written on paper."""


def figure(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A difference as it is written: "+3", "−1", "0"."""
    return f"+{number}" if number > 0 else figure(number)

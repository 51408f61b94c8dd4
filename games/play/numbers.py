"""Numbers as they are written on paper."""


def figure(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")

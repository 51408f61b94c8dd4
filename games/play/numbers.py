"""Numbers as they are written on paper."""

from django.utils.formats import number_format


def figure(number: int) -> str:
    """A number with a true minus."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A difference as it is written: "+3", "−1", "0"."""
    return f"+{number}" if number > 0 else figure(number)


def written(number: float, decimals: int = 0) -> str:
    """A number as the language writes it, with a true minus."""
    return number_format(round(number, decimals) or 0, decimals).replace("-", "−")

"""Game nights: standing tables of the same people that open themselves at a weekly time."""

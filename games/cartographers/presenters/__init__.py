"""What the templates are given: one dataclass a fragment, built from a `View` and nothing else."""

"""Pytest plugins: retries, the final summary, and the length of runs."""

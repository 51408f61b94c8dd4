"""How the tests are run: what is tried again, what is told at the end, how long a trial is."""

"""Plays a scenario of `tests.concurrency.rush` in a process of its own, on the database of the environment.

python -m tests.concurrency barrier SCENARIO ROUNDS [--unlocked]
python -m tests.concurrency writers SCENARIO
python -m tests.concurrency crossing SCENARIO ROUNDS
"""

import sys
from importlib import import_module

import django

django.setup()
import_module("tests.concurrency.rush").main(*sys.argv[1:])

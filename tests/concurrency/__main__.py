"""Run a scenario of `tests.concurrency.rush` in a separate process, on the environment's database.

python -m tests.concurrency barrier SCENARIO ROUNDS [--unlocked]
python -m tests.concurrency writers SCENARIO
python -m tests.concurrency crossing SCENARIO ROUNDS
python -m tests.concurrency undoing SCENARIO ROUNDS
"""

import sys
from importlib import import_module

import django

django.setup()
import_module("tests.concurrency.rush").main(*sys.argv[1:])

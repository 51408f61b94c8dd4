"""Train the weights of the computer players by games that they play themselves.

    python -m benchmarks.train_players                      # half an hour; writes the data file of the engine
    python -m benchmarks.train_players --games 200 400 --steps 2 --out /tmp/weights.json
    python -m benchmarks.train_players --games --steps 4    # only scales the weights that the file has

Every round plays games with the weights of the round before and fits new ones to all games so far, of which earlier
rounds count less. The first round plays without weights. Whoever plays by new weights plays otherwise than those whose
games taught them, so each round only goes a part of the way to the new weights: the part with which trial games bring
the most stars. After the last round, groups of weights are scaled so that trial games bring more stars. The same
options always give the same weights.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any, TypeAlias

from benchmarks.training_games import play, play_trial
from benchmarks.training_scales import Scales
from benchmarks.training_sums import TrainingSums, as_json, mix
from engine.cartographers.players.weights import Weights
from engine.cartographers.scoring.families import Clause

_Clauses: TypeAlias = tuple[Clause, ...]

OUT = Path("engine/cartographers/data/weights.json")
GAMES = (300, 300, 400, 400, 500, 600)
SEED = 1
FADING = 0.4
"""Share of the weight of earlier games that is left after another round."""
PARTS = (0.2, 0.4, 0.7, 1.0)
"""Parts of the way to new weights that are tried."""
STEPS, PAIRS = 16, 400
"""Steps that scale weights, and pairs of games in each."""
TRIALS = 120
"""Games that each part is tried in: the same for all."""
_NUMBERS = re.compile(r"\[[-0-9.,e\s]+\]")
_REPORT_EVERY = 200
"""Games after which progress is reported."""


def main() -> int:
    """Train, and write the data file after every round."""
    options = _options()
    began = process_time()
    weights, ids, origin = _fit(options, began) if options.games else _read(options.out)
    scales = Scales(weights)
    for step in range(options.steps):
        stars = scales.step(step, options.seed, options.pairs)
        print(f"step {step + 1}: {stars:.1f} stars, {process_time() - began:.0f} s", flush=True)
        _write(
            options.out, as_json(scales.apply(), ids, _with_steps(origin, options, step + 1, process_time() - began))
        )
    return 0


def _fit(options: argparse.Namespace, began: float) -> tuple[Weights, Mapping[_Clauses, str], dict[str, Any]]:
    """Fit weights to games, write them, and return them with the ids of the cards and how they were trained."""
    sums, weights, number, origin = TrainingSums(), Weights(), 0, dict[str, Any]()
    for done, games in enumerate(options.games, 1):
        sums.fade(FADING)
        for _ in range(games):
            sums.learn(play(number, options.seed, weights))
            number += 1
            if not number % _REPORT_EVERY:
                print(f"{number} games, {process_time() - began:.0f} s", flush=True)
        weights = _best_mix(weights, sums.weights(), options.seed)
        origin = {
            "command": f"python -m benchmarks.train_players --games {' '.join(map(str, options.games[:done]))}"
            f" --seed {options.seed} --steps 0",
            "games": number,
            "seed": options.seed,
            "processor_seconds": round(process_time() - began),
        }
        _write(options.out, as_json(weights, sums.card_ids, origin))
    return weights, sums.card_ids, origin


def _read(path: Path) -> tuple[Weights, Mapping[_Clauses, str], dict[str, Any]]:
    """Return the weights of a data file, with the ids of the cards and how the weights were trained."""
    data = json.loads(path.read_text("utf-8"))
    weights = Weights.from_json(data)
    ids = [card["id"] for card in data["cards"]]
    return weights, dict(zip(weights.cards, ids, strict=True)), data["made"]


def _with_steps(origin: dict[str, Any], options: argparse.Namespace, steps: int, seconds: float) -> dict[str, Any]:
    """Return how weights were trained, with the steps that scaled them."""
    earlier = 0 if options.games else origin["processor_seconds"]
    return {
        **origin,
        "command": re.sub(r" --steps \d+( --pairs \d+)?$", "", origin["command"])
        + f" --steps {steps} --pairs {options.pairs}",
        "games": origin["games"] + 2 * options.pairs * steps,
        "processor_seconds": round(earlier + seconds),
    }


def _best_mix(old: Weights, new: Weights, seed: int) -> Weights:
    """Return the mix of old and new weights that brings the most stars in trial games."""
    mixes = [mix(old, new, part) for part in PARTS]
    stars = [mean(play_trial(number, f"{seed}/trial", mix).stars for number in range(TRIALS)) for mix in mixes]
    for part, each in zip(PARTS, stars, strict=True):
        print(f"{part:.0%} of the way: {each:.1f} stars", flush=True)
    return mixes[stars.index(max(stars))]


def _write(path: Path, data: dict[str, object]) -> None:
    """Write the data with each list of numbers on one line."""
    text = json.dumps(data, indent=1)
    path.write_text(_NUMBERS.sub(lambda found: " ".join(found[0].split()), text) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_players", description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES), help="games of each round")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps that scale weights")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of games of each step")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=OUT)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

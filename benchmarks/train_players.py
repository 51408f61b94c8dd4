"""Train the weights of the computer players by games that they play themselves.

    python -m benchmarks.train_players                      # 15 minutes; writes engine/cartographers/data/weights.json
    python -m benchmarks.train_players --games 200 400 --out /tmp/weights.json

Every round plays games with the weights of the round before and fits new ones to all games so far, of which earlier
rounds count less. The first round plays without weights. Whoever plays by new weights plays otherwise than those whose
games taught them, so each round only goes a part of the way to the new weights: the part with which trial games bring
the most stars. The same options always give the same weights.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from statistics import mean
from time import process_time

from benchmarks.training_games import final_stars, play
from benchmarks.training_sums import TrainingSums, as_json, mix
from engine.cartographers.players.weights import Weights

OUT = Path("engine/cartographers/data/weights.json")
GAMES = (400, 600, 1000, 1600)
SEED = 1
FADING = 0.25
"""Share of the weight of earlier games that is left after another round."""
PARTS = (0.4, 0.6, 0.8, 1.0)
"""Parts of the way to new weights that are tried."""
TRIALS = 80
"""Games that each part is tried in: the same for all."""
_NUMBERS = re.compile(r"\[[-0-9.,e\s]+\]")
_REPORT_EVERY = 200
"""Games after which progress is reported."""


def main() -> int:
    """Train, and write the data file after every round."""
    options = _options()
    sums, weights = TrainingSums(), Weights()
    began, number = process_time(), 0
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
            f" --seed {options.seed}",
            "games": number,
            "seed": options.seed,
            "processor_seconds": round(process_time() - began),
        }
        _write(options.out, as_json(weights, sums.card_ids, origin))
    return 0


def _best_mix(old: Weights, new: Weights, seed: int) -> Weights:
    """Return the mix of old and new weights that brings the most stars in trial games."""
    mixes = [mix(old, new, part) for part in PARTS]
    stars = [mean(final_stars(number, seed, mix) for number in range(TRIALS)) for mix in mixes]
    for part, each in zip(PARTS, stars, strict=True):
        print(f"{part:.0%} of the way: {each:.1f} stars", flush=True)
    return mixes[stars.index(max(stars))]


def _write(path: Path, data: dict[str, object]) -> None:
    """Write the data with each list of numbers on one line."""
    text = json.dumps(data, indent=1)
    path.write_text(_NUMBERS.sub(lambda found: " ".join(found[0].split()), text) + "\n", encoding="utf-8")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_players", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=list(GAMES), help="games of each round")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=OUT)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

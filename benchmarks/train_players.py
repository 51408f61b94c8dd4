"""Train the weights of the computer players by games that they play themselves.

    python -m benchmarks.train_players                      # half an hour; writes the data file
    python -m benchmarks.train_players --games 200 400 --ahead 40 --steps 0 --out /tmp/weights.json
    python -m benchmarks.train_players --games --ahead 600  # only corrects the weights that the file has
    python -m benchmarks.train_players --games --ahead --steps 4    # only scales them
    python -m benchmarks.train_players --games --ahead 300 420 --seed 2 --part 0.5

Every round plays games with the weights of the round before and fits new ones to all games so far, of which earlier
rounds count less. The first round plays without weights. Whoever plays by new weights plays otherwise than those whose
games taught them, so each round only goes a part of the way to the new weights: the part with which trial games bring
the most stars.

Then the search, which looks ahead with the weights so far, judges drawings of other games, and the weights are
corrected so that one ply judges them alike. With `--part`, they go only this part of the way, because the mean of two
good sets of weights can be better than either. At last groups of weights can be scaled so that trial games bring more
stars. The same options always give the same weights.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Any, TypeAlias

from benchmarks.training_corrections import Corrections
from benchmarks.training_games import play, play_trial
from benchmarks.training_lookahead import play_ahead
from benchmarks.training_scales import Scales
from benchmarks.training_sums import TrainingSums, as_json, mix
from engine.cartographers.players.weights import Weights
from engine.cartographers.scoring.families import Clause

_Clauses: TypeAlias = tuple[Clause, ...]

OUT = Path("engine/cartographers/data/weights.json")
GAMES = (400, 600, 1000)
AHEAD = (300, 420)
"""Games of each round in which the search judges drawings."""
SEED = 1
FADING = 0.4
"""Share of the weight of earlier games that is left after another round."""
PARTS = (0.2, 0.4, 0.7, 1.0)
"""Parts of the way to new weights that are tried."""
STEPS, PAIRS = 0, 400
"""Steps that scale weights, and pairs of games in each."""
TRIALS = 120
"""Games that each part is tried in: the same for all."""
_NUMBERS = re.compile(r"\[[-0-9.,e\s]+\]")
_REPORT_EVERY = 50
"""Games after which progress is reported."""


@dataclass(slots=True)
class _Training:
    """Training from nothing or from the weights of the data file, as far as it has come."""

    options: argparse.Namespace
    weights: Weights = field(default_factory=Weights)
    ids: Mapping[_Clauses, str] = field(default_factory=dict)
    earlier: dict[str, Any] = field(default_factory=lambda: {"commands": [], "games": 0, "processor_seconds": 0})
    rounds: int = 0
    rounds_ahead: int = 0
    steps: int = 0
    games: int = 0

    def read(self) -> None:
        """Go on from the weights of the data file."""
        data = json.loads(self.options.out.read_text("utf-8"))
        self.weights, self.earlier = Weights.from_json(data), data["made"]
        self.ids = dict(zip(self.weights.cards, [card["id"] for card in data["cards"]], strict=True))

    def fit(self) -> None:
        """Play the rounds of games and fit weights to them."""
        sums = TrainingSums()
        for games in self.options.games:
            sums.fade(FADING)
            for number in range(self.games, self.games + games):
                sums.learn(play(number, self.options.seed, self.weights))
                self._count()
            self.weights = _best_mix(self.weights, sums.weights(), self.options.seed)
            self.ids = sums.card_ids
            self.rounds += 1
            self.write()

    def correct(self) -> None:
        """Play the rounds of games in which the search judges drawings, and correct the weights by them."""
        number, before, corrections = 0, self.weights, Corrections(self.weights)
        for games in self.options.ahead:
            for _ in range(games):
                for found in play_ahead(number, self.options.seed, self.weights):
                    corrections.learn(found)
                number += 1
                self._count()
            self.weights = corrections.apply()
            self.rounds_ahead += 1
            self.write()
        if self.options.part < 1:
            self.weights = mix(before, self.weights, self.options.part)
            self.write()

    def scale(self) -> None:
        """Scale groups of weights."""
        scales = Scales(self.weights)
        for step in range(self.options.steps):
            stars = scales.step(step, self.options.seed, self.options.pairs)
            print(f"step {step + 1}: {stars:.1f} stars", flush=True)
            self.weights = scales.apply()
            self.games += 2 * self.options.pairs
            self.steps += 1
            self.write()

    def _count(self) -> None:
        self.games += 1
        if not self.games % _REPORT_EVERY:
            print(f"{self.games} games, {process_time():.0f} s", flush=True)

    def write(self) -> None:
        """Write the data file, with each list of numbers on one line."""
        made = {
            "commands": [*self.earlier["commands"], self._command()],
            "games": self.earlier["games"] + self.games,
            "processor_seconds": round(self.earlier["processor_seconds"] + process_time()),
        }
        text = json.dumps(as_json(self.weights, self.ids, made), indent=1)
        text = _NUMBERS.sub(lambda found: " ".join(found[0].split()), text)
        self.options.out.write_text(text + "\n", encoding="utf-8")

    def _command(self) -> str:
        """Return the command that trains as much as was done so far."""
        games, ahead = self.options.games[: self.rounds], self.options.ahead[: self.rounds_ahead]
        part = ["--part", self.options.part] if self.options.part < 1 else []
        stages = ["--games", *games, "--ahead", *ahead, *part, "--steps", self.steps]
        pairs = ["--pairs", self.options.pairs] if self.steps else []
        words = ["python -m benchmarks.train_players", *stages, *pairs, "--seed", self.options.seed]
        return " ".join(map(str, words))


def main() -> int:
    """Train, and write the data file after every round."""
    training = _Training(_options())
    if not training.options.games:
        training.read()
    training.fit()
    training.correct()
    training.scale()
    return 0


def _best_mix(old: Weights, new: Weights, seed: int) -> Weights:
    """Return the mix of old and new weights that brings the most stars in trial games."""
    mixes = [mix(old, new, part) for part in PARTS]
    stars = [mean(play_trial(number, f"{seed}/trial", mix).stars for number in range(TRIALS)) for mix in mixes]
    for part, each in zip(PARTS, stars, strict=True):
        print(f"{part:.0%} of the way: {each:.1f} stars", flush=True)
    return mixes[stars.index(max(stars))]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.train_players", description=__doc__)
    parser.add_argument("--games", type=int, nargs="*", default=list(GAMES), help="games of each round")
    parser.add_argument("--ahead", type=int, nargs="*", default=list(AHEAD), help="games of each round with the search")
    parser.add_argument("--part", type=float, default=1.0, help="part of the way to go to the corrected weights")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps that scale weights")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of games of each step")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=OUT)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())

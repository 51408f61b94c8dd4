"""Rules of scoring cards and reasons for their stars, by rule type as in the engine's scoring package.

The package is `engine/cartographers/scoring/`.
"""

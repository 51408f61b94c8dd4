"""A second, slow implementation of the rules, as a reference for the fast engine.

Plain Python on sets of (row, column) that imports nothing from the engine. board: maps and clusters; scoring: 32 cards,
both editions, monsters; cards: published facts; placement: legal drawings; greedy: the best move by brute force; game:
a whole base game; heroes: effects of heroes and monsters; effects: effects made of blocks;
heroes_game: a whole solo game of the Heroes box; random_maps and random_games: inputs for comparisons.

Interpretations of the rules:

Coins - A mountain at the edge (no published sheet has one) pays when the neighbors it has are filled. - A mountain that
is already surrounded on the undrawn sheet never pays, because it did not become surrounded. - The coin of a shape and
those of mountains surrounded by the same drawing are all paid, up to the track's end.

Drawing - Under ruins, a shape that reaches an empty ruins space is binding even if the card's other shape does not
reach one. - The switch single_terrain = card matters without ruins only; with ruins pending any terrain may be drawn. -
Rift Lands and Kethra's Gates offer their five terrains, never hero, except as a forced single in a game with heroes. -
A season's end is checked after each explore card, so no ruins are ever pending when a season ends. - Two seats: both
directions of an ambush lead to the other seat.

Solo ambush - The box is always flush with the ring on at least one side: its places are the border of all places within
the ring.   It stops where the box no longer fits between the ring's sides, in either direction. - If a ring leaves a
single line of places, the walk goes along it and back.

Scoring - Hero counts as a type wherever a hero is on the board. - Lost Barony: a single filled space, such as a
mountain, is a square of side 1 and earns 3. - Golden Granary: water on ruins scores if it is next to other ruins;
destroyed ruins are still ruins. - Shoreside Expanse only considers edge, farm and water; mountains and villages don't
disqualify a cluster. - Great City: only the clusters left after dropping those at mountains are compared. - Banded
Hills, preview: wasteland and destroyed spaces count towards a complete row. - Traylo Monastery, preview: a single space
on the edge suffices. - Outer Enclave: undrawn ruins are empty and count; a cluster with no empty neighbor counts as no
cluster.

Spaces shown for a tie (the stars are the same): the first cluster, square or run; clusters are ordered by their first
space in reading order, squares by their top left corner, runs by column from the left, then from the top.

End - A solo rating below -20 gives the last title, not only one of -30 and below. - Equal stars and equal losses share
a rank and the next rank is skipped (1, 1, 3).

Greedy move (a benchmark, not a rule): stars of the given cards after the drawing, minus monsters, plus all coins that
the drawing pays, even beyond the end of the track; ties go to the first by cells in reading order, then by terrain
(forest, village, farm, water, monster, hero).
"""

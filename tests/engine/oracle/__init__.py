"""The rules a second time, slowly: plain Python on sets of (row, column), to check the fast engine against.

It imports nothing of the engine. board: maps and clusters; scoring: 32 cards, both editions, monsters; cards: facts;
placement: what may be drawn; greedy: the best move by brute force; game: a whole base game; heroes: what heroes and
monsters do; heroes_game: a whole solo game of the Heroes box; random_maps and
random_games: something to compare on.

Readings that had to be decided:

Coins
- A mountain at the edge (no published sheet has one) pays when the neighbours it has are filled.
- A mountain already closed on the undrawn sheet never pays: it did not become surrounded.
- The coin of a shape and those of mountains closed by the same drawing are all paid, up to the track's end.

Drawing
- Under ruins, a shape that reaches an empty ruins space binds even where the card's other shape does not.
- The switch single_terrain = card matters without ruins only; with ruins pending any terrain may be drawn.
- Rift Lands and Kethra's Gates offer their five terrains, never hero, except as a forced single in a game with heroes.
- A season's end is looked at after each explore card, so no ruins are ever pending when a season ends.
- Two seats: both directions of an ambush lead to the other seat.

Solo ambush
- The box keeps flush with the ring on at least one side: its places are the border of all places within the ring.
  It stops where the box no longer fits between the ring's sides, in either direction.
- Where a ring leaves a single line of places, the walk goes along it and back.

Scoring
- Hero counts as a type wherever a hero is on the board.
- Lost Barony: a lone filled space, a mountain say, is a square of side 1 and earns 3.
- Golden Granary: water on ruins scores if it lies beside other ruins; destroyed ruins are still ruins.
- Shoreside Expanse looks at edge, farm and water only; mountains and villages spoil nothing.
- Great City: only the clusters left after dropping those at mountains are compared.
- Banded Hills, preview: a complete row may be completed by wasteland and destroyed spaces.
- Traylo Monastery, preview: a single space on the edge suffices.
- Outer Enclave: undrawn ruins are empty and count; a cluster with no empty neighbour is as good as none.

Which spaces a tie shows (stars are the same): the cluster, square or run that comes first; clusters by their first
space in reading order, squares by their top left corner, runs by column from the left, then from the top.

End
- A solo rating below -20 gives the last title, not only one of -30 and below.
- Equal stars and equal losses share a rank and the next rank is left out (1, 1, 3).

Greedy move (no rule, a yardstick): stars of the given cards after the drawing, minus monsters, plus all coins the
drawing pays, whatever the track still holds; among equals the first by cells in reading order, then terrain
(forest, village, farm, water, monster, hero).
"""

"""What games share at a table: a library of pieces that a game's own pages are put together from.

- What a game is asked: `game` (the protocol `Played`, and what a typed line may come to).
- Addresses that every game has: `urls`, `views` (a past turn, why a figure is what it is), `line_views` (a typed line).
- Commands: `forms` (what comes with each), `acting` (from a form or a line to `submit`, and the answer).
- The page: `parts` (what of it is sent), `cached` (what is drawn once), `visit` (what depends on who asks), `strip` and
  `waiting` (whom a table waits for), `people`, `log`, `fairness`, `chart`, `back` (the way to a table),
  `since` (the turns that the visitor has not seen).
- Figures that can be asked: `figures`, and their explanations: `why`.
- The line: `line` (its box and answer), `words` (of the page's language and English), `whose` (whom it is about).
- In words: `lists` (this, that and those), `numbers`.
- Records: `checking`.

Their templates are in `templates/play/`. docs/live.md tells how pages stay true.
"""

"""The rules of the games as a pure library: no Django, no clock, no I/O, no chance but what it is handed."""

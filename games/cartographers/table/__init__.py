"""Page of a table, composed from the other packages."""

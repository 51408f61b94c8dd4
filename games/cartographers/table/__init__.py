"""The page of a table, put together from what the other rooms hold."""

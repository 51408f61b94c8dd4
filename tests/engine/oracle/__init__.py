"""The rules a second time, slowly: plain Python on sets of (row, column), to check the fast engine against."""

"""Other programs near a given one: small edits, other ways to write it, pieces of right ones; and quick trials of them.
Start reading in `edits.py`."""

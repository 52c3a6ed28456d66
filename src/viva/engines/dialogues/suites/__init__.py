"""Tests of a specification. Start in `cases.py` (tests as values), then `suite.py`, which makes them from the ways that
`walks.py` finds and the goals of `goals.py` and `aims.py`."""

"""Tests of a specification. `suite.py` makes them from the ways that `walks.py` finds and the goals of `goals.py`."""

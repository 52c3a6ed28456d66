"""Tests of a specification. Start in `cases.py` (tests as values), then `suite.py`, which makes them from the ways that
`ways` finds and what they are to show (`aims`)."""

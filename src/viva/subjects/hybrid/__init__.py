"""Hybrid systems: automata whose modes say how quantities change, examined with exact event times.

Start reading in `model.py`; then `examine.py` (the verdict) and `tasks/` (one file for each kind of task). Everything
about hybrid systems that needs no exercise is in `viva.engines.hybrid`.

Two files have names of this subject's own: `errors.py`, the library of known mistakes and what to say about each, and
`diagnosis.py`, which finds what `explain.py` puts into words.
"""

"""Dialogues on a console: a language of specifications, what they mean, tests and programs made from them.

Start reading in `model.py`, then `semantics.py` and `notations/symbols.py`. `suites/` makes tests, `programs/` turns a
specification into a program, `trials/trial.py` runs programs on tests. Nothing here knows of exercises. Names are
imported from their modules, so that only who needs the solver loads it.
"""

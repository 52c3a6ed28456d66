"""Properties: state what should hold, as a function with types. Start reading in `logic.py`, then `examine.py`.

The logic is that of the paper on GAST; `schedule.py` says which arguments are tried, `exploration.py` which sequences
of commands of a model, `shrink.py` makes a counterexample small, `result.py` is what comes out. `testing.py` and
`worker.py` run whole modules in processes of their own for `viva test` (`commands.py`). The public face is
`viva.properties`.
"""

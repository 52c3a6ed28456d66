"""Properties: state what should hold, as a function with types. Start reading in `logic.py`, then `examine.py`.

The logic is that of the paper on GAST; `schedule.py` says which arguments are tried, `shrink.py` makes a
counterexample small, `result.py` is what comes out. `commands.py` is `viva test`. `viva.properties` is the public face.
"""

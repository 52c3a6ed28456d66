"""Properties: state what should hold, as a function with types. Start reading in `logic.py`, then `examination.py`.

The logic is that of the paper on GAST; `trial.py` makes one test, `schedule.py` says which arguments are tried,
`exploration.py` which sequences of commands of a model, `walked.py` what `proved` rests on, `shrink.py` makes a
counterexample small, `result.py` is what comes out. `testing.py` and `worker.py` run whole modules in processes of
their own for `viva test` (`commands.py`). The public face is `viva.properties`.
"""

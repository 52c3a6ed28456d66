"""Virtual labs: a controller drives a simulated robot, tank or car, and temporal logic says whether it meets its goals.

Start reading in `model.py`; then `controllers.py` (one run of a handed-in controller), `judge.py` (what a run means for
the goals) and `examine.py` (the verdict). Simulators, arenas and the search for bad settings need no exercise and are
in `viva.engines.robots`; formulas are in `viva.engines.signals`.

Two files have names of this subject's own: `controllers.py`, which makes a controller of what was handed in, and
`runs.py`, which judges runs that were recorded.
"""

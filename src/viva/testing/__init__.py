"""Tests the properties of whole modules, in processes of their own: what `viva test` runs.

Start reading in `testing.py`, then `worker.py` (what happens in the other process) and `discover.py` (which properties
a module has). The properties themselves are examined by `viva.engines.properties`.
"""

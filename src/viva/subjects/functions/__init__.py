"""Functions against a reference, against properties, or both.

Start reading in `model.py`; then `examine.py` (how the verdict comes about) and `explain.py` (what is told). What calls
a function and judges its answers is `viva.engines.calls`. `docs/functions.md` is the page for teachers.
"""

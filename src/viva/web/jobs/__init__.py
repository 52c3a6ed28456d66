"""Checks as jobs that cannot be lost. Start in `queue.py`, the table; `crew.py` has them done."""

"""Graded classes in a database, beside the folder of their results. Start in `keeping.py`."""

"""Formulas in words. Start reading in `english.py`."""

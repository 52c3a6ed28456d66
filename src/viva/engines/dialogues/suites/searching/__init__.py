"""Inputs by search, where the solver cannot tell. Start in `search.py`."""

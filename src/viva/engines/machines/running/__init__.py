"""Machines that run: prepared, composed, flattened, tabulated. Start reading in `behaviour.py`."""

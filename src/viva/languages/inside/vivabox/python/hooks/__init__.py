"""Hooks in the code of a submission: what they count, and where they are put. Start reading in `instrument.py`."""

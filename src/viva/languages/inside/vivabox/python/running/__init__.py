"""Runs of a submission, as a console program or call by call, and what is seen of them. Start in `calling.py`."""

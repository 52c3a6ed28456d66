"""Who handed in what, and who should have. Start reading in `roster.py`."""

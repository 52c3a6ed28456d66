"""Time as it counts: what a process did, and not how long it had to wait for a core. See `waiting.py`."""

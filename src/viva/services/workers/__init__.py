"""Processes that do a piece of work each, and are started anew when they die. Start in `worker.py`."""

"""What is kept on disk between checks, and under which key. Start in `store.py`."""

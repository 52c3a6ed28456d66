"""A specification as a program: `memory.py` decides what it keeps, `writing.py` writes it."""

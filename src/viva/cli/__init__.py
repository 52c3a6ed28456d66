"""The command line. Start reading in `main.py`: the group of commands, and what becomes of every fault.

Each command is a module of its own name in `commands/`; `options.py` holds what they take in common and `output.py`
how they write. Nothing is imported before it is needed, so `viva --help` stays quick.
"""

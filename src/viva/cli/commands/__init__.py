"""One module per command, each with its `command`. Start reading in `check.py`."""

"""All properties of modules, for `viva test`: found, and run in processes of their own. Start in `testing.py`."""

"""Looks for a proof; nothing in it is trusted. Start with `induction.py`, then `mining`, `houdini` and `lemmas`."""

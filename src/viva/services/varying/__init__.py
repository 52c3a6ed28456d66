"""Variants of an exercise: other files, or other fillings of its slots. Start in `variants.py`."""

"""The examination of one property: tests, what they came to, and what `proved` rests on. Start in `examination.py`."""

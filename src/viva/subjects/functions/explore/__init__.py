"""The session of `viva explore`. Start reading in `session.py`; `suites.py` keeps the inputs of functions in files."""

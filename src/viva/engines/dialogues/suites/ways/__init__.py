"""The ways through a specification, and the solver that says what to read on them. Start in `walks.py`."""

"""Tables in SQLite or PostgreSQL, for whoever keeps some: start in `opening.py`."""

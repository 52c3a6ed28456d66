"""The content of every page as JSON, for programs. Start in `routes.py`; `client.py` is the terminal's side."""

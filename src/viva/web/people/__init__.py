"""Who is there, and what they may do. Start in `admission.py`, the one place that decides it for every route."""

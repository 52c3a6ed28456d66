"""What the site keeps. Start in `models.py`; `sessions.py` opens it, `migrations/` brings an older one up to date."""

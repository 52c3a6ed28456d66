"""What a second walk comes to, and what of it stands against a proof. Start reading in `purity.py`."""

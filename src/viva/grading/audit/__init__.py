"""What a class tells about its exercise. Start in `auditing.py`."""

"""What has to be shown about a program, found by walking through it, and decided. Start reading in `theory.py`."""

"""What is wrong with a program, as far as its runs show it. Start reading in `diagnosis.py`."""

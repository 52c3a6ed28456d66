"""What can be seen in the source of a submission without running it. Start reading in `surveying.py`."""

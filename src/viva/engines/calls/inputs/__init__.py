"""Which inputs are tried: a fixed suite of a question, and what a submission suggests. Start reading in `suite.py`."""

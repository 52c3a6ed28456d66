"""What the tests of a way should show: goals, and values on which a usual mistake is seen. Start in `of_ways.py`."""

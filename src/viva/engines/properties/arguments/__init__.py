"""Which arguments are tried, in which order, how they are built, noted and made small. Start in `schedule.py`."""

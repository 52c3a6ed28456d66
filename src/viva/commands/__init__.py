"""What all commands share, those of subjects too, so that they look and behave alike.

Start reading in `output.py`: how a command writes, JSON and files included. `options.py` holds what commands take,
`files.py` how they read what they are given, `progress.py` the bar on a terminal, `status.py` the exit statuses.
"""

"""Submissions as console programs: what they read and wrote, in the order in which it happened."""

from viva.languages.boxed.console import ConsoleRuns

_RUNS = ConsoleRuns("vivabox.python.running")
run_console, run_console_often = _RUNS.run_console, _RUNS.run_console_often

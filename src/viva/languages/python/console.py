"""Submissions as console programs: what they read and wrote, in the order in which it happened."""

from viva.languages.boxed.console import ConsoleRuns

_RUNS = ConsoleRuns(run="vivabox.python.running.console:run", again="vivabox.python.running.console:run_again")
run_console, run_console_often = _RUNS.run_console, _RUNS.run_console_often

"""The part `viva.languages.protocol.runs` of Python."""

from typing import TYPE_CHECKING

from viva.languages.later import later
from viva.languages.python.program import prepare, warm_sandbox

if TYPE_CHECKING:
    from viva.languages.python.console import run_console, run_console_often
    from viva.languages.python.explain import explain

__all__ = ["explain", "prepare", "run_console", "run_console_often", "warm_sandbox"]

__getattr__ = later(__name__, console="run_console run_console_often", explain="explain")

"""The part `viva.languages.protocol.runs` of JavaScript."""

from typing import TYPE_CHECKING

from viva.languages.javascript.program import prepare, warm_sandbox
from viva.languages.later import later

if TYPE_CHECKING:
    from viva.languages.javascript.console import run_console, run_console_often
    from viva.languages.javascript.explain import explain

__all__ = ["explain", "prepare", "run_console", "run_console_often", "warm_sandbox"]

__getattr__ = later(__name__, console="run_console run_console_often", explain="explain")

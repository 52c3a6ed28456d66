"""The part `viva.languages.protocol.mends` of Python."""

from typing import TYPE_CHECKING

from viva.languages.later import later

if TYPE_CHECKING:
    from viva.languages.python.editing import edited
    from viva.languages.python.mending import completions, scripts, small_changes, traces, tries
    from viva.languages.python.trusted import rephrased

__all__ = ["completions", "edited", "rephrased", "scripts", "small_changes", "traces", "tries"]

__getattr__ = later(
    __name__,
    editing="edited",
    mending="completions scripts small_changes traces tries",
    trusted="rephrased",
)

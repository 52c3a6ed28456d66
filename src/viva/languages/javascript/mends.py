"""The part `viva.languages.protocol.mends` of JavaScript."""

from typing import TYPE_CHECKING

from viva.languages.later import later

if TYPE_CHECKING:
    from viva.languages.javascript.mending import (
        completions,
        edited,
        rephrased,
        scripts,
        small_changes,
        traces,
        tries,
    )

__all__ = ["completions", "edited", "rephrased", "scripts", "small_changes", "traces", "tries"]

__getattr__ = later(__name__, mending="completions edited rephrased scripts small_changes traces tries")

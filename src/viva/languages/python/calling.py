"""Calls of a function of a submission."""

from collections.abc import Sequence

from viva.languages.boxed.calling import Calling

_CALLING = Calling(
    run="vivabox.python.running.calling:run",
    answer="vivabox.python.running.calling:answer",
    driven="vivabox.python.running.calling:drive",
    describe="vivabox.python.running.calling:describe",
    step="vivabox.python.running.stepping:step",
)
call, converse, drive, stages, takes = (
    _CALLING.call, _CALLING.converse, _CALLING.drive, _CALLING.stages, _CALLING.takes,
)  # fmt: skip


def asked_as(text: str, function: str) -> str:  # noqa: ARG001 see `viva.languages.protocol`
    """Values have their types with them."""
    return ""


def fits(arguments: Sequence[object], *, shared: bool) -> bool:  # noqa: ARG001 see `viva.languages.protocol`
    """Viva's own values are Python's."""
    return True

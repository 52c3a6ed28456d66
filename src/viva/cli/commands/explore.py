"""`viva explore`: the session belongs to the subject; here it only gets its place among the commands."""

from viva.subjects.functions.commands import explore as command

__all__ = ["command"]

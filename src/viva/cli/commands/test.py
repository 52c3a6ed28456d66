"""`viva test`, which is the command of the engine for properties."""

from viva.engines.properties.commands import command

__all__ = ["command"]

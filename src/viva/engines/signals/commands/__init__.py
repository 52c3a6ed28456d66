"""`viva monitor` and `viva mine`."""

from viva.engines.signals.commands.mine import mine
from viva.engines.signals.commands.monitor import monitor

__all__ = ["mine", "monitor"]

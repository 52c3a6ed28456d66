"""Formulas as samples come: start reading in `monitor.py`, then `rolling.py`."""

from viva.engines.signals.online.monitor import Kind, Monitor, Robust
from viva.engines.signals.online.rolling import Rolling

__all__ = ["Kind", "Monitor", "Robust", "Rolling"]

"""Formulas as samples come: start reading in `monitor.py`, then `intervals.py` and `streams.py`, then `rolling.py`."""

from viva.engines.signals.online.monitor import Kind, Monitor, Robust, interval_after
from viva.engines.signals.online.rolling import Rolling

__all__ = ["Kind", "Monitor", "Robust", "Rolling", "interval_after"]

"""Who runs many checks: a crew on this machine, or a cluster. Start in `executor.py`."""

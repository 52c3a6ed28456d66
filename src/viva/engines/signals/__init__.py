"""Signal temporal logic over traces: whole traces and online, how robustly a formula holds and why.

Start reading in `model.py`, then `notation.py`; the definition is `tests/engines/signals/semantics.py`. Whole traces
are evaluated by `robustness.py` (through `points.py` or `linear.py`), running ones by `online/`, traces are read by
`reading/`. `docs/signals.md` is the tutorial.

    from viva.engines.signals import parse, robustness, trace
    robustness(parse("G[0,10] F[0,5] x > 0"), trace(times, x=values))
"""

try:
    import numpy as _numpy  # noqa: F401
except ModuleNotFoundError:
    from viva.core.fault import Fault

    raise Fault("monitoring signals needs NumPy", remedy="pip install 'viva[signals]'") from None

from viva.engines.signals.diagnosis import Step, diagnose
from viva.engines.signals.horizon import Allocation, horizon, limit_windows, memory
from viva.engines.signals.mining import Choice, Mined, mine
from viva.engines.signals.notation import Definitions, define, parse, show
from viva.engines.signals.online import Kind, Monitor, Robust, Rolling
from viva.engines.signals.reading import Missing, read_batches, read_trace
from viva.engines.signals.robustness import Semantics, Verdict, bounds, evaluate, robustness, verdict
from viva.engines.signals.trace import Bounds, Trace, from_frame, noise, trace

__all__ = [
    "Allocation",
    "Bounds",
    "Choice",
    "Definitions",
    "Kind",
    "Mined",
    "Missing",
    "Monitor",
    "Robust",
    "Rolling",
    "Semantics",
    "Step",
    "Trace",
    "Verdict",
    "bounds",
    "define",
    "diagnose",
    "evaluate",
    "from_frame",
    "horizon",
    "limit_windows",
    "memory",
    "mine",
    "noise",
    "parse",
    "read_batches",
    "read_trace",
    "robustness",
    "show",
    "trace",
    "verdict",
]

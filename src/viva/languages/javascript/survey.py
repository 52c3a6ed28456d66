"""What the source of a program contains, found in the sandbox without running it."""

import base64

from viva.core.json import Json
from viva.languages.heap import Malformed
from viva.languages.survey import Survey, read_survey
from viva.sandbox import Limits, Sandbox

_LIMITS = Limits(cpu_seconds=5.0, wall_seconds=20.0, memory=1 << 30, output=16 << 20)


def survey(sandbox: Sandbox, source: bytes) -> Survey:
    """An empty survey where the source cannot be read."""
    job: Json = {"source": base64.b64encode(source).decode()}
    run = sandbox.run("vivajs.compiling:survey", job, _LIMITS)
    try:
        return read_survey(run.messages[0]) if run.messages else Survey()
    except Malformed:
        return Survey()

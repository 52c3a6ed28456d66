"""Runs in which values carry terms. `tracing.js` is the file to read first; the entries are here.

The submission shares its context with all of this and may lie to it; what is sent out is only used to propose inputs.
"""

import base64
import json
from typing import Any

from .. import engine
from ..calling import Channel, Runtime, Silence, on_deep_stack
from ..compiling import asked, decoded

_NO_BRANCHES = ("call", "expression", "condition")


def compiled(channel: Channel, job: Any) -> None:
    """The job has `source` (base64); the answer has `problem`, or `code`, `sites`, `counters`, `readings`, `branches`,
    `constants` and `tree`."""
    try:
        text = decoded(base64.b64decode(job["source"]))
    except ValueError as error:
        channel.send({"problem": str(error)})
        return
    found = asked("compile", {"text": text, "hooks": {"symbolic": True}})
    if "code" not in found:
        channel.send({"problem": "SyntaxError"})
        return
    kinds = [site[0] for site in found["sites"]]
    channel.send(
        {
            "code": found["code"],
            "sites": len(kinds),
            "counters": found["counters"],
            "readings": [
                [site, plus, minus]
                for site, role, plus, minus in found["readings"]
                if role == "reached" and kinds[site] not in _NO_BRANCHES
            ],
            "branches": [number for number, kind in enumerate(kinds) if kind not in _NO_BRANCHES],
            "constants": [_constant(value) for value in found["constants"]],
            "tree": None,
        }
    )


def _constant(value: Any) -> list[str]:
    match value:
        case str():
            return ["str", value]
        case int():
            return ["int", hex(value)]
    return ["float", repr(value)]


def run(channel: Channel, job: Any) -> None:
    """The job has `code`, `counters`, `readings`, `function`, `shapes`, `classes`, `steps`, `seed`, `output`.

    The first answer says how loading went. Then each message is the values of an input, and each answer its path.
    """

    def conversation() -> None:
        runner = _Runner(channel, job)
        problem = runner.loaded()
        channel.send({"loaded": problem})
        while problem is None:
            try:
                values = channel.receive()
            except EOFError:
                return
            channel.send(runner.answer(values))

    on_deep_stack(conversation)


class _Runner:
    def __init__(self, channel: Channel, job: Any) -> None:
        self.readings = job["readings"]
        self.silence = Silence(channel, job["output"])
        told = {name: job[name] for name in ("code", "steps", "seed", "function", "shapes", "classes")}
        self.runtime = Runtime({**told, "forbidden": [], "report": [], "counters": len(job["counters"])}, self.silence)

    def loaded(self) -> str | None:
        ask = self.runtime.ask
        problem = json.loads(ask("load")) or self.runtime.waited() or json.loads(ask("find"))
        return None if problem is None else str(problem.get("kind") or problem.get("reason"))

    def answer(self, values: Any) -> dict[str, Any]:
        self.silence.begin()
        ask = self.runtime.ask
        ask("forget")
        try:
            found = ask("trace", json.dumps(values))
            if found == "pending":
                self.runtime.jobs()
                found = ask("traced")
            told: dict[str, Any] = json.loads(found)
        except engine.engine().JSException:  # no room was left even to say what happened
            return {"nodes": [], "branches": [], "outcome": ["opaque"], "hits": [], "lost": 1, "cut": True}
        moved = dict(map(tuple, told.pop("counts")))
        hits = [site for site, plus, minus in self.readings if moved.get(plus, 0) > moved.get(minus, 0)]
        return {**told, "hits": hits}

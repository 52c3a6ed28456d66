"""One walk through all arguments: which were run, how each came out, and what was seen on the way."""

from __future__ import annotations

import contextlib
import hashlib

from viva.engines.enumeration.fingerprints import fingerprint
from viva.engines.enumeration.space import Code
from viva.engines.properties.arguments.building import Refused, built
from viva.engines.properties.examining.trial import Trial
from viva.engines.properties.examining.walked import Walked, digest
from viva.engines.properties.examining.watching import purity
from viva.engines.properties.logic import Tried


class Passage:
    """A walk under way. One that is watched is slower, and notes what the property asks for."""

    def __init__(self, trial: Trial, watched: bool = False) -> None:
        self.steps = 0
        self._trial = trial
        self._outcomes: dict[str, str] = {}
        self._impure: dict[str, None] = {}
        self._watch = purity.Watch() if watched else None

    def step(self, code: Code) -> list[Tried] | Refused:
        self.steps += 1
        with self._watch.watching() if self._watch else contextlib.nullcontext():
            try:
                values = built(self._trial.space, code)
            except (Exception, SystemExit):  # noqa: BLE001 - a mistake in a class is told like those of the property
                return self._trial.once(code)
        if isinstance(values, Refused):
            self._outcomes[_key(self._trial.shown(code))] = "refused"
            return values
        before = fingerprint(values)
        with self._watch.watching() if self._watch else contextlib.nullcontext():
            tried = self._trial.on(values)
        if self._watch is not None:
            self._watch.after_test()
        if fingerprint(values) != before:
            self._impure[purity.CHANGED] = None
        self._outcomes[_key(before)] = " ".join(sorted({each.outcome.name for each in tried}))
        return tried

    def walked(self) -> Walked:
        if self._watch is not None:
            self._impure |= self._watch.found()
        return Walked(len(self._outcomes), digest(self._outcomes), tuple(self._impure))


def _key(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

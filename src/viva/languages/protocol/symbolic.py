"""Calls with values that carry terms, for `viva.engines.symbolic`, and with fields that get a value when they are read,
for `viva.engines.heaps`. What such runs say was said beside submitted code: it proposes inputs, and decides nothing.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from viva.core.isolation import Isolation
from viva.languages.target import LazyTarget, Target
from viva.sandbox import Sandbox


class Symbolic(Protocol):
    def warm_sandbox(self, isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
        """The sandbox that does all that the one of `Runs` does, and symbolic runs too."""

    def compile_target(self, sandbox: Sandbox, source: bytes, function: str) -> Target | None:
        """None if the source cannot be compiled; `Runs.prepare` can say why."""

    def compile_lazily(self, sandbox: Sandbox, source: bytes, *, counted: bool = True) -> LazyTarget | None:
        """None if the source cannot be compiled, or the language has no such fields. `counted`: its steps are limited.
        Those of a teacher are not."""

    def line_of(self, site: int) -> int | None:
        """The line of a place that such a run tells of; None where the language does not know."""

"""Places in a program that hooks report about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hooks:
    """What to count. `steps` is what ends endless loops, so leaving it out leaves only the clock. `calls`: by name, and
    what is better left, as it happens. `rounds`: a loop whose condition was true so often is left, as if it were false,
    and the run goes on; 0 for none."""

    steps: bool = True
    branches: bool = False
    expressions: bool = False
    calls: bool = False
    rounds: int = 0


@dataclass(frozen=True, slots=True)
class Site:
    """A place that hooks report about; columns count from 0 in characters, as tracebacks do not but editors do.

    Kinds of branches: `function`, `then`, `else`, `loop` (body entered), `exit` (loop ended by itself), `case`,
    `no case`, `handler`, `operand` (of and/or, reached), `short` (and/or ended here), `kept` and `dropped` (by the
    condition of a comprehension). Kinds of the other hooks: `expression`, `condition`, `call`.

    `part` says of a condition what it is for: `guard` (of a pattern), `condition` (of `if`, a loop, an assertion),
    `qualifier` (of a comprehension), `operand` (a piece of another one); of a function that it is `local`; and of a
    branch that it is taken by a guard that cannot fail: `otherwise`.
    """

    kind: str
    line: int
    column: int
    end_line: int
    end_column: int
    part: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """How often something happened at a site: the count of one counter, less that of another if `minus` >= 0.

    Roles: `reached`; for conditions also `true` and `false`.
    """

    site: int
    role: str
    plus: int
    minus: int = -1

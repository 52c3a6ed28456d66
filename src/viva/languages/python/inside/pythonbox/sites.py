"""Places in a submission that hooks report about, and the names by which instrumented code reaches its hooks."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hooks:
    """What to count. `steps` is what ends endless loops, so leaving it out leaves only the clock."""

    steps: bool = True
    branches: bool = False
    expressions: bool = False
    calls: bool = False


@dataclass(frozen=True, slots=True)
class Site:
    """A place that hooks report about; columns count from 0 in characters, as tracebacks do not but editors do.

    Kinds of branches: `function`, `then`, `else`, `loop` (body entered), `exit` (loop ended by itself), `case`,
    `no case`, `handler`, `operand` (of and/or, reached), `short` (and/or ended here), `kept` and `dropped` (by the
    condition of a comprehension). Kinds of the other hooks: `expression`, `condition`, `call`.
    """

    kind: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How often something happened at a site: the count of one counter, less that of another if `minus` >= 0.

    Roles: `reached`; for conditions also `true` and `false`.
    """

    site: int
    role: str
    plus: int
    minus: int = -1


@dataclass(slots=True)
class Plan:
    """What the run must supply: `counters[k]` says whether counter k is a tick or passes a value on."""

    sites: list[Site] = field(default_factory=list)
    counters: list[bool] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)


# No source text can spell a name with a space; the underscores mark it as not the program's own, as for `__name__`.


def step_name(unit: str) -> str:
    return f"__{unit} step__"


def hits_name(unit: str) -> str:
    return f"__{unit} hits__"


def called_name(unit: str) -> str:
    return f"__{unit} called__"


def counter_name(unit: str, counter: int) -> str:
    return f"__{unit} {counter}__"

"""What instrumented code needs in order to run, and the names by which it reaches its hooks."""

from dataclasses import dataclass, field

from ...sites import Reading, Site


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

"""State what should hold, as a function with types; Viva finds the data.

    from viva.properties import examine, implies

    def prop_sorted(xs: list[int]) -> bool:
        return sorted(sorted(xs)) == sorted(xs)

    print(examine(prop_sorted))

The public face of `viva.engines.properties` and `viva.engines.enumeration`.
"""

from viva.core.fault import Fault
from viva.core.verdict import Verdict
from viva.engines.enumeration import (
    Between,
    Choice,
    Function,
    Length,
    Mapped,
    Space,
    letters,
    register,
    space_of,
    values_of,
)  # fmt: skip
from viva.engines.properties.examine import examine
from viva.engines.properties.logic import Property, classify, cover, exists, exists_unique, for_all, implies, label
from viva.engines.properties.marking import example, prop
from viva.engines.properties.models import Model, command
from viva.engines.properties.programs import Program
from viva.engines.properties.relations import approx, at_most, equal, less, raises
from viva.engines.properties.result import Counterexample, Result

__all__ = [
    "Between",
    "Choice",
    "Counterexample",
    "Fault",
    "Function",
    "Length",
    "Mapped",
    "Model",
    "Program",
    "Property",
    "Result",
    "Space",
    "Verdict",
    "approx",
    "at_most",
    "classify",
    "command",
    "cover",
    "equal",
    "examine",
    "example",
    "exists",
    "exists_unique",
    "for_all",
    "implies",
    "label",
    "less",
    "letters",
    "prop",
    "raises",
    "register",
    "space_of",
    "values_of",
]

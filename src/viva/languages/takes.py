"""How a function can be called."""

from viva.core.records import dataclass
from viva.languages.heap import Heap


@dataclass(frozen=True, slots=True)
class Takes:
    """`parameters` that may be given by place, in order; `defaults` is the tuple of values that the last of them have
    where they are left out. `others` are given by name only, or are any number of arguments."""

    parameters: tuple[str, ...]
    defaults: Heap
    others: tuple[str, ...] = ()

    @property
    def optional(self) -> int:
        """How many of the parameters may be left out."""
        return len(self.defaults.nodes[0].children) if self.defaults.nodes else 0

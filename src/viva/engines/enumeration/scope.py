"""Where an annotation stands, and how it is named to people."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import field
from typing import Any, ForwardRef, Protocol, get_origin

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration.space import Space


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an annotation stands: the names it may use, and what type variables stand for there."""

    names: Mapping[str, Any] = field(default_factory=dict)
    variables: Mapping[Any, Space] = field(default_factory=dict)
    owner: type | None = None

    def key(self, annotation: object) -> object:
        """What an annotation means here: a class is the same everywhere, anything else depends on the names."""
        if isinstance(annotation, type) and get_origin(annotation) is None:
            return annotation
        return annotation, self.owner or id(self.names), tuple(self.variables.items())


class Reading(Protocol):
    """What reads annotations: `known` are the spaces found so far, also those that are still being read."""

    known: dict[object, Space]

    def read(self, annotation: object, scope: Scope) -> Space: ...


def evaluate_annotation(annotation: str | ForwardRef, scope: Scope) -> object:
    text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
    names = dict(vars(typing)) | dict(scope.names)
    if scope.owner is not None:
        names = {scope.owner.__name__: scope.owner} | names
    try:
        return eval(text, names)  # the annotation of a module that is trusted
    except NameError as problem:
        raise Fault(
            f"the annotation {text!r} mentions {problem.name!r}, which is not known where it stands",
            remedy="define it in the module, above all functions",
        ) from None
    except Exception as problem:  # noqa: BLE001 - an annotation may raise whatever it likes
        raise Fault(f"the annotation {text!r} cannot be read: {problem}", remedy="write a type") from None


def show_annotation(annotation: object) -> str:
    """An annotation as its author wrote it, nearly."""
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return annotation.__qualname__.rpartition("<locals>.")[2]
    return str(annotation).replace("typing.", "").replace("collections.abc.", "").replace("__main__.", "")


def unsupported_type(annotation: object, remedy: str) -> Fault:
    return Fault(f"no values can be made for the type {show_annotation(annotation)}", remedy=remedy)

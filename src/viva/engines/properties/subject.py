"""What is tested: the function behind a property, and the types of its parameters."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping

from viva.core.fault import Fault
from viva.engines.enumeration.spaces.classes import underlying
from viva.engines.properties.logic import ForAll, Property, domain_space, types_of
from viva.engines.properties.models import is_model, runner, sequences


def parameters_of(subject: object, told: Mapping[str, object]) -> tuple[Callable[..., object], dict[str, object]]:
    """The function that is tested and the types of its parameters."""
    if is_model(subject):
        assert isinstance(subject, type)
        return runner(subject), {"commands": sequences(subject)}
    if isinstance(subject, ForAll):
        names = list(inspect.signature(subject.predicate).parameters)
        if subject.domains is None:
            return subject.predicate, types_of(subject.predicate)
        return subject.predicate, {
            name: domain_space(domain) for name, domain in zip(names, subject.domains, strict=True)
        }
    if isinstance(subject, Property):
        return (lambda: subject), {}
    if not callable(subject):
        raise Fault(f"{subject!r} is no property", remedy="give a function with types that returns True or False")
    inner = underlying(subject)
    if inspect.iscoroutinefunction(inner) or inspect.isgeneratorfunction(inner) or inspect.isasyncgenfunction(inner):
        raise Fault("an async or generator function is no property", remedy="let it return True or False")
    parameters = list(inspect.signature(subject).parameters)
    own = {name: told[name] for name in parameters if name in told}
    if len(own) < len(parameters):
        typed = types_of(_without(subject, own)) if own else types_of(subject)
        own = {name: own.get(name, typed.get(name)) for name in parameters}
    return _positional(subject), {name: _domain(own[name]) if name in told else own[name] for name in parameters}


def _positional(function: Callable[..., object]) -> Callable[..., object]:
    """The function as one that takes all its parameters in order, also those that must be named."""
    parameters = inspect.signature(function).parameters.values()
    named = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    if not named:
        return function
    first = len(parameters) - len(named)

    @functools.wraps(function)
    def call(*values: object) -> object:
        return function(*values[:first], **dict(zip(named, values[first:], strict=True)))

    return call


def _domain(kind: object) -> object:
    return domain_space(kind) if isinstance(kind, list | tuple | range) else kind


def _without(function: Callable[..., object], own: Mapping[str, object]) -> Callable[..., object]:
    """The function as `types_of` sees it when some parameters are given."""

    def rest() -> None: ...

    signature = inspect.signature(function)
    kept = [parameter for name, parameter in signature.parameters.items() if name not in own]
    rest.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
    rest.__annotations__ = dict(getattr(underlying(function), "__annotations__", {}))
    return rest


def name_of(subject: object) -> str:
    inner = subject.func if isinstance(subject, functools.partial) else subject
    inner = inner.predicate if isinstance(inner, ForAll) else inner
    return str(getattr(inner, "__name__", type(inner).__name__))

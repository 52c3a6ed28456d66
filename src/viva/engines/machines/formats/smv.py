"""SMV: a system as a module with an enumeration of its flat states.

    MODULE machine(a, b)
    VAR state : {Off, On};
    ASSIGN
      init(state) := Off;
      next(state) := case
        state = Off & (a = present) : On;
        TRUE : state;
      esac;
    DEFINE
      x := case … TRUE : absent; esac;
    MODULE main
    VAR a : {absent, present}; …
    VAR m : machine(a, b);
    INVARSPEC …

Inputs are variables of `main` without assignments, so that specifications may speak of them. A signal is an enumeration
of `absent` and its values: `present`, `yes` and `no`, names, or numbers as `n_3` and `n_m3`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product

from viva.core.text.reading import Misread
from viva.engines.machines.expressions import names_in, truth
from viva.engines.machines.logic.ltl import (
    Both,
    During,
    Either,
    Formula,
    Holds,
    Next,
    Release,
    Requirement,
    Truth,
    Until,
    Within,
)
from viva.engines.machines.model import Signal, Signals, System, Type, Value
from viva.engines.machines.running.behaviour import Behaviour
from viva.engines.machines.running.input_classes import classes
from viva.engines.machines.running.table import Table, minimise, tabulate

ABSENT = "absent"
_STATES = 5_000


def write(given: System, requirements: Sequence[Requirement] = ()) -> str:
    """The flat, smallest machine, and requirements as specifications. Raises Explosion where it is too large, Misread
    where two names become the same here."""
    names = _names_of(given)
    lines = [*_module("machine", given, names), *_main(given, names, {"m": "machine"})]
    lines += [_specification(each, given, names, "m") for each in requirements]
    return "\n".join(lines) + "\n"


def write_pair(given: System, asked: System, requirements: Sequence[Requirement] = ()) -> str:
    """Both machines on the same inputs, that their outputs are always equal, and requirements of the first one. They
    have the same inputs and outputs. Raises as `write` does."""
    names = _names_of(asked)
    lines = [*_module("given", given, names), *_module("asked", asked, names)]
    lines += _main(asked, names, {"g": "given", "a": "asked"})
    equal = " & ".join(f"g.{names[signal.name]} = a.{names[signal.name]}" for signal in asked.outputs)
    lines.append(f"INVARSPEC {equal or 'TRUE'};")
    lines += [_specification(each, given, names, "g") for each in requirements]
    return "\n".join(lines) + "\n"


def _names_of(given: System) -> dict[str, str]:
    return _names([signal.name for signal in (*given.inputs, *given.outputs)], "signal")


def _main(given: System, names: Mapping[str, str], instances: Mapping[str, str]) -> list[str]:
    """The inputs, and the machines that get them."""
    lines = ["MODULE main", "VAR"]
    lines += [f"  {names[signal.name]} : {{{', '.join(words(signal.type))}}};" for signal in given.inputs]
    inputs = ", ".join(names[signal.name] for signal in given.inputs)
    return [*lines, *(f"  {instance} : {module}({inputs});" for instance, module in instances.items())]


def _module(module: str, given: System, names: Mapping[str, str]) -> list[str]:
    apart = classes([given])
    values = {name: tuple(group[0] for group in groups) for name, groups in apart.items()}
    table = minimise(tabulate(Behaviour(given, values=values), _STATES))
    inputs = [names[signal.name] for signal in given.inputs]
    lines = [f"MODULE {module}({', '.join(inputs)})", "VAR", f"  state : {{{', '.join(_states(table))}}};", "ASSIGN"]
    lines += [f"  init(state) := {_states(table)[0]};", "  next(state) := case"]
    states = _states(table)
    used = [signal for signal in given.inputs if any(signal.name in letter for letter in table.letters)]
    tests = [_test(letter, used, names, apart) for letter in table.letters]
    for state, row in enumerate(table.rows):
        for test, (target, _) in zip(tests, row, strict=True):
            if target != state:
                lines.append(f"    state = {states[state]}{test} : {states[target]};")
    lines += ["    TRUE : state;", "  esac;", "DEFINE"]
    for number, signal in enumerate(given.outputs):
        lines.append(f"  {names[signal.name]} := case")
        for state, row in enumerate(table.rows):
            for test, (_, outputs) in zip(tests, row, strict=True):
                value = outputs[number]
                if value is not None:
                    lines.append(f"    state = {states[state]}{test} : {word(value, signal.type)};")
        lines += [f"    TRUE : {ABSENT};", "  esac;"]
    return lines


def words(of: Type) -> list[str]:
    return [ABSENT, *(word(value, of) for value in of.values())]


def word(value: Value, of: Type) -> str:
    """A value as a symbol of an enumeration."""
    if of.kind == "pure":
        return "present"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"n_{value}" if value >= 0 else f"n_m{-value}"
    return f"v_{_plain(value)}"


def _plain(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]", "_", name)


def _names(given: Sequence[str], what: str) -> dict[str, str]:
    found = {name: f"s_{_plain(name)}" for name in given}
    if len(set(found.values())) < len(found):
        raise Misread(f"two {what}s have the same name in SMV", remedy="use letters, digits and _ in names")
    return found


def _states(table: Table) -> list[str]:
    return [f"q{number}_{_plain(name)[:40]}" for number, name in enumerate(table.names)]


def _test(
    letter: Signals,
    used: Sequence[Signal],
    names: Mapping[str, str],
    apart: Mapping[str, tuple[tuple[Value | None, ...], ...]],
) -> str:
    """That the inputs have just these values, or values that nothing tells apart from them."""
    parts = []
    for signal in used:
        group = next(group for group in apart[signal.name] if group[0] == letter.get(signal.name))
        if len(group) < signal.type.size + 1:
            options = [ABSENT if value is None else word(value, signal.type) for value in group]
            parts.append(f" & {names[signal.name]} in {{{', '.join(options)}}}")
    return "".join(parts)


def _specification(given: Requirement, system: System, names: Mapping[str, str], instance: str) -> str:
    match given.formula:
        case Release(left=Truth(value=False), right=inner) if _is_now(inner):
            return f"INVARSPEC {_formula(inner, system, names, instance)};"
        case formula:
            return f"LTLSPEC {_formula(formula, system, names, instance)};"


def _is_now(given: Formula) -> bool:
    match given:
        case Both(left=left, right=right) | Either(left=left, right=right):
            return _is_now(left) and _is_now(right)
        case _:
            return isinstance(given, Truth | Holds)


def _formula(given: Formula, system: System, names: Mapping[str, str], instance: str) -> str:
    def shown(inner: Formula) -> str:
        return _formula(inner, system, names, instance)

    match given:
        case Truth(value=value):
            return "TRUE" if value else "FALSE"
        case Holds(positive=positive):
            return f"{'' if positive else '!'}({_guard(given, system, names, instance)})"
        case Both(left=left, right=right):
            return f"({shown(left)} & {shown(right)})"
        case Either(left=left, right=right):
            return f"({shown(left)} | {shown(right)})"
        case Next(inner=inner):
            return f"X ({shown(inner)})"
        case Until(left=left, right=right):
            return f"({shown(left)} U {shown(right)})"
        case Release(left=left, right=right):
            return f"({shown(left)} V {shown(right)})"
        case Within(steps=steps, inner=inner):
            text = shown(inner)
            for _ in range(steps):
                text = f"({shown(inner)} | X {text})"
            return text
        case During(steps=steps, inner=inner):
            text = shown(inner)
            for _ in range(steps):
                text = f"({shown(inner)} & X {text})"
            return text


def _guard(given: Holds, system: System, names: Mapping[str, str], instance: str) -> str:
    """A guard by the values of the signals in it for which it holds."""
    own = {signal.name for signal in system.outputs}
    signals = [each for each in (*system.inputs, *system.outputs) if each.name in set(names_in(given.expression))]
    test = truth(given.expression, system.types)
    found = []
    for choice in product(*([None, *signal.type.values()] for signal in signals)):
        seen = {signal.name: value for signal, value in zip(signals, choice, strict=True) if value is not None}
        if test(seen):
            parts = [
                f"{f'{instance}.' if signal.name in own else ''}{names[signal.name]} = "
                f"{ABSENT if value is None else word(value, signal.type)}"
                for signal, value in zip(signals, choice, strict=True)
            ]
            found.append(" & ".join(parts) or "TRUE")
    return " | ".join(found) or "FALSE"

"""The text of a driver: a program that asks one function of a module, thousands of times if need be."""

from __future__ import annotations

import re

from viva.core.records import dataclass
from viva.languages.haskell.concrete import concrete, constructor_name, own_types, types_inside
from viva.languages.haskell.function_values import functions
from viva.languages.haskell.interface import Data, Interface
from viva.languages.haskell.types import MODULE, OWN, Con, NoType, Type, Var, parts, source, unfold

_HEAD = f"""{{-# LANGUAGE FlexibleInstances #-}}
module Main (main) where
import Data.Char (isAlpha, isDigit, isUpper, toLower, toUpper)
import Data.IntMap (IntMap)
import Data.IntSet (IntSet)
import Data.List.NonEmpty (NonEmpty)
import Data.Map (Map)
import Data.Ratio (Ratio)
import Data.Sequence (Seq)
import Data.Set (Set)
import VivaRuntime
import qualified {MODULE} as S

main :: IO ()
main = serve entry
"""


_SIZES = 12  # from the empty ones on, over and over again


@dataclass(frozen=True, slots=True)
class Driver:
    text: str
    type: Type


def write_driver(interface: Interface, function: str, meant: Type | None = None) -> Driver:
    """Raises KeyError where there is no such function, and NoType where it cannot be asked."""
    asked = concrete(interface, interface.functions[function], meant)
    types = types_inside(interface, asked)
    parameters, result = unfold(asked)
    if result.name == "->":
        raise NoType("a function as a result")
    lines = [_HEAD]
    lines += [_instance(interface.types[name]) for name in own_types(types)]
    inside = [one for one in (*parameters, result, *types) if one != asked]
    arrows = [one for one in dict.fromkeys(inside) if one.name == "->"]
    lines += [_functions(interface, one) for one in arrows]
    lines.append(_entry(function, asked, len(parameters)))
    return Driver("\n".join(lines), asked)


def write_generator(interface: Interface, body: Type) -> str:
    """A program that is asked for numbers, and answers with what the instance of `Arbitrary` makes of each."""
    types = types_inside(interface, Con("->", (body, body)))
    instances = "\n".join(_instance(interface.types[name]) for name in own_types(types))
    made = f"unGen arbitrary (mkQCGen n) (mod n {_SIZES}) :: {source(body, OWN, 0)}"
    imports = "import Test.QuickCheck.Arbitrary (arbitrary)\nimport Test.QuickCheck.Gen (Gen(..))\n"
    imports += "import Test.QuickCheck.Random (mkQCGen)\nimport VivaRuntime\n"
    head = _HEAD.replace("import VivaRuntime\n", imports)
    entry = f"entry [v] = do {{ n <- get v; Just (answer ({made})) }}\nentry _ = Nothing\n"
    return f"{head}\n{instances}\nentry :: Entry\n{entry}"


def write_start(steps: int) -> str:
    """A program that runs `main` of the module."""
    return f"""module Main (main) where
import VivaRuntime (program)
import qualified {MODULE} as S

main :: IO ()
main = program {steps} S.main
"""


def _name(function: str) -> str:
    return f"(S.{function})" if not re.match(r"[A-Za-z_]", function) else f"S.{function}"


def _entry(function: str, asked: Type, number: int) -> str:
    names = [f"v{place}" for place in range(number)]
    read = "".join(f"x{place} <- get v{place}; " for place in range(number))
    given = "".join(f" x{place}" for place in range(number))
    call = f"Just (answer (({_name(function)} :: {source(asked, OWN, 0)}){given}))"
    return f"entry :: Entry\nentry [{', '.join(names)}] = do {{ {read}{call} }}\nentry _ = Nothing\n"


def _instance(data: Data) -> str:
    """How values of a type of the submission's own are written and read: by its constructors, whatever its own `Show`
    and `Eq` say."""
    assert data.constructors is not None
    fields = [field for one in data.constructors for field in one.fields]
    if any(isinstance(part, Var) and part.arguments for field in fields for part in parts(field)):
        raise NoType(f"the type {data.name}, which takes a type that takes one")
    context = ", ".join(f"Viva {name}" for name in data.parameters)
    head = source(Con(OWN + data.name, tuple(Var(name) for name in data.parameters)))
    lines = [f"instance {f'({context}) => ' if context else ''}Viva {head} where"]
    for one in data.constructors:
        names = [f"x{place}" for place in range(len(one.fields))]
        pattern = " ".join([constructor_name(one.name, OWN), *names])
        lines.append(f'  put to ({pattern}) = open to "<{one.name}" ">" (parts [{_listed("part to", names)}])')
    for one in data.constructors:
        names = [f"x{place}" for place in range(len(one.fields))]
        built = f"pure {constructor_name(one.name, OWN)}" + "".join(f" <*> get {name}" for name in names)
        lines.append(f'  get (Con "{one.name}" [{", ".join(names)}]) = {built}')
    return "\n".join([*lines, "  get _ = Nothing", ""])


def _listed(word: str, names: list[str]) -> str:
    return ", ".join(f"{word} {name}" for name in names)


def _functions(interface: Interface, body: Type) -> str:
    lines = [f"instance Viva {source(body)} where", '  put to _ = say to "&"']
    for one in functions(interface, body):
        lines.append(f"  get (Text {_quoted(one.text)}) = Just ({one.code})")
    return "\n".join([*lines, "  get _ = Nothing", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

"""What of the modules of a tree its entry points come to."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from sources import DOTTED, Module, Reader, Uses, imported, read_module

BOXES = {"viva_inside": "viva.sandbox.inside"}  # packages that have another name inside of the sandbox
PLAIN = re.compile(
    r"object|ABC|Protocol|Generic|NamedTuple|TypedDict|\w*Enum|Enum|\w*Flag|Exception|BaseException|\w+Error|"
    r"StopIteration|ExitStack|Mapping|Iterator|Iterable|Sequence|Callable"
)  # outside bases that call no methods but those that begin with two underscores
SPECIAL = re.compile(r"__\w+__|_repr_\w+_|_ipython_\w+_")  # methods that Python and notebooks call
VISITORS = ("NodeVisitor", "NodeTransformer")


class Name(NamedTuple):
    """A definition: a name at the top of a module, or `Class.method`."""

    module: str
    name: str


class House:
    """All modules, and what of them is in use."""

    def __init__(self, root: Path) -> None:
        self.root = root
        source = root / "src"
        self.modules: dict[str, Module] = {}
        for path in sorted((source / "viva").rglob("*.py")):
            parts = path.relative_to(source).with_suffix("").parts
            if "template" not in parts:
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                self.modules[name] = read_module(name, path)
        self.boxes = dict(BOXES)
        for name in self.modules:
            home, _, last = name.rpartition(".")
            if home.endswith(".inside"):
                self.boxes[last] = name
        self.below: dict[str, list[str]] = defaultdict(list)
        for name in self.modules:
            self.below[name.rpartition(".")[0]].append(name)
        self.reached: set[Name] = set()
        self.loaded: set[str] = set()
        self.valued: set[str] = set()
        self.asked: set[str] = set()
        self.said: set[str] = set()
        self.waiting: dict[str, list[Name | str]] = defaultdict(list)  # for an attribute of that name
        self.unsaid: dict[str, list[Name | str]] = defaultdict(list)  # for that text
        self.opened: list[str] = []
        self.partial: list[tuple[str, str]] = []
        self.todo: list[tuple[Module, Uses]] = []

    def settle(self) -> None:
        while self.todo:
            self._use(*self.todo.pop())

    def find(self, module: str, name: str, around: frozenset[tuple[str, str]] = frozenset()) -> Name | str | None:
        """What a name of a module is: a definition, or a module; None where it is not of ours."""
        home = self.modules.get(self.own(module))
        if home is None or (module, name) in around:
            return None
        if name in home.definitions:
            return Name(home.name, name)
        if name in home.aliases:
            target, inner = home.aliases[name]
            if inner is None:
                return self.own(target) if self.own(target) in self.modules else None
            if (self.own(target), inner) != (home.name, name):
                return self.find(target, inner, around | {(module, name)})
        below = f"{home.name}.{name}"
        return below if below in self.modules else None

    def own(self, module: str) -> str:
        """The name of a module outside of the sandbox."""
        first, dot, rest = module.partition(".")
        return f"{self.boxes[first]}{dot}{rest}" if first in self.boxes else module

    def load(self, name: str) -> None:
        """A module is imported: what it does then is done, and what it imports is imported."""
        name = self.own(name)
        if name not in self.modules:
            name = name.rpartition(".")[0]
        if name not in self.modules or name in self.loaded:
            return
        self.loaded.add(name)
        module = self.modules[name]
        self.todo.append((module, module.effects))
        for each in module.imported:
            self.load(each)
        if "." in name:
            self.load(name.rpartition(".")[0])
        for each, definition in module.definitions.items():
            if (definition.entered or SPECIAL.fullmatch(each)) and definition.kind != "method":
                self.reach(Name(name, each))

    def value(self, name: str) -> None:
        """A module is used as a value: its names are in use where anything is asked for an attribute of theirs."""
        self.load(name)
        if name in self.valued:
            return
        self.valued.add(name)
        module = self.modules[name]
        for each in {*module.definitions, *module.aliases}:
            found = None if "." in each else self.find(name, each)
            if isinstance(found, Name) or (found is not None and each in (module.public or ())):
                self.wait(each, found)
                self.hear(each, found)

    def wait(self, attribute: str, found: Name | str) -> None:
        if attribute in self.asked:
            self.get(found)
        else:
            self.waiting[attribute].append(found)

    def hear(self, text: str, found: Name | str) -> None:
        if text in self.said:
            self.get(found)
        else:
            self.unsaid[text].append(found)

    def get(self, found: Name | str | None) -> None:
        if isinstance(found, Name):
            self.reach(found)
        elif found is not None:
            self.value(found)

    def reach(self, found: Name) -> None:
        if found in self.reached:
            return
        self.reached.add(found)
        self.load(found.module)
        module = self.modules[found.module]
        definition = module.definitions[found.name]
        self.todo.append((module, definition.uses))
        if definition.kind == "class":
            outside = list(self._outside(found))
            for method in definition.methods:
                name = method.rpartition(".")[2]
                called = SPECIAL.fullmatch(name) or module.definitions[method].entered
                visited = name.startswith(("visit_", "generic_visit")) and any(each in VISITORS for each in outside)
                if called or visited or any(each not in VISITORS for each in outside):
                    self.reach(Name(found.module, method))
                else:
                    self.wait(name, Name(found.module, method))

    def _outside(self, found: Name) -> Iterator[str]:
        """The bases of a class that are not of ours, and may call any of its methods."""
        module = self.modules[found.module]
        for base in module.definitions[found.name].bases:
            inner = self._resolve(module, base)[0]
            if isinstance(inner, Name):
                yield from self._outside(inner)
            elif not PLAIN.fullmatch(base[-1]):
                yield base[-1]

    def _resolve(self, module: Module, chain: tuple[str, ...]) -> tuple[Name | str | None, Sequence[str]]:
        found, rest = self.find(module.name, chain[0]), list(chain[1:])
        while isinstance(found, str) and rest:
            self.load(found)
            inner = self.find(found, rest[0])
            if inner is None:
                return found, rest
            found = inner
            rest.pop(0)
        return found, rest

    def _use(self, module: Module, uses: Uses) -> None:
        aliases = dict(module.aliases)
        for statement in uses.imports:
            for local, (home, name) in imported(module, statement):
                self.load(home if name is None else f"{home}.{name}")
                if name is None:
                    aliases[local] = (home, None)
                elif name == "*":
                    self.everything(home)
                else:
                    self.load(home)
                    aliases[local] = (home, name)
        inner = {local for statement in uses.imports for local, _ in imported(module, statement)}
        outer = {name: each for name, each in module.definitions.items() if name not in inner}
        scope = Module(module.name, module.path, module.package, outer, aliases)
        kept = self.modules.get(module.name)
        self.modules[module.name] = scope  # an import inside of a function binds there what it binds above elsewhere
        for chain in uses.chains:
            found, rest = self._resolve(scope, chain)
            if found is None and chain[0] not in aliases:
                rest = chain[1:]  # a name of the language, or of nobody
            elif found is None:
                continue
            if isinstance(found, Name) or not rest:
                self.get(found)
            self.ask(rest)
        if kept is None:
            del self.modules[module.name]
        else:
            self.modules[module.name] = kept
        self.ask(uses.attributes)
        for text in uses.texts:
            self.say(text)

    def everything(self, name: str) -> None:
        module = self.modules.get(self.own(name))
        if module is not None:
            for each in module.public or [each for each in module.definitions if not each.startswith("_")]:
                self.get(self.find(module.name, each))

    def ask(self, attributes: Iterable[str]) -> None:
        for attribute in attributes:
            if attribute not in self.asked:
                self.asked.add(attribute)
                for found in self.waiting.pop(attribute, []):
                    self.get(found)

    def say(self, text: str) -> None:
        """A text may name a module, "module:function", a word that names something in a module, or be code."""
        if text in self.said:
            return
        self.said.add(text)
        for name in {text, text.replace("-", "_")}:
            for found in self.unsaid.pop(name, []):
                self.get(found)
            self.said.add(name)
        for line in text.splitlines() if "import" in text else []:
            if match := re.fullmatch(r"from ([\w.]+) import (\w+)", line.strip()):
                self.load(match[1])
                self.get(self.find(match[1], match[2]))
        place, colon, function = text.partition(":")
        if not DOTTED.fullmatch(place.removesuffix("…").removesuffix(".")):
            return
        name = self.own(place.removesuffix("…").removesuffix("."))
        if name not in self.modules:
            if colon:
                self.partial.append((place, function))
                self._entries(self.opened, [(place, function)])
            return
        self.load(name)
        if function == "…":
            self.value(name)
        elif colon:
            self.get(self.find(name, function))
        elif place.endswith(".…"):
            self.opened.append(name)
            self._entries([name], self.partial)
            for below in self.below[name]:  # which of them, another text says
                self.hear(below.rpartition(".")[2], below)

    def _entries(self, packages: Iterable[str], partial: Iterable[tuple[str, str]]) -> None:
        """What "module:function" means below packages from which something is loaded by name."""
        for package, (module, function) in product(packages, partial):
            self.get(self.find(f"{package}.{module}", function))

    # Entry points

    def enter(self) -> None:
        project = tomllib.loads((self.root / "pyproject.toml").read_text("utf-8"))["project"]
        points = [*project.get("scripts", {}).values()]
        for group in project.get("entry-points", {}).values():
            points += group.values()
        for point in points:
            module, _, name = point.partition(":")
            if name:
                self.get(self.find(module, name))
            elif module in self.modules:
                self.value(module)
                for each in self.modules[module].definitions:
                    if each.startswith("pytest_"):
                        self.reach(Name(module, each))
        for name in list(self.modules):  # alembic finds them by their folder
            if name.endswith(".migrations.env") or ".migrations.versions." in name:
                self.value(name)
                for each in self.modules[name].definitions:
                    self.reach(Name(name, each))
        for name in ["viva", *self.below["viva"]]:
            for each in self.modules[name].public or []:
                self._face(self.find(name, each))
        for name, text in self._scripts():
            self._script(name, text)
        for path in (self.root / "src").rglob("templates/*.html"):
            for code in re.findall(r"\{[{%].*?[%}]\}", path.read_text("utf-8"), re.DOTALL):
                self.ask(re.findall(r"\.(\w+)", code))
        self.settle()

    def _face(self, found: Name | str | None) -> None:
        """A public name of the library; the methods of a class are public too."""
        self.get(found)
        if isinstance(found, Name):
            module = self.modules[found.module]
            for method in module.definitions[found.name].methods:
                if not method.rpartition(".")[2].startswith("_"):
                    self.reach(Name(found.module, method))
            for base in module.definitions[found.name].bases:
                if isinstance(inner := self._resolve(module, base)[0], Name):
                    self._face(inner)

    def _scripts(self) -> Iterator[tuple[str, str]]:
        """The examples of the documentation, and what exercises bring along."""
        for path in [self.root / "README.md", *sorted((self.root / "docs").rglob("*.md"))]:
            for block in re.findall(r"^```\w*.*?\n(.*?)^```", path.read_text("utf-8"), re.DOTALL | re.MULTILINE):
                prompted = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE)
                yield path.name, "\n".join(prompted) if prompted else block
        for folder in (self.root / "exercises", self.root / "src"):
            for path in sorted(folder.rglob("*.py")):
                if (folder.name == "exercises" or "template" in path.parts) and "viva" in (
                    text := path.read_text("utf-8", "replace")
                ):
                    yield path.name, text

    def _script(self, name: str, text: str) -> None:
        module = Module(f"({name})", self.root, "")
        uses = Uses()
        try:
            Reader(module, uses).visit(ast.parse(text))
        except SyntaxError:  # a command, or an example with gaps
            for line in text.splitlines():
                if match := re.fullmatch(r"from (viva[\w.]*) import ([\w, ]+)", line.strip()):
                    for each in match[2].split(","):
                        self.get(self.find(match[1], each.strip()))
            for match in re.finditer(r"-m (viva[\w.]*)", text):
                self.say(match[1])
            return
        for statement in uses.imports:
            for _, (home, inner) in imported(module, statement):
                self.get(self.find(home, inner) if inner else None)
        if any("viva" in ast.unparse(each) for each in uses.imports):
            self.todo.append((module, uses))
        else:  # the rest of an example above it
            self.ask(uses.attributes | {each for chain in uses.chains for each in chain[1:]})

    def _lists_modules(self, module: str, name: str) -> bool:
        """A row of modules that are imported for what they enter in tables."""
        definition = self.modules[module].definitions[name]
        used = definition.uses.chains if definition.kind == "constant" else set()
        return bool(used) and all(isinstance(self._resolve(self.modules[module], each)[0], str) for each in used)

    def unreachable(self) -> Iterator[tuple[Path, int, str]]:
        for name, module in self.modules.items():
            mine = {each for each in module.definitions if not (each.startswith("__") and each.endswith("__"))}
            dead = {
                each for each in mine if Name(name, each) not in self.reached and not self._lists_modules(name, each)
            }
            if name not in self.loaded or (mine and dead == mine and not module.acts):
                yield module.path, 1, f"module {name}"
                continue
            for each in module.definitions:
                owner = each.rpartition(".")[0]
                if each in dead and owner not in dead:
                    definition = module.definitions[each]
                    yield module.path, definition.line, f"{definition.kind} {each}"

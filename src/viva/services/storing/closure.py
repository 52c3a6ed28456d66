"""What a module of Viva is made of: itself and every module of Viva that it imports, directly or not.

Imports are found in the text, at the top of a module and inside functions, and nothing is executed. A word that only
looks like an import, in a docstring say, adds a module too many, which does no harm. What a package keeps in a folder
`inside` runs in the sandbox, where it is loaded by name: it belongs to every module of the package.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from viva.core.records import dataclass

HOME = Path(__file__).parents[2]
_IMPORT = re.compile(r"import\b[ \t]*(\([^)]*\)|[^\n#;]*)")
_FROM = re.compile(r"(?:^|[\s:;])from[ \t]*([.\w]+)[ \t]*$")
_NAME = re.compile(r"[\w.]+")


@dataclass(frozen=True, slots=True)
class Closure:
    """The text of each module, and the names of the libraries that they import."""

    modules: Mapping[str, bytes]
    libraries: frozenset[str]


@cache
def digest(roots: tuple[str, ...]) -> str:
    """Another one for any change in the modules that `roots` are made of, in Python or in the libraries they use."""
    found = closure(roots)
    versions = [f"{name} {version(name)}" for name in sorted(found.libraries)]
    hashed = hashlib.sha256("\n".join([sys.version, *versions]).encode())
    for name, content in sorted(found.modules.items()):
        hashed.update(f"\n{name} {len(content)}\n".encode() + content)
    return hashed.hexdigest()


def closure(roots: Sequence[str], home: Path = HOME) -> Closure:
    """`home` is the folder of the package that all of them are in."""
    tree = _Tree(home)
    for root in roots:
        if not tree.file(root):
            raise LookupError(f"{home} has no module {root}")
    libraries: set[str] = set()
    modules: dict[str, bytes] = {}
    seen = set(roots)
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        file = tree.file(name)
        if not file:
            continue
        modules[name] = Path(file).read_bytes()
        modules |= tree.scripts(name)
        package = name if file.endswith("/__init__.py") else name.rpartition(".")[0]
        near = {package, name.rpartition(".")[0], *tree.inside(package)}
        for base, names in _imports(modules[name].decode(), package):
            if base.partition(".")[0] != home.name:
                libraries.add(base.partition(".")[0])
                continue
            near.add(base)
            if tree.file(base).endswith("/__init__.py"):
                near.update(f"{base}.{part}" for part in names)
        waiting += near - seen
        seen |= near
    outside = libraries - sys.stdlib_module_names
    return Closure(modules, frozenset(name for name in outside if find_spec(name)))


def version(library: str) -> str:
    """The version, as the name of the folder beside the library says it: to ask `importlib` takes far longer."""
    found = find_spec(library)
    if found is None or found.origin is None:
        return ""
    beside = Path(found.origin).parent.parent if found.submodule_search_locations else Path(found.origin).parent
    with os.scandir(beside) as entries:
        names = [entry.name for entry in entries if entry.name.endswith(("dist-info", "egg-info"))]
    return " ".join(sorted(name for name in names if name.lower().startswith(library.lower())))


@dataclass(slots=True)
class _Tree:
    """The modules below a folder; each folder is looked into once."""

    home: Path
    _files: dict[str, str] = field(default_factory=dict)
    _names: dict[str, frozenset[str]] = field(default_factory=dict)
    _inside: set[str] = field(default_factory=set)

    def file(self, module: str) -> str:
        """The file of a module, or "" if there is none."""
        if module not in self._files:
            self._files[module] = self._file(module)
        return self._files[module]

    def _file(self, module: str) -> str:
        top, *parts = module.split(".")
        if top != self.home.name:
            return ""
        path = "/".join([str(self.home), *parts])
        folder, _, last = path.rpartition("/")
        if parts and f"{last}.py" in self.names(folder):
            return f"{path}.py"
        package = (not parts or last in self.names(folder)) and "__init__.py" in self.names(path)
        return f"{path}/__init__.py" if package else ""

    def names(self, folder: str) -> frozenset[str]:
        if folder not in self._names:
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                self._names[folder] = frozenset(entry.name for entry in entries)
        return self._names.get(folder, frozenset())

    def scripts(self, module: str) -> dict[str, bytes]:
        """What a package in the folder `inside` of another has beside its modules, in a language of its own."""
        folder, _, last = self.file(module).rpartition("/")
        if last != "__init__.py" or "/inside/" not in f"{folder}/":
            return {}
        names = sorted(name for name in self.names(folder) if name.endswith(".js"))
        return {f"{module}/{name}": Path(folder, name).read_bytes() for name in names}

    def inside(self, package: str) -> Iterator[str]:
        """The modules in the folder `inside` of a package, the first time that it is asked."""
        if package in self._inside:
            return
        self._inside.add(package)
        folder = Path(self.file(package)).parent / "inside"
        for file in folder.rglob("*.py") if "inside" in self.names(str(folder.parent)) else ():
            parts = file.relative_to(folder).with_suffix("").parts
            yield ".".join((package, "inside", *parts)).removesuffix(".__init__")


def _imports(text: str, package: str) -> Iterator[tuple[str, list[str]]]:
    """The modules that are imported, and for each the names that are imported from it: some may be modules too."""
    for found in _IMPORT.finditer(text):
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        names = _NAME.findall(found[1])
        if origin := _FROM.search(before):
            yield _absolute(origin[1], package), names
        elif not before.strip() or before.rstrip().endswith((":", ";")):
            yield from ((name, []) for name in names)


def _absolute(name: str, package: str) -> str:
    rest = name.lstrip(".")
    up = len(name) - len(rest)
    parts = package.split(".")[: len(package.split(".")) - up + 1] if up else []
    return ".".join([*parts, *([rest] if rest else [])])

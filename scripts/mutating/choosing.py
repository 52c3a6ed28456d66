"""Which tests could notice a change in a file: those that import it, nearest first, and those of its folder."""

from __future__ import annotations

import ast
from collections import deque
from pathlib import Path


class House:
    """The modules of the project and of its tests, and which of them import which."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._names = {_name(root / "src", path): path for path in sorted((root / "src" / "viva").rglob("*.py"))}
        self._names |= {_name(root, path): path for path in sorted((root / "tests").rglob("*.py"))}
        self._importing: dict[Path, set[Path]] = {}
        for path in self._names.values():
            for imported in self._imports(path):
                self._importing.setdefault(imported, set()).add(path)

    def tests_for(self, path: Path) -> list[str]:
        """Test files, by how many imports they are away, then those that have the name or the folder of the file."""
        far: dict[Path, int] = {path: 0}
        todo = deque([path])
        while todo:
            each = todo.popleft()
            for other in sorted(self._importing.get(each, ())):
                if other not in far:
                    far[other] = far[each] + 1
                    todo.append(other)
        tests = [each for each in far if each.name.startswith("test_") and self._root / "tests" in each.parents]
        beside = self._root / "tests" / path.relative_to(self._root / "src" / "viva").parent
        while not beside.is_dir():
            beside = beside.parent
        tests += [each for each in sorted(beside.glob("test_*.py")) if each not in far]
        tests.sort(key=lambda each: (self._nearness(path, each), far.get(each, 99), str(each)))
        return [str(each.relative_to(self._root)) for each in tests]

    def _nearness(self, path: Path, test: Path) -> int:
        """0 for the test with the name of the file in its folder; one more for each folder that is another."""
        own = path.relative_to(self._root / "src" / "viva")
        its = test.relative_to(self._root / "tests")
        common = 0
        for one, two in zip(own.parts[:-1], its.parts[:-1], strict=False):
            if one != two:
                break
            common += 1
        named = own.stem in its.stem
        return 2 * (len(own.parts) - 1 - common) + (0 if named else 1)

    def _imports(self, path: Path) -> set[Path]:
        found: set[Path] = set()
        package = self._package(path)
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except SyntaxError:  # one with slots, of which variants are made
            return found
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    base = ".".join([*package[: len(package) - node.level + 1], *([base] if base else [])])
                names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
            found |= {self._names[name] for name in names if name in self._names}
        return found - {path}

    def _package(self, path: Path) -> list[str]:
        base = self._root / "src" if self._root / "src" in path.parents else self._root
        return list(path.relative_to(base).parent.parts)


def _name(base: Path, path: Path) -> str:
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

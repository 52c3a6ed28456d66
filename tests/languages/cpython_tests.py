"""Runs tests of CPython with some modules of the standard library instrumented (or, to compare, not).

    python cpython_tests.py INSIDE plain|hooked MODULE,MODULE TEST,TEST

Prints JSON: which modules were compiled here, how many tests ran, which failed, how many hooks were reached.
"""

import ast
import importlib.machinery
import io
import json
import sys
import unittest
from collections.abc import Sequence
from types import CodeType, ModuleType

inside, mode, modules, tests = sys.argv[1:]
sys.path.insert(0, inside)

from vivabox.python.hooks.instrument import instrument  # noqa: E402
from vivabox.python.hooks.ticks import Ticks  # noqa: E402
from vivabox.sites import Hooks  # noqa: E402

wanted = set(modules.split(","))
compiled: list[str] = []
all_ticks: list[Ticks] = []


class Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        source = self.get_data(path)
        tree = ast.parse(source)
        if mode == "hooked":
            unit = f"unit{len(compiled)}"
            tree, plan = instrument(tree, Hooks(True, True, True, True), unit, source.decode().splitlines())
            ticks = Ticks(plan.counters, len(plan.sites), unit)
            ticks.install()
            all_ticks.append(ticks)
        compiled.append(fullname)
        return compile(tree, path, "exec", dont_inherit=True)


class Finder:
    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name not in wanted:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        spec.loader = Loader(spec.loader.name, spec.loader.path)
        return spec


for name in wanted & set(sys.modules):
    del sys.modules[name]
sys.meta_path.insert(0, Finder)
suite = unittest.defaultTestLoader.loadTestsFromNames(tests.split(","))
result = unittest.TextTestRunner(stream=io.StringIO(), verbosity=0).run(suite)
failed = sorted(str(test) for test, _ in result.failures + result.errors)
print(
    json.dumps(
        {
            "compiled": sorted(set(compiled)),
            "run": result.testsRun,
            "skipped": len(result.skipped),
            "failed": failed,
            "reached": sum(len(ticks.counts()) for ticks in all_ticks),
        }
    )
)

"""The engine, and the files in JavaScript that are loaded into it. Start reading here.

There are two kinds of contexts. The tools parse and rewrite sources, and never run one. In the other kind a submission
runs: what is loaded there before it (`_RUNTIME`) takes all it needs of the language at once, so that nothing a program
does to built-in objects reaches it. A context is made before the sandbox forks for a run, and so each run has a fresh
one at the price of a fork.
"""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_TOOLS = (
    "hooks.js", "symbolic/rewriting.js", "watched.js", "purity.js", "types.js", "functions.js", "documenting.js",
    "flow.js", "surveying.js", "guessing.js", "problems.js", "changing.js", "compiling.js", "outlining.js",
    "keeping.js", "numbers.js",
)  # fmt: skip
_SYMBOLIC = ("path", "texts", "operators", "places", "natives", "tracing")
_RUNTIME = (
    "values.js", "reviving.js", "objects.js", "watching.js", "printing.js", "sources.js", "lacking.js", "ordering.js",
    "english.js", "buffers.js", "forbidding.js", "console.js", "reading.js", "modules.js", "world.js",
    *(f"symbolic/{name}.js" for name in _SYMBOLIC), "running.js",
)  # fmt: skip
_STACK = 1 << 20
_OWN = 1_000_000
"""Lines before the first of Viva's own, so that no line of a program is taken for one of them: see `sources.js`."""


def engine() -> Any:
    """The module of the engine. In the sandbox it is a file among the tools, and no package is installed."""
    if "_quickjs" in sys.modules:
        return sys.modules["_quickjs"]
    for place in sys.path:
        if Path(place).is_file():
            loader = importlib.machinery.ExtensionFileLoader("_quickjs", place)
            spec = importlib.util.spec_from_file_location("_quickjs", place, loader=loader)
            assert spec is not None
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
            sys.modules["_quickjs"] = module
            return module
    return importlib.import_module("_quickjs")


def _loaded(files: tuple[str, ...], before: str, result: str) -> tuple[Any, Any]:
    context = engine().Context()
    context.set_max_stack_size(_STACK)
    parts = [f"({(_HERE / name).read_text('utf-8').strip().removesuffix(';')})(kit);" for name in files]
    function = context.eval(
        "\n" * _OWN + f"(() => {{ const kit = {{}}; {before}\n" + "\n".join(parts) + f"\nreturn {result}; }})()"
    )
    return context, function


def tools() -> tuple[Any, Any]:
    """A context, and in it a function of a word and of data as text, that gives text: see `compiling.js`."""
    parser = (_HERE / "acorn" / "acorn.js").read_text("utf-8")
    before = f"const module = {{ exports: {{}} }}, exports = module.exports;\n{parser}\nkit.acorn = module.exports;"
    return _loaded(
        _TOOLS, f"(function () {{ {before} }}).call({{}});", "(word, data) => [kit.tools[word](data)].join('')"
    )


def runtime() -> tuple[Any, Any]:
    """A context in which a submission will run, and a function that does what `running.js` has a word for."""
    return _loaded(_RUNTIME, "", "(word, data, host) => kit.flat(kit.running[word](data, host))")

"""`scripts/reachable` tells what no entry point comes to, and nothing else."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "reachable"
FILES = {
    "pyproject.toml": '[project]\nscripts = {viva = "viva.main:main"}\n',
    "README.md": "```python\nfrom viva.engine import shown\n```\n",
    "src/viva/__init__.py": '"""It."""\n\nfrom viva.face import Face\n\n__all__ = ["Face"]\n',
    "src/viva/face.py": "class Face:\n    def public(self) -> int:\n        return self._own()\n\n"
    "    def _own(self) -> int:\n        return 1\n",
    "src/viva/main.py": "from importlib import import_module\nfrom viva import engine\nfrom viva.engine import asked\n"
    "def main(name: str = 'first') -> None:\n    import_module(f'{__package__}.loaded.{name}').work(asked)\n"
    "    print(engine.other().method(), 'viva.engine:called')\n",
    "src/viva/engine.py": "LIMIT = 3\n\n\ndef asked() -> int:\n    return LIMIT\n\n\ndef called() -> None: ...\n\n\n"
    "def shown() -> None: ...\n\n\nclass Thing:\n    def method(self) -> int:\n        return 1\n\n\n"
    "def other() -> Thing:\n    return Thing()\n",
    "src/viva/loaded/__init__.py": "",
    "src/viva/loaded/first.py": "def work(given: object) -> None: ...\n",
}  # fmt: skip


def told(folder: Path, files: Mapping[str, str]) -> tuple[int, list[str]]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    run = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.returncode, run.stdout.splitlines()


def test_what_is_in_use_by_any_way_is_not_told(tmp_path: Path) -> None:
    assert told(tmp_path, FILES) == (0, [])


def test_a_dead_function_constant_and_method_are_told_with_their_places(tmp_path: Path) -> None:
    engine = FILES["src/viva/engine.py"]
    planted = engine.replace("class Thing:\n", "class Thing:\n    def dead_method(self) -> None: ...\n\n")
    planted += "\n\nDEAD = 1\n\n\ndef dead() -> int:\n    asked = DEAD\n    return asked and dead()\n"
    assert told(tmp_path, {**FILES, "src/viva/engine.py": planted}) == (
        1,
        [
            "src/viva/engine.py:15: no entry point comes to the method Thing.dead_method",
            "src/viva/engine.py:25: no entry point comes to the constant DEAD",
            "src/viva/engine.py:28: no entry point comes to the function dead",
        ],
    )


def test_a_dead_module_is_told_whether_or_not_its_package_imports_it(tmp_path: Path) -> None:
    code, lines = told(
        tmp_path,
        {
            **FILES,
            "src/viva/alone.py": "def dead() -> None: ...\n",
            "src/viva/loaded/__init__.py": "from viva.loaded.second import dead\n",
            "src/viva/loaded/second.py": "def dead() -> None: ...\n",
        },
    )
    assert (code, lines) == (
        1,
        [
            "src/viva/alone.py:1: no entry point comes to the module viva.alone",
            "src/viva/loaded/second.py:1: no entry point comes to the module viva.loaded.second",
        ],
    )


def test_what_lost_its_last_user_is_told(tmp_path: Path) -> None:
    main = FILES["src/viva/main.py"].replace("engine.other().method(), ", "engine.other(), ")
    assert told(tmp_path, {**FILES, "src/viva/main.py": main})[1] == [
        "src/viva/engine.py:15: no entry point comes to the method Thing.method"
    ]
    files = {**FILES, "README.md": "", "src/viva/main.py": main.replace("work(asked)", "work(0)")}
    assert told(tmp_path, files)[1] == [
        "src/viva/engine.py:1: no entry point comes to the constant LIMIT",
        "src/viva/engine.py:4: no entry point comes to the function asked",
        "src/viva/engine.py:11: no entry point comes to the function shown",
        "src/viva/engine.py:15: no entry point comes to the method Thing.method",
    ]

import ast
import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import viva
from viva.core.texts import Catalogue, catalogue

TEXTS = Catalogue({"plain": "Line {line}: {word}.", "tests": "{tests:test|tests} ran."})


def test_slots_are_filled() -> None:
    assert TEXTS.say("plain", line=4, word="x") == "Line 4: x."


def test_one_is_singular_and_everything_else_plural() -> None:
    assert [TEXTS.say("tests", tests=count) for count in (0, 1, 2)] == ["0 tests ran.", "1 test ran.", "2 tests ran."]


def test_what_is_put_into_a_slot_is_made_visible_and_never_filled_again() -> None:
    assert TEXTS.say("plain", line="{word}", word="\x1b[31m") == r"Line {word}: \x1b[31m."


def test_a_missing_slot_or_key_does_not_pass_in_silence() -> None:
    with pytest.raises(KeyError):
        TEXTS.say("plain", line=1)
    with pytest.raises(KeyError):
        TEXTS.say("nothing")


def test_a_key_without_a_sentence_is_said_by_another() -> None:
    assert TEXTS.say("nothing", "plain", line=4, word="x") == "Line 4: x."
    assert TEXTS.say("tests", "plain", tests=1) == "1 test ran."
    with pytest.raises(KeyError):
        TEXTS.say("nothing", "nothing either")


def test_the_catalogue_for_reports_has_no_stray_braces() -> None:
    for key, template in catalogue("viva.showing", "en").templates.items():
        rest = re.sub(r"\{\w+(:[^{}|]*\|[^{}|]*)?\}", "", template)
        assert not set("{}") & set(rest), key


def test_a_catalogue_is_a_flat_table_of_texts() -> None:
    text = (resources.files("viva.showing") / "texts" / "en.toml").read_text("utf-8")
    assert all(isinstance(value, str) for value in tomllib.loads(text).values())


def bound_at_import(source: str) -> list[int]:
    """The lines where a module calls `catalogue` while it is imported: outside of functions and their defaults."""
    found: list[int] = []
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "catalogue":
            found.append(node.lineno)
        inside = [] if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) else [node]
        todo += [child for part in inside for child in ast.iter_child_nodes(part)]
    return sorted(found)


def test_a_catalogue_that_is_bound_at_import_is_seen() -> None:
    assert bound_at_import("TEXTS = catalogue(__package__)\nclass A:\n    say = catalogue('x').say\n") == [1, 3]
    assert bound_at_import("def say():\n    return catalogue('x').say\n") == []


def test_a_sentence_that_a_locale_lacks_is_said_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = tmp_path / "translated" / "texts"
    texts.mkdir(parents=True)
    (texts.parent / "__init__.py").touch()
    (texts / "en.toml").write_text('yes = "Yes, {name}."\nno = "No."\n')
    (texts / "de.toml").write_text('yes = "Ja, {name}."\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    german, french = catalogue("translated", "de"), catalogue("translated", "fr")
    assert [german.say("yes", name="Ada"), german.say("no")] == ["Ja, Ada.", "No."]
    assert [french.say("yes", name="Ada"), french.say("no")] == ["Yes, Ada.", "No."]


def test_no_module_binds_a_catalogue_when_it_is_imported() -> None:
    """The locale is the caller's: it comes with the terms of a check."""
    source = Path(viva.__file__).parent
    modules = [file for file in source.rglob("*.py") if "template" not in file.parts]
    assert {str(file): lines for file in modules if (lines := bound_at_import(file.read_text("utf-8")))} == {}

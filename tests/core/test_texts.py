import ast
import re
import tomllib
from pathlib import Path

import pytest

import viva
from viva.core.terms import LOCALES
from viva.core.texts import SLOT, Catalogue, catalogue

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


def test_numbers_stand_in_groups_of_digits_as_the_locale_writes_them() -> None:
    templates = {"share": "{bad:,} of {all:test|tests}"}
    said = [Catalogue(templates, locale).say("share", bad=1792, all=12345) for locale in ("en", "de")]
    assert said == ["1,792 of 12,345 tests", "1.792 of 12.345 tests"]
    assert Catalogue(templates).say("share", bad=792, all=1) == "792 of 1 test"


@pytest.mark.parametrize(
    ("number", "english", "german"),
    [
        (2.1666666666666665, "2.167", "2,167"), (0.1 + 0.2, "0.3", "0,3"), (3.0, "3", "3"),
        (12345.678901234567, "12346", "12346"),
        (1e-7 / 3, "0.00000003333", "0,00000003333"),
        (-0.5, "-0.5", "-0,5"), (0.0, "0", "0"), (float("inf"), "inf", "inf"),
    ],
)  # fmt: skip
def test_a_number_has_no_more_digits_than_anyone_reads(number: float, english: str, german: str) -> None:
    said = [Catalogue({"at": "at {time}"}, locale).say("at", time=number) for locale in ("en", "de")]
    assert said == [f"at {english}", f"at {german}"]


SOURCE = Path(viva.__file__).parent
CATALOGUES = sorted(SOURCE.rglob("texts/*.toml"))
NAMES = [str(file.relative_to(SOURCE)) for file in CATALOGUES]


def read(file: Path) -> dict[str, str]:
    return tomllib.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_a_catalogue_is_a_flat_table_of_texts_without_stray_braces(file: Path) -> None:
    for key, template in read(file).items():
        assert isinstance(template, str), key
        assert not set("{}") & set(SLOT.sub("", template)), key


# A verb right behind a count, and one word: for one thing, and for another number of things.
_ONE, _OTHERS = r"(?<![\d.,])1 (?:\w+ )?", r"(?<![\d.,])(?:0|2|5|1[.,]234[.,]567) (?:\w+ )?"
AGREES = {
    "en": (rf"{_ONE}(?:are|were|have|do)\b", rf"{_OTHERS}(?:is|was|has|does)\b"),
    "de": (rf"{_ONE}(?:sind|waren|haben|wurden)\b", rf"{_OTHERS}(?:ist|war|wurde)\b"),
}
# Here the verb belongs to another noun: a list that "has at least 5 elements", the loop that "has 2 rounds".
OTHER_SUBJECT = re.compile(
    r"(?:mindestens|höchstens|at most|bevor alle|ends after|endet nach|Bei [\w.]+|mit je|which|Nur|Only) "
    r"(?:[^.]|\.\d)*$"
)


def disagreeing(text: str, locale: str) -> list[tuple[int, str]]:
    """What does not agree with a number, of a template with 0, 1, 2 and many in each slot that counts."""
    found = []
    for count in (0, 1, 2, 5, 1234567):
        slots = {slot[1]: count if slot[2] or slot[3] is not None else "x" for slot in SLOT.finditer(text)}
        said = Catalogue({"said": text}, locale).say("said", **slots)
        for wrong in re.finditer(AGREES[locale][count != 1], said):
            written = wrong[0] in SLOT.sub("", text)  # and not counted
            if not written and not OTHER_SUBJECT.search(said[: wrong.end()]):
                found.append((count, wrong[0]))
    return found


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_every_sentence_agrees_with_none_one_two_and_many(file: Path) -> None:
    assert {key: wrong for key, text in read(file).items() if (wrong := disagreeing(text, file.stem))} == {}


def test_what_does_not_agree_is_seen() -> None:
    assert disagreeing("{bad:,} are wrong.", "en") == [(1, "1 are")]
    seen = {wrong for _, wrong in disagreeing("{bad:test|tests} is left.", "en")}
    assert seen == {"0 tests is", "2 tests is", "5 tests is", "1,234,567 tests is"}
    assert disagreeing("{bad:Test war|Tests waren} falsch.", "de") == []


def test_the_catalogues_are_found_by_themselves() -> None:
    """All that `catalogue` can be asked for is looked at here: whatever package has texts."""
    asked = {package for package in SOURCE.rglob("*") if package.is_dir() and (package / "texts" / "en.toml").is_file()}
    assert {file.parents[1] for file in CATALOGUES} == asked
    assert len(asked) > 20


NAMED_BY_LANGUAGE = ("music", "harmony")


@pytest.mark.parametrize("file", CATALOGUES, ids=NAMES)
def test_a_translation_has_exactly_the_keys_and_slots_of_the_english_texts(file: Path) -> None:
    """In any order; a slot may be said more than once, and `{count}` may become `{count:one|many}`. Code is the same in
    every language, but not the names of notes, keys and intervals: there are as many of these."""
    english, own = read(file.with_name("en.toml")), read(file)
    assert own.keys() == english.keys()
    slots = {key: {slot[1] for slot in SLOT.finditer(text)} for key, text in english.items()}
    assert {key: {slot[1] for slot in SLOT.finditer(text)} for key, text in own.items()} == slots
    code, own_code = (
        {key: sorted(re.findall("`[^`]*`", text)) for key, text in each.items()} for each in (english, own)
    )
    if file.parts[-3] in NAMED_BY_LANGUAGE:
        assert {key: len(found) for key, found in own_code.items()} == {key: len(found) for key, found in code.items()}
    else:
        assert own_code == code


def test_every_language_that_is_offered_has_the_texts_that_every_report_needs() -> None:
    for package in ("core", "showing", "languages/python"):
        assert {file.stem for file in (SOURCE / package / "texts").iterdir()} == set(LOCALES)
    assert {file.stem for file in CATALOGUES} == set(LOCALES)


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


@pytest.mark.thorough
def test_no_module_binds_a_catalogue_when_it_is_imported() -> None:
    """The locale is the caller's: it comes with the terms of a check."""
    source = Path(viva.__file__).parent
    modules = [file for file in source.rglob("*.py") if "template" not in file.parts]
    assert {str(file): lines for file in modules if (lines := bound_at_import(file.read_text("utf-8")))} == {}

"""Types that comments in JSDoc write down: records part by part, names for types, and what cannot be read."""

import pytest

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.source import Source
from viva.languages import javascript
from viva.subjects.functions.subject import Functions

pytest.importorskip("_quickjs")

USER: Json = ["named", ["id", ["int"]], ["name", ["str"]]]
WRITTEN = "@param {{id: number, name: string}%s} x"
TYPEDEF = "@typedef {Object} User\n * @property {number} id\n * @property {string} name"
PARTS = "@param {%s} x - said in words\n * @param {number} x%s.id\n * @param {string} x%s.name its name"


def types(*comments: str, function: str = "function f(x) {}") -> list[Json]:
    text = "\n".join(f"/**\n * {comment}\n */" for comment in comments)
    found = javascript.reads.survey_trusted(f"{text}\n{function}\nclass Known {{}}\n", "f.js").functions
    return [kind for _, kind in found[0].parameters]


@pytest.mark.parametrize(
    "comments",
    [
        (WRITTEN % "",),
        (TYPEDEF, "@param {User} x"),
        (f"{TYPEDEF}\n * @param {{User}} x",),
        ("@typedef {{id: number, name: string}} User", "@param {User} x"),
        ("@typedef {string} Name", TYPEDEF.replace("string", "Name"), "@param {User} x"),
        (PARTS % ("Object", "", ""),),
        (PARTS % ("object", "", ""),),
        ("@param {{\n *   id: number,\n *   name: string\n * }} x",),
    ],
)
def test_a_record_is_read_however_it_is_written(comments: tuple[str, ...]) -> None:
    assert types(*comments) == [USER]
    for function in ("const f = (x) => 1;", "export const f = function (x) {};", "export async function f(x) {}"):
        assert types(*comments, function=function) == [USER]


@pytest.mark.parametrize(
    "comments",
    [
        (WRITTEN % "[]",),
        (TYPEDEF, "@param {User[]} x"),
        (TYPEDEF, "@param {Array<User>} x"),
        (PARTS % ("Object[]", "[]", "[]"),),
        (PARTS % ("Array.<Object>", "[]", "[]"),),
        (PARTS % ("Array", "[]", "[]"),),
    ],
)
def test_a_list_of_records_is_read_however_it_is_written(comments: tuple[str, ...]) -> None:
    assert types(*comments) == [["list", USER]]


def test_parts_of_parts_and_parts_that_may_be_missing_are_read() -> None:
    inner: Json = ["union", ["named", ["city", ["str"]], ["zip", ["int"]]], ["named", ["city", ["str"]]]]
    expected: list[Json] = [["named", ["at", inner]]]
    assert types("@typedef {Object} T\n * @prop {Object} at\n * @prop {string} at.city\n * @prop {number} [at.zip]",
                 "@param {T} x") == expected  # fmt: skip
    assert types("@param {Object} x\n * @param {Object} x.at\n * @param {string} x.at.city\n"
                 " * @param {number} [x.at.zip=3]") == expected  # fmt: skip
    either: Json = ["union", ["named", ["n", ["int"]]], ["named"]]
    for written in ("@typedef {Object} T\n * @property {number} [n]", "@typedef {{n?: number}} T"):
        assert types(written, "@param {T} x") == [either]


def test_of_many_parts_that_may_be_missing_each_is_missing_once_and_all_together() -> None:
    (found,) = types("@param {{a?: number, b?: number, c?: number, d: number}} x")
    assert isinstance(found, list)
    records = [[field[0] for field in one[1:]] for one in found[1:]]  # type: ignore[index,union-attr]
    assert records == [[*"abcd"], [*"bcd"], [*"acd"], [*"abd"], ["d"]]


@pytest.mark.parametrize(
    "function", ["function f({ a, b }) {}", "const f = ({ a, b = 2 } = {}) => a;", "const f = function ([a, b]) {};"]
)
def test_a_parameter_that_is_taken_apart_has_its_name_in_the_comment(function: str) -> None:
    assert types("@param {{a: number}} x", function=function) == [["named", ["a", ["int"]]]]


@pytest.mark.parametrize("written", ["number | undefined", "number?", "number="])
def test_undefined_is_another_value_than_null(written: str) -> None:
    assert types(f"@param {{{written}}} x") == [["union", ["int"], ["callable", ["tuple"], ["none"], ["undefined"]]]]
    assert types("@param {?number} x") == [["union", ["int"], ["none"]]]


@pytest.mark.parametrize("name", ["name", "unread", "list", "literal", "union", "named"])
def test_a_part_may_have_any_name(name: str) -> None:
    assert types(f"@typedef {{Object}} T\n * @property {{string}} {name}", "@param {T} x") == [
        ["named", [name, ["str"]]]
    ]


@pytest.mark.parametrize(
    ("comments", "named"),
    [
        (("@param {Unheard} x",), "Unheard"),
        (("@param {Unheard[]} x",), "Unheard"),
        (("@param {{id: Unheard}} x",), "Unheard"),
        (("@param {Map<string, number>} x",), "Map"),
        (('@param {import("./t").User} x',), 'import("./t").User'),
        (("@param {number[} x",), "number["),
        (("@typedef {{next: Node}} Node", "@param {Node} x"), "Node"),
        (("\n".join(f"@typedef {{[T{i + 1}, T{i + 1}]}} T{i}" for i in range(40)), "@param {T0} x"), "…"),
    ],
)
def test_what_cannot_be_read_is_told_and_not_guessed(comments: tuple[str, ...], named: str) -> None:
    assert types(*comments) == [["unread", named]]
    text = "\n".join(f"/**\n * {comment}\n */" for comment in comments)
    table = 'subject = "functions"\n[functions]\nreference = "r.js"\nfunction = "f"\nlanguages = ["javascript"]\n'
    files = {"exercise.toml": table.encode(), "r.js": f"{text}\nfunction f(x) {{ return x + 1; }}".encode()}
    with pytest.raises(Fault, match="'x' cannot be read") as told:
        Functions().read(Source("f", files))
    assert named in told.value.problem and told.value.file == "r.js"
    given = table + 'types = { x = "int" }\n'  # the teacher says it elsewhere
    Functions().read(Source("f", files | {"exercise.toml": given.encode()}))


def test_a_class_of_the_file_and_any_value_stay_what_they_are() -> None:
    assert types("@param {Known} x") == [["name", "Known"]]
    assert types("@param {*} x") == [["any"]]

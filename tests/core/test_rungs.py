"""A ladder is made into findings in one place: lowest rung first, with one signature."""

from viva.core.ladder import Rung
from viva.core.report import About, Finding, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.where import Passage

LADDER = Ladder(
    "too small",
    hint="What about the first one?",
    pattern=(),
    example=[Clue("For 1.", witness=Witness("call", {"input": 1})), Clue("For 2.")],
    place=Clue("Line 4.", Passage("answer.py", 4)),
    fix=None,
)


def test_findings_come_lowest_rung_first_whatever_stands_on_them() -> None:
    assert [(each.rung, each.text) for each in LADDER.findings()] == [
        (Rung.HINT, "What about the first one?"),
        (Rung.EXAMPLE, "For 1."),
        (Rung.EXAMPLE, "For 2."),
        (Rung.PLACE, "Line 4."),
    ]


def test_all_findings_of_a_mistake_have_its_signature_and_are_about_correctness() -> None:
    assert {each.signature for each in LADDER.findings()} == {"too small"}
    assert {each.about for each in LADDER.findings()} == {About.CORRECTNESS}


def test_a_finding_has_all_that_the_remark_has() -> None:
    [place] = LADDER.findings({Rung.PLACE})
    assert place == Finding("Line 4.", rung=Rung.PLACE, signature="too small", where=Passage("answer.py", 4))
    assert LADDER.findings({Rung.EXAMPLE})[0].witness == Witness("call", {"input": 1})


def test_only_what_is_wanted_is_told() -> None:
    assert LADDER.findings({Rung.VERDICT, Rung.FIX}) == ()
    assert [each.rung for each in LADDER.findings({Rung.VERDICT, Rung.HINT})] == [Rung.HINT]


def test_there_is_an_entry_for_every_rung_but_the_verdict() -> None:
    full = Ladder(None, hint="h", pattern="p", example="e", place="l", fix="f")
    assert [each.rung for each in full.findings()] == [rung for rung in Rung if rung is not Rung.VERDICT]

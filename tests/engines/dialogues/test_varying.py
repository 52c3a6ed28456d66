"""Other specifications of the same shape."""

from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.suite import suite
from viva.engines.dialogues.varying import differ


def test_two_specifications_differ_only_if_a_run_tells_them_apart() -> None:
    sums = [parse(f"[>a]^Z [>b]^Z [{{{term}}} >]") for term in ("a_C + b_C", "b_C + a_C", "a_C - b_C")]
    suites = [suite(spec, 0) for spec in sums]
    assert not differ(sums[0], suites[0], sums[1], suites[1])
    assert differ(sums[0], suites[0], sums[2], suites[2])

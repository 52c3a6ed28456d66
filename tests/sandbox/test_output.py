"""What a run says is bounded."""

import pytest

from .attacks import attack, reason

pytestmark = pytest.mark.needs_bwrap


def test_a_flood_is_cut_and_said_to_be_cut() -> None:
    run = attack("while True: send('x' * 1000)", output=100_000)
    assert run.ending.reason == "output_limit"
    assert 90 < len(run.messages) <= 100


def test_the_same_flood_is_cut_at_the_same_place() -> None:
    runs = [attack("for n in range(10_000): send(n)", output=10_000) for _ in range(3)]
    assert {run.ending.reason for run in runs} == {"output_limit"}
    assert len({run.messages for run in runs}) == 1


def test_large_output_within_the_bound_arrives_whole() -> None:
    run = attack("for _ in range(3): send('x' * 1_000_000)", output=4_000_000)
    assert run.ending.reason is None
    assert list(run.messages) == ["x" * 1_000_000] * 3


def test_one_message_beyond_the_bound_is_cut() -> None:
    assert reason("send('x' * 1_000_000)", output=100_000) == "output_limit"


def test_an_announced_length_is_not_believed() -> None:
    assert reason("import os\nos.write(3, b'\\xff\\xff\\xff\\xffm')", output=100_000) == "output_limit"


def test_standard_streams_lead_nowhere() -> None:
    flood = "import os, sys\nfor n in (1, 2): os.write(n, b'x' * 10_000_000)\nprint('x' * 1_000_000)"
    source = flood + "\nsend(sys.stdin.read())"
    run = attack(source, output=1000)
    assert run.messages == ("",)
    assert run.ending.reason is None

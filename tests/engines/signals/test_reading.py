"""Files in blocks: the size of a block changes nothing, neither what is read nor where a mistake is told."""

import io
import random
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.engines.signals import read_batches, read_trace
from viva.engines.signals.reading import source


@pytest.fixture(params=[3, 16, 64, 1 << 20])
def block(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(source, "BLOCK", request.param)
    return int(request.param)


def test_what_is_read(block: int, tmp_path: Path) -> None:
    random_ = random.Random(block)
    rows = [(k * 0.5, random_.uniform(-9, 9), random_.choice([1e-3, 5.0, -2e10])) for k in range(40)]
    end = random_.choice(["", "\n", "\n\n"])
    text = "time,x,y\n" + "\n".join(f"{t},{x!r},{y!r}" for t, x, y in rows) + end
    (tmp_path / "t.csv").write_text(text)
    found = read_trace(tmp_path / "t.csv")
    assert found.times.tolist() == [t for t, _, _ in rows]
    assert found.signals["x"].low.tolist() == [x for _, x, _ in rows]
    assert found.signals["y"].low.tolist() == [y for _, _, y in rows]
    assert sum(len(batch) for batch in read_batches(tmp_path / "t.csv", ["y"])) == 40


@pytest.mark.parametrize(
    ("row", "words"), [("3.5,a", "found 'a'"), ("1,2", "goes back"), ("5,", "missing"), ("7", "1 values")]
)
def test_where_a_mistake_is_told(block: int, row: str, words: str, tmp_path: Path) -> None:
    lines = ["time,x", *(f"{k},{k}" for k in range(12)), "", row, *(f"{k},{k}" for k in range(20, 30))]
    (tmp_path / "t.csv").write_text("\n".join(lines))
    with pytest.raises(Fault, match=words) as caught:
        read_trace(tmp_path / "t.csv")
    assert caught.value.line == 15


def test_rows_that_make_up_for_each_other_are_still_wrong(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("time,x\n0,1,1\n2\n")
    with pytest.raises(Fault, match="this row has 3 values") as caught:
        read_trace(tmp_path / "t.csv")
    assert caught.value.line == 2


def test_numbers_are_read_as_python_reads_them(tmp_path: Path) -> None:
    texts = ["0.1", "1e-3", ".5", "5.", "-0", "+7", "123456789.123456789", "4.9e-324", " 8 "]
    (tmp_path / "t.csv").write_text("time,x\n" + "\n".join(f"{k},{text}" for k, text in enumerate(texts)) + "\n")
    assert read_trace(tmp_path / "t.csv").signals["x"].low.tolist() == [float(text) for text in texts]


def test_a_byte_order_mark_and_quotes_in_the_header(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes('\ufefftime,"x, really"\n0,1\n'.encode())
    assert list(read_trace(tmp_path / "t.csv").signals) == ["x, really"]


def test_standard_input_is_not_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"time,x\n0,1\n")))
    monkeypatch.setattr("sys.stdin", stream)
    assert len(read_trace("-")) == 1
    assert not stream.buffer.closed

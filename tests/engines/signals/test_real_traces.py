"""Traces as people have them: headings, dates, decimal commas, comments, packed files, gaps."""

import gzip
import io
import json
import random
from pathlib import Path

import numpy as np
import pytest

from tests.examining import Viva, one_sentence
from viva.core.fault import Fault
from viva.engines.signals import Missing, Trace, read_batches, read_trace
from viva.engines.signals.reading import plain, source


def read(folder: Path, name: str, text: str | bytes, **options: str) -> Trace:
    (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_trace(folder / name, **options)


@pytest.mark.parametrize(
    ("heading", "times"),
    [
        ("time", [0, 1500]),
        ("t", [0, 1500]),
        ("timestamp", [0, 1500]),
        ("Time [s]", [0, 1500]),
        ("TIME (sec)", [0, 1500]),
        ("Time(ms)", [0, 1.5]),
        ("time_ms", [0, 1.5]),
        ("t/us", [0, 0.0015]),
        ("Timestamp [µs]", [0, 0.0015]),
        ("time [ns]", [0, 1.5e-6]),
        ("time [min]", [0, 90000]),
        ("Time (h)", [0, 5400000]),
        ("Date", [0, 1500]),
    ],
)
def test_the_heading_of_the_time_and_its_unit(heading: str, times: list[float], tmp_path: Path) -> None:
    assert read(tmp_path, "a.csv", f"x;{heading}\n1;0\n2;1500\n").times.tolist() == times
    document = json.dumps({"x": [1, 2], heading: [0, 1500]})
    assert read(tmp_path, "a.json", document).times.tolist() == times
    lines = "".join(json.dumps({"x": 1, heading: time}) + "\n" for time in (0, 1500))
    assert read(tmp_path, "a.jsonl", lines).times.tolist() == times


def test_which_column_is_the_time_can_be_said_and_is_never_guessed(tmp_path: Path) -> None:
    text = "step,clock [ms],x\n0,0,1\n1,500,2\n"
    assert read(tmp_path, "a.csv", text, time="clock").times.tolist() == [0, 0.5]
    assert read(tmp_path, "a.csv", text, time="step").times.tolist() == [0, 1]
    assert list(read(tmp_path, "a.csv", text, time="step").signals) == ["clock [ms]", "x"]
    for content, time, words in (
        (text, None, "no column is called `time`.*--time COLUMN"),
        (text, "clok", "no column `clok`; did you mean 'clock'"),
        ("date,timestamp,x\n0,0,1\n", None, "`date` and `timestamp` could all be the time"),
        ("time [furlongs],x\n0,1\n", None, "counts in 'furlongs', which is no known unit"),
        ("T,x\n0,1\n", None, "no column is called `time`"),
        ("0,1\n1,2\n", None, "holds values where the names"),
    ):
        with pytest.raises(Fault, match=words):
            read(tmp_path, "a.csv", content, **({"time": time} if time else {}))


def test_dates_with_zones_and_fractions(tmp_path: Path) -> None:
    rows = ["2024-03-31T00:59:59.25Z", "2024-03-31T03:00:00+02:00", "2024-03-31 01:00:00,5+00:00", "20240331T010100Z"]
    found = read(tmp_path, "a.csv", "timestamp;x\n" + "".join(f"{row};1\n" for row in rows))
    assert found.times.tolist() == [0, 0.75, 1.25, 60.75]


def test_true_and_false_decimal_commas_comments_and_a_byte_order_mark(tmp_path: Path) -> None:
    text = "\ufeff# a test drive\n% with two sensors\nTime(ms);speed;open;note\n"
    text += "0;1,5;true;a\n# a pause\n500;-2,5e1;FALSE;b\n"
    found = read_trace_of(tmp_path, text, ["speed", "open"])
    assert found.times.tolist() == [0, 0.5]
    assert found.signals["speed"].low.tolist() == [1.5, -25]
    assert found.signals["open"].low.tolist() == [1, 0]
    assert read(tmp_path, "b.csv", "# time,x\n0,1\n0.5,2\n").signals["x"].low.tolist() == [1, 2]
    assert read(tmp_path, "b.csv", "time;x\n0,25;1\n0,5;2\n").times.tolist() == [0.25, 0.5]


def read_trace_of(folder: Path, text: str, wanted: list[str]) -> Trace:
    (folder / "a.csv").write_text(text, encoding="utf-8")
    return read_trace(folder / "a.csv", wanted)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("time;x\n0;1,5\n1;2.5\n", "a.csv:3: expected a number with ','"),
        ("time;x\n0;1.5\n1;2,5\n", "a.csv:3: expected a number with '.'"),
    ],
)
def test_a_number_that_could_mean_two_things_is_refused(text: str, place: str, tmp_path: Path) -> None:
    with pytest.raises(Fault, match=place):
        read(tmp_path, "a.csv", text)


@pytest.mark.parametrize("name", ["a.csv", "a.jsonl", "a.json"])
def test_packed_files_are_read_as_what_they_hold(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = {
        "a.csv": b"time,x\n0,1\n1,2\n",
        "a.jsonl": b'{"time": 0, "x": 1}\n\n{"x": 2, "time": 1}',
        "a.json": b'{"time": [0, 1], "x": [1, 2]}',
    }[name]
    plainly = read(tmp_path, name, text)
    packed = read(tmp_path, f"{name}.gz", gzip.compress(text))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(gzip.compress(text)))))
    for found in (packed, read_trace("-")):
        assert found.times.tolist() == plainly.times.tolist() == [0, 1]
        assert found.signals["x"].low.tolist() == [1, 2]
    with pytest.raises(Fault, match="damaged or cut off"):
        read(tmp_path, f"{name}.gz", gzip.compress(text)[:-9])


GAPS = "time,x,y\n0,1,5\n1,,5\n2,NA,7\n4,9,NaN\n5,8,4\n"


@pytest.mark.parametrize("block", [3, 20, 1 << 20])
@pytest.mark.parametrize("arrow", [True, False])
def test_what_becomes_of_gaps(block: int, arrow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "BLOCK", block)
    if not arrow:
        monkeypatch.setattr(plain, "arrow", lambda: None)
    wanted = {
        Missing.SKIP: ([0, 5], [1, 8], [5, 4]),
        Missing.HOLD: ([0, 1, 2, 4, 5], [1, 1, 1, 9, 8], [5, 5, 7, 7, 4]),
        Missing.LINEAR: ([0, 1, 2, 4, 5], [1, 3, 5, 9, 8], [5, 5, 7, 5, 4]),
    }
    as_lines = "".join(
        json.dumps(
            dict(
                zip(
                    ("time", "x", "y"),
                    (None if c in ("", "NA", "NaN") else float(c) for c in row.split(",")),
                    strict=True,
                )
            )
        )
        + "\n"
        for row in GAPS.split()[1:]
    )
    for how, (times, x, y) in wanted.items():
        for name, text in (("a.csv", GAPS), ("a.jsonl", as_lines)):
            found = read(tmp_path, name, text, missing=how)
            assert found.times.tolist() == times
            assert found.signals["x"].low.tolist() == x
            assert found.signals["y"].low.tolist() == y
    with pytest.raises(Fault, match=r"a\.csv:3: a value is missing in column `x` \(row 2 .*--missing hold"):
        read(tmp_path, "a.csv", GAPS)
    for word, text, words in (
        ("hold", "time,x\n0,\n1,2\n", "a.csv:2.*no value comes before it"),
        ("linear", "time,x\n0,\n1,2\n", "a.csv:2.*no value comes before it"),
        ("linear", "time,x\n0,1\n1,\n", "a.csv:3.*no value comes after it"),
        ("hold", "time,x\n0,1\n,2\n", "a.csv:3.*without a time"),
        ("skip", "time,x\n0,\n1,\n", "no samples"),
    ):
        with pytest.raises(Fault, match=words):
            read(tmp_path, "a.csv", text, missing=word)


def test_the_command_takes_them(viva: Viva, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("when;x\n0;1\n1;\n2;3\n")
    call = viva("monitor", "G[0,2] x > 0", tmp_path / "a.csv", "--time", "when", "--missing", "linear", "--json")
    assert json.loads(call.out)["robustness"] == 1.0
    assert one_sentence(viva("monitor", "x > 0", tmp_path / "a.csv", "--time", "when"), "a.csv:3", "--missing hold")
    assert one_sentence(viva("monitor", "x > 0", tmp_path / "a.csv", "--missing", "skp"), "did you mean 'skip'")


def table(random_: random.Random) -> str:
    """A table with everything that may stand in one, often something wrong."""
    delimiter = random_.choice(",,;\t")
    mark = "," if delimiter != "," and random_.random() < 0.5 else "."
    with_flag, with_note, dates = (random_.random() < 0.3 for _ in range(3))
    odd = random_.random() < 0.3
    lines = [delimiter.join(["time", "x", "y"] + ["f"] * with_flag + ["note"] * with_note)]
    for k in range(random_.randint(1, 12)):
        cells = [f"2024-01-01T00:00:{k:02}" if dates else str(k * 0.5).replace(".", mark)]
        for _ in "xy":
            number = random_.choice(["1", "-2", "0.1", "+7", "5.", ".5", "1e-3", "123456789.123456789", "4.9e-324"])
            strange = random_.choice(
                ["", "NA", "nan", "inf", "1_0", "0x1", "a", " 8 ", "1e999", '"3"', "true", "#", "٣"]
            )
            cells.append((strange if odd and random_.random() < 0.1 else number).replace(".", mark))
        cells += [random_.choice(["true", "False", "TRUE"])] * with_flag + ['"a, b; c"'] * with_note
        lines.append(delimiter.join(cells))
        if odd and random_.random() < 0.1:
            lines.append(random_.choice(["", "# a comment", "%", "1" + delimiter + "2", " "]))
    return "\n".join(lines) + random_.choice(["", "\n", "\r\n", "\n\n"])


def test_pyarrow_reads_what_the_own_reader_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    random_ = random.Random(13)

    def outcome(wanted: list[str], how: str) -> object:
        try:
            found = list(read_batches(tmp_path / "a.csv", wanted, missing=how))
        except Fault as problem:
            return str(problem)
        whole = {name: np.concatenate([one.signals[name].low for one in found]).tolist() for name in wanted}
        return np.concatenate([one.times for one in found]).tolist(), whole

    by = 0
    for _ in range(300):
        text = table(random_)
        (tmp_path / "a.csv").write_bytes(text.encode())
        wanted = ["x", "y", "f"] if "f" in text.split("\n")[0] else ["y"]
        how = random_.choice(list(Missing))
        monkeypatch.setattr(source, "BLOCK", random_.choice([40, 1 << 20]))
        with monkeypatch.context() as without:
            without.setattr(plain, "arrow", lambda: None)
            own = outcome(wanted, how)
        by += isinstance(own, tuple)
        assert outcome(wanted, how) == own, text
    assert 100 < by < 300


SEEDS = [
    b"time,x\n0,1\n1,2\n2,3\n",
    b"t;x;b\n0,5;1,5;true\n1,5;;false\n",
    b'{"time":0,"x":1}\n{"time":1,"x":null}\n',
    b'{"time":[0,1],"x":[1,[2,3]]}',
    b"# c\n%d\nTime(ms)\tx\n0\t1\n5\t2\n",
    b"timestamp,x.lo,x.hi\n2024-01-01T00:00:00Z,1,2\n2024-01-01T00:00:01+01:00,1,2\n",
]
PIECES = [
    b",",
    b";",
    b"\n",
    b"\t",
    b'"',
    b"#",
    b"nan",
    b"inf",
    b"\xff",
    b"\x00",
    b"[",
    b"{",
    b"null",
    b"2024-01-01",
    b".",
]
PIECES += [b"\r\n", b"\r", b"1", b" ", b"T", b"1,5", b"\xef\xbb\xbf"]


def test_whatever_a_file_holds_it_is_a_trace_or_a_fault_for_every_block_and_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random_ = random.Random(17)
    read_ones = 0
    for _ in range(700):
        content = bytearray(random_.choice(SEEDS))
        for _ in range(random_.choice([0, 1, 1, 2, 3])):
            at = random_.randrange(len(content) + 1)
            content[at : at + random_.choice([0, 0, 1, 3])] = random_.choice(PIECES)
        file = tmp_path / random_.choice(["a.csv", "a", "a.csv", "a", "a.json", "a.jsonl"])
        file.write_bytes(gzip.compress(content) if random_.random() < 0.1 else content)
        how = random_.choice(list(Missing))
        outcomes = []
        for block, module in ((3, plain.arrow), (1 << 20, lambda: None)):
            with monkeypatch.context() as only:
                only.setattr(source, "BLOCK", block)
                only.setattr(plain, "arrow", module)
                try:
                    found = read_trace(file, ["x"], missing=how)
                    values = found.signals["x"]
                    assert (np.diff(found.times) > 0).all()
                    assert np.isfinite([*found.times, *values.low, *values.high]).all()
                    outcomes.append((found.times.tolist(), values.low.tolist(), values.high.tolist()))
                except Fault as problem:
                    outcomes.append((type(problem).__name__,))  # type: ignore[arg-type]
        assert outcomes[0] == outcomes[1], bytes(content)
        read_ones += len(outcomes[0]) == 3
    assert 80 < read_ones < 600


def test_a_signal_is_called_without_its_unit_where_that_is_clear(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("time,speed [km/h],level (m),level [cm]\n0,1,2,3\n1,4,5,6\n")
    assert read_trace(file, ["speed"]).signals["speed"].low.tolist() == [1, 4]
    with pytest.raises(Fault, match="no signal `level`"):
        read_trace(file, ["level"])

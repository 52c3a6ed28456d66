"""Dates are seconds from the first sample, in every file, unit and form."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pyarrow as pa
import pyarrow.parquet
import pytest

from viva.core.fault import Fault
from viva.engines.signals import Monitor, evaluate, from_frame, parse, read_trace, robustness, trace
from viva.engines.signals.trace import Trace

SECONDS = [0.0, 0.5, 4.0, 9.75, 10.0, 10.25, 70.0]
VALUES = [3.0, 2.0, 1.0, 4.0, 0.5, -1.0, 5.0]
START = datetime(2024, 3, 31, 0, 59, 55)  # the clocks of Europe are moved on five seconds later
MOMENTS = [START + timedelta(seconds=each) for each in SECONDS]
BERLIN = timezone(timedelta(hours=1))


def files(folder: Path) -> dict[str, Path]:
    """The same trace in every form that a file can have."""
    texts: dict[str, list[Any]] = {
        "numbers": SECONDS,
        "T": [each.isoformat() for each in MOMENTS],
        "blank": [each.isoformat(" ") for each in MOMENTS],
        "utc": [each.isoformat() + "Z" for each in MOMENTS],
        "zone": [each.replace(tzinfo=UTC).astimezone(BERLIN).isoformat() for each in MOMENTS],
    }
    found = {}
    for name, times in texts.items():
        found[f"{name}.csv"] = folder / f"{name}.csv"
        rows = "".join(f"{time},{value}\n" for time, value in zip(times, VALUES, strict=True))
        found[f"{name}.csv"].write_text("time,x\n" + rows)
        found[f"{name}.json"] = folder / f"{name}.json"
        found[f"{name}.json"].write_text(pd.Series({"time": times, "x": VALUES}).to_json())
    columns = {
        **{unit: pa.array(MOMENTS, pa.timestamp(unit)) for unit in ("us", "ns", "ms")},
        "zoned": pa.array([each.replace(tzinfo=UTC) for each in MOMENTS], pa.timestamp("ms", "Europe/Berlin")),
        "duration": pa.array([timedelta(seconds=each) for each in SECONDS], pa.duration("us")),
        "texts": pa.array(texts["T"]),
        "plain": pa.array(SECONDS),
    }
    for name, column in columns.items():
        found[f"{name}.parquet"] = folder / f"{name}.parquet"
        pyarrow.parquet.write_table(pa.table({"time": column, "x": pa.array(VALUES)}), found[f"{name}.parquet"])
    return found


def in_memory() -> dict[str, Trace]:
    found = {"python": trace(MOMENTS, x=VALUES), "texts": trace([each.isoformat() for each in MOMENTS], x=VALUES)}
    found["deltas"] = trace([timedelta(seconds=each) for each in SECONDS], x=VALUES)
    found["aware"] = trace([each.replace(tzinfo=BERLIN) for each in MOMENTS], x=VALUES)
    for unit in ("ms", "us", "ns"):
        array = np.array(MOMENTS, dtype=f"datetime64[{unit}]")
        series = pd.Series(pd.DatetimeIndex(array))
        frame = pd.DataFrame({"x": VALUES})
        found |= {
            f"numpy {unit}": trace(array, x=VALUES),
            f"numpy delta {unit}": trace(array - array[0], x=VALUES),
            f"column {unit}": from_frame(frame.assign(time=series)),
            f"index {unit}": from_frame(frame.set_axis(pd.DatetimeIndex(array))),
            f"zone {unit}": from_frame(frame.assign(time=series.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"))),
            f"zone index {unit}": from_frame(frame.set_axis(pd.DatetimeIndex(array).tz_localize("UTC"))),
            f"deltas {unit}": from_frame(frame.assign(time=pd.Series(array - array[0]))),
        }
    return found


def test_the_same_trace_in_every_form_is_the_same_trace(tmp_path: Path) -> None:
    found = {**in_memory(), **{name: read_trace(file) for name, file in files(tmp_path).items()}}
    assert len(found) > 30
    for name, each in found.items():
        assert each.times.tolist() == SECONDS, name
        assert each.signals["x"].low.tolist() == VALUES, name
        assert robustness(parse("G[0,10] x > 0"), each) == 0.5, name


@pytest.mark.parametrize("unit", ["s", "m", "h", "D", "W", "M", "Y"])
def test_coarse_units_are_seconds_too(unit: str) -> None:
    array = np.array(["2024", "2025"], dtype=f"datetime64[{unit}]")
    assert trace(array, x=[1, 2]).times[1] == pytest.approx(366 * 86400, rel=0.011)
    if unit not in "W":
        assert trace(array, x=[1, 2]).times[1] == 366 * 86400


def test_days_are_seconds_in_parquet_and_in_python(tmp_path: Path) -> None:
    days = [date(2024, 2, 28), date(2024, 2, 29), date(2024, 3, 1)]
    pyarrow.parquet.write_table(pa.table({"time": pa.array(days), "x": pa.array([1.0, 2, 3])}), tmp_path / "a.parquet")
    (tmp_path / "a.csv").write_text("time,x\n" + "".join(f"{day},1\n" for day in days))
    for each in (trace(days, x=[1, 2, 3]), read_trace(tmp_path / "a.parquet"), read_trace(tmp_path / "a.csv")):
        assert each.times.tolist() == [0, 86400, 172800]


def test_dates_through_a_pipe_and_one_by_one_count_from_the_very_first() -> None:
    formula = parse("G[0,10] x > 0")
    whole = robustness(formula, trace(MOMENTS, x=VALUES))
    one_by_one, batches = Monitor(formula), Monitor(formula)
    for moment, value in zip(MOMENTS, VALUES, strict=True):
        one_by_one.push(moment, x=value)
    for start in (0, 3):
        batches.push(MOMENTS[start : start + 3], x=VALUES[start : start + 3])
    assert one_by_one.end().low == whole == batches.end().low
    assert one_by_one.concrete_at == 10.0


def test_a_long_file_of_dates_is_read_in_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viva.engines.signals.reading.source.BLOCK", 50)
    files(tmp_path)
    assert read_trace(tmp_path / "T.csv").times.tolist() == SECONDS
    assert read_trace(tmp_path / "numbers.csv").times.tolist() == SECONDS


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ([MOMENTS[0], 3.0], "dates at first and numbers"),
        ([MOMENTS[0], MOMENTS[1].replace(tzinfo=UTC)], "dates at first and dates with a time zone"),
        (["2024-01-01", "soon"], "no time at sample 1: 'soon'"),
        ([MOMENTS[1], MOMENTS[0]], "time goes back"),
        (np.array(["2024-01-01", "NaT"], dtype="datetime64[s]"), "missing"),
        ([True, False], "time goes back"),
    ],
)
def test_what_is_no_time_is_told(times: Any, words: str) -> None:
    with pytest.raises(Fault, match=words):
        trace(times, x=[1, 2])


def test_what_is_no_time_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("time,x\n2024-01-01,1\ntomorrow,2\n")
    with pytest.raises(Fault, match=r"a\.csv:3: expected a number or a date in column `time`"):
        read_trace(tmp_path / "a.csv")
    (tmp_path / "a.csv").write_text("time,x\n2024-01-01,1\n5,2\n")
    with pytest.raises(Fault, match="numbers"):
        read_trace(tmp_path / "a.csv")


def test_a_signal_may_not_hold_dates() -> None:
    with pytest.raises(Fault, match="`x` holds dates"):
        trace([0, 1], x=np.array(["2024", "2025"], dtype="datetime64[Y]"))


def test_dates_decide_as_seconds_do_over_the_whole_trace() -> None:
    formula = parse("F[0,5] x > 2 and O[0,1] x < 3")
    plain = evaluate(formula, trace(SECONDS, x=VALUES))
    assert evaluate(formula, trace(MOMENTS, x=VALUES)).low.tolist() == plain.low.tolist()

"""Near misses of programs that are proved, each with one change: those that differ must never be proved.

A run goes on where the last one stopped: what was tried is kept in `.bench/proof_misses.jsonl`, one line for each
program that was changed. $VIVA_CPU_SECONDS bounds the processor time of one run (600); remove the file to begin anew,
as after every change of the engine.
"""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from measure import QUICK, few
from proofs import (
    MISSES,
    QUESTIONS,
    SHAPES,
    STUDENT_MISSES,
    STUDENTS,
    Misses,
    Prover,
    changed,
    course,
    distinct,
    required,
    student_programs,
    two_courses,
    versions,
)

from viva.engines.proofs import Proved
from viva.languages.python.symbolic import warm_sandbox

KEPT = (Path(tempfile.mkdtemp()) if QUICK else Path(__file__).parents[1] / ".bench") / "proof_misses.jsonl"
SECONDS = float(os.environ.get("VIVA_CPU_SECONDS", "600"))

MOST = 50
"""Of each program of two courses."""

Pair = tuple[str, str, str, str, list[str], str | None, tuple[int, int]]
"""What it belongs to, two programs, the function, the types, what is required, a seed and how many changes."""


def rows() -> Iterator[Misses]:
    KEPT.parent.mkdir(exist_ok=True)
    known = {each["program"]: each for each in map(json.loads, KEPT.read_text().splitlines())} if KEPT.is_file() else {}
    begun = time.process_time()
    with warm_sandbox() as sandbox, KEPT.open("a") as kept:
        prover = Prover(sandbox)
        for what, one, two, name, types, asked, chosen in few(_pairs()):
            digest = hashlib.sha256(f"{one}\0{two}".encode()).hexdigest()[:16]
            if digest in known:
                continue
            if time.process_time() - begun > SECONDS:
                break
            found = Misses(what, 0, 0, 0, 0, 0)
            if isinstance(prover.proof(one, two, name, types, asked), Proved):
                found = changed(prover, found, (one, two, name), types, asked, chosen)
            known[digest] = {"program": digest, **asdict(found)}
            kept.write(json.dumps(known[digest]) + "\n")
            kept.flush()
    yield from _sums(list(known.values()))


def _pairs() -> Iterator[Pair]:
    for number, item in enumerate(course()):
        for one, two in ((item["first"], item["second"]), (item["second"], item["first"])):
            chosen = (number, MISSES)
            yield "first course, one change", one, two, item["name"], item["types"], required(item), chosen
    for number, item in enumerate(two_courses()):
        if not SHAPES.keys() >= set(item["types"]):
            continue
        for one, two in ((item["first"], item["second"]), (item["second"], item["first"])):
            yield "two courses, one change", one, two, item["name"], item["types"], required(item), (number, MOST)
    for question, (types, asked) in QUESTIONS.items():
        if (STUDENTS / f"{question}.json").is_file():
            reference, programs = student_programs(question)
            for number, group in enumerate(distinct(programs, "correct")):
                chosen = (number, STUDENT_MISSES)
                yield f"{question}, one change", reference, group[0], question, types, asked, chosen


def _sums(known: list[dict[str, Any]]) -> Iterator[Misses]:
    for what in dict.fromkeys(each["what"] for each in known):
        total = Misses(what, 0, 0, 0, 0, 0)
        for each in known:
            if each["what"] == what:
                counts = {key: getattr(total, key) + each[key] for key in asdict(total) if key != "what"}
                total = replace(total, **counts)
        yield total


__all__ = ["rows", "versions"]

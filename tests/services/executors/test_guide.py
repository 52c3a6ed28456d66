"""docs/scale.md, typed: from one machine to a cluster, to a database, and to job scripts."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="left out: there is no Dask here (pip install 'viva[cluster]')")

from tests.examining import Viva
from tests.services.executors.clusters import (
    ROOT,
    Running,
    class_of,
    exercise,
    free_port,
    in_file,
    listens,
    started,
    until,
)
from tests.services.executors.test_cluster import certificates
from viva.grading.preload import ANY_ISOLATION

PAGE = (ROOT / "docs" / "scale.md").read_text("utf-8")


def block(name: str) -> list[str]:
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", PAGE, re.DOTALL)
    assert found, name
    return found[1].splitlines()


def test_a_teacher_types_what_the_page_says(tmp_path: Path, viva: Viva, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scheduler, a worker, the doctor, a class, a database and an audit."""
    port = free_port()
    exercise(tmp_path / "EXERCISE")
    class_of(tmp_path / "handed-in", ["hello", "no", "hello"])
    (tmp_path / "marks.csv").write_text("student,mark\nstudent-0000,right\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(ANY_ISOLATION, "1")
    lines = [shlex.split(line.replace("8786", str(port))) for line in block("one machine")]
    [head, work, doctor, grade] = lines
    assert head[:2] == ["dask", "scheduler"]
    with started("-m", "distributed.cli.dask_scheduler", *head[2:], "--no-dashboard", log=tmp_path / "scheduler"):
        until(lambda: listens(port))
        with started("-c", "from viva.cli.main import main; main()", *work[1:], log=tmp_path / "worker"):
            until(lambda: len(Running(port, tmp_path).members()) == 2)
            assert viva(*doctor[1:]).status in (0, 2), "it says what it finds"
            assert viva(*grade[1:]).status == 0
    assert [row["verdict"] for row in in_file(tmp_path / "results")] == ["passed", "refuted", "passed"]
    [database] = [shlex.split(line) for line in block("database")]
    assert viva(*database[1:]).status == 0
    assert (tmp_path / "class.db").is_file()
    [audit] = [shlex.split(line) for line in block("audit")]
    assert viva(*audit[1:]).status == 0
    assert "1 of 1 agree" in (tmp_path / "audit.html").read_text()
    assert json.loads(viva(*audit[1:], "--json").out)["verdicts"] == {"passed": 2, "refuted": 1}


@pytest.mark.skipif(shutil.which("openssl") is None, reason="left out: there is no openssl here (Debian: openssl)")
@pytest.mark.parametrize("kind", ["SLURM", pytest.param("PBS", marks=pytest.mark.thorough)])
def test_the_script_for_a_batch_system_writes_jobs_that_start_workers_of_viva(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("dask_jobqueue", reason="left out: there is no dask-jobqueue here (pip install dask-jobqueue)")
    certificates(tmp_path / "tls")
    script = "\n".join(block("jobqueue")).replace("SLURMCluster", f"{kind}Cluster").replace("8786", "0")
    script, _, rest = script.partition("cluster.scale(")
    assert "input(" in rest
    told = subprocess.run(
        [sys.executable, "-c", f"{script}\nprint(cluster.job_script())\ncluster.close()"],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    job = told.stdout
    assert subprocess.run(["bash", "-n"], input=job, text=True, check=False).returncode == 0
    directive = {"SLURM": "#SBATCH", "PBS": "#PBS"}[kind]
    assert job.startswith("#!") and sum(line.startswith(directive) for line in job.splitlines()) >= 3
    for part in ("normal", "02:00:00", "--preload viva.grading.preload", "tls://", "--tls-ca-file", "--nworkers 16"):
        assert part in job, part

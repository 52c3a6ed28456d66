"""Workers that do as they are told, for the tests of those who watch them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from viva.core.json import Json
from viva.services.workers.worker import Answer


def work(start: Json, tasks: Iterator[Json], answer: Answer, notes: memoryview) -> None:
    for task in tasks:
        command, _, argument = str(task).partition(" ")
        match command:
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die-once":
                if not Path(argument).exists():
                    Path(argument).touch()
                    os._exit(7)
            case "spin":
                while True:
                    pass
            case "sleep":
                signal.pause()
            case "flood":
                while True:
                    os.write(int(sys.argv[3]), b"x" * 65536)
            case "garbage":
                os.write(int(sys.argv[3]), b"{no json\n")
            case "twice":
                answer({"said": "first"})
            case "close":
                os.close(int(sys.argv[3]))
                signal.pause()
            case "leave-child":
                child = subprocess.Popen(["sleep", "1000"], pass_fds=[int(sys.argv[3])])
                Path(argument).write_text(str(child.pid))
                os._exit(3)
            case "note":
                notes[:4] = argument.encode()
                os._exit(4)
            case "pid":
                Path(argument).write_text(str(os.getpid()))
                signal.pause()
            case "path":
                answer({"said": list[Json](sys.path)})
                continue
        answer({"start": start, "said": task, "pid": os.getpid()})


def stream(start: Json, _tasks: Iterator[Json], answer: Answer, _notes: memoryview) -> None:
    for number in range(cast(int, start)):
        answer({"number": number})


def unheard(start: Json, _tasks: Iterator[Json], answer: Answer, _notes: memoryview) -> None:
    if start == "rest":  # larger than what is kept before it is sent
        answer({"said": "x" * 2**20})
    answer({"said": "x"})

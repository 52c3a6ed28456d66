"""An entry function that runs whatever it is given, with the channel within its reach."""

from typing import Any


def execute(channel: Any, job: Any) -> None:
    exec(job, {"channel": channel, "send": channel.send, "__name__": "__main__"})

"""How a scheduler is reached, and who works for it."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal, cast

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.services.executors.address import Address, kind
from viva.services.workers.crew import TRIES
from viva.services.workers.worker import Lost, Post, Said

try:
    from distributed import Client, Security
    from distributed.comm.core import connect as open_connection

    from viva.services.executors import bundle
except ModuleNotFoundError as missing:
    if missing.name is None or missing.name.startswith("viva"):
        raise
    raise Fault(
        f"a cluster needs {missing.name}, which is not installed", remedy="pip install 'viva[cluster]'"
    ) from None

_CONNECT_SECONDS = 10.0
_PARTING_SECONDS = 2.0
SAME = "install the same Viva, Python and z3 there, and start workers with `viva worker --engine …`"
_TLS = "give it a certificate of the same authority as that in --tls"
_START = "start one (docs/scale.md), as with `dask scheduler --host 127.0.0.1`"


def connect(address: Address) -> Client:
    """Raises Fault where no scheduler answers, or one that does not have this Viva."""
    # What goes on between client and scheduler is told by us, in sentences.
    for name in ("distributed", "distributed.client", "tornado"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        asyncio.run(_knock(address))
        client = Client(
            address.of_scheduler, timeout=_CONNECT_SECONDS, set_as_default=False, security=security(address)
        )
    except Exception as problem:  # noqa: BLE001 what answers there may be anything
        raise _unanswered(address, problem) from None
    try:
        ask_scheduler(client, bundle.prepare_scheduler)
    except Exception as problem:  # noqa: BLE001
        leave(client)
        told = f"the scheduler at {address} does not have this Viva ({_first_line(problem)})"
        raise Fault(told, remedy=SAME) from None
    return client


def _unanswered(address: Address, problem: Exception) -> Fault:
    why = "it does not speak as Dask does"
    if isinstance(problem, OSError):
        why = "it says nothing" if isinstance(problem, TimeoutError) else _first_line(problem)
    remedy = _START if address.tls is None else f"{_START}, or {_TLS}"
    return Fault(f"no scheduler of Dask answers at {address} ({why})", remedy=remedy)


def await_scheduler(address: Address, seconds: float, tell: Callable[[str], None]) -> None:
    """Until one can be reached. Raises Fault where none could be for so long; a worker of Dask would look for ever."""
    told, deadline = False, time.monotonic() + seconds
    while True:
        try:
            asyncio.run(_knock(address))
        except Exception as problem:  # noqa: BLE001 as above
            fault = _unanswered(address, problem)
            if time.monotonic() > deadline:
                raise fault from None
            if not told:
                tell(f"{fault.problem}; it is looked for for {seconds:g} seconds")
                told = True
            time.sleep(1.0)
        else:
            return


async def _knock(address: Address) -> None:
    """Whether what is there speaks as Dask does. Dask itself would wait without end for its first word."""
    known = security(address)
    async with asyncio.timeout(_CONNECT_SECONDS + _PARTING_SECONDS):
        said = await open_connection(
            address.of_scheduler, _CONNECT_SECONDS, **(known.get_connection_args("client") if known else {})
        )
    said.abort()


def ask_scheduler(client: Client, function: Callable[..., Any], seconds: float = _CONNECT_SECONDS, **named: Any) -> Any:
    """What a function says there. Raises something where that takes too long: a frozen scheduler keeps connections."""
    return client.sync(client._run_on_scheduler, function, callback_timeout=seconds, **named)


def leave(client: Client) -> None:
    """Also where nobody is there any more who could be told."""
    with suppress(Exception):
        client.close(timeout=_PARTING_SECONDS)


def _first_line(problem: BaseException) -> str:
    return str(problem).partition("\n")[0] or type(problem).__name__


def dashboard_of(client: Client, address: Address) -> str | None:
    """Where Dask shows what it does, if it does."""
    services: dict[str, Any] = client.scheduler_info().get("services", {})
    port = services.get("dashboard")
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"http://{host}:{port}/status" if port else None


@dataclass(frozen=True, slots=True)
class Member:
    """A worker of the cluster: what it says it is, whether it is given checks, and how it keeps submissions in."""

    address: str
    kind: str
    isolation: str = "full"

    @property
    def fits(self) -> bool:
        return self.kind == kind()

    @property
    def told(self) -> str:
        """Why it is given nothing, or what its reports say that others do not; empty where nothing is to be told."""
        if self.fits:
            told = f"{self.address} keeps submissions in with {self.isolation} isolation, and its reports say so"
            return "" if self.isolation == "full" else told
        if not self.kind:
            return f"{self.address} is no worker of Viva, and is given nothing"
        return f"{self.address} has {self.kind}; reports would differ from {kind()}, and it is given nothing"


def survey_workers(client: Client, seconds: float = _CONNECT_SECONDS) -> list[Member]:
    found: dict[str, list[str]] = ask_scheduler(client, bundle.offers, seconds)
    return [_member(address, offered) for address, offered in found.items()]


def _member(address: str, offered: Sequence[str]) -> Member:
    ours = next((name for name in offered if name.startswith("Viva ")), "")
    kept_in = next((name for name in offered if name.endswith(bundle.ISOLATION)), "full")
    return Member(address, ours, kept_in.removesuffix(bundle.ISOLATION))


def security(address: Address) -> Security | None:
    if address.tls is None:
        return None
    ca, certificate, key = (str(address.tls / name) for name in ("ca.pem", "cert.pem", "key.pem"))
    return Security(tls_ca_file=ca, tls_client_cert=certificate, tls_client_key=key, require_encryption=True)


def ask_each(client: Client, post: Post, task: Json, seconds: float) -> Iterator[tuple[Member, Said | Lost | str]]:
    """What each worker answers to the same task, or in a sentence why it does not; one of another kind is not asked."""
    about = {"function": post.function, "wall": post.wall, "processor": post.processor, "quiet": True}
    told = json.dumps({"post": about, "before": [], "tries": TRIES}).encode()
    asked = []
    for member in survey_workers(client):
        future = None
        if member.fits:
            future = client.submit(
                bundle.run_bundle, told, json.dumps(post.start).encode(), json.dumps([{"task": task}]).encode(), {},
                workers=[member.address], allow_other_workers=False, pure=False,
            )  # fmt: skip
        asked.append((member, future))
    deadline = time.monotonic() + seconds
    for member, future in asked:
        if future is None:
            yield member, member.told
            continue
        try:
            [answer] = json.loads(future.result(timeout=max(1.0, deadline - time.monotonic())))
            yield member, said_of(answer)
        except Exception as problem:  # noqa: BLE001 whatever became of the worker, the others are told of
            yield member, f"{member.address} does not answer: {_first_line(problem)}"


def said_of(answer: dict[str, Any]) -> Said | Lost:
    """What came back of one task of a bundle."""
    if "lost" in answer:
        how = cast(Literal["died", "stuck", "garbled"], answer["lost"])
        return Lost(how, answer["status"])
    return cast(Said, answer["said"])

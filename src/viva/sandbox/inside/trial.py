"""Entry functions with which `viva.sandbox.probe` tries what this machine can do. Each says true or why not."""

import os
from collections.abc import Callable

from . import confine, landlock, seccomp, system
from .channel import Channel

CLONE_NEWUSER = 0x1000_0000


def user_namespaces(channel: Channel, _job: None) -> None:
    channel.send(_told(lambda: system.unshare(CLONE_NEWUSER)))


def filter_holds(channel: Channel, _job: None) -> None:
    channel.send(_told(_install_filter))


def rules_hold(channel: Channel, _job: None) -> None:
    channel.send(_told(_install_rules))


def rules_version(channel: Channel, _job: None) -> None:
    channel.send(landlock.version())


def _told(attempt: Callable[[], None]) -> str | bool:
    try:
        attempt()
    except (OSError, KeyError) as error:
        return str(error)
    return True


def _install_filter() -> None:
    system.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
    seccomp.Filter(seccomp.rules(seccomp.ANY_PROCESS)).install()
    try:
        os.execv("/bin/true", ["true"])
    except PermissionError:
        return


def _install_rules() -> None:
    rules = landlock.ruleset([], [])
    system.prctl(confine.PR_SET_NO_NEW_PRIVS, 1)
    landlock.restrict(rules)
    try:
        os.scandir("/")
    except PermissionError:
        return
    raise OSError("the rules are accepted but do not hold")

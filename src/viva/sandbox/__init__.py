"""Runs untrusted code. Start reading here, then `sandbox`, `conversation` and `inside/zygote`."""

from viva.sandbox.conversation import Conversation
from viva.sandbox.limits import Ending, Limits, Run
from viva.sandbox.pool import sandbox_for
from viva.sandbox.sandbox import Sandbox

__all__ = ["Conversation", "Ending", "Limits", "Run", "Sandbox", "sandbox_for"]

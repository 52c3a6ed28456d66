"""Runs untrusted code. Start reading here, then `sandbox`, `conversation` and `inside/zygote`."""

from viva.sandbox.conversation import Conversation
from viva.sandbox.limits import Ending, Json, Limits, Run
from viva.sandbox.sandbox import Sandbox

__all__ = ["Conversation", "Ending", "Json", "Limits", "Run", "Sandbox"]

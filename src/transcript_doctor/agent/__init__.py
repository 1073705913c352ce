"""An agent: the plain loop and its tools, and the same on a `History`, with real models.

Real models are in `transcript_doctor.agent.models`.
"""

from transcript_doctor.agent.agent import Agent
from transcript_doctor.agent.folder import Folder
from transcript_doctor.agent.loop import Model, run_agent
from transcript_doctor.agent.loop_async import run_agent_async
from transcript_doctor.agent.messages import (
    SYSTEM,
    context_for_model,
    error_message,
    text_of,
    tool_calls,
    user_message,
)
from transcript_doctor.agent.outcome import Outcome
from transcript_doctor.agent.scripted_shell import ScriptedShell
from transcript_doctor.agent.shell import RealShell
from transcript_doctor.agent.tools import (
    MAX_BYTES,
    MAX_LINES,
    int_arg,
    make_bash_tool,
    make_edit_tool,
    make_read_tool,
    make_write_tool,
    run_tool,
    run_tool_async,
    str_arg,
    tool_specs,
    truncate_head,
    truncate_tail,
)
from transcript_doctor.agent.watching import Watch

__all__ = [
    "MAX_BYTES",
    "MAX_LINES",
    "SYSTEM",
    "Agent",
    "Folder",
    "Model",
    "Outcome",
    "RealShell",
    "ScriptedShell",
    "Watch",
    "context_for_model",
    "error_message",
    "int_arg",
    "make_bash_tool",
    "make_edit_tool",
    "make_read_tool",
    "make_write_tool",
    "run_agent",
    "run_agent_async",
    "run_tool",
    "run_tool_async",
    "str_arg",
    "text_of",
    "tool_calls",
    "tool_specs",
    "truncate_head",
    "truncate_tail",
    "user_message",
]

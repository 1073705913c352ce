"""The tools of a small coding agent, over whatever holds files and runs commands."""

from transcript_doctor.agent.tools.arguments import bool_arg, int_arg, str_arg
from transcript_doctor.agent.tools.bash import make_bash_tool
from transcript_doctor.agent.tools.budget import MAX_BYTES, MAX_LINES, truncate_head, truncate_tail
from transcript_doctor.agent.tools.edit import make_edit_tool
from transcript_doctor.agent.tools.read import make_read_tool
from transcript_doctor.agent.tools.running import run_tool, run_tool_async
from transcript_doctor.agent.tools.tool import Files, Shell, Tool, tool_specs
from transcript_doctor.agent.tools.write import make_write_tool

__all__ = [
    "MAX_BYTES",
    "MAX_LINES",
    "Files",
    "Shell",
    "Tool",
    "bool_arg",
    "int_arg",
    "make_bash_tool",
    "make_edit_tool",
    "make_read_tool",
    "make_write_tool",
    "run_tool",
    "run_tool_async",
    "str_arg",
    "tool_specs",
    "truncate_head",
    "truncate_tail",
]

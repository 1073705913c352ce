"""About what a request costs to send: every model call pays for all that it carries, once again."""

from __future__ import annotations

from transcript_doctor.testing.asking import Request


def price(request: Request) -> int:
    """Return about how many tokens a request is: its system prompt, its messages and its tools."""
    from transcript_doctor.acts.trim import estimate  # dear to load, and only bills need it

    around = [{"content": request.system}] if request.system else []
    tools = request.tools or []
    return sum(map(estimate, [*around, *request.messages, *tools]))

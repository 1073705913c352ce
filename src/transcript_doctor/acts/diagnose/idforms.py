"""The forms of ids: whose maker gives them so, and which ones anybody may give."""

from __future__ import annotations

import re

_FORMS = {
    "call_": re.compile(r"call_[A-Za-z0-9]{16,}"),
    "call-": re.compile(r"call-[\w-]+"),
    "toolu_": re.compile(r"(?:srv)?toolu_\w+"),
    "tooluse_": re.compile(r"tooluse_[\w-]+"),
    "functions.": re.compile(r"functions[._]\w[\w.]*[:_]\d+"),
    "chatcmpl-tool-": re.compile(r"chatcmpl-tool-\w+"),
    "fc_": re.compile(r"fc[-_]\w{8,}"),
    "adk-": re.compile(r"adk-[\w-]+"),
    "pyd_ai_": re.compile(r"pyd_ai_\w+"),
    "uuid": re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"),
    "nine": re.compile(r"[A-Za-z0-9]{9}"),
}
"""The forms that makers of ids give them, by how people call them."""
_ANYBODYS = ("uuid", "nine", "call-")
"""Forms that programs give ids as readily as providers do."""
FOREIGN = {
    "openai-chat": ("toolu_", "tooluse_"),
    "openai-responses": ("toolu_", "tooluse_"),
    "anthropic": ("call_", "call-", "functions.", "chatcmpl-tool-"),
    "bedrock": ("toolu_", "call_"),
}
"""Forms that the makers of ids of other formats give them, by format."""


def form_of(ident: str | None) -> str | None:
    """Return the form of an id that some maker of ids gives them, or None."""
    if not ident:
        return None
    return next((name for name, form in _FORMS.items() if form.fullmatch(ident[:200])), None)


def made_by_a_provider(ident: str | None) -> bool:
    """Tell whether an id has a form that only providers give."""
    form = form_of(ident)
    return form is not None and form not in _ANYBODYS

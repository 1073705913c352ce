"""The official SDKs, each behind the same few functions; what only one of them has is tested beside."""

from tests.provider.sdks.clients import (
    anthropic,
    bedrock,
    google,
    mistral,
    openai_chat,
    openai_responses,
)
from tests.provider.sdks.clients.sdk import Sdk

SDKS: list[Sdk] = [
    anthropic.SDK,
    openai_chat.SDK,
    openai_responses.SDK,
    mistral.SDK,
    google.WITHOUT_IDS,
    google.WITH_IDS,
    bedrock.SDK,
]

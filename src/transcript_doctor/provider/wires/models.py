"""What each API says of a model, and its list of models.

Shapes: the types of anthropic 2.14.0, openai 3.57.0 and mistralai 3.7.0, the reference of Gemini's
`models.list`, and botocore's model of Bedrock's `ListFoundationModels` (all 2026). Every list has one page.
"""

from __future__ import annotations

import re
import time
from typing import Any

Card = dict[str, Any]


def anthropic_model(name: str, created: int) -> Card:
    """Return what Anthropic says of a model."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(created))
    return {
        "type": "model",
        "id": name,
        "display_name": name,
        "created_at": moment,
        "lifecycle": "active",
        "max_input_tokens": 200_000,
        "max_tokens": 64_000,
    }


def anthropic_models(rows: list[Card]) -> Card:
    """Return Anthropic's list of models."""
    first, last = (rows[0]["id"], rows[-1]["id"]) if rows else (None, None)
    return {"data": rows, "has_more": False, "first_id": first, "last_id": last}


def openai_model(name: str, created: int) -> Card:
    """Return what OpenAI says of a model."""
    return {"id": name, "object": "model", "created": created, "owned_by": "system"}


def openai_models(rows: list[Card]) -> Card:
    """Return the list of models of OpenAI, and of Mistral."""
    return {"object": "list", "data": rows}


def mistral_model(name: str, created: int) -> Card:
    """Return what Mistral says of a model."""
    return {
        "id": name,
        "object": "model",
        "created": created,
        "owned_by": "mistralai",
        "capabilities": {
            "completion_chat": True,
            "completion_fim": False,
            "function_calling": True,
            "fine_tuning": False,
            "vision": True,
        },
        "name": name,
        "description": "",
        "max_context_length": 131_072,
        "aliases": [],
        "deprecation": None,
        "default_model_temperature": 0.3,
        "type": "base",
    }


def gemini_model(name: str, created: int) -> Card:
    """Return what Gemini says of a model; it does not say since when there is one."""
    short = name.removeprefix("models/")
    return {
        "name": f"models/{short}",
        "version": "001",
        "displayName": short,
        "description": "",
        "inputTokenLimit": 1_048_576,
        "outputTokenLimit": 65_536,
        "supportedGenerationMethods": ["generateContent", "countTokens"],
        "temperature": 1,
        "topP": 0.95,
        "topK": 64,
        "maxTemperature": 2,
    }


def gemini_models(rows: list[Card]) -> Card:
    """Return Gemini's list of models."""
    return {"models": rows}


def bedrock_model(name: str, created: int) -> Card:
    """Return what Bedrock says of a model; it does not say since when there is one."""
    maker = re.sub(r"^[a-z]+\.(?=[^.]+\.)", "", name).partition(".")[0]
    return {
        "modelArn": f"arn:aws:bedrock:us-east-1::foundation-model/{name}",
        "modelId": name,
        "modelName": name,
        "providerName": maker,
        "inputModalities": ["TEXT"],
        "outputModalities": ["TEXT"],
        "responseStreamingSupported": True,
        "customizationsSupported": [],
        "inferenceTypesSupported": ["ON_DEMAND"],
        "modelLifecycle": {"status": "ACTIVE"},
    }


def bedrock_models(rows: list[Card]) -> Card:
    """Return Bedrock's list of models."""
    return {"modelSummaries": rows}

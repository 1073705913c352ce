"""What of an environment a command does not get to see."""

from __future__ import annotations

import pytest

from transcript_doctor.agent.models import keys
from transcript_doctor.agent.secrets import is_secret, without_secrets

SECRET = """OPENAI_API_KEY AZURE_OPENAI_AD_TOKEN OPENAI_ADMIN_KEY ANTHROPIC_AUTH_TOKEN GROQ_API_KEY
DEEPSEEK_API_KEY AWS_SECRET_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SESSION_TOKEN AWS_BEARER_TOKEN_BEDROCK
GOOGLE_APPLICATION_CREDENTIALS HF_TOKEN GH_TOKEN GITHUB_TOKEN NPM_TOKEN WATSONX_APIKEY DB_PASSWORD
SSH_PRIVATE_KEY CLIENT_SECRET ANTHROPIC_CUSTOM_HEADERS API_KEY TOKEN openai_api_key My-Token"""
OPEN = """PATH HOME LANG TERM AWS_REGION OPENAI_BASE_URL TOKENIZERS_PARALLELISM SECRETS_DIR MONKEY KEYBOARD
SSH_AUTH_SOCK GPG_TTY KEY_ID_OF_NOBODY TURKEY"""


@pytest.mark.parametrize("name", sorted({*SECRET.split(), *keys()}))
def test_names_of_secrets(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize("name", OPEN.split())
def test_names_of_nothing_secret(name: str) -> None:
    assert not is_secret(name)


def test_the_rest_stays_as_it_is() -> None:
    assert without_secrets({"A": "1", "A_TOKEN": "2", "": "3"}) == {"A": "1", "": "3"}

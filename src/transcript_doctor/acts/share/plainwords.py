"""Words that are nobody's secret: what formats, providers and models are called, piece by piece.

`share` lets a role, a type or a model's name stay only if it is put together from these.
"""

from __future__ import annotations

import re

_FORMATS = """
    a aac aborted accepted action actions adaptive addition additional advisor agent agents all
    allowed already an analysis annotation annotations answer any api apply approval approve
    approved ask assistant async audio auto automatic avi avif background base base64 bash batch
    beta block blocked blocks bm bmp breakpoint browser byte bytes cache call caller canceled
    cancelled canonical case char chat checks choice citation citations class click client code
    command commentary compact compaction complete completed computed computer config configuration
    container content contents context continue control conversation converse cp created csv custom
    data datastore declaration default definition denied detail detailed developer direct disabled
    doc document docx done double drag editor effort elicitation enabled encrypted end ended
    enterprise ephemeral error exceeded executable execution exit failed failure fallback false
    fetch field file files filter final finish flac flagged flex flv follow found fragment function
    functions generation generic get gif glob gp grammar grep grounding guard guardrail guardrails
    heic heif high hosted html id ids image images in incomplete inline input instruction
    instructions interpreter invalid item items javascript jpeg jpg json key keypress known lang
    language large length limit lines list listing local location logs low ls m4a malformed maps
    markdown max maximum mcp md media medium memory message messages metadata minimal mixed mkv
    mode model module mov move mp mp3 mp4 mpeg mpg multi mv namespace nodejs none not null object
    of off ogg on one only open operation opus or original output outputs oversized page part
    partial parts patch paused pcm pdf pending permission plain plan png policy postprocess preview
    priority probabilities process program programmatic progress prohibited prompt protected
    provider python quality queued quote ran reached read reason reasoning recitation redact
    redacted reference references refusal regex rejected removal replace request required reset
    response result results retrieval rm role root safety scale schema scoped screenshot script
    scroll search section sensitive server shell short signature skill skills slot source span
    speech standard start state status stdio step stop store str string structured success
    successful summary svg system tabs tag task terminal test text thinking thought three tier tiff
    time timeout tok token tokens tool tools toolset top trigger true turn txt type types
    typescript unavailable unexpected unfinished unknown unspecified unsupported update updated
    upload uri url usage use used user validated vertex video view wait wav web webm webp window
    with wmv word write xhigh xls xlsx xml yield
"""
_MODELS = """
    a ai amazon anthropic audio aya chat chatgpt claude cloud coder codestral codex cohere command
    compound computer dall deep deepseek deploy devstral distill embed embedding eu exp
    experimental fable fast flash fp ft gemini gemma glm global google gpt grok groq haiku high
    image instruct it jp kimi large latest lite llama llava luna magistral mai maverick max medium
    meta mini minimax ministral mistral mistralai mixtral models moe moonshot moonshotai mythos
    nano nemo next nova nvidia o omni open openai opus oss phi pixtral plus prem preview pro qvq
    qwen qwq r realtime reasoner reasoning research saba scout search small sol sonar sonnet super
    terra text think thinking tiny tools transcribe tts turbo ultra us v versatile vision vl
    voxtral whisper x xai yi zai zero
"""
PLACEHOLDERS = frozenset(
    {"skip_thought_signature_validator", "context_engineering_is_the_way_to_go"}
)
"""Signatures that are the same for everybody, as providers document them."""
_WORDS = frozenset(_FORMATS.split())
_NAMES = frozenset(_MODELS.split())
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")
_LABEL = re.compile(r"(?:image|audio|video|text|application|font|model)/[a-z0-9.+-]{1,40}")
_SHORT_NUMBER = re.compile(r"v?\d{1,8}[a-z]{0,2}")
_MARKS = frozenset({"_", ".", "-"})
_MODEL_MARKS = frozenset("_.:/@-")
_LONGEST_MODEL = 120


def is_plain_word(text: str) -> bool:
    """Tell whether a text is a word of the formats, such as `tool_use` or `inputAudio`."""
    if not _WORD.fullmatch(text):
        return False
    pieces = _PIECE.findall(text)
    left = len(text) - sum(map(len, pieces)) - sum(text.count(mark) for mark in _MARKS)
    return left == 0 and all(piece.isdigit() or piece.lower() in _WORDS for piece in pieces)


def plain_model(text: str) -> str:
    """Return a model's name with every piece that is not a public one's replaced by `x`.

    Known words, versions and sizes stay: the laws tell models apart by them.
    """
    pieces = re.split(r"([_.:/@-])", text[:_LONGEST_MODEL])
    return "".join(
        piece if piece in _MODEL_MARKS or _is_model_piece(piece.lower()) else "x"
        for piece in pieces
    )


def is_plain_label(text: str) -> bool:
    """Tell whether a text is a media type, such as `image/png`."""
    return _LABEL.fullmatch(text) is not None


def _is_model_piece(piece: str) -> bool:
    return not piece or _letters(piece) in _NAMES or _SHORT_NUMBER.fullmatch(piece) is not None


def _letters(piece: str) -> str:
    """Return a piece without the number at its end, as in `qwen3` or `o3`."""
    return piece.rstrip("0123456789")

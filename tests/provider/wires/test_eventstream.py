"""Frames of the binary event stream, read by botocore: any header and payload, and damage is noticed."""

from __future__ import annotations

import pytest
from botocore.eventstream import ChecksumMismatch, EventStreamBuffer
from hypothesis import given
from hypothesis import strategies as st

from transcript_doctor.provider.wires.eventstream import event_frame, framed

NAMES = st.text("abcdefghij-:", min_size=1, max_size=30)


@given(st.dictionaries(NAMES, st.text(max_size=50), max_size=4), st.binary(max_size=300))
def test_botocore_reads_what_was_framed(headers: dict[str, str], payload: bytes) -> None:
    buffer = EventStreamBuffer()
    frame = framed(headers, payload)
    buffer.add_data(frame[:7])
    buffer.add_data(frame[7:] + frame)
    first, second = buffer
    assert (first.headers, first.payload) == (headers, payload)
    assert second.payload == payload


@pytest.mark.parametrize("spot", [0, 5, 20, 60, -1])
def test_a_flipped_bit_is_noticed(spot: int) -> None:
    frame = bytearray(event_frame("messageStart", {"role": "assistant"}))
    frame[spot] ^= 1
    buffer = EventStreamBuffer()
    buffer.add_data(bytes(frame) * 3)
    with pytest.raises(ChecksumMismatch):
        next(buffer)


def test_the_recorded_frame_is_made_byte_for_byte() -> None:
    # messageStart of us.amazon.nova-micro-v1, recorded in pydantic-ai's test_bedrock_model_stream (2025)
    assert event_frame("messageStart", {"p": "abcdefghijklmnopqr", "role": "assistant"}) == (
        b"\x00\x00\x00\x8f\x00\x00\x00R\xd3\xf1\xc8\xf2\x0b:event-type\x07\x00\x0cmessageStart"
        b"\r:content-type\x07\x00\x10application/json\r:message-type\x07\x00\x05event"
        b'{"p":"abcdefghijklmnopqr","role":"assistant"}\xc1kq\x0b'
    )

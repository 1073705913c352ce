"""A history that cannot be built wrongly: the record of one conversation, and the request it yields."""

from transcript_doctor.acts.history.answering import answer_calls
from transcript_doctor.acts.history.calls import OpenCall
from transcript_doctor.acts.history.history import History
from transcript_doctor.acts.history.values import Failed, Parts

__all__ = ["Failed", "History", "OpenCall", "Parts", "answer_calls"]

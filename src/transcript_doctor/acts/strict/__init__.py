"""The strict judge: what a provider would answer to a request that breaks its law."""

from transcript_doctor.acts.strict.judge import Rejection, Verdict, judge, weigh

__all__ = ["Rejection", "Verdict", "judge", "weigh"]

"""Showing a transcript: its shape on one line, one line a message, and what differs between two."""

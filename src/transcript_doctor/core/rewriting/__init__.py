"""Editing a session's file in its own format: text that is kept, records that are changed, their order."""

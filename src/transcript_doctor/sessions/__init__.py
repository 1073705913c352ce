"""Readers of what agents leave on disk; one agent, one reader. None imports another."""

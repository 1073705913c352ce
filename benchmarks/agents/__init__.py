"""Agents and fake servers of others, run against this project's strict provider (`make agents`)."""

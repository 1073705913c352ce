"""One module a framework, each with its agents in `AGENTS`."""

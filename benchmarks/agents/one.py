"""One module of agents in a process of its own: its trials go out as JSON, one line an agent."""

from __future__ import annotations

import json
import logging
import os
import sys
import warnings
from importlib import import_module

from benchmarks.agents.trial import trials


def main(module: str, wanted: str = "") -> None:
    """Run all agents of a module, or those whose name has a word in it."""
    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what frameworks print is not for the page
    for agent in import_module(f"benchmarks.agents.adapters.{module}").AGENTS:
        if wanted in agent.name:
            found = {
                "name": agent.name,
                "format": agent.format,
                "option": agent.option,
                "trials": [trial.to_json() for trial in trials(agent)],
            }
            print(json.dumps(found), file=out, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

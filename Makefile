# Every task of the project. Python 3.11 or newer with pip is enough: what else is needed is
# fetched through pip into this folder (.tools and .venv*) and nowhere else.

PYTHON ?= python3
ARGS ?=
TOOLS := .tools
VENV := .venv
PEERS := .venv-peers
AGENTS := .venv-agents
MOCKS := .venv-mocks
BIN := $(VENV)/bin

# An environment that a person has active, or pip settings made for it, must not leak in.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore
export PIP_NO_INPUT := 1
export VIRTUALENV_OVERRIDE_APP_DATA := $(CURDIR)/$(TOOLS)/.cache
unexport PYTHONHOME PYTHONPATH PIP_REQUIRE_VIRTUALENV PIP_USER PIP_TARGET
PIP_INSTALL := -m pip install --constraint

.DEFAULT_GOAL := help
.NOTPARALLEL: # two installers must not write into one environment at once
.PHONY: help env run test cover check lint types layers docs docs-check format bench peers agents clean

help: ## list the tasks
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | \
	  while IFS="$$(printf '\t')" read -r name what; do printf '  make %-12s %s\n' "$$name" "$$what"; done

env: $(VENV)/.test $(VENV)/.check $(VENV)/.docs ## make the whole environment of a developer

run: $(VENV)/.run ## check the examples and print the reports (most are sick on purpose)
	@$(BIN)/transcript-doctor check examples/ || test $$? -eq 1
	@echo; echo "The same history may please one provider and not the next:"; echo
	@$(BIN)/transcript-doctor check --target all examples/switched-to-mistral.json || test $$? -eq 1

test: $(VENV)/.test ## run the whole suite; ARGS="-k name" for a part
	@$(BIN)/python -m pytest $(ARGS)

cover: $(VENV)/.test ## run the suite and list the lines and branches that no test reaches
	@$(BIN)/coverage run -m pytest $(ARGS)
	@$(BIN)/coverage report

check: lint types layers docs-check ## all static checks
	@echo "static checks passed"

lint: $(VENV)/.check ## style
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "make format mends this"; exit 1; }

types: $(VENV)/.check ## types
	@$(BIN)/mypy --no-error-summary

layers: $(VENV)/.check ## imports go down only
	@scripts/quietly $(BIN)/lint-imports --no-cache

docs-check: $(VENV)/.run ## the pages made from rules and targets are in step
	@$(BIN)/python scripts/docs.py --check

docs: $(VENV)/.docs ## make the pages and the site (into site/)
	@$(BIN)/python scripts/docs.py
	@$(BIN)/mkdocs build --quiet --strict

format: $(VENV)/.check ## mend what can be mended by itself
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

bench: $(VENV)/.test ## measure speed, as ratios within one run (3 minutes; ARGS=full takes 15)
	@$(BIN)/python scripts/bench.py $(ARGS)

peers: $(PEERS)/.made ## compare with other tools, in an environment of its own
	@$(PEERS)/bin/python scripts/peers.py $(ARGS)

agents: $(AGENTS)/.made $(MOCKS)/.made ## run real agents and fake servers against ours (6 minutes)
	@$(AGENTS)/bin/python scripts/agents.py $(ARGS)

clean: ## remove all that make has made
	@rm -rf $(TOOLS) $(VENV) $(PEERS) $(AGENTS) $(MOCKS) site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

# Debian has no venv module until a package is added, but its pip can fetch virtualenv.
# (Its redirect file would be named `.venv` when the other environment is made first.)
$(TOOLS)/.made: constraints.txt
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed: make PYTHON=...")'
	@rm -rf $(TOOLS)
	@scripts/quietly $(PYTHON) $(PIP_INSTALL) constraints.txt --target $(TOOLS) virtualenv
	@touch $@

$(VENV)/.made: $(TOOLS)/.made
	@echo "making the environment in $(VENV) (once)"
	@PYTHONPATH=$(TOOLS) $(PYTHON) -m virtualenv --quiet --clear --no-venv-redirect $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made pyproject.toml
	@scripts/quietly $(BIN)/python $(PIP_INSTALL) constraints.txt --group build
	@scripts/quietly $(BIN)/python $(PIP_INSTALL) constraints.txt --no-build-isolation --editable .
	@touch $@

$(VENV)/.test $(VENV)/.check $(VENV)/.docs: $(VENV)/.%: $(VENV)/.run
	@echo "installing what \`make $*\` needs (once)"
	@scripts/quietly $(BIN)/python $(PIP_INSTALL) constraints.txt --group $*
	@touch $@

$(PEERS)/.made: $(TOOLS)/.made pyproject.toml constraints-peers.txt
	@echo "making the environment of the peers in $(PEERS) (once)"
	@PYTHONPATH=$(TOOLS) $(PYTHON) -m virtualenv --quiet --clear --no-venv-redirect $(PEERS)
	@scripts/quietly $(PEERS)/bin/python $(PIP_INSTALL) constraints-peers.txt --group build
	@scripts/quietly $(PEERS)/bin/python $(PIP_INSTALL) constraints-peers.txt --no-build-isolation --editable .
	@$(PEERS)/bin/python scripts/peers.py --install
	@touch $@

$(AGENTS)/.made: $(TOOLS)/.made pyproject.toml constraints-agents.txt benchmarks/agents/installing.py benchmarks/agents/node/package.json
	@echo "making the environment of the agents in $(AGENTS) (once)"
	@PYTHONPATH=$(TOOLS) $(PYTHON) -m virtualenv --quiet --clear --no-venv-redirect $(AGENTS)
	@scripts/quietly $(AGENTS)/bin/python $(PIP_INSTALL) constraints-agents.txt --group build
	@scripts/quietly $(AGENTS)/bin/python $(PIP_INSTALL) constraints-agents.txt --no-build-isolation --editable .
	@$(AGENTS)/bin/python scripts/agents.py --install agents
	@touch $@

$(MOCKS)/.made: $(TOOLS)/.made constraints-mocks.txt benchmarks/agents/installing.py
	@echo "making the environment of the fake servers in $(MOCKS) (once)"
	@PYTHONPATH=$(TOOLS) $(PYTHON) -m virtualenv --quiet --clear --no-venv-redirect $(MOCKS)
	@$(MOCKS)/bin/python scripts/agents.py --install mocks
	@touch $@

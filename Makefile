# Set-up happens by itself, once: the stamp is newer than what it was made from, or it is made again.
# On a machine with several Pythons: make test PYTHON=python3.12 (another version makes .venv anew)

PYTHON ?= python3
JOBS ?= 2
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp-$(subst /,-,$(PYTHON))
PIP := $(BIN)/python -m pip --disable-pip-version-check
VERSION_OF := -c 'import sys; print(*sys.version_info[:3])'
PORTS := tests/ports
LOCKED := python3.11 python3.12 python3.13

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup verify certify test test-all fuzz mutants ports lint types wheel lock format clean

help:  ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP)  ## make .venv: the pinned packages and this project, editable

verify: $(STAMP)  ## judge every claim (ARGS="..." reaches slotproof verify)
	@$(BIN)/slotproof verify $(ARGS)

certify: $(STAMP)  ## make and check a certificate of each question of the proofs (ARGS="..." reaches slotproof certify)
	@$(BIN)/slotproof certify --json build/certificates.json $(ARGS); status=$$?; \
	  $(BIN)/python -m tests.certify.certificates build/certificates.json && exit $$status

test: $(STAMP)  ## run the tests, but for the long ones and those of the ports (ARGS="..." reaches pytest)
	@$(BIN)/python -m pytest -n $(JOBS) $(PORTS:%=--ignore=%) -m "not long" $(ARGS)

test-all: $(STAMP)  ## run the long tests, too, half an hour (ARGS="..." reaches pytest)
	@$(BIN)/python -m pytest -n $(JOBS) $(PORTS:%=--ignore=%) $(ARGS)

fuzz: $(STAMP)  ## compare random programs in the prover and in CPython, until interrupted (ARGS="..." reaches python -m tests.fuzz)
	@$(BIN)/python -m tests.fuzz --forever $(ARGS)

mutants: $(STAMP)  ## make each small mistake until a judge notices it, hours (ARGS="..." reaches slotproof mutants)
	@$(BIN)/slotproof mutants --killers 1 --judge gate --judge explore --judge bits --judge prove \
	  --json build/mutants/mutants.json --html build/mutants $(ARGS)

ports: $(STAMP)  ## build the ports and drive them (needs g++, cargo, npm, go, mono)
	@$(BIN)/python -m pytest -n $(JOBS) $(PORTS) $(ARGS)

lint: $(STAMP)  ## ruff: rules and format
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

format: $(STAMP)  ## ruff: mend what can be mended
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

types: $(STAMP)  ## mypy, strict
	@$(BIN)/mypy

wheel: $(STAMP)  ## build dist/*.whl and try it where the source tree is out of reach
	@$(BIN)/python -m slotproof.dev.wheel

lock: $(STAMP)  ## compile constraints.txt again, for every Python it serves
	@$(BIN)/python -m slotproof.dev.lock $(LOCKED)

clean:  ## remove what make made
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .slotproof
	find slotproof spec impl proofs tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  v=$$($(PYTHON) --version 2>&1) || v=missing; \
	  echo "slotproof needs Python 3.11 or newer; '$(PYTHON)' is $$v." >&2; \
	  echo "Name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' comes without venv; install it (on Debian and Ubuntu the package is python3-venv)." >&2; exit 1; }
	@[ "$$($(BIN)/python $(VERSION_OF) 2>/dev/null)" = "$$($(PYTHON) $(VERSION_OF))" ] && $(PIP) --version >/dev/null 2>&1 || { \
	  echo "setup: making $(VENV) with $$(command -v $(PYTHON))"; $(PYTHON) -m venv --clear $(VENV); }
	@echo "setup: installing the pinned packages"
	@$(PIP) install -qq --no-deps -r constraints.txt
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

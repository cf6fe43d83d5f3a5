# The maintainer's commands. `make` lists them.

.DEFAULT_GOAL := help
# Builds of one folder can't run concurrently, so targets run one after the other.
.NOTPARALLEL:
.PHONY: help demo demo-traffic examples first-hours build test test-swift test-official test-server test-yaml test-hummingbird test-browser format format-check lint bench bench-pages bench-server soak soak-server simulate fuzz tsan \
	docs server check-core-dependencies check-apple check-examples setup clean

ARGUMENTS ?=
DOCS ?=
PORT ?=
SERVER_PORT ?=
REHEARSE ?=
PEOPLE ?= 300
DATA ?=
FUZZ_SECONDS ?= 60

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-24s %s\n", $$1, $$2 }' Makefile

demo: ## Build and start Documents and the server that has its flags; DOCS=folder, PORT=number, SERVER_PORT=number, REHEARSE=error
	@scripts/setup-system build server
	@scripts/run-demo "$(DOCS)" "$(PORT)" "$(SERVER_PORT)" "$(REHEARSE)"

demo-traffic: ## Add simulated people to the demo that runs; PEOPLE=number, EXPERIMENT=lift|harm|mismatch|none
	@scripts/setup-system build
	@scripts/demo-traffic --people "$(PEOPLE)" $(if $(EXPERIMENT),--experiment "$(EXPERIMENT)") $(ARGUMENTS)

server: ## Build and start the server on a persistent folder; DATA=folder and PORT=number set folder and port
	@scripts/setup-system build server
	@scripts/run-server "$(DATA)" "$(PORT)"

check-examples: ## Type-check the examples as a dependent package
	@scripts/setup-system build
	@scripts/check-examples

first-hours: ## Do what a new user does, with only what the README and the guides show
	@scripts/setup-system build server
	@scripts/build --product firesteel-server
	@FIRESTEEL_SERVER="$$(scripts/build --show-bin-path)/firesteel-server" scripts/first-hours

examples: ## Build the examples as a dependent package
	@scripts/setup-system build
	cd Examples && swift build

build: ## Build every target in debug, with all traits
	@scripts/setup-system build server
	@scripts/build

test: ## Set up, then check formatting and lint, and run every test
	@scripts/setup-system build server python browser lint
	@scripts/test

test-swift: ## Run only the Swift tests, without the server's
	@scripts/setup-system build server python
	@scripts/setup-python
	@scripts/test-swift

test-official: ## Build the core without unofficial features of compiler and runtime, and run its tests
	@scripts/setup-system core
	@scripts/test-official-features

test-server: ## Run only the server's tests, on SQLite and PostgreSQL
	@scripts/setup-system build server python
	@scripts/setup-python
	@scripts/test-server

test-yaml: ## Test flags of YAML files, in a package that depends on Firesteel
	@scripts/setup-system core
	@scripts/test-package YAML

test-hummingbird: ## Test sessions of Hummingbird's requests, in a package that depends on Firesteel
	@scripts/setup-system core
	@scripts/test-package HummingbirdSessions

test-browser: ## Run only the browser tests
	@scripts/setup-system build server browser
	@scripts/setup-python
	@scripts/test-browser

format: ## Format the sources
	@scripts/format

format-check: ## Report sources that are not formatted
	@scripts/format --check

lint: ## Check scripts, browser tests and prose
	@scripts/setup-system lint browser
	@scripts/setup-python
	@scripts/lint

bench: ## Run the benchmarks in release
	@scripts/setup-system core
	cd Benchmarks && swift run -c release

bench-pages: ## Measure the inspector's pages, and the cost of an open one
	@scripts/setup-system build browser
	@scripts/setup-python
	@scripts/bench-pages

bench-server: ## Measure the server in release: requests, event streams, start, memory and what programs send; ARGUMENTS=--quick
	@scripts/setup-system build server bench-server
	@scripts/bench-server $(ARGUMENTS)

soak: ## Run 2,650 crash tests, and count lost events
	@scripts/setup-system build server python
	@scripts/setup-python
	@scripts/soak

soak-server: ## Load, fuzz and kill the server at full size, for an hour or two
	@scripts/setup-system build server python
	@scripts/setup-python
	@scripts/soak-server

simulate: ## Repeat the simulated rollouts and suspects of the statistics thousands of times, in release
	@scripts/setup-system core
	@scripts/simulate

fuzz: ## Fuzz the parsers of external data, for FUZZ_SECONDS (60) per target
	@scripts/setup-system build server
	@scripts/fuzz "$(FUZZ_SECONDS)"

tsan: ## Run the core's tests under ThreadSanitizer
	@scripts/setup-system core
	@scripts/test-core-with-thread-sanitizer

docs: ## Build the documentation into .build/docs
	@scripts/setup-system core
	@scripts/build-docs

check-core-dependencies: ## Prove that the core resolves and builds without HTTP, SQLite and swift-syntax
	@scripts/setup-system core
	@scripts/check-core-dependencies

check-apple: ## Type-check the adapters for Apple's frameworks against declarations of them
	@scripts/setup-system build
	@scripts/check-apple

setup: ## Install what building and testing need, where it is missing
	@scripts/setup-system build server python browser lint
	@scripts/setup-python

clean: ## Remove what was built
	rm -rf .build .venv artefacts Benchmarks/.build Examples/.build Fuzz/.build

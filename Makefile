# The maintainer's commands. `make` lists them.

.DEFAULT_GOAL := help
# Builds of one folder can't run concurrently, so targets run one after the other.
.NOTPARALLEL:
.PHONY: help demo examples build test test-swift test-official test-yaml test-server test-browser format format-check lint bench bench-pages soak fuzz tsan \
	docs check-core-dependencies check-apple setup clean

DOCS ?=
PORT ?=
FUZZ_SECONDS ?= 60

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-24s %s\n", $$1, $$2 }' Makefile

demo: ## Build and start Documents; DOCS=folder opens that folder, PORT=number sets the port
	@scripts/setup-system build
	@scripts/run-demo "$(DOCS)" "$(PORT)"

examples: ## Build the examples as a dependent package
	@scripts/setup-system build
	cd Examples && swift build

build: ## Build every target in debug, with all traits
	@scripts/setup-system build
	@scripts/build

test: ## Set up, then check formatting and lint, and run every test
	@scripts/setup-system build python browser lint
	@scripts/test

test-swift: ## Run only the Swift tests
	@scripts/setup-system build python
	@scripts/setup-python
	@scripts/test-swift

test-official: ## Build the core without unofficial features of compiler and runtime, and run its tests
	@scripts/setup-system core
	@scripts/test-official-features

test-yaml: ## Test flags of YAML files, in a package that depends on Firesteel
	@scripts/setup-system core
	@scripts/test-yaml

test-server: ## Run only the tests of firesteel-server's processes
	@scripts/setup-system build python server
	@scripts/setup-python
	@scripts/test-server

test-browser: ## Run only the browser tests
	@scripts/setup-system build browser
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
	@scripts/setup-system core browser
	@scripts/setup-python
	@scripts/bench-pages

soak: ## Run 3,000 crash tests, and count lost events and changes
	@scripts/setup-system build python server
	@scripts/setup-python
	@scripts/soak

fuzz: ## Fuzz the parsers of external data, for FUZZ_SECONDS (60) per target
	@scripts/setup-system build
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
	@scripts/setup-system build python browser lint
	@scripts/setup-python

clean: ## Remove what was built
	rm -rf .build .venv artefacts Benchmarks/.build Examples/.build Fuzz/.build

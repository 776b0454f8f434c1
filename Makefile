# Every check that CI runs, runnable here. `make` alone lists them.

# What a change must pass. `.ci/run` runs the same list, and then MORE.
CHECKS = lint floors build test command manual plugins servers clients page snippets negative names platforms api docs example prove-galaxy graphs bench-check
MORE = prove stress stress-thread sanitize-thread random-programs fuzz

# What takes long, or seldom finds anything that the checks do not.
NIGHTLY = oracle random-straight random-together sanitize-address stress-address stress-fences model bench self-test

SHELL = /bin/bash
SWIFT_FILES = set -o pipefail; git ls-files -z --cached --others --exclude-standard -- '*.swift'
EXAMPLES = $(wildcard Examples/*)
BENCHMARKS = Benchmarks

help:  ## List the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' Makefile | \
	    while IFS='|' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

check: $(CHECKS)  ## Everything a change must pass

format:  ## Rewrite all Swift files in the house style
	$(SWIFT_FILES) | xargs -0 swift format --in-place --parallel

lint:  ## Style, missing documentation, force unwraps
	$(SWIFT_FILES) | xargs -0 swift format lint --strict --parallel

floors:  ## Imports, unexplained unsafety, names, lengths, what is cited, what is generated
	python3 scripts/check-floors.py
	python3 scripts/explain.py check

# In a folder of its own, so that `swift build` need not begin anew. In CI, which sets the variable, this is
# the build that is tested.
build:  ## Build with every warning as an error
	MORTISE_STRICT=1 swift build --build-tests $(if $(MORTISE_STRICT),,--scratch-path .build/strict)

test:  ## Run the tests
	swift test

# They are written by a test of the module, so nothing else is built.
PAGES = .build/pages

page:  ## Open pages of graphs in Chromium, and use them; count the arrows that cross, also in Graphviz' drawings
	rm -rf $(PAGES)
	MORTISE_PAGES=$(PAGES) swift test --filter PagesForABrowser
	python3 scripts/page.py $(PAGES)/*.html
	python3 scripts/crossings.py $(PAGES)/compared-*.html

snippets:  ## Run the code samples of the documentation
	scripts/snippets.sh

negative:  ## Samples that must not compile
	python3 scripts/must-not-compile.py

names:  ## Type-check programs that import us beside others, and compare our names with theirs
	python3 scripts/names.py

mortise:  ## Build the command that proves a package's wiring, into .build/mortise
	swift build -c release --traits Prover --product mortise --scratch-path .build/tool
	cp "$$(swift build -c release --traits Prover --scratch-path .build/tool --show-bin-path)/mortise" \
	    .build/mortise

oracle: mortise  ## Run programs, and compare what each request does with what was proven of it (long)
	swift build
	python3 scripts/oracle.py

# A build without optimization is ready sooner than one with it could make up for.
PROVER = swift build --traits Prover --scratch-path .build/command --product
COMMAND = $(PROVER) mortise

command:  ## Build the command with its trait, and run it as people do
	$(COMMAND)
	swift build
	python3 scripts/command.py

# Written from what `--help` says, by a tool of swift-argument-parser. The date is that of the last commit.
MANUAL = .build/manual

manual:  ## Write the command's manual page, .build/manual/mortise.1, and check it with mandoc
	$(COMMAND)
	$(PROVER) generate-manual
	rm -rf $(MANUAL) && mkdir $(MANUAL)
	.build/command/debug/generate-manual .build/command/debug/mortise --date $$(git log -1 --format=%cs) \
	    --output-directory $(MANUAL)
	mandoc -T lint -W error $(MANUAL)/mortise.1
	@for words in 'Em prove' 'Em graph' 'Em explain' 'Em facts' 'Fl -write-baseline'; do \
	    grep -q "^\.It $$words" $(MANUAL)/mortise.1 || { echo "manual: nothing begins with $$words"; exit 1; }; \
	done

# Outside the repository, where the library and the command are built anew, as they are for people.
plugins:  ## Add the plugins to a package outside the repository, and plant mistakes in it
	python3 scripts/plugins.py

# SwiftPM passes the flags of several traits in the order of their hashes. If that is another one in each
# run, each builds everything anew.
SAME_ORDER = SWIFT_DETERMINISTIC_HASHING=1

# In a package of its own: with their traits, the root package would fetch other packages. One test after
# the other: some block threads, and the pool has as many as there are cores, so others would not be answered
# in time.
servers:  ## Test the products for servers, and the articles about other packages
	$(SAME_ORDER) swift test --no-parallel --package-path Tests/Servers

clients:  ## Resolve and build packages that depend on clones of this one, and see what they fetch
	scripts/clients.sh

# Programs are drawn from a seed that is printed: `make random-programs SEED=… COUNT=… FLAGS=--minimise`.
RANDOM = --count $(or $(COUNT),300) $(if $(SEED),--seed $(SEED)) $(FLAGS)

random-programs:  ## Prove and run random programs, and compare
	$(COMMAND)
	swift build
	python3 scripts/random-programs.py $(RANDOM)

random-straight:  ## The same without conditions, where nothing need be undecided
	$(COMMAND)
	swift build
	python3 scripts/random-programs.py $(RANDOM) --straight

random-together:  ## The same with what the engine's features do together
	$(COMMAND)
	swift build
	python3 scripts/random-programs.py $(RANDOM) --together

fuzz:  ## Give the command what no compiler prints, for half a minute
	$(COMMAND)
	swift build
	python3 scripts/fuzz.py --seconds $(or $(SECONDS),30) $(if $(SEED),--seed $(SEED)) $(FLAGS)

platforms:  ## Compile and run the parts for UIKit, AppKit and WatchKit, against stubs
	scripts/platforms.sh

api:  ## Compare the public interface with API/
	scripts/api.sh check

docs:  ## Build the documentation with every warning as an error
	scripts/docs.sh

# The server stands on the same packages as the tests for servers. In CI, which sets the variable, it is built
# where they are, so that these packages are compiled once. Elsewhere that would not pay: the library's traits
# differ, so each of the two would build it anew after the other.
GALAXY = --package-path Examples/Galaxy --scratch-path $(GALAXY_BUILD)
GALAXY_BUILD = $(if $(CI),Tests/Servers/.build,Examples/Galaxy/.build)

# The first one is built as the README says it, with a build of its own: what a person does first. The server has
# its own, too. The others share theirs, so that the library is built once for all of them.
BUILD_OF = $(or $(if $(filter Examples/StarWars,$1),$1/.build),$(if $(filter Examples/Galaxy,$1),$(GALAXY_BUILD)),.build/examples)

# SwiftPM takes the plan of the package that was built last for that of each that shares its folder, so none is kept.
PACKAGE = --package-path $1 --scratch-path $(call BUILD_OF,$1) --disable-build-manifest-caching

define TEST
rm -rf $(call GRAPHS_OF,$1)
mkdir -p $(call GRAPHS_OF,$1)
$(SAME_ORDER) swift test $(call PACKAGE,$1) --attachments-path $(call GRAPHS_OF,$1)

endef

# The graphs that the tests record of what they have validated, for tests that run in any folder.
GRAPHS_OF = $(CURDIR)/.build/graphs/$(notdir $1)

example:  ## Run the example applications' tests, and the README's command
	@[ -n "$(EXAMPLES)" ] || { echo "example: there is none, nothing was tested"; exit 1; }
	swift run --package-path Examples/StarWars starwars
	$(foreach example,$(EXAMPLES),$(call TEST,$(example)))

# After `example`, which has built nearly all that it proves.
prove-galaxy:  ## Prove the example of a server, and find mistakes that are planted in it
	$(COMMAND)
	$(SAME_ORDER) swift build $(GALAXY)
	python3 scripts/planted.py Galaxy $(GALAXY_BUILD)

# A folder that several share describes the build of the last one, so each is built again first: after `example`
# nothing is compiled.
define COMPARE
@$(SAME_ORDER) swift build $(call PACKAGE,$1) >/dev/null
@python3 scripts/graphs.py $(notdir $1) $(call GRAPHS_OF,$1) $(call BUILD_OF,$1)

endef

graphs:  ## Compare the graphs that the examples' tests have recorded with what is proven
	$(COMMAND)
	$(foreach example,$(EXAMPLES),$(call COMPARE,$(example)))

# The examples, but for the server, which `prove-galaxy` proves. In those of
# the other vocabularies mistakes are planted.
PROVEN = StarWars ReadingList
PLANTED = ComicStrips Connectivity SignIn
BUILT = --scratch-path $(call BUILD_OF,Examples/$*)

# What may fail in StarWars is shown, and passes.
prove: $(PROVEN:%=prove-%) $(PLANTED:%=plant-%) prove-snippets  ## Prove the other examples, and the snippets

plant-%: prove-command
	@$(SAME_ORDER) swift build $(call PACKAGE,Examples/$*) >/dev/null
	@python3 scripts/planted.py $* $(call BUILD_OF,Examples/$*)

prove-%: prove-command
	@$(SAME_ORDER) swift build $(call PACKAGE,Examples/$*) >/dev/null
	@said=$$(.build/command/debug/mortise prove $(BUILT) Examples/$* 2>&1); status=$$?; \
	    echo "$*: $$(tail -n 1 <<<"$$said")"; \
	    [ $$status = 0 ] || [ $*$$status = StarWars2 ] || { echo "$$said"; exit 1; }

# The command proves this package, in which nothing but the snippets uses containers: 33 programs.
# Many show mistakes on purpose. A file knows them, and what is new fails. `FLAGS=--prune` removes what is gone.
KNOWN = Snippets/mortise-baseline.json

prove-snippets: prove-command
	@swift build >/dev/null
	@said=$$(.build/command/debug/mortise prove --timeout 600 --baseline $(KNOWN) $(FLAGS) . 2>&1); status=$$?; \
	    grep 'does not occur any more' <<<"$$said"; echo "snippets: $$(tail -n 1 <<<"$$said")"; \
	    [ $$status = 0 ] || { echo "$$said"; exit 1; }

prove-command:
	$(COMMAND)

# The construction protocol is explored as a value: there are no threads in that and no pointers, and it would
# keep the pool's threads from all other tests for minutes. What deals with values alone is not even built.
SANITIZED_BUILD = MORTISE_SANITIZED=1 swift build --product mortisePackageTests -Xswiftc -DMORTISE_SANITIZED
SANITIZED = --skip-build --disable-xctest $(if $(FILTER),--filter $(FILTER)) --skip 'construction protocol'

sanitize: sanitize-thread sanitize-address  ## Run the tests under both sanitizers

sanitize-thread:  ## Run the tests under Thread Sanitizer
	$(SANITIZED_BUILD) --sanitize=thread --scratch-path .build/tsan
	MORTISE_SANITIZED=1 swift test --sanitize=thread --scratch-path .build/tsan $(SANITIZED)

sanitize-address:  ## Run the tests under Address Sanitizer
	$(SANITIZED_BUILD) --sanitize=address --scratch-path .build/asan
	LSAN_OPTIONS=suppressions=$(CURDIR)/scripts/leaks.supp \
	MORTISE_SANITIZED=1 swift test --sanitize=address --scratch-path .build/asan $(SANITIZED)

# What is measured elsewhere is checked as it is there.
bench: CHECKED =
bench: bench-check  ## Measure: ratios against their bars, instructions, times, reclamation, type checking, weight
	$(BENCHMARKS)/type-checking --bars
	swift build -c release --package-path $(BENCHMARKS) --product instructions
	$(BENCHMARKS)/instructions.py --check
	swift run -c release --package-path $(BENCHMARKS) replacing --bars
	swift package --package-path $(BENCHMARKS) benchmark thresholds check --no-progress \
	    --path $(BENCHMARKS)/Thresholds
	swift run -c release --package-path $(BENCHMARKS) ratios --bars
	$(BENCHMARKS)/weight --bars

# A build that also finds users' code that runs under a lock. Beside that it does what any other does: the count
# of a thread's locks is a variable of its own, so nothing more is allocated.
CHECKED = --scratch-path $(BENCHMARKS)/.build/checked -Xswiftc -DMORTISE_COUNTS_LOCKS

bench-check:  ## Check that the benchmarks run, give right results and stay in their budgets
	swift test -c release --package-path $(BENCHMARKS) $(CHECKED) --no-parallel --disable-xctest \
	    --disable-testable-imports
	swift run -c release --package-path $(BENCHMARKS) $(CHECKED) soak
	swift run -c release --package-path $(BENCHMARKS) $(CHECKED) ratios --check

# Rounds are drawn from a seed that is printed first: `make stress SEED=… SECONDS=… FLAGS='--only lanes'`.
STRESS = --seconds $(or $(SECONDS),60) $(if $(SEED),--seed $(SEED)) $(FLAGS)

stress:  ## Look for mistakes of the engine at random, for a minute
	swift run -c release --package-path $(BENCHMARKS) $(CHECKED) stress --patience 60 $(STRESS)

stress-thread:  ## The same under Thread Sanitizer
	swift run -c release --package-path $(BENCHMARKS) --scratch-path $(BENCHMARKS)/.build/tsan \
	    --sanitize=thread stress --patience 60 $(STRESS)

stress-address:  ## The same under Address Sanitizer
	ASAN_OPTIONS=detect_leaks=0 \
	swift run -c release --package-path $(BENCHMARKS) --scratch-path $(BENCHMARKS)/.build/asan \
	    --sanitize=address stress --patience 60 $(STRESS)

stress-fences:  ## The same where the kernel has no membarrier, as on other systems than Linux
	MORTISE_WITHOUT_MEMBARRIER=1 \
	    swift run -c release --package-path $(BENCHMARKS) stress $(STRESS)

SOAKED = $(SAME_ORDER) swift build --package-path Examples/Galaxy --scratch-path Examples/Galaxy/.build/tsan \
    --sanitize=thread --product galaxy

soak-thread:  ## Load the example of a server under Thread Sanitizer, and send it a signal
	$(SOAKED)
	scripts/soak-thread.py "$$($(SOAKED) --show-bin-path)/galaxy" --requests $(or $(REQUESTS),20000)

self-test:  ## Plant mistakes and see that the checks catch them (needs a clean tree)
	scripts/test-checks.sh

model:  ## Explore the construction protocol at length (MORTISE_MODEL_SECONDS, MORTISE_MODEL_SEED)
	MORTISE_MODEL_SECONDS=$${MORTISE_MODEL_SECONDS:-600} swift test -c release -Xswiftc -enable-testing \
	    --scratch-path .build/model --disable-xctest --filter 'construction protocol'

nightly:  ## What CI leaves out, because it takes long; goes on after a failure
	@failed=; for target in $(NIGHTLY); do $(MAKE) $$target || failed="$$failed $$target"; done; \
	    [ -z "$$failed" ] || { echo "nightly: failed:$$failed"; exit 1; }

# For .ci/run, so that the lists cannot drift apart.
list-checks:
	@echo $(CHECKS)
list-more:
	@echo $(MORE)

.PHONY: help check format $(CHECKS) sanitize sanitize-thread sanitize-address bench stress stress-thread \
        stress-address stress-fences soak-thread self-test model nightly oracle mortise random-programs random-straight random-together fuzz prove prove-snippets prove-command list-checks list-more

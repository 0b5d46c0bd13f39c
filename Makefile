# ninefold: `make help` lists the targets.

# ---- what a user may set -----------------------------------------------------------------------
CC      ?= cc
PREFIX  ?= /usr/local
# Where libninefold goes.
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
CFLAGS  ?= $(or $(LEVEL_$(VARIANT)),$(LEVEL)) -g1
WERROR  ?=
# 1 shows the commands that build.
V       ?= 0
# release, asan (AddressSanitizer and UBSan), tsan, fuzz (as asan, for libFuzzer), cov (counts of
# gcov, not optimised); each has a folder of objects of its own.
VARIANT ?= release

# ---- flags -------------------------------------------------------------------------------------
VERSION   := 1.0.0
COMMIT    ?= $(shell git describe --always --dirty --abbrev=10 2>/dev/null || echo unknown)
ARCH      := $(shell $(CC) -dumpmachine | cut -d- -f1)
# For browsers: one thread, no shared libraries (scripts/web).
WASM      := $(filter wasm32,$(ARCH))
WARNINGS  := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wvla -Wstrict-prototypes \
             -Wmissing-prototypes $(if $(WERROR),-Werror)
# -O3 takes four times as long to compile with sanitizers.
LEVEL_asan := -O1
# With chars as they are on other processors, which is tried here for this one.
LEVEL_tsan := -O1 -funsigned-char
LEVEL_cov  := -O0
SANITIZE_release :=
SANITIZE_asan    := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SANITIZE_tsan    := -fsanitize=thread
SANITIZE_fuzz    := -fsanitize=fuzzer-no-link,address,undefined \
                    -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-pass-failed
# Threads that count at once may lose a count, but never make it 0.
SANITIZE_cov     := --coverage -fprofile-update=single
SANITIZE  := $(SANITIZE_$(VARIANT))
CPPFLAGS_ALL = -Isrc -I. -D_GNU_SOURCE $(CPPFLAGS)
# Position independent for the shared library; hidden, so that this costs the program nothing.
CFLAGS_ALL   = -std=c11 $(if $(WASM),-msimd128,-pthread -fPIC) -fvisibility=hidden $(CFLAGS) $(WARNINGS) $(SANITIZE)
LIBS_API     = -lxxhash -ljansson -lm -pthread
LIBS         = -lsqlite3 -lyaml $(LIBS_API)
BUILD   := build/$(notdir $(CC))-$(VARIANT)
# For coverage: keeps the counts of processes that end without exit().
FLUSH   := $(if $(filter cov,$(VARIANT)),$(BUILD)/tests/coverage/flush.o)
LDFLAGS_ALL = $(if $(FLUSH),-Wl$(comma)--wrap=_exit$(comma)--wrap=execve) $(LDFLAGS)
comma   := ,

# Says in a few words what is being built, or lets make show the whole command.
Q   := $(if $(filter 1,$(V)),,@)
say  = $(if $(filter 1,$(V)),true,printf '  %-8s %s\n' $(1) $(2))

# ---- sources -----------------------------------------------------------------------------------
SOURCES := $(filter-out src/main.c src/judge/sandbox/preload/% src/web/% bench/fuzz/%,$(sort $(shell find src gen bench -name '*.c')))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
PROGRAM := $(BUILD)/ninefold
# libninefold, with no more of the objects than it needs.
SONAME  := libninefold.so.$(firstword $(subst ., ,$(VERSION)))
LIBRARY := $(BUILD)/$(SONAME) $(BUILD)/libninefold.a
API     := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/lib/*.c)))
# The engine of the web page, and what it may take from the rest.
WEB     := $(patsubst %.c,$(BUILD)/%.o,$(sort $(wildcard src/web/engine/*.c)))
WEB_ROOMS := $(foreach file,$(wildcard src/sim/*.c src/judge/*.c),$(file:.c=.)) src/sim/report src/sim/runs/compar \
             src/sim/runs/paired src/sim/runs/tournament
WEB_OF  := $(filter-out %/out_file.o,$(filter \
             $(foreach room,src/base src/table src/games src/judge/story src/judge/form $(WEB_ROOMS) src/lib gen,$(BUILD)/$(room)%),$(OBJECTS)))
# Straight-line code, for the instruction set that its name or its folder's tells.
named    = $(foreach object,$(OBJECTS),$(if $(findstring /$(1),$(object)),$(object)))
KERNELS := $(foreach name,portable.o portable_draw.o bytes avx2.o avx512,$(call named,$(name)))
# Test programs lie in folders as what they test does; what they share is every other file there.
TESTS       := $(sort $(shell find tests/unit -name 'test_*.c'))
# The programs whose source says so in a line of its own: /* TAG: reason */
tagged = $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(shell grep -l '^/\* $(1): ' $(TESTS)))
# Those that take long or wait for others come first, so that none is left for the end.
FIRST       := $(or $(call tagged,first),$(error no unit test says /* first: why */))
UNITS       := $(FIRST) $(filter-out $(FIRST),$(TESTS:tests/unit/%.c=$(BUILD)/unit/%))
UNIT_SHARED := $(patsubst %.c,$(BUILD)/%.o,$(sort $(shell find tests/unit -name '*.c' ! -name 'test_*')))
# What all of them are linked with; each takes from it what it needs.
UNIT_PARTS  := $(BUILD)/unit/parts.a

# What fuzzes the parsers; the program that libFuzzer drives has one file more.
FUZZ_TARGETS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/libfuzzer.c,\
                  $(sort $(shell find tests/fuzz-targets -name '*.c'))))

# What is preloaded into programs under test, and the programs that the tests of running them run:
# none of them with sanitizers.
PRELOAD := $(BUILD)/libninefold-forkserver.so
HOSTILE := $(patsubst tests/hostile/%.c,$(BUILD)/hostile/%,$(sort $(wildcard tests/hostile/*.c))) \
           $(BUILD)/hostile/counter-static
# What is preloaded to make calls fail.
INJECT := $(BUILD)/faults/libinject.so
CFLAGS_PLAIN = -std=c11 -pthread -O2 -g -ffile-prefix-map=$(CURDIR)=. $(WARNINGS) -Isrc -D_GNU_SOURCE

# Kernels get the instruction set they are written for, everything else the baseline.
ifneq ($(filter x86_64 amd64,$(ARCH)),)
AVX2   := -mavx2 -mbmi2
AVX512 := -mavx512f -mavx512bw -mavx512vl -mavx512dq -mbmi2
$(call named,avx2.o) $(call named,bytes): CFLAGS_ALL += $(AVX2)
$(call named,avx512): CFLAGS_ALL += $(AVX512)
endif
$(KERNELS) $(call named,rules/) $(call named,exact/): CFLAGS_ALL += $(if $(filter release,$(VARIANT)),-O3)
# What deals, plays and counts games is as fast at -O2. The rest works once a command, or as long as
# others' programs do: it compiles in half the time.
LEVEL    = -O1
PLAYING := $(filter $(BUILD)/gen/% $(foreach room,base sim/ games judge/forms,$(BUILD)/src/$(room)/%),$(OBJECTS))
$(filter-out $(filter-out %/mistakes.o,$(call named,judged/)),$(PLAYING)): LEVEL = -O2

# Tests are not counted themselves.
ifeq ($(VARIANT),cov)
$(BUILD)/tests/unit/%.o $(BUILD)/tests/fuzz-targets/%.o: CFLAGS_ALL = -std=c11 -pthread -O1 -g1 $(WARNINGS)
endif

# Straight-line code that clang would instrument for minutes, and that no input steers.
ifeq ($(VARIANT),fuzz)
$(KERNELS): CFLAGS_ALL += -fno-sanitize=undefined,fuzzer-no-link
endif

# Catalogues of the other languages become part of the program (src/base/lang.h).
PO       := $(sort $(wildcard src/base/po/*.po))
MSGFMT   := $(shell command -v msgfmt)
# Where texts of the program stand, and how: marked, or as the format of a function that translates.
WORDED   := $(sort $(shell find src gen bench -name '*.[ch]'))
KEYWORDS := _ N_ P_:1,2 nf_fail:3 nf_fail_at:4 nf_text_write:3 nf_text_row:3 nf_frame:2 \
            nf_tables_note:2 NF_COLUMN:2
# A function with two texts takes two calls: keyword:1,2 would be a plural.
POT       = mkdir -p $(BUILD)/src/base/po && $(XGETTEXT) $(KEYWORDS:%=-k%) $(WORDED) && \
            $(XGETTEXT) -j -knf_text_row:2 $(WORDED)
XGETTEXT  = xgettext --from-code=UTF-8 --language=C --no-location --sort-by-file --omit-header \
            --no-wrap -k -o $(BUILD)/src/base/po/ninefold.pot

# ---- targets -----------------------------------------------------------------------------------
.PHONY: all library run test sim judge test-long quick quick-units unit cli mutants strength simulate mutation faults fuzz-targets coverage coverage-tests \
        check-cluster check-everywhere check-addresses check-exact check-sequential check-kernels check-headers check-memory check-threads \
        asan-units tsan-units bench bench-web bench-fuzz man install install-library install-python wheel wheel-files uninstall static web npm dist deb release format check-format po check-po \
        clean help
.DEFAULT_GOAL := all

# A libninefold that was built here once is kept up to date, so that no test sees an old one.
BUILT_LIBRARY := $(filter $(wildcard $(BUILD)/libninefold.*),$(LIBRARY))

all: $(PROGRAM) $(PRELOAD) $(BUILT_LIBRARY) ## build the program
	@ln -sf $(notdir $(BUILD))/ninefold build/ninefold

library: $(LIBRARY) ## libninefold, shared and static, for C and Python

# Parallel builds for those who just type make; -j given to make itself wins.
PARALLEL := $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))

run: ## build and play 100,000 games on all processors
	@scripts/deps build
	@$(MAKE) --no-print-directory $(PARALLEL) all
	build/ninefold run --games 100k

test: ## build and run the whole test suite
	@scripts/deps build test
	@$(MAKE) --no-print-directory $(PARALLEL) all library $(UNITS_least)
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory cli

test-long: ## the same with more cases, browsers and other processors
	@NF_TEST_LEVEL=2 $(MAKE) --no-print-directory test

quick: $(PROGRAM) $(PRELOAD) ## while editing: signatures and the quickest tests
	@$(MAKE) --no-print-directory $(PARALLEL) quick-units
	@NINEFOLD=$(abspath $(PROGRAM)) tests/run-cli tests/cli/play/signature.bats tests/cli/judge/check.bats

# Each house without the other: the objects of one alone, and the unit tests that need no more; those
# that need both say so: /* both: why */. A game whose transcripts its kernels make has a judge.c beside them.
houses = $(filter $(foreach room,$(1),$(BUILD)/$(room)),$(OBJECTS))
HOUSE_sim   := $(filter-out $(BUILD)/gen/%/cases/%,$(call houses,src/base/% src/table/% src/sim/% src/games/list.o gen/% bench/%)) \
               $(foreach room,rules simulated,$(call named,$(room)/))
HOUSE_judge := $(call houses,src/base/% src/table/% src/judge/% src/games/problems.o gen/%) $(foreach room,rules judged,$(call named,$(room)/)) \
               $(BUILD)/src/sim/kernel.o $(call houses,$(foreach play,$(wildcard src/games/*/simulated/judge.c),$(play:.c=.o) $(dir $(play))kernels/%))
BOTH        := $(call tagged,both)
house_tests  = $(filter-out $(BOTH),$(filter $(foreach room,base table $(1),$(BUILD)/unit/$(room)/%),$(UNITS)) \
               $(foreach test,$(filter $(BUILD)/unit/games/%,$(UNITS)),$(if $(findstring /$(2)/,$(test)),$(test))))
UNITS_sim   := $(patsubst $(BUILD)/unit/%,$(BUILD)/houses/sim/%,$(call house_tests,sim,simulated))
UNITS_judge := $(patsubst $(BUILD)/unit/%,$(BUILD)/houses/judge/%,$(call house_tests,judge,judged))
sim: $(UNITS_sim) ## the simulator built and tested without the tester
	@tests/run-units $(UNITS_sim)
judge: $(UNITS_judge) ## the tester built and tested without the simulator
	@tests/run-units $(UNITS_judge)

# Each test once, in a program that has one house alone where that is enough for it.
UNITS_least := $(foreach test,$(UNITS:$(BUILD)/unit/%=%),$(firstword \
    $(filter $(foreach house,sim judge,$(BUILD)/houses/$(house)/$(test)),$(UNITS_sim) $(UNITS_judge)) $(BUILD)/unit/$(test)))
unit: $(UNITS_least) ## run the unit tests, each house's without the other
	@tests/run-units $(UNITS_least)

cli: $(PROGRAM) $(PRELOAD) $(INJECT) $(BUILT_LIBRARY) ## run the command line tests
	@NINEFOLD=$(abspath $(PROGRAM)) tests/run-cli

# How many turns, of games whose tests count those, or games check-kernels compares, with what seed.
TURNS ?= 1000000000
GAMES ?= 200000
SEED  ?=
COMPARED := $(filter %_kernels %/test_every_kernel,$(UNITS))
check-kernels: $(COMPARED) ## kernels against references: 10^9 turns, 10^6 games
	@for test in $(COMPARED); do \
	    NF_TEST_TURNS=$(TURNS) NF_TEST_GAMES=$(GAMES) $(if $(SEED),NF_TEST_SEED=$(SEED)) $$test || exit 1; \
	done

# A quarter of an hour of processor time, and 1 GB.
check-exact: $(PROGRAM) ## exact against 10^8 rounds of games, uniform cards
	@NF_TEST_EXACT=1M NINEFOLD=$(abspath $(PROGRAM)) bats -f 'lie around' tests/cli/play/exact.bats

# A quarter of an hour of processor time.
strength: $(PROGRAM) ## what judge --strengthen brings back to test sets
	@NINEFOLD=$(abspath $(PROGRAM)) tests/strength/run $(STRENGTH)

check-sequential: $(BUILD)/unit/base/stats/test_sequential $(BUILD)/unit/sim/runs/test_tournament ## how often sequential tests and tournaments err
	@for test in $^; do NF_TEST_LEVEL=2 NF_TEST_SEQUENTIAL=1 $$test | sed -n 's/^note: |/|/p'; done

mutants: $(PROGRAM) ## measure test sets and fuzz by the mistakes people make
	@for game in $$($(PROGRAM) --list-games); do \
	    rm -rf $(BUILD)/mutants/set; \
	    $(PROGRAM) gen --quiet --game $$game --suite $(BUILD)/mutants/set >/dev/null && \
	        $(PROGRAM) judge --game $$game --mistakes $(BUILD)/mutants/set || exit 1; \
	    NINEFOLD=$(abspath $(PROGRAM)) CC="$(CC)" tests/mutants/run --game $$game || exit 1; \
	done
	@[ "$(DIAGNOSE)" = 0s ] || NINEFOLD=$(abspath $(PROGRAM)) CC="$(CC)" tests/diagnosis/run

# Seconds.
TIME ?= 60
simulate: $(PROGRAM) $(PRELOAD) ## lives of users: kills, signals, limits; TIME=60 SEED=
	@NINEFOLD=$(abspath $(PROGRAM)) tests/simulate/run --time $(TIME) \
	    $(if $(SEED),--seed $(SEED)) $(SIMULATE)

mutation: $(PROGRAM) $(PRELOAD) $(UNITS) $(INJECT) ## small changes of the sources, which tests must notice
	@BUILD=$(BUILD) CC="$(CC)" tests/mutation/run $(if $(SEED),--seed $(SEED)) $(MUTATION)

faults: $(PROGRAM) $(PRELOAD) $(INJECT) ## every call of the C library fails in turn; FAULT="..."
	@NINEFOLD=$(abspath $(PROGRAM)) BUILD=$(BUILD)/faults CC="$(CC)" tests/faults/run $(FAULT)

check-cluster: $(PROGRAM) ## shards by GNU parallel and Slurm on this machine
	@scripts/deps build test cluster
	@NINEFOLD=$(abspath $(PROGRAM)) bats tests/everywhere/cluster.bats

check-headers: $(OBJECTS) ## headers alone, prefixes of symbols, who includes whom
	@tests/check-includes
	@tests/check-games
	@CC="$(CC)" CFLAGS="$(CPPFLAGS_ALL) -std=c11 $(WARNINGS) -Werror" tests/check-headers $(OBJECTS)

# $(call sanitized,VARIANT): its units and commands, held against this build's.
sanitized = NINEFOLD=$(abspath $(PROGRAM)) $(MAKE) --no-print-directory VARIANT=$(1) \
                BUILD=build/$(notdir $(CC))-$(1) $(1)-units

check-addresses: $(PROGRAM) $(PRELOAD) ## units and all commands under AddressSanitizer, UBSan
	+@$(call sanitized,asan)

asan-units: $(PROGRAM) $(PRELOAD) $(UNITS)
	@tests/run-units $(UNITS)
	@ASAN_OPTIONS=exitcode=99 UBSAN_OPTIONS=exitcode=99 tests/memory/run $(PROGRAM)

check-threads: $(PROGRAM) $(PRELOAD) ## units and all commands under ThreadSanitizer
	+@$(call sanitized,tsan)

THREADED := $(call tagged,threads)
tsan-units: $(PROGRAM) $(PRELOAD) $(THREADED)
	@export TSAN_OPTIONS="exitcode=99 second_deadlock_stack=1"; tests/run-units $(THREADED) && \
	    THREADS=16 tests/memory/run $(PROGRAM)

MEMORABLE := $(call tagged,valgrind)
quick-units: $(MEMORABLE)
	@tests/check-includes
	@tests/check-games
	@tests/run-units $(MEMORABLE)

# Memory that a forked process has until it executes the program under test is not a leak.
MEMCHECK := valgrind -q --error-exitcode=99 --leak-check=full --show-leak-kinds=all \
            --errors-for-leak-kinds=definite,possible,indirect --child-silent-after-fork=yes --fair-sched=try
check-memory: $(PROGRAM) $(PRELOAD) $(MEMORABLE) ## all commands and quick unit tests under valgrind
	@scripts/deps build test memory
	@export UNDER="$(MEMCHECK)"; NINEFOLD=$(abspath $(PROGRAM)) CC="$(CC)" tests/memory/run $(PROGRAM) && \
	    $(if $(MEMORABLE),tests/run-units $(MEMORABLE),true)

# WHERE=--cheap is what a change must pass; or some words of the names of builds.
check-everywhere: $(PROGRAM) ## one signature: compilers, kernels, processors
	@scripts/deps build $(if $(filter --cheap,$(WHERE)),emulated,everywhere)
	@NINEFOLD=$(abspath $(PROGRAM)) tests/everywhere/run $(WHERE)

# COVERED is the least percentage of lines, BRANCHES=0 judges lines only, HTML=1 writes the sources
# with their counts.
coverage: ## which lines and branches the tests reach
	@scripts/deps build test coverage
	@$(MAKE) --no-print-directory $(PARALLEL) CC=gcc VARIANT=cov BUILD=build/gcc-cov coverage-tests

coverage-tests: all $(UNITS)
	@$(if $(COVERED),COVERED=$(COVERED)) $(if $(HTML),HTML=$(HTML)) $(if $(BRANCHES),BRANCHES=$(BRANCHES)) \
	    tests/coverage/run $(BUILD) $(UNITS)

# The compiler that brings libFuzzer. Each target is fuzzed for TIME seconds.
FUZZ_CC ?= clang
fuzz-targets: ## libFuzzer on every parser for TIME=60 s each
	@scripts/deps build fuzz
	@$(MAKE) --no-print-directory $(PARALLEL) VARIANT=fuzz CC=$(FUZZ_CC) CFLAGS="-O1 -g1" \
	    BUILD=build/fuzz build/fuzz/fuzz-target
	@SEED=$(SEED) tests/fuzz-targets/run build/fuzz/fuzz-target $(TIME)

bench: all ## measure kernels, their bounds; options in BENCH="..."
	$(PROGRAM) bench $(BENCH)
	$(if $(BENCH),,@for bound in src/games/*/simulated/kernels/bound; do $$bound $(BUILD); done)

bench-web: web ## turns a second of the web page's engine in Chromium
	@bench/web/run build/web $(BENCH)

bench-fuzz: all ## what a case of fuzz costs, against a bare start
	NINEFOLD=$(abspath $(PROGRAM)) BUILD=$(BUILD)/bench-fuzz CC="$(CC)" bench/fuzz/run
	NINEFOLD=$(abspath $(PROGRAM)) BUILD=$(BUILD)/bench-fuzz bench/fuzz/languages

# Pages are dated by the last commit, so that the same sources make the same pages.
MAN_DATE = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null))
man: $(PROGRAM) ## the manual pages, into $(BUILD)/man
	@for lang in en $(if $(MSGFMT),$(basename $(notdir $(PO)))); do \
	    rm -rf $(BUILD)/man/$$lang && mkdir -p $(BUILD)/man/$$lang || exit 1; \
	    for command in '' cluster tables $$($(PROGRAM) help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'); do \
	        SOURCE_DATE_EPOCH=$(MAN_DATE) $(PROGRAM) --lang $${lang%_*} help --man $$command \
	            >$(BUILD)/man/$$lang/ninefold$${command:+-$$command}.1 || exit 1; \
	    done; \
	done

SHARE = $(DESTDIR)$(PREFIX)/share
MAN   = $(SHARE)/man
SHELLS = $(SHARE)/bash-completion/completions/ninefold $(SHARE)/zsh/site-functions/_ninefold \
         $(SHARE)/fish/vendor_completions.d/ninefold.fish
# Header, libraries and what finds them.
install-library: library
	install -D -m 644 src/lib/ninefold.h $(DESTDIR)$(PREFIX)/include/ninefold.h
	install -D -m 755 $(BUILD)/$(SONAME) $(DESTDIR)$(LIBDIR)/$(SONAME)
	ln -sf $(SONAME) $(DESTDIR)$(LIBDIR)/libninefold.so
	install -m 644 $(BUILD)/libninefold.a $(DESTDIR)$(LIBDIR)/libninefold.a
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS_API)|' src/lib/ninefold.pc.in \
	    >$(DESTDIR)$(LIBDIR)/pkgconfig/ninefold.pc

# What a wheel has beside the module: the library, what it needs and a system may lack, the header. The
# library without what debuggers read, which names the folder it was compiled in.
wheel-files: $(BUILD)/libninefold.o
	@mkdir -p $(TO) && rm -f $(TO)/*.so.*
	$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -s -shared -Wl,-soname,$(SONAME) -Wl,-rpath,'$$ORIGIN' -o $(TO)/$(SONAME) $< $(LIBS_API)
	ldd $(TO)/$(SONAME) | awk '/libxxhash|libjansson/ { print $$3 }' | xargs -I% cp -L % $(TO)
	cp src/lib/ninefold.h $(TO)
	cat /usr/share/doc/libjansson-dev/copyright /usr/share/doc/libxxhash-dev/copyright >$(TO)/NOTICE

WHEELS ?= build/wheel
wheel: ## the Python module for pip: build/wheel
	@scripts/deps build wheel
	@BUILD=$(BUILD) $(PYTHON) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir $(WHEELS) .
	@ls $(WHEELS)/*.whl

# The module for Python, where PYTHON looks for those below PREFIX.
PYTHON    ?= python3
PYTHONDIR ?= $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib", vars={"base": "$(PREFIX)"}))')
install-python: ## the Python module, for PYTHON=python3
	install -D -m 644 src/lib/python/ninefold/__init__.py $(DESTDIR)$(PYTHONDIR)/ninefold/__init__.py
	install -m 644 src/lib/ninefold.h $(DESTDIR)$(PYTHONDIR)/ninefold/ninefold.h

install: all man install-library ## install below $(DESTDIR)$(PREFIX)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/ninefold
	install -D -m 755 $(PRELOAD) $(DESTDIR)$(PREFIX)/lib/ninefold/$(notdir $(PRELOAD))
	install -d $(SHARE)/ninefold
	install -m 644 src/sim/report/*.schema.json src/judge/story/*.schema.json $(SHARE)/ninefold
	install -d $(MAN)/man1
	install -m 644 $(BUILD)/man/en/*.1 $(MAN)/man1
	for po in $(if $(MSGFMT),$(basename $(notdir $(PO)))); do \
	    install -d $(MAN)/$$po/man1 && install -m 644 $(BUILD)/man/$$po/*.1 $(MAN)/$$po/man1 || exit 1; \
	done
	install -D -m 644 scripts/completions/ninefold.bash $(word 1,$(SHELLS))
	install -D -m 644 scripts/completions/_ninefold $(word 2,$(SHELLS))
	install -D -m 644 scripts/completions/ninefold.fish $(word 3,$(SHELLS))

uninstall-library:
	rm -f $(DESTDIR)$(PREFIX)/include/ninefold.h
	rm -f $(DESTDIR)$(LIBDIR)/libninefold.* $(DESTDIR)$(LIBDIR)/pkgconfig/ninefold.pc

uninstall: uninstall-library ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/ninefold
	rm -rf $(DESTDIR)$(PYTHONDIR)/ninefold
	rm -rf $(DESTDIR)$(PREFIX)/lib/ninefold $(DESTDIR)$(PREFIX)/share/ninefold
	rm -f $(foreach man,$(MAN) $(PO:src/base/po/%.po=$(MAN)/%),$(man)/man1/ninefold.1 $(man)/man1/ninefold-*.1) $(SHELLS)

static: ## one program for any Linux, by musl: build/static-*
	@scripts/static

web: ## the web page, by emscripten: build/web
	@scripts/web

npm: ## the same engine as a package for npm: build/npm
	@scripts/npm

dist: ## the sources of this commit, as a tarball in build
	@mkdir -p build
	@git archive --format=tar --prefix=ninefold-$(VERSION)/ HEAD | gzip -9n >build/ninefold-$(VERSION).tar.gz

DEB = build/deb/ninefold-$(VERSION)
# The authors have no address for mail.
NO_ADDRESS = bogus-mail-host,bogus-mail-host-in-debian-changelog
deb: dist ## a Debian package, judged by lintian: build/deb
	@scripts/deps build test debian
	@rm -rf build/deb && mkdir -p build/deb
	@tar -xf build/ninefold-$(VERSION).tar.gz -C build/deb && cp -R $(DEB)/scripts/debian $(DEB)/debian
	@cd $(DEB) && env -u MAKEFLAGS COMMIT=$(COMMIT) dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -30 ../log; exit 1; }
	@lintian --fail-on error --suppress-tags $(NO_ADDRESS) build/deb/*.changes
	@ls build/deb/*.deb

release: ## what one uploads, with checksums: build/release
	@URL=$(URL) scripts/release

format: ## bring the sources into shape with clang-format
	@clang-format -i $(shell git ls-files '*.c' '*.h')

check-format: ## fail for wrong format, stale lists, shared names
	@clang-format --dry-run -Werror $(shell git ls-files '*.c' '*.h')
	@tests/check-comments
	@tests/check-names
	@tests/mutation/run --stale

po: ## bring the catalogues of translations up to date
	@$(POT)
	@for po in $(PO); do \
	    msgmerge -q --no-fuzzy-matching --no-location --no-wrap -o $$po.new $$po $(BUILD)/src/base/po/ninefold.pot && \
	        msgattrib --no-obsolete --no-wrap -o $$po $$po.new && rm $$po.new && \
	        msgfmt --check-format --check-domain --statistics -o /dev/null $$po || exit 1; \
	done

check-po: ## fail where a text is not translated
	@$(POT)
	@for po in $(PO); do msgfmt --check-format --check-domain -o /dev/null $$po && msgcmp $$po $(BUILD)/src/base/po/ninefold.pot || exit 1; done

clean: ## remove everything built
	rm -rf build

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / {printf "  make %-17s %s\n", $$1, $$2}' Makefile

# ---- rules -------------------------------------------------------------------------------------
$(PROGRAM): $(BUILD)/src/main.o $(OBJECTS) $(FLUSH)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $^ $(LIBS)

# What the API needs of the rest, and nothing that is not its own to be seen.
$(BUILD)/libninefold.o: $(API) $(OBJECTS)
	@$(call say,link,$@)
	@rm -f $@.a
	$(Q)$$($(CC) -print-prog-name=ar) rcsT $@.a $(OBJECTS)
	$(Q)$(CC) -r -nostdlib -o $@ $(API) $@.a
	$(Q)$$($(CC) -print-prog-name=objcopy) --wildcard --keep-global-symbol='ninefold_*' $@

$(BUILD)/libninefold.a: $(BUILD)/libninefold.o
	@rm -f $@
	$(Q)$$($(CC) -print-prog-name=ar) rcs $@ $<

$(BUILD)/$(SONAME): $(BUILD)/libninefold.o
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -shared -Wl,-soname,$(SONAME) -Wl,--no-undefined -o $@ $< $(LIBS_API)
	$(Q)ln -sf $(SONAME) $(BUILD)/libninefold.so

# No files, no threads, no emscripten around it: what it imports is in src/web/engine/core.js.
$(BUILD)/engine.wasm: $(WEB) $(WEB_OF)
	@$(call say,link,$@)
	@rm -f $@.a
	$(Q)emar rcs $@.a $(WEB_OF)
	$(Q)emcc -O3 $(LDFLAGS_ALL) --no-entry -sSTANDALONE_WASM -sWASM_BIGINT -sALLOW_MEMORY_GROWTH \
	    -sEXPORTED_FUNCTIONS=_nf_web_ask,_nf_web_room,_nf_web_forget -o $@ $(WEB) $@.a -lxxhash -ljansson

$(BUILD)/unit/%: $(BUILD)/tests/unit/%.o $(UNIT_PARTS) $(FLUSH)
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $(filter %.o,$^) $(UNIT_PARTS) \
	    -lgsl -lgslcblas $(LIBS) -lcmocka

$(foreach house,sim judge,$(eval $(BUILD)/houses/$(house)/parts.a: $(HOUSE_$(house))))
$(BUILD)/houses/%/parts.a: $(UNIT_SHARED)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$$($(CC) -print-prog-name=ar) rcsT $@ $^
define house_link
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(LDFLAGS_ALL) -o $@ $^ -lgsl -lgslcblas $(LIBS) -lcmocka
endef
$(BUILD)/houses/sim/%: $(BUILD)/tests/unit/%.o $(BUILD)/houses/sim/parts.a
	$(house_link)
$(BUILD)/houses/judge/%: $(BUILD)/tests/unit/%.o $(BUILD)/houses/judge/parts.a
	$(house_link)
$(filter $(BUILD)/houses/judge/judge/sandbox/%,$(UNITS_judge)): | $(HOSTILE) $(PRELOAD)

$(UNIT_PARTS): $(UNIT_SHARED) $(FUZZ_TARGETS) $(OBJECTS)
	@mkdir -p $(@D)
	@rm -f $@
	$(Q)$$($(CC) -print-prog-name=ar) rcsT $@ $^

$(BUILD)/fuzz-target: $(BUILD)/tests/fuzz-targets/libfuzzer.o $(FUZZ_TARGETS) $(OBJECTS)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_ALL) -fsanitize=fuzzer $(LDFLAGS) -o $@ $^ $(LIBS)

$(filter $(BUILD)/unit/judge/sandbox/%,$(UNITS)): | $(HOSTILE) $(PRELOAD)

# Tests that make allocations fail (tests/unit/failing.h): the linker leads them there.
WRAPPED := malloc calloc realloc strdup aligned_alloc free
$(filter %_memory,$(UNITS) $(UNITS_sim) $(UNITS_judge)): LDFLAGS_ALL += $(WRAPPED:%=-Wl,--wrap=%)

$(PRELOAD): src/judge/sandbox/preload/forkserver.c src/judge/sandbox/preload/forkserver.h Makefile
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_PLAIN) -fPIC -shared -fvisibility=hidden -o $@ $<

$(INJECT): $(wildcard tests/faults/preload/*) Makefile
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_PLAIN) -fPIC -shared -o $@ $(filter %.c,$^)

$(BUILD)/hostile/%: tests/hostile/%.c tests/hostile/reads.h Makefile
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_PLAIN) -include tests/hostile/reads.h -o $@ $<

$(BUILD)/hostile/counter-static: tests/hostile/counter.c Makefile
	@mkdir -p $(@D)
	@$(call say,link,$@)
	$(Q)$(CC) $(CFLAGS_PLAIN) -static -o $@ $<

# These objects have texts in them (src/base/embed.h), of those that lie among the sources.
EMBEDDING := $(shell grep -rlw --include='*.c' NF_EMBED src)
$(EMBEDDING:%.c=$(BUILD)/%.o): $(shell find src gen -type f ! -name '*.[ch]' ! -path 'src/web/*' ! -path 'src/lib/*' ! -path '*/po/*')

# The hash of the script of pages tells browsers that no other may run.
VIEW_JS := src/judge/story/view.js
$(BUILD)/src/judge/story/view.o: CPPFLAGS_ALL += -DNF_VIEW_HASH='"$(shell sha256sum $(VIEW_JS) | cut -c 1-64 | tr a-f A-F | basenc --base16 -d | base64)"'

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	@$(call say,compile,$<)
	$(Q)$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<

# Without msgfmt the program speaks English only.
ifneq ($(MSGFMT),)
$(BUILD)/src/base/lang.o: CPPFLAGS_ALL += -DNF_PO='"$(BUILD)/src/base/po"'
$(BUILD)/src/base/lang.o: $(PO:%.po=$(BUILD)/%.mo)
else
$(BUILD)/src/base/lang.o: no-msgfmt
.PHONY: no-msgfmt
no-msgfmt:
	@echo '  msgfmt is missing: ninefold will speak English only (scripts/deps build installs gettext)'
endif

# Formats as the compiler joins them: a catalogue for any machine would need a loader that does it.
$(BUILD)/%.mo: %.po Makefile
	@mkdir -p $(@D)
	@$(call say,msgfmt,$<)
	$(Q)long=$$(echo PRIu64 | $(CC) -include inttypes.h -E -P - | tail -n 1 | tr -d '"u ') && \
	    sed "s/<PRIu64>/$${long}u/g; s/<PRId64>/$${long}d/g" $< | \
	    msgfmt --check-format --check-domain --no-hash --endianness=little -o $@ -

# The version is compiled into one object, which is made anew when the commit changes: that is looked
# at each time, but the file that tells it is written only then. What it says of flags names no folder:
# it is the same wherever the sources lie.
.PHONY: version-anew
$(BUILD)/version: version-anew
	@mkdir -p $(@D)
	@echo '$(VERSION) $(COMMIT)' | cmp -s - $@ || echo '$(VERSION) $(COMMIT)' >$@
$(BUILD)/src/base/version.o: CPPFLAGS_ALL += -DNF_VERSION='"$(VERSION)"' -DNF_COMMIT='"$(COMMIT)"' \
                                        -DNF_FLAGS='"$(strip $(filter-out -ffile-prefix-map=%,$(CFLAGS)) $(SANITIZE))"'
$(BUILD)/src/base/version.o: $(BUILD)/version

.SECONDARY:
-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)

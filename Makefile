# SPDX-License-Identifier: Apache-2.0
# lifetable: `make run` plays, `make test` proves. Everything else is optional.
.PHONY: run party ready play test check soak build page bench format clean golden types pictures help

LIFETABLE = build/release/lifetable

# Shows the page to whoever sits at a desktop.
SHOW = if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] && command -v xdg-open >/dev/null; then (sleep 1; xdg-open http://localhost:8080) & fi

run: ready
	@echo "For this machine alone; to play with friends in the same network: make party"
	@$(SHOW); $(LIFETABLE) serve || [ $$? -eq 130 ]  # leaving is no failure

# The same for everybody in the network, with addresses and a QR code for them.
party: ready
	@$(SHOW); $(LIFETABLE) serve --party || [ $$? -eq 130 ]

# Program and page, built side by side.
ready:
	@scripts/install page
	@scripts/together program page

# The same games in the terminal.
play: build
	@$(LIFETABLE) play || [ $$? -eq 130 ]

test:
	@scripts/test

# What a developer runs all day: a few minutes where `make test` takes many.
check:
	@scripts/check

# The long forms of tests: the server is killed 200 times in the middle of games, and bad clients do what they can for a minute.
soak:
	@scripts/install test
	@scripts/build release
	@cd build/release && export LIFETABLE_KILLS=$${KILLS:-200} LIFETABLE_ATTACKS=$${ATTACKS:-40} LIFETABLE_FUZZ=$${FUZZ:-100000} LIFETABLE_RESTLESS=$${RESTLESS:-60} && \
	  ./app_tests --gtest_filter='KilledServer.*:AttackedServer.*' && \
	  ./server_tests --gtest_filter='BadRequests.MadeByChance*:Online.NoTableIsEverStuck*'
	@scripts/check-arm

build:
	@scripts/install build
	@scripts/build release lifetable

# The page, with the engine in WebAssembly, into build/web.
page:
	@scripts/install page
	@scripts/build wasm engine
	@scripts/page

# Counts instructions too, which needs valgrind from the test packages.
bench:
	@scripts/install test
	@scripts/build release lifetable
	@$(LIFETABLE) bench

format:
	@scripts/install test
	@git ls-files '*.cpp' '*.hpp' | xargs clang-format-19 -i
	@scripts/page packages && cd web && npm run --silent format

# After a change of behaviour that is meant: write the golden files anew, and read the difference.
golden: build
	@$(LIFETABLE) signatures > docs/signatures.txt
	@for record in docs/playthroughs/*.ndjson; do \
	  $(LIFETABLE) replay $$record > $${record%.ndjson}.txt || exit 1; \
	done
	@git --no-pager diff --stat docs/signatures.txt docs/playthroughs

# After a change of src/table/messages.hpp or of a game's scene.hpp: the page's types.
types: build
	@$(LIFETABLE) types > build/protocol.ts && mv build/protocol.ts web/src/protocol.ts

pictures: build page
	@scripts/install test
	@scripts/pictures
	@node scripts/page-pictures.mjs

clean:
	@rm -rf build

help:
	@echo "make run       install what is missing, build, and serve the page at http://localhost:8080"
	@echo "make party     the same for friends in your network, with the address to open and a QR code"
	@echo "make play      ask which game, and deal you in against bots in the terminal"
	@echo "make test      install, build and run every test"
	@echo "make check     format, layers, clauses, the tests of what was built anew, the page's parts: for every day"
	@echo "make soak      kill the server 200 times under load, and see that nothing is lost; let bad clients do what they can; try 64-bit ARM"
	@echo "make bench     measure the speed of random play and of the search"
	@echo "make golden    write signatures and playthroughs anew after an intended change"
	@echo "make types     write the page's types anew after a change of messages or scenes"
	@echo "make pictures  draw the README's pictures from real games"
	@echo "make format    format all code"

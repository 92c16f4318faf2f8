# lifetable: `make run` plays, `make test` proves. Everything else is optional.
.PHONY: run play test soak build page bench format clean golden types pictures help

LIFETABLE = build/release/lifetable

run: build page
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] && command -v xdg-open >/dev/null; then (sleep 1; xdg-open http://localhost:8080) & fi; \
	$(LIFETABLE) serve || [ $$? -eq 130 ]  # leaving is no failure

# The same games in the terminal.
play: build
	@$(LIFETABLE) play || [ $$? -eq 130 ]

test:
	@scripts/test

# The long forms of tests: the server is killed 200 times in the middle of games, and bad clients do what they can for a minute.
soak:
	@scripts/install test
	@scripts/build release
	@cd build/release && LIFETABLE_KILLS=$${KILLS:-200} LIFETABLE_ATTACK_SECONDS=$${ATTACK:-60} LIFETABLE_FUZZ=$${FUZZ:-100000} LIFETABLE_RESTLESS=$${RESTLESS:-60} \
	  ./lifetable_tests --gtest_filter='KilledServer.*:AttackedServer.*:BadRequests.MadeByChance*:Online.NoTableIsEverStuck*'

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
	@echo "make play      ask which game, and deal you in against bots in the terminal"
	@echo "make test      install, build and run every test"
	@echo "make soak      kill the server 200 times under load, and see that nothing is lost; let bad clients do what they can"
	@echo "make bench     measure the speed of random play and of the search"
	@echo "make golden    write signatures and playthroughs anew after an intended change"
	@echo "make types     write the page's types anew after a change of messages or scenes"
	@echo "make pictures  draw the README's pictures from real games"
	@echo "make format    format all code"

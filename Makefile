# Tiaoka: the README's two commands, and the checks of CI.
# Each installs what is missing (Debian packages, Rust, Node), says so, and needs git, curl and make only.

.PHONY: run test check help

help:
	@echo "make run    build and open the window; without a display, print a worked recommendation"
	@echo "make test   Rust tests, interface tests, journeys in the real window"
	@echo "make check  format, lints, types, licences, accessibility"

run:
	@scripts/run

test:
	@scripts/test

check:
	@scripts/check

#!/bin/sh
# {{script}}: {{what}}
#
# This step is done by the sbp program (`sbp {{command}} --help`). To change a rule of it, have its
# source put here: `sbp eject {{command}}`. Or replace this file by a program of your own in any
# language: it is run in the node directory, ends with 0 when it did something, with 3 when there was
# nothing to do, and with anything else when it failed. Either takes effect at the next tick.
# runtime/lib/README.md says how a program of your own can use sbp's library.

SBP_HOME=$(CDPATH='' cd -P -- "$(dirname -- "$0")/../.." && pwd) || exit 1
export SBP_HOME
for program in "${SBP:-}" "$SBP_HOME/sbp"; do
  if [ -n "$program" ] && command -v "$program" >/dev/null 2>&1; then
    exec "$program" {{command}} "$@"
  fi
done
echo "{{script}}: cannot find the program sbp: neither SBP is its path, nor is there $SBP_HOME/sbp," \
  "which any tick of the program writes again: sbp tick --home $SBP_HOME" >&2
exit 127

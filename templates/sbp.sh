#!/bin/sh
# sbp for this node, wherever it is called from: finds the program and starts it. Written by `sbp init`,
# and anew by a tick when the program has moved.
# The program: {{place}}

SBP_HOME=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 1
export SBP_HOME
looked=''
for program in {{program}} "$SBP_HOME"/{{relative}} "${XDG_DATA_HOME:-${HOME:-}/.local/share}/sbp/program/bin/sbp" sbp; do
  found=$(command -v "$program" 2>/dev/null)
  if [ -x "$found" ] && ! [ "$found" -ef "$0" ]; then
    exec "$found" "$@"
  fi
  looked="$looked
  $program"
done
echo "sbp: cannot find the program of the node $SBP_HOME; looked for:$looked
where it is now, run it once; it writes its place here:  PATH/TO/sbp tick --home $SBP_HOME" >&2
exit 127

#!/bin/sh
# sbp for this node, from every folder: finds the program and starts it. `sbp init` writes this file, and
# a tick rewrites it when the program has moved.
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
jar=$SBP_HOME/runtime/lib/sbp.jar
for java in "${SBP_JAVA:-}" "${SBP_JAVA:+$SBP_JAVA/bin/java}" "${JAVA_HOME:+$JAVA_HOME/bin/java}" java; do
  java=$(command -v "$java" 2>/dev/null)
  [ ! -f "$java" ] || [ ! -x "$java" ] || break
done
if [ -f "$jar" ] && [ -f "$java" ] && [ -x "$java" ]; then
  exec "$java" -XX:TieredStopAtLevel=1 --enable-native-access=ALL-UNNAMED -jar "$jar" "$@"
fi
echo "sbp: cannot find the program of the node $SBP_HOME; looked for:$looked
run the program once from its present place, which it then writes here:  PATH/TO/sbp tick --home $SBP_HOME" >&2
exit 127

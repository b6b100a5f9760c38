#!/bin/sh
# Two nodes do one job: see README.md. Ends with 0 only if the task is completed and the mail is handled.
set -eu
: "${SBP:=sbp}"
export SBP
work=$(mktemp -d)
servers=''
stop() {
  for one in $servers; do kill "$one" 2>/dev/null || true; done
  for one in $servers; do wait "$one" 2>/dev/null || true; done
  servers=''
}
trap 'stop; rm -rf "$work"' EXIT
ada() { SBP_HOME=$work/ada "$SBP" "$@"; }
bob() { SBP_HOME=$work/bob "$SBP" "$@"; }
serve() {
  SBP_HOME=$work/$1 "$SBP" serve >"$work/$1.log" 2>&1 &
  servers="$servers $!"
  tries=0
  until SBP_HOME=$work/$1 "$SBP" status --json | grep -q '"server_running": true'; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || { cat "$work/$1.log"; exit 1; }
    sleep 1
  done
}
field() { sed -n 's/^ *"'"$1"'": *"\{0,1\}\([^",]*\).*/\1/p' | head -n 1; }
say() { printf '\n== %s\n' "$*"; }

say 'two nodes that know each other'
"$SBP" init "$work/ada" --local --name Ada --prompt 'builds things' --port "${ADA_PORT:-8471}" >/dev/null
"$SBP" init "$work/bob" --local --name Bob --prompt 'checks things' --port "${BOB_PORT:-8472}" >/dev/null
serve ada
serve bob
ada follow "http://127.0.0.1:${BOB_PORT:-8472}" >/dev/null
bob follow "http://127.0.0.1:${ADA_PORT:-8471}" >/dev/null
ada agent register planner --mail peers >/dev/null
bob agent register worker --mail peers --work peers >/dev/null
stop

say 'Bob is down; Ada offers him a task'
serve ada
task=$(ada task add 'check parse.c' --json | field id)
ada task offer "$task" Bob
ada deliver || true
ada task offers

say 'Bob comes up; Ada tries again; his worker does it'
serve bob
ada deliver --now
bob reader-pre || true
claim=$(bob task claim --as worker --json)
there=$(printf '%s' "$claim" | field id)
fence=$(printf '%s' "$claim" | field fence)
bob task submit "$there" --fence "$fence" --result 'every branch is covered' --as worker
bob deliver --now

say 'the result comes back and closes the task'
ada reader-pre || true
ada task show "$task"
ada mail read

say 'a mail, and its receipts'
ada mail send worker@Bob 'thank you; any trouble?' --as planner
ada deliver --now
bob reader-pre || true
mail=$(bob mail read --as worker --json | field id)
bob mail reply "$mail" 'none at all' --as worker
bob deliver --now
ada reader-pre || true
answer=$(ada mail read --as planner --json)
printf '%s\n' "$answer" | field body
ada mail ack "$(printf '%s' "$answer" | field id)" --as planner
ada mail receipts --as planner

ada task show "$task" --json | grep -q '"state": "completed"'
ada mail receipts --as planner --json | grep -q '"handled"'
say 'done'

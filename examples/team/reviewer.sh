#!/bin/sh
# Judges a result by the files of the folder that is its argument, not by what the worker says of them.
set -eu
project=$1
prompt=$(cat)

section() {
  printf '%s\n' "$prompt" | sed -n "/^<<<BEGIN [0-9a-f]* $1 /,/^<<<END [0-9a-f]* $1\$/p" | sed '1d;$d'
}

title=$(section task.md | sed -n 's/^title: //p' | head -n 1)
file=${title#* }
case $file in
  */* | .*) file=none ;;
esac
score=0
comment='nothing of it can be found'
case $title in
  check\ *)
    if sh -n "$project/$file" && section result.md | grep -q "^$file: no error of syntax"; then
      score=95 comment='checked again, and so it is'
    fi
    ;;
  build\ *)
    if sh -n "$project/out/$file"; then
      sum=$(cksum < "$project/out/$file" | cut -d' ' -f1)
      if section result.md | grep -q "sum $sum\$"; then
        score=95 comment='the sum is right, and it can be run'
      else
        score=30 comment="the sum of out/$file is $sum"
      fi
    fi
    ;;
  document\ *)
    missing=
    for source in "$project"/*.sh; do
      name=$(basename "$source")
      grep -q "^## $name\$" "$project/out/README.md" || missing="$missing $name"
    done
    score=95 comment='every file has its section'
    if [ -n "$missing" ]; then
      score=30 comment="sections are missing:$missing"
    fi
    ;;
esac
printf '{"score": %d, "comment": "%s"}\n' "$score" "$comment"

#!/bin/sh
# Does one task in the folder that is its argument; what the task is stands in the section task.md of the
# prompt. Every step can be done twice without harm, since a worker may die before its result is handed in.
set -eu
project=$1
prompt=$(cat)

section() {
  printf '%s\n' "$prompt" | sed -n "/^<<<BEGIN [0-9a-f]* $1 /,/^<<<END [0-9a-f]* $1\$/p" | sed '1d;$d'
}

title=$(section task.md | sed -n 's/^title: //p' | head -n 1)
file=${title#* }
case $file in
  */* | .*) echo "not a file of the project: $file" >&2; exit 1 ;;
esac
# As long as somebody thinks.
sleep "${TEAM_THINKS_SECONDS:-1}"

case $title in
  check\ *)
    sh -n "$project/$file"
    printf '%s: no error of syntax, %d lines\n' "$file" "$(grep -c '' "$project/$file")"
    ;;
  build\ *)
    mkdir -p "$project/out"
    # Comments and empty lines are for those who read the source.
    { echo '#!/bin/sh'; grep -v -e '^[[:space:]]*#' -e '^[[:space:]]*$' "$project/$file"; } > "$project/out/$file.new"
    mv "$project/out/$file.new" "$project/out/$file"
    printf 'out/%s: %d bytes, sum %s\n' "$file" "$(wc -c < "$project/out/$file")" "$(cksum < "$project/out/$file" | cut -d' ' -f1)"
    ;;
  document\ *)
    {
      echo '# The project'
      for source in "$project"/*.sh; do
        printf '\n## %s\n\n' "$(basename "$source")"
        sed -n 's/^# //p' "$source" | head -n 1
      done
      printf '\n## What was built\n\n'
      section blockers.md | sed -n 's/^out/- out/p'
    } > "$project/out/README.new"
    mv "$project/out/README.new" "$project/out/README.md"
    cat "$project/out/README.md"
    ;;
  *)
    echo "I can check, build and document; not: $title"
    ;;
esac

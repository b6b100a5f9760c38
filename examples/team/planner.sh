#!/bin/sh
# Plans the job for the folder that is its argument: each shell script is checked, then built; when all are
# built, the whole is documented. Reads the prompt, which it needs no more of than that it came, and answers
# with the JSON that the planner's prompt asks for.
set -eu
cat > /dev/null
built=
sep=
printf '{"tasks": ['
for file in "$1"/*.sh; do
  name=$(basename "$file" .sh)
  printf '%s\n{"key": "check-%s", "title": "check %s.sh", "description": null, "blocked_by": [],' \
    "$sep" "$name" "$name"
  printf ' "required_role": null, "priority": 1},'
  printf '\n{"key": "build-%s", "title": "build %s.sh", "description": null, "blocked_by": ["check-%s"],' \
    "$name" "$name" "$name"
  printf ' "required_role": null, "priority": null}'
  built="$built${built:+, }\"build-$name\""
  sep=,
done
printf ',\n{"key": "document", "title": "document the project", "description": null, "blocked_by": [%s],' "$built"
printf ' "required_role": null, "priority": null}],\n"answer": null}\n'

#!/bin/sh
# sbp-hook:
#   description: what {{name}} does, in a few words
#   triggers:
#     event: {types: task.created}
#   tools: [mail_send]

# The event comes on standard input, as JSON; the answer goes to standard output.
event=$(cat)

cat <<'ANSWER'
{"fire": true, "actions": [{"mail": {"to": "owner", "body": "There is a new task."}}]}
ANSWER

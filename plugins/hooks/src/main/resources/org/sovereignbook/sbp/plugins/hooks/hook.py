#!/usr/bin/env python3
# sbp-hook:
#   description: what {{name}} does, in a few words
#   triggers:
#     event: {types: task.created}
#   tools: [mail_send]
import json
import sys

given = json.load(sys.stdin)
body = "new: " + ", ".join(given["event"]["subjects"])
print(json.dumps({"fire": True, "actions": [{"mail": {"to": "owner", "body": body}}]}))

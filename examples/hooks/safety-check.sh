#!/bin/sh
# sbp-hook:
#   description: once, at seven in the evening of the day it is enabled (one-shot, scheduled)
#   mode: one-shot
#   triggers: {cron: "0 19 * * *"}
#   catch_up: once
#   tools: [task_add]
cat > /dev/null
echo '{"fire": true, "actions": [{"task": {"title": "Ask whether they got home", "priority": 10}}]}'

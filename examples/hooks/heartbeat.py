#!/usr/bin/env python3
# sbp-hook:
#   description: wakes an agent every half hour, except at night (interval, quiet hours)
#   triggers: {interval: 30m}
#   catch_up: none
#   config: {agent: reader, quiet_from: 23, quiet_until: 8}
#   tools: [mail_send]
import json
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

told = json.load(sys.stdin)
config = told["config"]
now = datetime.fromisoformat(told["now"]).astimezone(ZoneInfo(told["time_zone"]))
if now.hour >= config["quiet_from"] or now.hour < config["quiet_until"]:
    print(json.dumps({"fire": False}))
else:
    print(
        json.dumps(
            {
                "fire": True,
                "agent": config["agent"],
                "context": {"prompt": "Look whether anything needs you."},
            }
        )
    )

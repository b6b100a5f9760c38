#!/bin/sh
# sbp-hook:
#   description: a task for every payment above a limit (deterministic)
#   triggers:
#     principal: {type: webhook, name: stripe}
#     event: {types: webhook.received, metadata: {event_type: payment_intent.succeeded}}
#   config: {cents: 10000}
#   tools: [task_add]

# Needs: sbp webhook add stripe --scheme stripe --tools task_add; and python3 to read JSON.
exec python3 -c '
import json, sys
told = json.load(sys.stdin)
payment = json.loads(told["event"]["content"])["data"]["object"]
if payment["amount"] <= told["config"]["cents"]:
    print(json.dumps({"fire": False}))
else:
    title = "Thank %s for %d cents" % (str(payment["customer"])[:60], payment["amount"])
    print(json.dumps({"fire": True, "actions": [{"task": {"title": title}}]}))
'

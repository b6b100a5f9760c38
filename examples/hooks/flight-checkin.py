#!/usr/bin/env python3
# sbp-hook:
#   description: a task for a check-in, once a day, when an airline's mail asks for it (hybrid)
#   triggers:
#     event: {types: webhook.received, metadata: {webhook: mailbox}}
#   config: {words: [check-in, boarding]}
#   model: true
#   tools: [task_add, task_list]

# Needs: sbp webhook add mailbox --tools task_add,task_list,hook_ask
import json
import subprocess
import sys


def sbp(*words, data=""):
    return json.loads(
        subprocess.run(
            ["sbp", *words, "--json"], input=data, capture_output=True, text=True, check=True
        ).stdout
    )


told = json.load(sys.stdin)
mail = told["event"].get("content", "")
label = "checkin:" + told["now"][:10]
quiet = {"fire": False}
# First what costs nothing: the words, then whether there is one of today, then the model.
if not any(word in mail.lower() for word in told["config"]["words"]):
    print(json.dumps(quiet))
elif any(label in task.get("labels", []) for task in sbp("task", "list")["tasks"]):
    print(json.dumps(quiet))
else:
    flight = sbp("hook", "ask", "Which flight? Answer with its number only.", "--data", data=mail)
    title = "Check in for " + flight["answer"].strip()[:60]
    task = {"title": title, "labels": [label]}
    print(json.dumps({"fire": True, "actions": [{"task": task}]}))

#!/usr/bin/env python3
# sbp-hook:
#   description: asks a model whether family wants a login code, and mails the owner (LLM verdict)
#   triggers:
#     principal: {relationship: family}
#     event: {types: envelope.received}
#   config: {least: 80}
#   model: true
#   tools: [mail_send]

# Needs: sbp entity add NAME --relationship family --identity sbp:PEER
import json
import subprocess
import sys

QUESTION = (
    "Does the message ask for a login code that the owner was sent? Answer with JSON only: "
    '{"asks": true or false, "confidence": 0 to 100}'
)
told = json.load(sys.stdin)
asked = subprocess.run(
    ["sbp", "hook", "ask", QUESTION, "--data"],
    input=told["event"].get("content", ""),
    capture_output=True,
    text=True,
    check=True,
)
verdict = json.loads(asked.stdout)
if verdict["asks"] and verdict["confidence"] >= told["config"]["least"]:
    prompt = told["principal"]["name"] + " asks for a login code. Call before you send it."
    print(json.dumps({"fire": True, "context": {"prompt": prompt}}))
else:
    print(json.dumps({"fire": False}))

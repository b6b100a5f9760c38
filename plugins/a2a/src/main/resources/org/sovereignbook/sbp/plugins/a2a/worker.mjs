// An A2A 1.0 agent in plain JavaScript: it counts the words of what it is given. For demos and as a
// beginning of your own; it listens on loopback, keeps its tasks in memory, and signs nothing.
//
//   node worker.mjs [PORT]     prints its address; without a PORT the system chooses one

import { createServer } from "node:http";
import { randomUUID } from "node:crypto";

const MAX_BYTES = 1_000_000;
const MAX_TASKS = 1_000;
const tasks = new Map();

const card = (url) => ({
  name: "word counter",
  description: "Counts the words of a text",
  version: "1.0.0",
  supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: {},
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "count", name: "count", description: "Counts words", tags: ["text"] }],
});

const methods = {
  SendMessage({ message }) {
    const text = (message?.parts ?? []).map((part) => part.text ?? "").join("\n");
    const words = text.split(/\s+/).filter(Boolean).length;
    const task = {
      id: randomUUID(),
      contextId: message?.contextId ?? randomUUID(),
      status: { state: "TASK_STATE_COMPLETED", timestamp: new Date().toISOString() },
      artifacts: [{ artifactId: "count", name: "count", parts: [{ text: `${words} words` }] }],
    };
    tasks.set(task.id, task);
    if (tasks.size > MAX_TASKS) {
      tasks.delete(tasks.keys().next().value);
    }
    return { task };
  },

  GetTask({ id }) {
    return tasks.get(id) ?? fail(-32001, `there is no task ${id}`);
  },

  CancelTask({ id }) {
    tasks.get(id) ?? fail(-32001, `there is no task ${id}`);
    return fail(-32002, "it is done already");
  },
};

function fail(code, message) {
  throw Object.assign(new Error(message), { code });
}

function answered(body) {
  let id = null;
  try {
    const call = JSON.parse(body);
    id = call.id ?? null;
    const method = Object.hasOwn(methods, call.method) ? methods[call.method] : null;
    const result = method ? method(call.params ?? {}) : fail(-32601, `no method ${call.method}`);
    return { jsonrpc: "2.0", id, result };
  } catch (e) {
    const code = e instanceof SyntaxError ? -32700 : (e.code ?? -32603);
    return { jsonrpc: "2.0", id, error: { code, message: e.message } };
  }
}

const server = createServer((request, response) => {
  const send = (status, value) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(value));
  };
  if (request.method === "GET" && request.url === "/.well-known/agent-card.json") {
    return send(200, card(url()));
  }
  if (request.method !== "POST" || request.url !== "/") {
    return send(404, { error: "not here" });
  }
  const chunks = [];
  let bytes = 0;
  request.on("data", (chunk) => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes > MAX_BYTES) {
      request.destroy();
    }
  });
  request.on("end", () => send(200, answered(Buffer.concat(chunks).toString("utf8"))));
});

const url = () => `http://127.0.0.1:${server.address().port}/`;
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(url()));
process.stdin.on("end", () => process.exit(0)).resume();

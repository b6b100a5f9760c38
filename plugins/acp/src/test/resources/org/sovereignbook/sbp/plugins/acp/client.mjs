// A client of the published SDK that calls every method of the protocol, and writes what it saw to a file.
//   node client.mjs SDK PASSPHRASE FILE    speaks on standard input and output
import { writeFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";

const [sdk, passphrase, file] = process.argv.slice(2);
const acp = await import(sdk);
const updates = [];
const seen = { questions: [] };
const cwd = "/work";
const failure = (promise) => promise.then(() => 0, (error) => error.code);
const text = (words) => [{ type: "text", text: words }];

const client = acp
  .client()
  .onNotification("session/update", ({ params }) => void updates.push(params.update))
  .onRequest("session/request_permission", ({ params }) => {
    seen.questions.push(params.options.map((option) => option.kind));
    return { outcome: { outcome: "selected", optionId: "allow-once" } };
  });

const stream = acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin));
await client.connectWith(stream, async (agent) => {
  seen.initialize = await agent.request("initialize", {
    protocolVersion: acp.PROTOCOL_VERSION,
    clientCapabilities: { auth: { terminal: true } },
  });
  seen.wrong = await failure(
    agent.request("authenticate", { methodId: "passphrase", _meta: { "sbp/passphrase": "not the one" } }),
  );
  await agent.request("authenticate", { methodId: "passphrase", _meta: { "sbp/passphrase": passphrase } });
  const made = await agent.request("session/new", { cwd, mcpServers: [] });
  const sessionId = made.sessionId;
  seen.modes = made.modes.availableModes.map((mode) => mode.id);
  const prompt = (words) => agent.request("session/prompt", { sessionId, prompt: text(words) });
  seen.stop = (await prompt("plan, then assess")).stopReason;
  seen.compact = (await prompt("/compact")).stopReason;
  await agent.request("session/set_mode", { sessionId, modeId: "wait" });
  const running = prompt("think for long");
  while (!updates.some((update) => update.content?.text?.includes("thinking"))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await agent.notify("session/cancel", { sessionId });
  seen.cancelled = (await running).stopReason;
  seen.kinds = [...new Set(updates.map((update) => update.sessionUpdate))].sort();
  updates.length = 0;
  await agent.request("session/load", { cwd, mcpServers: [], sessionId });
  seen.replayed = [...new Set(updates.map((update) => update.sessionUpdate))].sort();
  await agent.request("session/resume", { cwd, mcpServers: [], sessionId });
  const list = await agent.request("session/list", { cwd });
  seen.listed = list.sessions.some((session) => session.sessionId === sessionId);
  seen.unknown = await failure(agent.request("session/load", { cwd, mcpServers: [], sessionId: "nobody" }));
  await agent.request("session/close", { sessionId });
  await agent.request("logout", {});
});
writeFileSync(file, JSON.stringify(seen));
process.exit(0);

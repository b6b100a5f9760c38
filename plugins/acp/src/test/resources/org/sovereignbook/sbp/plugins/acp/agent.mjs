// An agent of the published SDK that answers every method which a client of a conversation calls.
//   node agent.mjs SDK FILE    speaks on standard input and output; appends what it was asked to the file
import { appendFileSync } from "node:fs";
import { Readable, Writable } from "node:stream";

const [sdk, file] = process.argv.slice(2);
const acp = await import(sdk);
const note = (method, params) => appendFileSync(file, JSON.stringify({ method, params }) + "\n");
let cancelled = () => {};
const chunk = (text) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });

acp
  .agent()
  .onRequest("initialize", ({ params }) => {
    note("initialize", params);
    return { protocolVersion: acp.PROTOCOL_VERSION, agentCapabilities: { loadSession: true } };
  })
  .onRequest("session/new", ({ params }) => {
    note("session/new", params);
    return { sessionId: "js-1" };
  })
  .onRequest("session/load", async ({ params, client }) => {
    note("session/load", params);
    await client.notify("session/update", { sessionId: params.sessionId, update: chunk("an old answer") });
    return {};
  })
  .onRequest("session/prompt", async ({ params, client }) => {
    note("session/prompt", params);
    const sessionId = params.sessionId;
    const say = (text) => client.notify("session/update", { sessionId, update: chunk(text) });
    const prompt = params.prompt[0].text;
    if (prompt.includes("think for long")) {
      const over = new Promise((resolve) => (cancelled = resolve));
      await say("thinking");
      await over;
      return { stopReason: "cancelled" };
    }
    const answer = await client.request("session/request_permission", {
      sessionId,
      toolCall: { toolCallId: "c1", title: "rm -r boats", kind: "execute", rawInput: { command: "rm -r boats" } },
      options: [
        { optionId: "always", name: "Always", kind: "allow_always" },
        { optionId: "yes", name: "Once", kind: "allow_once" },
        { optionId: "no", name: "No", kind: "reject_once" },
      ],
    });
    await say("chosen: ");
    await say(answer.outcome.optionId);
    return { stopReason: "end_turn" };
  })
  .onNotification("session/cancel", ({ params }) => {
    note("session/cancel", params);
    cancelled();
  })
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));

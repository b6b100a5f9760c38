// A client of the published SDK that calls every method of the protocol in both bindings, and writes what it saw.
//   node client.mjs SDK NODE TOKEN FILE    prints "rotate" when the node's key shall change,
//                                           and "close" when no agent shall be open for everybody; then it waits for a line
import { createPublicKey, verify } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

const [sdk, node, token, file] = process.argv.slice(2);
const a2a = await import(sdk);
const { ClientFactory, ClientFactoryOptions, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } =
  await import(join(dirname(sdk), "client/index.js"));
console.debug = () => {};
const withToken = (url, init) =>
  fetch(url, { ...init, headers: { ...init?.headers, Authorization: `Bearer ${token}` } });
const failure = (promise) => promise.then(() => "none", (error) => error.name);
const json = async (url) => (await fetch(url)).json();

// The card: its key is the one that the node's own key set names.
const keyOf = async (kid, jku) => {
  if (new URL(jku).origin !== new URL(node).origin) throw new Error("keys of another host");
  return (await json(jku)).keys.find((key) => key.kid === kid);
};
const verified = (card) => failure(a2a.verifyAgentCardSignature(keyOf)(card));
// As it is sent: the SDK leaves out members of what it has parsed itself (a2a-js#663).
const cardOf = async (fetchImpl) => (await fetchImpl(`${node}/.well-known/agent-card.json`)).json();
const lines = createInterface({ input: process.stdin });
const asked = async (word) => {
  console.log(word);
  await new Promise((resolve) => lines.once("line", resolve));
};
const card = await cardOf(fetch);
const seen = { bindings: {}, card: await verified(card), withToken: await verified(await cardOf(withToken)) };
const forged = { ...card.signatures[0], protected: Buffer.from(
  JSON.stringify({ alg: "EdDSA", typ: "JOSE", kid: "k", jku: "https://example.com/keys.json" })).toString("base64url") };
seen.tampered = await Promise.all([
  { ...card, name: "Mallory" },
  { ...card, supportedInterfaces: card.supportedInterfaces.map((it) => ({ ...it, url: "https://example.com/" })) },
  { ...card, signatures: [] },
  { ...card, signatures: [forged] },
].map(verified));

// What the client is told: the address answers the challenge.
const told = [];
const address = createServer((request, response) => {
  const body = [];
  request.on("data", (piece) => body.push(piece));
  request.on("end", () => {
    const text = Buffer.concat(body).toString();
    if (!("challenge" in JSON.parse(text))) told.push({ body: JSON.parse(text), proof: request.headers.authorization });
    response.end(text);
  });
});
await new Promise((resolve) => address.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${address.address().port}/told`;
const until = async (condition) => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
};

let messages = 0;
const message = (word, more = {}, configuration = {}) =>
  a2a.SendMessageRequest.fromJSON({
    message: { messageId: `tck-${word}-js${messages++}`, role: "ROLE_USER", parts: [{ text: word }], ...more },
    configuration,
  });
const kindOf = (event) =>
  event.payload.value.status ? a2a.taskStateToJSON(event.payload.value.status.state) : event.payload.$case;
const kinds = async (stream) => {
  const all = [];
  for await (const event of stream) all.push(kindOf(event));
  return all;
};
const state = (task) => a2a.taskStateToJSON(task.status.state);

async function methods(binding) {
  const factory = new ClientFactory(ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [
      new JsonRpcTransportFactory({ fetchImpl: withToken }),
      new RestTransportFactory({ fetchImpl: withToken }),
    ],
    preferredTransports: [binding],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl: withToken }),
  }));
  const client = await factory.createFromUrl(node);
  const its = { binding: client.transport.protocolName };
  const done = await client.sendMessage(message("complete-task"));
  its.send = [state(done), done.artifacts[0].parts[0].content.value];
  its.answer = (await client.sendMessage(message("message-response"))).parts[0].content.value;
  const file = (await client.sendMessage(message("artifact-file"))).artifacts[0].parts[0];
  its.file = [file.filename, Buffer.from(file.content.value).toString()];
  its.data = (await client.sendMessage(message("artifact-data"))).artifacts[0].parts[0].content.value;
  its.stream = await kinds(client.sendMessageStream(message("stream-js")));

  const waiting = await client.sendMessage(message("input-required"));
  its.asked = [state(waiting), waiting.status.message.parts[0].content.value];
  const following = kinds(client.resubscribeTask({ tenant: "", id: waiting.id }));
  const push = { tenant: "", taskId: waiting.id, id: "mine", url, token: "",
    authentication: { scheme: "Bearer", credentials: "js" } };
  its.pushMade = (await client.createTaskPushNotificationConfig(push)).id;
  const one = { tenant: "", taskId: waiting.id, id: "mine" };
  its.pushGot = (await client.getTaskPushNotificationConfig(one)).url === url;
  const other = await client.createTaskPushNotificationConfig({ ...push, id: "other" });
  await client.deleteTaskPushNotificationConfig({ ...one, id: other.id });
  const list = await client.listTaskPushNotificationConfig({ tenant: "", taskId: waiting.id, pageSize: 0, pageToken: "" });
  its.pushListed = list.configs.map((config) => config.id);
  await client.sendMessage(message("complete-task", { taskId: waiting.id }));
  its.subscribed = await following;
  const isTold = () => told.some((it) => it.body.statusUpdate?.taskId === waiting.id
    && it.body.statusUpdate.status.state === "TASK_STATE_COMPLETED");
  await until(isTold);
  its.proof = told.at(-1).proof;

  its.get = state(await client.getTask({ tenant: "", id: waiting.id }));
  its.history = (await client.getTask({ tenant: "", id: waiting.id, historyLength: 1 })).history.length;
  const listed = await client.listTasks(a2a.ListTasksRequest.fromJSON({ contextId: waiting.contextId }));
  its.listed = listed.tasks.map((task) => task.id === waiting.id);
  const waits = await client.sendMessage(message("input-required"));
  its.cancel = state(await client.cancelTask({ tenant: "", id: waits.id, metadata: undefined }));
  its.extended = (await client.getAgentCard()).supportedInterfaces.some((it) => it.url.endsWith("/author"));
  its.failures = [
    await failure(client.getTask({ tenant: "", id: "nobody's" })),
    await failure(client.cancelTask({ tenant: "", id: waits.id, metadata: undefined })),
    await failure(client.sendMessage(message("more", { taskId: waits.id }))),
  ];
  seen.bindings[binding] = its;
}
await methods("JSONRPC");
await methods("HTTP+JSON");

// The node's key changes: the new one signs, and the old one has handed over to it.
const before = (await json(`${node}/.well-known/agent-keys.json`)).keys[0].x;
await asked("rotate");
const after = await json(`${node}/.well-known/agent-keys.json`);
const [now, was] = after.identities;
const handedOver = JSON.stringify({ created_at: now.created_at, kind: "rotation", previous_key: before,
  public_key: after.keys[0].x, version: now.version });
const old = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: before }, format: "jwk" });
seen.rotation = [
  now.public_key === after.keys[0].x,
  was.public_key === before,
  verify(null, Buffer.from(handedOver), old, Buffer.from(now.rotation_signature, "base64url")),
];
const rotated = await cardOf(fetch);
seen.rotated = [await verified(rotated), await verified(card)];
await asked("close");
const narrow = await cardOf(withToken);
seen.narrow = [narrow.securityRequirements.length, await verified(narrow)];
lines.close();
address.close();
writeFileSync(file, JSON.stringify(seen));
process.exit(0);

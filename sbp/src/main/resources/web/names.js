// Names of agents, peers and tasks where a document has only their ids.

/** Returns names by id, of those that a list still has. */
export function named(page) {
  const names = new Map();
  const add = (list, all, id, name) => {
    for (const one of list.data?.[all] || []) {
      names.set(one[id], one[name]);
    }
  };
  add(page.use("agents", { limit: 500 }), "agents", "agent_id", "name");
  add(page.use("peers", { limit: 500 }), "peers", "public_key", "name");
  add(page.use("tasks", { limit: 200 }), "tasks", "id", "title");
  add(page.use("tasks", { state: "completed", limit: 200 }), "tasks", "id", "title");
  return names;
}

const KIND = /^(?:agent|peer|person|task):/;

/** Returns a principal or an id as people call it, if a list has its name. */
export function called(principal, names) {
  const id = String(principal === undefined || principal === null ? "" : principal);
  return names.get(id) || names.get(id.replace(KIND, "")) || id;
}

/** Labels that runs give to their tasks. */
const RUN_LABEL = /^(?:run|swarm):/;

/** Returns the run whose tasks have one of these labels, if a team has worked here. */
export const runOf = (page, labels) =>
  labels.some((label) => RUN_LABEL.test(label))
    ? page.use("team/runs", { limit: 200 }).data?.runs.find((run) => labels.includes(run.label))
    : undefined;

const SESSION = /^agent:[^:]+:([^:]+):team:([0-9a-f]+)(?::(.+))?$/;

/** Returns a session's label as people call it: a member's by its name and what it does. */
export function sessionName(label) {
  const [, member, , what] = SESSION.exec(label) || [];
  if (member) {
    return member + (what ? ", " + what : "") + ", in a team";
  }
  return String(label).replace(/^agent:main:/, "");
}

/** Returns the run in which a session's turns were made; empty for a conversation. */
export const runOfSession = (label) => (SESSION.exec(label) || [])[2] || "";

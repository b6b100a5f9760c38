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

/** Returns the run whose tasks have one of these labels, if a team has worked here. */
export const runOf = (page, labels) =>
  labels.some((label) => label.startsWith("run:"))
    ? page.use("team/runs", { limit: 200 }).data?.runs.find((run) => labels.includes(run.label))
    : undefined;

const SESSION = /^agent:[^:]+:([^:]+):team:([0-9a-f]+)(?::(.+))?$/;
const WORK = /^agent:([^:]+):subagent:([0-9a-hjkmnp-tv-z]{26})$/;
const FORK = /^fork-([0-9a-hjkmnp-tv-z]{26})$/i;
const LONG = /[A-Za-z0-9_-]{40,}/g;
const BASE_32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns the time in which a ULID was made, in milliseconds since 1970. */
const timeOf = (ulid) =>
  [...ulid.toLowerCase().slice(0, 10)].reduce((sum, one) => sum * 32 + BASE_32.indexOf(one), 0);

/** Returns a time as people say it: one of today without its day. */
export function clockOf(time) {
  const at = new Date(time);
  const clock = at.toTimeString().slice(0, 5);
  return at.toDateString() === new Date().toDateString()
    ? clock
    : at.getDate() + " " + at.toLocaleString("en", { month: "short" }) + ", " + clock;
}

/**
 * Returns a session's label as people call it: a member's by its name and its run, work that was
 * handed over by its worker.
 *
 * runs: those of teams, with the time when each began; agent: who works there, if it is known
 */
export function sessionName(label, runs = [], agent = "") {
  const text = String(label);
  const [, member, id, what] = SESSION.exec(text) || [];
  if (member) {
    const run = runs.find((one) => one.run === id);
    const of = run ? ", run of " + clockOf(run.from) : ", in a team";
    return member + (what ? ", " + what : "") + of;
  }
  const [, worker, work] = WORK.exec(text) || [];
  if (worker) {
    return (agent || worker) + ", work of " + clockOf(timeOf(work));
  }
  const [, fork] = FORK.exec(text) || [];
  return fork
    ? "fork of " + clockOf(timeOf(fork))
    : text.replace(/^agent:main:/, "").replace(LONG, (one) => one.slice(0, 8) + "…");
}

/** Returns what names sessions with their runs, which are read if a session of a run is there. */
export function sessionNames(page, labels) {
  const runs = labels.some((label) => SESSION.test(label))
    ? page.use("team/runs", { limit: 200 }).data?.runs
    : [];
  return (label, agent) => sessionName(label, runs, agent);
}

/** Returns the run in which a session's turns were made; empty for a conversation. */
export const runOfSession = (label) => (SESSION.exec(label) || [])[2] || "";

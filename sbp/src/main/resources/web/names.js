// Names of agents, peers and tasks where a document has only their ids.

const TASK = /^[0-9a-f]{16}$/;
/** How many tasks that no list has are asked for, one by one, while a view is drawn. */
const MOST_ASKED = 12;

/**
 * Returns names by id: of agents, peers and newer tasks by their lists, and of a few other tasks
 * that a view has by their ids. They are read again when there are new ones, not after each event.
 */
export function named(page) {
  const names = new Map();
  const list = (view, given) => page.use(view, given, "", true);
  const add = (view, all, id, name, given) => {
    for (const one of list(view, given).data?.[all] || []) {
      names.set(one[id], one[name]);
    }
  };
  add("agents", "agents", "agent_id", "name", { limit: 500 });
  add("peers", "peers", "public_key", "name", { limit: 500 });
  add("tasks", "tasks", "id", "title", { limit: 50 });
  add("tasks", "tasks", "id", "title", { state: "completed", limit: 50 });
  let left = MOST_ASKED;
  return {
    get(id) {
      if (!names.has(id) && TASK.test(id) && left > 0) {
        left--;
        names.set(id, page.use("task", { id }, "", "kept").data?.task.title);
      }
      return names.get(id);
    },
  };
}

const KIND = /^(?:agent|peer|person|task):/;

/** Returns a principal or an id as people call it, if a list has its name. */
export function called(principal, names) {
  const id = String(principal === undefined || principal === null ? "" : principal);
  return names.get(id) || names.get(id.replace(KIND, "")) || id;
}

const TASK_INSIDE = /\b[0-9a-f]{16}\b/g;

/** Returns a text of this node with tasks by their titles, as far as they are known. */
export const withTitles = (text, names) =>
  text.replace(TASK_INSIDE, (id) => (names.get(id) ? "“" + names.get(id) + "”" : id));

/** Labels that runs give to their tasks. */
const RUN_LABEL = /^(?:run|swarm):/;

/** Returns the run whose tasks have one of these labels, if a team has worked here. */
export const runOf = (page, labels) =>
  labels.some((label) => RUN_LABEL.test(label))
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

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

/** Returns the run whose tasks have one of these labels, if a team has worked here. */
export const runOf = (page, labels) =>
  labels.some((label) => label.startsWith("run:"))
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

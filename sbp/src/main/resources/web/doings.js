// What agents do, may do, and why their scores moved, in words.

import { h, Said, between, count, lasting, plain, short } from "/parts.js";
import { sessionName } from "/names.js";
import { bare } from "/text.js";

export const rounded = (number) => Math.round(number * 10) / 10;

/** Why a score moved: a sentence, and the task that it is about. */
export const Why = ({ page, move, title }) => [
  plain(move.why),
  move.task && [
    " (",
    h(
      "a",
      { key: "task", href: page.link("board", { task: move.task }) },
      h(Said, { text: bare(title || short(move.task, 8)), most: 60 }),
    ),
    ")",
  ],
];

const VERBS = { working: "works on ", reviewing: "reviews ", answering: "answers in " };

/** What an agent does and since when; of an idle one, what it did last. */
export const Doing = ({ page, doing }) => {
  const task = doing.task && [
    h(
      "a",
      { key: "task", href: page.link("board", { task: doing.task }) },
      h(Said, { text: bare(doing.title || short(doing.task, 8)), most: 80 }),
    ),
  ];
  const session = doing.session && [
    h(
      "a",
      { key: "session", href: page.link("talk", { session: doing.session }) },
      h(Said, { text: sessionName(doing.session), most: 50, title: doing.session }),
    ),
  ];
  const since = doing.since && lasting(between(doing.since));
  if (doing.activity !== "idle") {
    return h("p", { class: "doing" }, VERBS[doing.activity], task || session, " for " + since);
  }
  return h(
    "p",
    { class: "doing quiet" },
    doing.task
      ? ["idle for " + since + "; last ", task, doing.outcome && ", " + plain(doing.outcome)]
      : "has claimed no task yet",
  );
};

// --- rights in words ----------------------------------------------------------------------------

/** What tools are for: words, the tool that they stand for, and the one that says more. */
const USES = [
  ["do tasks", "task_claim"],
  ["look at tasks", "task_list", "task_claim"],
  ["add tasks", "task_add"],
  ["review", "task_review"],
  ["write to agents", "mail_send"],
  ["announce to all", "bus_put"],
  ["remember", "memory_write_warm"],
  ["recall", "memory_search"],
  ["forget", "memory_delete_warm"],
  ["hand work to others", "dispatch_to_agent"],
  ["offer tasks to peers", "task_offer"],
  ["write to peers", "send"],
  ["publish", "post"],
  ["make agents", "agent_register"],
  ["suspend agents", "agent_suspend"],
  ["grant rights", "access_grant"],
  ["change settings", "config_set"],
  ["trust peers", "peers_trust"],
];
/** Families of tools that need no words of their own. */
const KNOWN = new Set(
  (
    "access agent bus config dispatch ethos event feed get mail memory messages peers post read " +
    "reply search send session status task tool trust wait"
  ).split(" "),
);
const OTHERS_SHOWN = 3;

const join = (words) =>
  words.length < 2 ? words.join("") : words.slice(0, -1).join(", ") + " and " + words.at(-1);

/** Returns what capabilities allow, in sentences. */
export function rights({ tools = [], memory_write: write, autonomous, ttl_seconds: life }) {
  if (tools.includes("*")) {
    return "May use every tool" + (autonomous ? ", without supervision." : ".");
  }
  const may = (name) =>
    tools.some((tool) => tool === name || (/\*$/.test(tool) && name.startsWith(tool.slice(0, -1))));
  const uses = USES.filter(([, tool, more]) => may(tool) && !(more && may(more)));
  const others = tools.filter((tool) => !KNOWN.has(tool.split("_")[0]));
  const words = [
    ...uses.map(([text]) => text),
    ...others.slice(0, OTHERS_SHOWN).map((tool) => "use " + plain(tool)),
    ...(others.length > OTHERS_SHOWN ? [count(others.length - OTHERS_SHOWN) + " more tools"] : []),
  ];
  return (
    (words.length > 0 ? "May " + join(words) : tools.length > 0 ? "May look" : "May use no tool") +
    (write ? "" : "; writes no memory") +
    (autonomous ? "; works without supervision" : "") +
    (life > 0 ? "; lives for " + lasting(life) : "") +
    "."
  );
}

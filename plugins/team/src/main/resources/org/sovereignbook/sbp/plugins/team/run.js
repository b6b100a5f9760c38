// Runs of teams, of swarms and of dispatches: all of them, and one as a picture: lanes of members,
// attempts over time, mail.

import {
  h,
  Badge,
  Button,
  Empty,
  Facts,
  Loaded,
  Panel,
  Prose,
  Rows,
  Said,
  Time,
  Typed,
  cost,
  count,
  narrow,
  plain,
  tokens,
} from "/parts.js";
import { Graph } from "/charts.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Tone and sign of each outcome, so that none is told by its colour alone. */
const OUTCOMES = {
  accepted: ["ok", "✓"],
  done: ["ok", "✓"],
  answered: ["ok", "✓"],
  rejected: ["bad", "✗"],
  failed: ["bad", "✗"],
  expired: ["warn", "↯"],
  released: ["plain", "↩"],
  cancelled: ["plain", "–"],
  overruled: ["warn", "↺"],
  aborted: ["warn", "–"],
  refused: ["bad", "✗"],
  "under way": ["busy", "…"],
};

/** What an outcome means that its word does not say. */
const MEANINGS = { expired: "its member was lost or fell silent" };

const ULID = /^[0-9A-Z]{26}$/;

const outcome = (attempt) => attempt.outcome || "under way";
const mark = (word) => OUTCOMES[word] || ["plain", "·"];
const keyOf = (attempt) => attempt.task + "." + attempt.number;

/** Returns a span of time in words. */
function lasted(ms) {
  if (ms < MINUTE) {
    return (ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0) + " s";
  }
  return ms < HOUR
    ? Math.floor(ms / MINUTE) + " min " + Math.round((ms % MINUTE) / SECOND) + " s"
    : Math.floor(ms / HOUR) + " h " + Math.round((ms % HOUR) / MINUTE) + " min";
}

const clock = (ms) => new Date(ms).toTimeString().slice(0, 8);

/** Adds up sums of model calls. */
const together = (sums) =>
  sums.reduce((all, sum) => ({
    calls: all.calls + sum.calls,
    tokens: all.tokens + sum.tokens,
    unknown_tokens: all.unknown_tokens + sum.unknown_tokens,
    cost_usd: (all.cost_usd || 0) + (sum.cost_usd || 0),
    unknown_cost: all.unknown_cost + sum.unknown_cost,
  }));

/** What kinds of runs there are, for people. */
const KINDS = {
  team: "a team",
  swarm: "a swarm",
  dispatch: "work of a conversation",
};

const spent = (sum) =>
  sum.calls === 0
    ? "no call"
    : count(sum.calls) +
      (sum.calls === 1 ? " call, " : " calls, ") +
      (tokens(sum) === cost(sum)
        ? "tokens and cost " + cost(sum)
        : tokens(sum) + " tokens, cost " + cost(sum));

// --- the picture --------------------------------------------------------------------------------

const LANE = 46;
const NARROW_LANE = 66;
/** From the bottom of a lane to the middle of its bars. */
const MIDDLE = 23;

/** Places a time between the beginning and the end of the run, as a percentage. */
const scale = (run, now) => {
  const end = run.to_ms || now;
  const whole = Math.max(end - run.from_ms, SECOND);
  return (ms) => Math.max(0, Math.min(100, ((ms - run.from_ms) * 100) / whole));
};

const Axis = ({ run, now }) => {
  const parts = narrow() ? 2 : 5;
  const end = run.to_ms || now;
  const ticks = [...Array(parts + 1)].map(
    (_, i) => run.from_ms + ((end - run.from_ms) * i) / parts,
  );
  return h(
    "div",
    { class: "axis", "aria-hidden": "true" },
    ticks.map((ms, i) =>
      h(
        "span",
        { key: i, style: { left: (i * 100) / parts + "%" }, class: i === parts ? "last" : "" },
        clock(ms),
      ),
    ),
  );
};

const Bar = ({ page, run, attempt, at, now }) => {
  const word = outcome(attempt);
  const [tone, sign] = mark(word);
  const left = at(attempt.from_ms);
  // Behind its submission it waits for reviews, while the member may go on with the next one.
  const worked = attempt.submitted_ms || attempt.to_ms || now;
  const text =
    attempt.title + (attempt.number > 1 ? ", attempt " + attempt.number : "") + ", " + word;
  return h(
    "button",
    {
      type: "button",
      class: "bar-of " + tone + (page.given.attempt === keyOf(attempt) ? " chosen" : ""),
      "data-attempt": keyOf(attempt),
      "aria-label": plain(text),
      title: plain(text) + ", " + lasted((attempt.to_ms || now) - attempt.from_ms),
      // A short one at the end keeps its least width within its lane.
      style: { left: "min(" + left + "%, 100% - 1.5rem)", width: at(worked) - left + "%" },
      onClick: () => page.go("run", { id: run.run, attempt: keyOf(attempt) }),
    },
    sign + (attempt.number > 1 ? " #" + attempt.number : "") + " ",
    h(Said, { text: attempt.title, most: 60 }),
  );
};

/** A mail between two lanes is a line at its time. */
const Letters = ({ run, at, lanes, high }) => {
  const place = new Map(lanes.map((member, i) => [member.name, (i + 1) * high - MIDDLE]));
  // Mail from or to somebody who is no member begins or ends above all lanes.
  const known = run.mail.filter((one) => place.has(one.from) || place.has(one.to));
  return h(
    "svg",
    {
      class: "letters",
      viewBox: "0 0 100 " + lanes.length * high,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    known.map((one) =>
      h("line", {
        key: one.id,
        x1: at(one.at_ms),
        x2: at(one.at_ms),
        y1: place.get(one.from) || 0,
        y2: place.get(one.to) || 0,
      }),
    ),
  );
};

const Lane = ({ page, run, member, at, now }) =>
  h(
    "div",
    { class: "lane", "data-member": member.name },
    h(
      "div",
      { class: "who" },
      h("a", { href: page.link("agents", { agent: member.name }) }, h(Said, { text: member.name })),
      h(
        "small",
        { class: "quiet" },
        [member.kind, member.starts > 1 && member.starts + " starts"].filter(Boolean).join(", "),
      ),
    ),
    h(
      "div",
      { class: "track" },
      member.attempts.map((attempt) =>
        h(Bar, { key: keyOf(attempt), page, run, attempt, at, now }),
      ),
      run.reviews
        .filter((review) => review.reviewer === member.name && review.at_ms)
        .map((review) =>
          h(
            "a",
            {
              key: review.task + review.number,
              class: "verdict " + mark(review.outcome)[0],
              style: { left: at(review.at_ms) + "%" },
              title: plain(
                member.name +
                  " gave " +
                  review.score +
                  " to " +
                  review.title +
                  ", at " +
                  clock(review.at_ms),
              ),
              href: page.link("run", { id: run.run, attempt: review.task + "." + review.number }),
            },
            review.score,
          ),
        ),
    ),
  );

const Picture = ({ page, run }) => {
  const now = Date.now();
  const at = scale(run, now);
  const high = narrow() ? NARROW_LANE : LANE;
  return h(
    "div",
    { class: "lanes", style: { "--lane": high + "px" } },
    h(Axis, { run, now }),
    h(
      "div",
      { class: "field" },
      h(Letters, { run, at, lanes: run.members, high }),
      run.members.map((member) => h(Lane, { key: member.name, page, run, member, at, now })),
    ),
    h(
      "div",
      { class: "legend" },
      Object.entries(OUTCOMES)
        .filter(([word]) =>
          run.members.some((member) => member.attempts.some((one) => outcome(one) === word)),
        )
        .map(([word, [tone, sign]]) =>
          h(
            "span",
            { key: word },
            h("span", { class: "badge " + tone }, sign + " " + word),
            MEANINGS[word] && " " + MEANINGS[word],
          ),
        ),
      run.reviews.length > 0 && h("span", null, "a number is the score of a review"),
      run.mail.length > 0 &&
        h("span", null, "a line is a mail; one from above is the node’s or yours"),
    ),
  );
};

// --- one attempt --------------------------------------------------------------------------------

/** The question and the answer of an attempt's turn, and where it is shown whole. */
const Turn = ({ page, member, turn }) =>
  h(Loaded, { of: page.use("turn", { turn }) }, (of) => {
    const answer = of.steps.filter((step) => step.answer?.content).at(-1)?.answer;
    const asked = [...of.steps.flatMap((step) => step.messages), ...of.unread];
    return [
      asked
        .filter((message) => message.role === "user")
        .map((message) =>
          h(
            "div",
            { key: message.number, class: "said mine" },
            h("div", { class: "quiet" }, "from ", h(Said, { text: message.author, most: 40 })),
            h(Prose, { text: message.content }),
          ),
        ),
      answer &&
        h(
          "div",
          { key: "answer", class: "said theirs" },
          h("div", { class: "quiet" }, h(Said, { text: member.name, most: 40 })),
          h(Prose, { text: answer.content }),
        ),
      h(
        "p",
        { key: "links" },
        h("a", { href: page.link("turn", { id: turn }) }, "the whole turn"),
        " · ",
        h("a", { href: page.link("talk", { session: of.session }) }, "the conversation"),
      ),
    ];
  });

/** Turns and dispatches of a conversation are attempts, too, and no tasks. */
const isOfBoard = (run, attempt) => run.kind !== "dispatch" || !ULID.test(attempt.task);

const Attempt = ({ page, run, member, attempt }) => {
  const word = outcome(attempt);
  const reviews = run.reviews.filter((one) => keyOf(one) === keyOf(attempt));
  return h(
    Panel,
    {
      title: plain(member.name) + ": " + plain(attempt.title),
      class: "detail",
      aside: h("a", { href: page.link("run", { id: run.run }) }, "close"),
    },
    h(Facts, {
      rows: [
        ["attempt", h("span", null, attempt.number + " ", h(Badge, { word, as: mark(word)[0] }))],
        [
          "time",
          clock(attempt.from_ms) +
            (attempt.to_ms
              ? " to " + clock(attempt.to_ms) + ", " + lasted(attempt.to_ms - attempt.from_ms)
              : ", under way"),
        ],
        ["models", spent(attempt.cost)],
        [
          "task",
          isOfBoard(run, attempt) &&
            h(
              "a",
              { href: page.link("board", { task: attempt.task }) },
              h("code", null, attempt.task),
            ),
        ],
      ],
    }),
    word === "expired" &&
      h("p", null, "The member was lost or fell silent, and its claim ended; the task went on."),
    reviews.map((one) =>
      h(
        "p",
        { key: one.reviewer },
        h(Said, { text: one.reviewer, most: 40 }),
        " gave " + one.score,
        one.comment && [": ", h(Said, { text: one.comment })],
      ),
    ),
    attempt.turn
      ? h(Turn, { key: attempt.turn, page, member, turn: attempt.turn })
      : h("p", { class: "quiet" }, "It has no turn: it said no result."),
  );
};

// --- everything in words ------------------------------------------------------------------------

const Attempts = ({ page, run }) =>
  h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "all attempts" },
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["member", "task", "attempt", "outcome", "began", "took", "cost"].map((one) =>
            h("th", { key: one, scope: "col" }, one),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        run.members
          .flatMap((member) => member.attempts.map((attempt) => ({ member, attempt })))
          .sort((a, b) => a.attempt.from_ms - b.attempt.from_ms)
          .slice(0, 500)
          .map(({ member, attempt }) =>
            h(
              "tr",
              { key: keyOf(attempt) },
              h("th", { scope: "row" }, h(Said, { text: member.name, most: 30 })),
              h(
                "td",
                { class: "title" },
                h(
                  "a",
                  { href: page.link("run", { id: run.run, attempt: keyOf(attempt) }) },
                  h(Said, { text: attempt.title, most: 80 }),
                ),
              ),
              h("td", null, attempt.number),
              h("td", null, h(Badge, { word: outcome(attempt), as: mark(outcome(attempt))[0] })),
              h("td", null, clock(attempt.from_ms)),
              h("td", null, attempt.to_ms ? lasted(attempt.to_ms - attempt.from_ms) : "…"),
              h("td", null, attempt.cost.calls === 0 ? "–" : cost(attempt.cost)),
            ),
          ),
      ),
    ),
  );

const Reviews = ({ run }) =>
  h(
    "ul",
    { class: "plain lines" },
    run.reviews.map((one, i) =>
      h(
        "li",
        { key: i },
        h(Said, { text: one.reviewer, most: 30 }),
        " gave " + one.score + " to ",
        h(Said, { text: one.title, most: 80 }),
        " ",
        one.outcome && h(Badge, { word: one.outcome, as: mark(one.outcome)[0] }),
        one.comment && h("div", { class: "quiet" }, h(Said, { text: one.comment })),
      ),
    ),
  );

const Mail = ({ run }) =>
  h(
    "details",
    null,
    h("summary", null, count(run.mail.length) + (run.mail.length === 1 ? " mail" : " mails")),
    h(
      "ul",
      { class: "plain lines" },
      run.mail
        .slice(0, 200)
        .map((one) =>
          h(
            "li",
            { key: one.id },
            clock(one.at_ms) + " ",
            h(Said, { text: one.from, most: 40 }),
            " → ",
            h(Said, { text: one.to, most: 40 }),
            " ",
            h("span", { class: "quiet" }, one.type.replace(/_/g, " ")),
          ),
        ),
    ),
  );

/** Which task waited for which, also after all of them have ended. */
const Dependencies = ({ page, run }) => {
  const state = ["pending", "claimed", "review", "completed", "failed", "cancelled"];
  return run.label
    ? h(Loaded, { of: page.use("tasks", { label: run.label, state, limit: 200 }) }, (of) =>
        h(Graph, { tasks: of.tasks, open: (task) => page.go("board", { task }) }),
      )
    : h(
        "p",
        { class: "quiet" },
        run.kind === "dispatch"
          ? "Work of a conversation waits for nothing: each lane began when it was handed out."
          : "This run took any task of the board: its graph is there.",
      );
};

const Whole = ({ page, id }) =>
  h(Loaded, { of: page.use("run", { id }) }, (run) => {
    const all = run.members.flatMap((member) =>
      member.attempts.map((attempt) => ({ member, attempt })),
    );
    const chosen = all.find(({ attempt }) => keyOf(attempt) === page.given.attempt);
    const { graph } = page.local;
    return [
      h(
        Panel,
        {
          key: "run",
          title: plain(run.title),
          class: "run",
          aside: h("a", { href: page.link("run") }, "all runs"),
        },
        h(
          "p",
          null,
          h(Badge, { word: run.state, as: run.state === "ended" ? "plain" : undefined }),
          " ",
          (KINDS[run.kind] || plain(run.kind)) + " · ",
          h(Time, { at: run.from }),
          " · took " + lasted((run.to_ms || Date.now()) - run.from_ms),
          " · " + count(all.length) + (all.length === 1 ? " attempt" : " attempts"),
          " · " + spent(together(run.members.map((member) => member.cost))),
        ),
        h(Picture, { page, run }),
      ),
      chosen && h(Attempt, { key: "attempt", page, run, ...chosen }),
      h(
        Panel,
        {
          key: "attempts",
          title: graph ? "Dependencies" : "Attempts",
          aside: h(
            Button,
            { safe: true, class: "link", onClick: () => page.set({ graph: !graph }) },
            graph ? "as a table" : "dependency graph",
          ),
        },
        graph ? h(Dependencies, { page, run }) : h(Attempts, { page, run }),
      ),
      run.reviews.length > 0 && h(Panel, { key: "reviews", title: "Reviews" }, h(Reviews, { run })),
      run.mail.length > 0 && h(Panel, { key: "mail", title: "Mail" }, h(Mail, { run })),
      h(
        "p",
        { key: "same", class: "same" },
        "at a terminal: ",
        h(Typed, { command: "sbp team runs " + id }),
      ),
    ];
  });

function draw(page) {
  if (page.given.id) {
    return h(Whole, { key: page.given.id, page, id: page.given.id });
  }
  const list = page.use("team/runs", { limit: 50 }, "runs");
  const key = (one) => one.run;
  return h(Loaded, { of: list }, (of) =>
    of.runs.length === 0
      ? h(Empty, { command: 'sbp team run "…"' }, "No team has worked here yet. Let one begin with")
      : h(
          Panel,
          { title: "Runs" },
          h(Rows, {
            items: of.runs,
            keyOf: key,
            label: "runs, newest first",
            height: 58,
            tall: 640,
            open: (one) => page.go("run", { id: one.run }),
            more: () => page.more(list, key),
            row: (one) =>
              h(
                "div",
                { class: "card" },
                h(Said, { text: one.title, most: 90 }),
                h(
                  "div",
                  { class: "meta" },
                  h(Badge, { word: one.state, as: one.state === "ended" ? "plain" : undefined }),
                  h("span", null, KINDS[one.kind] || plain(one.kind)),
                  h(Time, { at: one.from }),
                  !narrow() &&
                    h(
                      "span",
                      null,
                      count(one.members) + (one.members === 1 ? " agent" : " agents"),
                    ),
                  one.tasks > 0 &&
                    h("span", null, count(one.completed) + " of " + count(one.tasks) + " done"),
                ),
              ),
          }),
        ),
  );
}

export default { draw };

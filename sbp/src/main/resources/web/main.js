// The page: which view is shown, what it needs, and when that is read again.

import { render } from "/lib/preact.js";
import * as api from "/api.js";
import { h, Fault, Typed, away } from "/parts.js";
import { Doing, typed } from "/doing.js";
import { Find } from "/find.js";
import { Header, clock } from "/header.js";
import { Keys, listen } from "/keys.js";
import { Bounded, ofModule } from "/views.js";
import now from "/now.js";

const own = (name, title) => ofModule({ name, title, module: "/" + name + ".js" });
/** The views of the program, and behind them those of features, once they are known. */
const views = [
  now,
  own("board", "Board"),
  own("timeline", "Timeline"),
  own("talk", "Conversations"),
  own("agents", "Agents"),
  own("memory", "Memory"),
  own("peers", "Peers"),
  own("access", "Access"),
  own("cost", "Cost"),
  own("settings", "Settings"),
];
/** Views that others lead into: no names in the header. */
const inside = [own("turn", "Turn")];
const ROOT = document.getElementById("page");
const QUIET_MS = 100;
/** How old names may be while nothing says that there are new ones. */
const CALM_MS = 30000;
/** Until what could not be read is read again. */
const AGAIN_MS = 2000;
/** How long the first view waits for the stream of events. */
const LIVE_MS = 250;

/** Whether documents are read: not before the stream of events has begun, or is late. */
let isBegun = false;

const page = {
  view: null,
  given: {},
  documents: new Map(),
  commands: new Map(),
  cut: "",
  isLive: false,
  restarted: "",
  isOver: false,
  why: "",
  problem: null,
  action: null,
  isHelping: false,
  isFinding: false,
  note: "",
  local: {},
};

// --- where we are -------------------------------------------------------------------------------

/** Returns what the address names: a view, one thing in it, and what follows them. */
function placed() {
  const [place, query] = location.hash.slice(1).split("?");
  const [, onPath, id] = /^\/([^/]+)(?:\/(.*))?$/.exec(place) || [];
  return { name: onPath || place, id, query };
}

function read() {
  const { name, id, query } = placed();
  const next = [...views, ...inside].find((view) => view.name === name) || now;
  const isOther = next !== page.view;
  page.view = next;
  page.given = Object.fromEntries(new URLSearchParams(query || ""));
  if (id) {
    page.given.id = decodeURIComponent(id);
  }
  if (api.hasToken() && !page.isOver) {
    api.keepView(location.hash || link(next.name));
  }
  if (isOther) {
    page.local = {};
    page.note = "";
    page.documents.clear();
    draw();
    requestAnimationFrame(showChosen);
  } else {
    refresh();
  }
  if (isOther && ROOT.querySelector("main")) {
    ROOT.querySelector("main").focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** Brings the chosen view's name into sight where the names need more than the width. */
function showChosen() {
  const chosen = ROOT.querySelector(".top nav [aria-current]");
  if (chosen) {
    chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.parentElement.offsetLeft - 40;
  }
}

/** Returns the address of a view, `#VIEW?…`, or of one thing in it, `#/VIEW/ID?…`. */
export const link = (view, { id, ...given } = {}) => {
  const said = Object.entries(given).filter(([, value]) => value !== "" && value !== undefined);
  const query = new URLSearchParams(said).toString();
  const place = id ? "/" + view + "/" + encodeURIComponent(id) : view;
  return "#" + place + (query ? "?" + query : "");
};

// --- documents ----------------------------------------------------------------------------------

/**
 * Returns a view's document, and reads it if nobody did; a paged list grows by its cursor. A calm
 * one only has names: it is read again when there are new ones, or never if it is "kept".
 */
function use(view, given = {}, list = "", isCalm = false) {
  const path = api.address(view, given);
  let entry = page.documents.get(path);
  if (!entry) {
    entry = {
      path,
      view,
      given,
      list,
      data: null,
      problem: null,
      loading: false,
      next: null,
      isUsed: true,
      isCalm,
      readAt: 0,
    };
    page.documents.set(path, entry);
    if (isBegun) {
      load(entry);
    }
  }
  // Whoever needs more of it than names decides, each time that the page is drawn.
  entry.isCalm = entry.isUsed ? entry.isCalm && isCalm : isCalm;
  entry.isUsed = true;
  return entry;
}

async function load(entry) {
  if (entry.loading) {
    entry.again = true;
    return;
  }
  entry.loading = true;
  entry.readAt = Date.now();
  try {
    const data = await api.look(entry.path, undefined, entry.isCalm ? "low" : "auto");
    if (entry.list && entry.tail) {
      // The first page is read again; what was loaded behind it stays, without doubles.
      const key = entry.keyOf || JSON.stringify;
      const fresh = new Set(data[entry.list].map(key));
      data[entry.list] = [
        ...data[entry.list],
        ...entry.data[entry.list].filter((one) => !fresh.has(key(one))),
      ];
    } else {
      entry.next = data.next || null;
    }
    entry.data = data;
    entry.problem = null;
  } catch (problem) {
    entry.problem = problem;
    if (problem.status === 401) {
      over(OTHER_SERVER);
    } else if (problem.passes) {
      setTimeout(() => page.documents.get(entry.path) === entry && load(entry), AGAIN_MS);
    }
  }
  entry.loading = false;
  if (entry.again) {
    entry.again = false;
    load(entry);
  } else if (entry.wanted) {
    more(entry, entry.wanted);
  }
  draw();
}

async function more(entry, keyOf) {
  // Asked for while the first page is read again, it comes after that.
  entry.wanted = entry.loading ? keyOf : null;
  if (!entry.next || entry.loading) {
    return;
  }
  entry.loading = true;
  entry.keyOf = keyOf;
  try {
    const data = await api.look(api.address(entry.view, { ...entry.given, after: entry.next }));
    const known = new Set(entry.data[entry.list].map(keyOf));
    entry.data = {
      ...entry.data,
      [entry.list]: [
        ...entry.data[entry.list],
        ...data[entry.list].filter((one) => !known.has(keyOf(one))),
      ],
    };
    entry.next = data.next || null;
    entry.tail = true;
  } catch (problem) {
    entry.problem = problem;
  }
  entry.wanted = null;
  entry.loading = false;
  if (entry.again) {
    entry.again = false;
    load(entry);
  }
  draw();
}

let due = 0;
let isNaming = false;

/**
 * Reads everything that is shown once more, a moment after the first of some changes: a node that
 * is busy all the time is shown, too.
 */
function refresh() {
  due =
    due ||
    setTimeout(() => {
      due = 0;
      const old = Date.now() - CALM_MS;
      for (const entry of page.documents.values()) {
        const isDue = entry.isCalm === "kept" ? !entry.data : isNaming || entry.readAt < old;
        if (!entry.isCalm || isDue) {
          load(entry);
        }
      }
      isNaming = false;
    }, QUIET_MS);
  draw();
}

/** Events after which there is a name that was not there before. */
const NAMING = /^(?:task\.created|agent\.|peer\.)/;

function happened(event) {
  isNaming = isNaming || NAMING.test(event.kind);
  refresh();
}

const OTHER_SERVER =
  "Its token has ended with the server that issued it: tokens are kept in memory only.";
const TOO_OLD = "Its token has ended: it is good for 12 hours.";
const NONE = "It has no token: an address of sbp web opens the page once.";
const MOVED = "It goes on in another tab; this one can be closed.";

/** A part whose feature is off, or not there, is left out. */
const ABSENT = new Set(["feature-off", "not-found"]);

/** Marks documents that failed alike, and returns each of these failures once. */
function shared() {
  const byMessage = new Map();
  for (const entry of page.documents.values()) {
    entry.isShared = false;
    if (entry.problem && !entry.data && !entry.isCalm && !ABSENT.has(entry.problem.code)) {
      const { message } = entry.problem;
      byMessage.set(message, [...(byMessage.get(message) || []), entry]);
    }
  }
  const often = [...byMessage.values()].filter((entries) => entries.length > 1);
  for (const entry of often.flat()) {
    entry.isShared = true;
  }
  return often.map(([first]) => first.problem);
}

/** Says since when the node is away, and what could not be read, once for the whole view. */
const Troubles = () => [
  !page.isLive &&
    page.cut &&
    h(
      "p",
      { class: "away", role: "status" },
      "The node does not answer since " +
        clock(page.cut) +
        ". What was read before stays, grey." +
        " Start it: ",
      h(Typed, { command: "sbp up" }),
    ),
  shared().map((problem) => h(Fault, { key: problem.message, problem })),
];

function over(why) {
  page.isOver = true;
  page.why = page.why || why;
  page.action = null;
  page.isFinding = false;
  api.forgetToken();
  draw();
}

// --- drawing ------------------------------------------------------------------------------------

let isDrawing = false;
let isPressed = false;

/** Nothing moves under a pointer that is down: what comes meanwhile is drawn after its click. */
function press(event) {
  const was = isPressed;
  isPressed = event.type === "pointerdown" && event.button === 0;
  if (was && !isPressed) {
    setTimeout(draw);
  }
}
addEventListener("pointerdown", press, true);
// Menus and popups of the system take the end of a press away from the page.
for (const end of ["pointerup", "pointercancel", "blur", "contextmenu", "change", "keydown"]) {
  addEventListener(end, press, true);
}
addEventListener("pointermove", (event) => event.buttons === 0 && press(event), true);

function draw() {
  if (!page.view && !page.isOver) {
    return;
  }
  if (!isDrawing && !isPressed) {
    isDrawing = true;
    requestAnimationFrame(() => {
      isDrawing = false;
      if (isPressed) {
        return;
      }
      for (const entry of page.documents.values()) {
        entry.isUsed = false;
      }
      away(page.isLive || !page.cut ? "" : page.cut);
      render(h(Page), ROOT);
      for (const [path, entry] of page.documents) {
        if (!entry.isUsed) {
          page.documents.delete(path);
        }
      }
    });
  }
}

const tools = {
  use,
  more,
  link,
  local: page.local,
  set(patch) {
    Object.assign(page.local, patch);
    draw();
  },
  go: (view, given) => {
    location.hash = link(view, given);
  },
  ask: (action) => {
    page.note = "";
    if (page.commands.has(action.command)) {
      page.action = action;
    } else {
      page.note = "no view has declared the action " + action.command;
    }
    draw();
  },
  /**
   * Does an action that needs no dialog, since it only notes what was shown, or since a movement of
   * the hand says it all; then a note says what was done. One that needs a proof has its dialog.
   */
  async run(command, given, note = "") {
    if (!page.isLive) {
      return;
    }
    if (page.commands.get(command)?.proof) {
      tools.ask({ command, title: note, given });
      return;
    }
    try {
      await api.act(command, given);
      page.note = note || page.note;
    } catch (problem) {
      page.note = problem.message;
    }
    refresh();
  },
  refresh,
  isAction: (tool) => [...page.commands.values()].some((row) => row.tool === tool),
  typed: (command, given) =>
    page.commands.has(command) ? typed(page.commands.get(command), given) : "",
  draw,
};

const Over = () =>
  h(
    "main",
    { class: "over", tabIndex: -1 },
    h("h1", { role: "alert" }, "This page is locked"),
    page.problem ? h(Fault, { problem: page.problem }) : h("p", null, page.why || NONE),
    page.why !== MOVED &&
      h(
        "p",
        null,
        "Unlock it at your terminal: ",
        h(Typed, { command: "sbp web open" }),
        " opens the page at the view that you had. In another browser, put the address that it" +
          " prints into this tab.",
      ),
  );

const Page = () => {
  if (page.isOver || !api.hasToken()) {
    return h(Over);
  }
  tools.given = page.given;
  tools.local = page.local;
  const row = page.action && page.commands.get(page.action.command);
  return [
    h(Header, { page, views, use, link, find }),
    h(
      "main",
      {
        id: "main",
        tabIndex: -1,
        class: "view-" + page.view.name + (page.isLive || !page.cut ? "" : " stale"),
      },
      h(
        "div",
        { class: "head" },
        h("h1", null, page.view.title),
        h("p", { class: "note", role: "status", "aria-live": "polite" }, page.note),
      ),
      h(Troubles),
      h(Bounded, { key: page.view.name, draw: () => page.view.draw(tools) }),
    ),
    page.isHelping &&
      h(Keys, {
        key: "keys",
        views,
        close: () => {
          page.isHelping = false;
          draw();
        },
      }),
    page.isFinding &&
      h(Find, {
        key: "find",
        views,
        link,
        close: () => {
          page.isFinding = false;
          draw();
        },
      }),
    row &&
      h(Doing, {
        key: page.action.command + JSON.stringify(page.action.given),
        action: page.action,
        row,
        act: api.act,
        close: () => {
          page.action = null;
          draw();
        },
        done: (answer) => {
          const after = page.action?.after;
          const failed = (answer?.ran || []).find((one) => !one.is_done);
          page.note = (page.action.title || "done") + ": " + (failed ? failed.outcome : "done");
          page.action = null;
          refresh();
          if (after) {
            after(answer);
          }
        },
      }),
  ];
};

/** Shows the search over everything. */
function find() {
  page.isFinding = api.hasToken() && !page.isOver;
  draw();
}

// --- keys ---------------------------------------------------------------------------------------

listen({
  views: () => views,
  go: (name) => {
    location.hash = link(name);
  },
  help() {
    page.isHelping = api.hasToken() && !page.isOver;
    draw();
  },
  find,
  back() {
    if (Object.keys(page.given).length > 0) {
      // From a part of a thing to the thing, and from there to all of them.
      const { id, ...part } = page.given;
      location.hash = link(page.view.name, Object.keys(part).length > 0 && id ? { id } : {});
    }
  },
});

/** Says loudly when the token of the address opened nothing. Returns whether it did so. */
function unopened() {
  page.problem = api.unopened();
  if (page.problem) {
    over(page.problem.message);
  }
  return page.problem !== null;
}

// --- the beginning ------------------------------------------------------------------------------

await api.begin();
unopened();
api.lend(
  () => page.isOver,
  () => {
    page.why = MOVED;
    draw();
  },
);
addEventListener("hashchange", async () => {
  // The address of another `sbp web open`, put into this tab.
  if (await api.begin()) {
    if (!unopened()) {
      location.reload();
    }
  } else {
    read();
  }
});
/** Reads what the page may do, and the views of features. It is asked for until it is known. */
async function learn() {
  try {
    const known = await api.look("/api/commands");
    for (const row of known.commands) {
      if (row.action) {
        page.commands.set(row.name, row);
      }
    }
    for (const added of known.views) {
      if (views.every((view) => view.name !== added.name)) {
        views.push(ofModule(added));
      }
    }
  } catch (problem) {
    if (problem.status === 401) {
      over(OTHER_SERVER);
    }
  }
}

const isKnown = () => !location.hash || views.some((view) => view.name === placed().name);

/** Reads the first view once the stream of events has begun, so that it is read only once. */
async function begin() {
  if (isBegun) {
    return;
  }
  isBegun = true;
  // An address may be that of a feature's view.
  if (!isKnown()) {
    await learned;
  }
  if (!page.view) {
    read();
  }
  for (const entry of page.documents.values()) {
    if (entry.readAt === 0) {
      load(entry);
    }
  }
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      showChosen();
      // The others come once there is something to see, so that they are there without a node, too.
      for (const view of [...views, ...inside]) {
        view.load?.(draw);
      }
    }),
  );
}

/** Draws what is known now; who went to a feature's view before it was known gets there. */
function drawLearned() {
  const isMissed = page.view && views.some((view) => view.name === placed().name);
  if (isMissed && page.view.name !== placed().name) {
    read();
  } else {
    draw();
  }
}

let learned = Promise.resolve();
if (api.hasToken()) {
  learned = learn().then(drawLearned);
  if (isKnown()) {
    read();
  }
  api.follow({
    live() {
      if (!page.isLive) {
        page.isLive = true;
        if (!isBegun) {
          begin();
          return;
        }
        learned = learned.then(() => page.commands.size === 0 && learn().then(read));
        refresh();
      }
    },
    cut() {
      if (page.isLive || !page.cut) {
        page.cut = new Date().toISOString();
      }
      page.isLive = false;
      draw();
    },
    event: happened,
    changed: refresh,
    restarted() {
      page.restarted = new Date().toISOString();
      refresh();
    },
    ended: () => over(page.isLive ? TOO_OLD : OTHER_SERVER),
  });
  setInterval(draw, 5000);
  // Rows have another height on a narrow page.
  addEventListener("resize", draw);
  setTimeout(begin, LIVE_MS);
} else {
  begin();
}

// The node's API: a token from the fragment, views, actions, and the stream of events.

const KEPT = "sbp-token";
const VIEW = "sbp-view";
const FIRST = "#now";
const ANSWER_MS = 150;
const PATIENCE_MS = 15000;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export class Problem extends Error {
  constructor(status, error) {
    super(error.message || "the node does not answer");
    this.status = status;
    this.code = error.code || "";
    this.hints = error.hints || [];
    /** Whether the same question may have an answer a moment later. */
    this.passes = status === 0 || status === 429 || status >= 500;
  }
}

const kept = () => sessionStorage.getItem(KEPT) || "";

/** Until a view that is asked for counts as unanswered. A browser keeps six connections. */
const ANSWERED_MS = 30000;

async function send(path, options) {
  try {
    return await fetch(path, {
      ...options,
      headers: { authorization: "Bearer " + kept(), ...options.headers },
      cache: "no-store",
    });
  } catch (error) {
    if (error.name === "TimeoutError") {
      throw new Problem(0, {
        message: "the node has not answered in time",
        hints: ["close other pages of it: a browser has six connections for all of them"],
      });
    }
    throw new Problem(0, { message: "the node does not answer", hints: ["start it:  sbp up"] });
  }
}

async function call(path, options = {}) {
  const answer = await send(path, options);
  let document;
  try {
    document = await answer.json();
  } catch {
    throw new Problem(0, { message: "the answer of the node was cut off" });
  }
  // A check that failed (422) is no error: its document says why.
  if (!answer.ok && (document.error || answer.status !== 422 || options.method)) {
    throw new Problem(answer.status, document.error || {});
  }
  return document;
}

/** Keeps the view of this tab, for the time after its token has ended. */
export const keepView = (hash) => sessionStorage.setItem(VIEW, hash);

const tabs = new BroadcastChannel("sbp-views");

/**
 * Whether no locked tab has answered yet; one that is slow still gives its view to a page that
 * shows none.
 */
let isAsking = false;

/** Answers another tab that was opened with a new token; only a locked tab has something to say. */
export function lend(isLocked, moved) {
  tabs.onmessage = ({ data }) => {
    if (data.view && isAsking && location.hash === FIRST) {
      isAsking = false;
      location.hash = data.view;
      tabs.postMessage({ took: data.view });
      return;
    }
    if (data.wants && isLocked() && sessionStorage.getItem(VIEW)) {
      tabs.postMessage({ view: sessionStorage.getItem(VIEW) });
    } else if (data.took && isLocked() && data.took === sessionStorage.getItem(VIEW)) {
      moved();
    }
  };
}

/** Returns the view of this tab, or of a locked one, that the page comes back to. */
async function lastView() {
  const own = sessionStorage.getItem(VIEW);
  if (own) {
    return own;
  }
  const view = await new Promise((done) => {
    tabs.onmessage = ({ data }) => data.view && done(data.view);
    tabs.postMessage({ wants: true });
    setTimeout(() => done(""), ANSWER_MS);
  });
  if (view) {
    tabs.postMessage({ took: view });
  }
  isAsking = !view;
  setTimeout(() => {
    isAsking = false;
  }, PATIENCE_MS);
  return view || FIRST;
}

/**
 * Takes the token out of the address, and replaces it, so that the address opens nothing more. The
 * page comes back to the view that it had before its token ended. Returns whether there was one.
 */
export async function begin() {
  const given = location.hash.slice(1);
  if (!TOKEN.test(given)) {
    return false;
  }
  history.replaceState(null, "", location.pathname + (await lastView()));
  try {
    const made = await call("/api/session", {
      method: "POST",
      headers: { authorization: "Bearer " + given },
    });
    sessionStorage.setItem(KEPT, made.token);
    failure = null;
  } catch (problem) {
    // This tab may have a token of its own, from before; without one somebody else may have been
    // first.
    failure = kept() ? null : problem;
  }
  return true;
}

let failure = null;

/** Returns why the token of the address opened nothing. */
export const unopened = () => failure;

export const hasToken = () => kept() !== "";
export const forgetToken = () => sessionStorage.removeItem(KEPT);

export function address(view, given = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "" && one !== false) {
        query.append(name, String(one));
      }
    }
  }
  const text = query.toString();
  return "/api/" + view + (text ? "?" + text : "");
}

/** Reads a view; one of low priority lets others go first: a browser keeps six connections. */
export const look = (path, patience = ANSWERED_MS, priority = "auto") =>
  call(path, { signal: AbortSignal.timeout(patience), priority });

const asked = (command, given, proof) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ command, arguments: given, ...proof }),
});

export const act = (command, given, proof = {}) => call("/api/do", asked(command, given, proof));

/** Does an action whose answer is a line for each event, and hands on each event as it comes. */
export async function tell(command, given, event) {
  const answer = await send("/api/do", asked(command, given, {}));
  if (!answer.ok) {
    throw new Problem(answer.status, (await answer.json()).error || {});
  }
  const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await next(lines); !part.done; part = await next(lines)) {
    const whole = (text + part.value).split("\n");
    text = whole.pop();
    for (const line of whole) {
      event(JSON.parse(line));
    }
  }
}

async function next(lines) {
  try {
    return await lines.read();
  } catch {
    throw new Problem(0, { message: "the answer of the node was cut off" });
  }
}

/** The server says something every ten seconds; after this time without a word it is away. */
const SILENCE_MS = 25000;

/**
 * Follows the events for as long as the page lives. After a cut it goes on behind the last event;
 * one that came before is dropped, unless the node says that its events begin again. A server that
 * says nothing is cut off.
 */
export async function follow({
  live,
  cut,
  event,
  changed,
  restarted = changed,
  ended,
  silence = SILENCE_MS,
}) {
  let last = "";
  let pause = 500;
  /** The number of the newest event that was handed on. */
  let newest = 0;
  let silent;
  // A browser may keep a page that was left, and with it one of its six connections.
  addEventListener("pagehide", () => silent.abort());
  for (;;) {
    silent = new AbortController();
    const { signal } = silent;
    let watch = setTimeout(() => silent.abort(), silence);
    try {
      const answer = await fetch("/api/events" + (last ? "?after=" + last : ""), {
        headers: { authorization: "Bearer " + kept() },
        cache: "no-store",
        signal,
      });
      if (answer.status === 401) {
        ended();
        return;
      }
      if (!answer.ok) {
        throw new Error(String(answer.status));
      }
      const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await lines.read();
        if (done) {
          break;
        }
        clearTimeout(watch);
        watch = setTimeout(() => silent.abort(), silence);
        text += value;
        for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
          const fields = {};
          for (const line of text.slice(0, end).split("\n")) {
            const at = line.indexOf(": ");
            if (at > 0) {
              fields[line.slice(0, at)] = line.slice(at + 2);
            }
          }
          text = text.slice(end + 2);
          live();
          pause = 500;
          if (fields.id) {
            last = fields.id;
          }
          if (fields.event === "hello" && fields.data.includes("restarted")) {
            // An older database: its next events have numbers that were seen before.
            newest = 0;
            restarted();
          }
          if (fields.event === "ledger" && Number(fields.id) > newest) {
            newest = Number(fields.id);
            event(JSON.parse(fields.data));
          } else if (fields.event === "node") {
            changed();
          } else if (fields.event === "end") {
            ended();
            return;
          }
        }
      }
    } catch {
      // The node is away, or comes back at once.
    }
    clearTimeout(watch);
    cut();
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, 5000);
  }
}

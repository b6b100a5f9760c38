// The header: the node's name and state, the views, and whether the page is live.

import { h, Said, plain } from "/parts.js";
import { DIGITS } from "/keys.js";

export const clock = (iso) => new Date(iso).toTimeString().slice(0, 8);

/** Says whether what is shown is of this moment. */
function liveness(page) {
  if (page.isLive) {
    return page.restarted ? "live; an older database since " + clock(page.restarted) : "live";
  }
  return page.cut ? "stale since " + clock(page.cut) : "connecting";
}

function skip(event) {
  event.preventDefault();
  document.querySelector("main").focus();
}

const STATES = {
  ok: ["ok", "well"],
  attention: ["warn", "needs a look"],
  down: ["bad", "not working"],
};

/** Returns the tone and the word of the node's state, as far as the page knows it. */
function nodeState(page, use) {
  if (!page.isLive && page.cut) {
    return ["warn", "away"];
  }
  return STATES[use("status").data?.health] || ["plain", ""];
}

/** Names the tab by what waits, the node, its state unless it is well, and the view. */
function nameTab(title, name, [tone, word], waits) {
  document.title =
    (waits > 0 ? "(" + waits + ") " : "") +
    [name, tone === "ok" || !word ? "" : word, title].filter(Boolean).join(" · ");
}

const Name = ({ page, use }) => {
  const status = use("status").data;
  const requests = use("requests", { limit: 50 }).data;
  const name = status ? plain(status.name) : "sbp";
  const [tone, word] = nodeState(page, use);
  nameTab(
    page.view.title,
    name,
    [tone, word],
    requests ? requests.requests.length + requests.drafts.length : 0,
  );
  return h(
    "span",
    { class: "name" },
    h("img", { src: "/icon.svg", alt: "", width: 22, height: 22 }),
    h(Said, { text: name, most: 40 }),
    word && h("span", { class: "state " + tone }, word),
  );
};

const Seek = ({ find }) =>
  h(
    "button",
    { type: "button", class: "seek", title: "search everything (/)", onClick: find },
    h(
      "svg",
      { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" },
      h("circle", { cx: 7, cy: 7, r: 4.5 }),
      h("path", { d: "M10.5 10.5 L14 14" }),
    ),
    h("span", null, "search"),
  );

/** The node, the views, the search over everything, and whether the page is live. */
export const Header = ({ page, views, use, link, find }) =>
  h(
    "header",
    { class: "top" },
    h("a", { class: "skip", href: "#main", onClick: skip }, "to the content"),
    h(Name, { page, use }),
    h(
      "nav",
      { "aria-label": "views" },
      views.map((view, i) =>
        h(
          "a",
          {
            key: view.name,
            href: link(view.name),
            "aria-current": view === page.view ? "page" : undefined,
            title: view.title + (i < DIGITS.length ? " (" + DIGITS[i] + ")" : ""),
          },
          view.title,
        ),
      ),
    ),
    h(Seek, { find }),
    h("span", { class: "live " + (page.isLive ? "on" : "off"), role: "status" }, liveness(page)),
  );

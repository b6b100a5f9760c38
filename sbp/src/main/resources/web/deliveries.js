// Deliveries by day: of all peers as a table, of one as a calendar.

import { h, Said, count, narrow } from "/parts.js";

export const DAYS = 14;
/** A phone has room for these. */
const DAYS_NARROW = 7;
export const DAYS_OF_ONE = 35;
const DAY_MS = 86400000;
const MOST_IN_CALENDAR = 60;

const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);
const lastDays = (number) =>
  [...Array(number)].map((_, i) => dayOf(Date.now() - (number - 1 - i) * DAY_MS));

const missed = (day) => day.failed + day.silent;
const toneOf = (day) =>
  !day
    ? ""
    : missed(day) === 0
      ? "ok"
      : day.delivered > 0
        ? "warn"
        : day.failed > 0
          ? "bad"
          : "still";

/** What a day brought, in words: with a number for each kind that there is. */
const inWords = (day) =>
  day
    ? [
        [day.delivered, "delivered"],
        [day.failed, "failed"],
        [day.silent, "silent"],
      ]
        .filter(([number]) => number > 0)
        .map(([number, word]) => count(number) + " " + word)
        .join(", ")
    : "nothing";

/** A cell has how many arrived and, behind a stroke, how many did not. */
const inShort = (day) => (day ? day.delivered + (missed(day) > 0 ? "/" + missed(day) : "") : "");

const Cell = ({ day, of, as = "td", children }) =>
  h(as, { class: toneOf(of), title: day + ": " + inWords(of) }, children);

const Key = () =>
  h(
    "p",
    { class: "legend" },
    [
      ["ok", "3", "delivered"],
      ["warn", "2/1", "some did not arrive"],
      ["bad", "0/2", "refused or given up"],
      ["still", "0/4", "silent: nothing answered"],
    ].map(([tone, sign, word]) =>
      h("span", { key: tone }, h("i", { class: "day-key " + tone }, sign), " ", word),
    ),
  );

/** Deliveries to all peers: a row for each, a column for each day. */
export const Calendar = ({ page, peers }) => {
  const days = lastDays(narrow() ? DAYS_NARROW : DAYS);
  const sent = peers.filter((peer) => peer.days.length > 0);
  if (sent.length === 0) {
    return h("p", { class: "quiet" }, "Nothing was sent to anybody in the last " + DAYS + " days.");
  }
  return [h(Table, { key: "table", page, peers: sent, days }), h(Key, { key: "key" })];
};

const Table = ({ page, peers, days }) =>
  h(
    "div",
    { class: "scroll", tabIndex: 0, role: "region", "aria-label": "deliveries by peer and day" },
    h(
      "table",
      { class: "matrix" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, "peer"),
          days.map((day) =>
            h("th", { key: day, scope: "col" }, h("abbr", { title: day }, day.slice(8))),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        peers.slice(0, MOST_IN_CALENDAR).map((peer) => {
          const byDay = new Map(peer.days.map((one) => [one.day, one]));
          return h(
            "tr",
            { key: peer.public_key },
            h(
              "th",
              { scope: "row" },
              h(
                "a",
                { href: page.link("peers", { peer: peer.public_key }) },
                h(Said, { text: peer.name, most: 16 }),
              ),
            ),
            days.map((day) =>
              h(Cell, { key: day, day, of: byDay.get(day) }, inShort(byDay.get(day))),
            ),
          );
        }),
      ),
    ),
  );

const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** The last weeks of one peer, as a calendar. */
export const Weeks = ({ of }) => {
  const byDay = new Map(of.days.map((one) => [one.day, one]));
  const days = lastDays(DAYS_OF_ONE);
  const before = (new Date(days[0] + "T00:00Z").getUTCDay() + 6) % 7;
  const cells = [...Array(before).fill(null), ...days];
  const weeks = [...Array(Math.ceil(cells.length / 7))].map((_, i) =>
    cells.slice(i * 7, i * 7 + 7),
  );
  return h(
    "table",
    { class: "matrix weeks" },
    h("caption", { class: "quiet" }, "what was sent to it, by day (UTC)"),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        WEEKDAYS.map((day) => h("th", { key: day, scope: "col" }, day)),
      ),
    ),
    h(
      "tbody",
      null,
      weeks.map((week, i) =>
        h(
          "tr",
          { key: i },
          week.map((day, at) =>
            day
              ? h(
                  Cell,
                  { key: day, day, of: byDay.get(day) },
                  h("small", null, day.slice(8)),
                  h("span", null, inShort(byDay.get(day))),
                )
              : h("td", { key: at, class: "none" }),
          ),
        ),
      ),
    ),
  );
};

// @ts-check
/** The score sheet as it is printed: two lines a deal, filled in or blank, like a club's own. */

import { h } from "../dom.js";
import { count, t } from "../words.js";

/**
 * @typedef {import("./pad_told.js").PadTold} PadTold
 * @typedef {import("./pad_told.js").BlankTold} BlankTold
 */

const COLUMNS = ["carte_blanche", "point", "sequences", "sets", "bonus", "play", "cards"];

/** @param {string} words */
const head = (words) => h("th", { scope: "col" }, words);

function heads() {
  return h(
    "thead",
    {},
    h(
      "tr",
      {},
      head(t("page.pad.sheet.deal")),
      head(t("page.pad.sheet.player")),
      ...COLUMNS.map((name) => head(t(`page.pad.sheet.${name}`))),
      head(t("page.pad.sheet.made")),
      head(t("page.pad.sheet.total")),
    ),
  );
}

/**
 * The head of a line, or room to write a name.
 *
 * @param {string} name
 * @param {HTMLElement | null} [more]
 */
const named = (name, more = null) =>
  name ? h("th", { scope: "row", class: "name" }, name, more) : h("td", { class: "name" });

/**
 * The two lines of a deal.
 *
 * @param {string | number} number
 * @param {string[]} names
 * @param {number} dealer -1 where it is not known
 * @param {string[][]} cells what stands in the columns of each
 * @param {string} kind
 */
function lines(number, names, dealer, cells, kind) {
  return names.map((name, who) =>
    h(
      "tr",
      { class: `${kind} ${who ? "second" : "first"}` },
      who
        ? null
        : h("th", { scope: "rowgroup", rowspan: "2", class: "deal-number number" }, number),
      named(
        name,
        dealer === who ? h("span", { class: "dealing" }, ` ${t("page.pad.sheet.deals")}`) : null,
      ),
      ...(cells[who] ?? []).map((cell, place) =>
        h("td", { class: place > COLUMNS.length ? "number sum" : "number" }, cell),
      ),
    ),
  );
}

const EMPTY = Array(COLUMNS.length + 2).fill("");

/**
 * @param {string[]} names
 * @param {HTMLElement[]} rows
 * @param {string[]} totals
 */
function table(names, rows, totals) {
  return h(
    "table",
    { class: "sheet paper-sheet" },
    h("caption", { class: "unseen" }, t("page.pad.sheet.caption")),
    heads(),
    h("tbody", {}, ...rows),
    h(
      "tfoot",
      {},
      ...names.map((name, who) =>
        h(
          "tr",
          { class: who ? "second" : "first" },
          who ? null : h("th", { scope: "rowgroup", rowspan: "2", class: "deal-number" }, "Σ"),
          named(name),
          h("td", { colspan: String(COLUMNS.length + 1), class: "stroke" }),
          h("td", { class: "number sum" }, totals[who] ?? ""),
        ),
      ),
    ),
  );
}

/** @param {string} name @param {string} rules */
function title(name, rules) {
  return h(
    "header",
    { class: "paper-head", role: "none" },
    h("p", { class: "paper-title" }, t("page.pad.sheet.title")),
    h("p", { class: "suits", "aria-hidden": "true" }, "♠ ♥ ♣ ♦"),
    h("p", { class: "paper-rules" }, t("page.pad.sheet.rules", { rules: rules || name })),
  );
}

/** @param {string} label @param {string} written */
const line = (label, written) =>
  h(
    "p",
    { class: "write" },
    h("span", { class: "label" }, label),
    h("span", { class: "on" }, written),
  );

/**
 * A sheet with all that has been written on it.
 *
 * @param {PadTold} told
 */
export function filled(told) {
  const rows = told.deals.flatMap((deal) =>
    lines(
      deal.number,
      told.names,
      deal.dealer,
      deal.parts.map((parts, who) => [
        ...parts.map((points) => (points ? String(points) : "")),
        String(deal.points[who]),
        String(deal.totals[who]),
      ]),
      "done",
    ),
  );
  const due = told.to_come.flatMap((number) =>
    lines(number, told.names, -1, [EMPTY, EMPTY], "due"),
  );
  return h(
    "section",
    { class: "paper", "aria-label": t("page.pad.sheet.caption") },
    title(told.name, told.rules),
    h(
      "div",
      { class: "scrolls", tabindex: "0", role: "group", "aria-label": t("page.pad.sheet.caption") },
      table(told.names, [...rows, ...due], told.totals.map(String)),
    ),
    told.line_words ? h("p", { class: "line-words" }, told.line_words) : null,
    ...told.settlement.map((words) => h("p", { class: "settled" }, words)),
  );
}

/**
 * An empty sheet of some rules.
 *
 * @param {BlankTold} told
 */
export function empty(told) {
  const names = ["", ""];
  const rows = Array.from({ length: told.rows }, (_, place) =>
    lines(place + 1, names, -1, [EMPTY, EMPTY], "due"),
  ).flat();
  const extra = Array.from({ length: told.extra }, (_, place) =>
    lines(told.rows + place + 1, names, -1, [EMPTY, EMPTY], "due extra"),
  ).flat();
  return h(
    "section",
    { class: "paper blank", "aria-label": t("page.pad.sheet.blank") },
    title(told.name, told.rules),
    h(
      "div",
      { class: "writes" },
      line(t("page.pad.sheet.first_player"), ""),
      line(t("page.pad.sheet.second_player"), ""),
      line(t("page.pad.sheet.date"), ""),
      line(t("page.pad.sheet.first_dealer"), ""),
    ),
    h(
      "div",
      { class: "scrolls", tabindex: "0", role: "group", "aria-label": t("page.pad.sheet.blank") },
      table(names, [...rows, ...extra], []),
    ),
    told.extra
      ? h(
          "p",
          { class: "after-tie" },
          count("page.pad.sheet.tie", told.extra, { from: told.rows + 1 }),
        )
      : null,
    h(
      "div",
      { class: "line-box" },
      h("p", { class: "line-name" }, told.line_words),
      h("div", { class: "line-rules" }, ...told.settled.map((words) => h("p", {}, words))),
      h("p", { class: "equation", "aria-hidden": "true" }, t("page.pad.sheet.equation")),
    ),
    h(
      "dl",
      { class: "crib" },
      ...told.crib.map((row) =>
        h("div", {}, h("dt", {}, row.what), h("dd", { class: "number" }, row.points)),
      ),
    ),
  );
}

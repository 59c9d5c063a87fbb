// @ts-check
/** The score: of the deal award by award, of the partie deal by deal, and what comes of it. */

import { withCards } from "./cards.js";
import { sheet } from "./dialog.js";
import { h } from "./dom.js";
import { headed, t } from "./words.js";

/** @typedef {import("./told.js").Table} Table */

/** @param {Table} now */
const heads = (now) => [t("page.who.you"), headed(now.opponent)];

/**
 * What stands in the two columns of each side.
 *
 * @param {string[]} columns
 */
const subheads = (columns) =>
  h(
    "tr",
    { class: "subheads soft small-text" },
    ...[...columns, ...columns].map((name) => h("th", { scope: "col", class: "number" }, name)),
  );

/** @param {Table} now */
export function dealSheet(now) {
  const [you, they] = heads(now);
  const rows = now.sheet.map((row) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        withCards(row.words),
        row.because
          ? h("span", { class: "because soft small-text" }, withCards(row.because))
          : null,
      ),
      h("td", { class: "number" }, row.who === "you" ? `+${row.points}` : ""),
      h("td", { class: "number" }, h("b", {}, row.you)),
      h("td", { class: "number" }, row.who === "they" ? `+${row.points}` : ""),
      h("td", { class: "number" }, h("b", {}, row.they)),
    ),
  );
  if (!rows.length) return h("p", { class: "soft" }, t("page.sheet.nothing"));
  const columns = [t("page.sheet.scored"), t("page.sheet.so_far")];
  return h(
    "table",
    { class: "sheet deal-sheet" },
    h("caption", { class: "unseen" }, t("page.sheet.deal")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", rowspan: "2" }, t("page.sheet.for")),
        h("th", { scope: "colgroup", colspan: "2", class: "number" }, you),
        h("th", { scope: "colgroup", colspan: "2", class: "number" }, they),
      ),
      subheads(columns),
    ),
    h("tbody", {}, ...rows),
  );
}

/**
 * How far a side is from the rubicon or the target, drawn and in words.
 *
 * @param {string} name
 * @param {number} total
 * @param {number} line
 * @param {number} toGo
 */
function distance(name, total, line, toGo) {
  const words =
    toGo > 0 ? t("page.sheet.to_go", { n: toGo, line }) : t("page.sheet.past", { line });
  const meter = h("meter", { min: "0", max: String(line), "aria-label": `${name}: ${words}` });
  meter.value = Math.max(0, Math.min(total, line));
  return h(
    "div",
    { class: "distance" },
    h("span", { class: "name" }, name),
    meter,
    h("span", { class: "small-text" }, words),
  );
}

/** @param {Table} now */
export function partieSheet(now) {
  const [you = "", they = ""] = heads(now);
  const told = now.partie_sheet;
  /** @param {string | number} made @param {string | number} total */
  const cells = (made, total) => [
    h("td", { class: "number" }, made),
    h("td", { class: "number" }, total === "" ? "" : h("b", {}, total)),
  ];
  const done = told.rows.map((row) => {
    const marks = [
      row.assisted ? t("page.sheet.assisted") : "",
      row.known ? t("page.sheet.known") : "",
    ].filter(Boolean);
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        row.deal,
        marks.length ? h("span", { class: "mark soft small-text" }, " ", marks.join(", ")) : null,
      ),
      h("td", {}, row.dealer ? (row.dealer === "you" ? you : they) : ""),
      ...cells(row.you, row.you_total),
      ...cells(row.they, row.they_total),
    );
  });
  const dealing = now.seat ? ` (${t("page.sheet.in_play")})` : t("page.sheet.in_play");
  const dealer = now.seat && (now.seat === "elder" ? they : you);
  const toCome = told.to_come.map((deal) =>
    h(
      "tr",
      { class: deal === now.deal.number && !told.over ? "now soft" : "soft" },
      h("th", { scope: "row" }, deal),
      h(
        "td",
        {},
        deal === now.deal.number && now.phase !== "deal_over" && !told.over
          ? `${dealer}${dealing}`
          : "",
      ),
      ...cells("", ""),
      ...cells("", ""),
    ),
  );
  const table = h(
    "table",
    { class: "sheet" },
    h("caption", { class: "unseen" }, t("page.sheet.partie")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col", rowspan: "2" }, t("page.sheet.deal_column")),
        h("th", { scope: "col", rowspan: "2" }, t("page.sheet.dealer")),
        h("th", { scope: "colgroup", colspan: "2", class: "number" }, you),
        h("th", { scope: "colgroup", colspan: "2", class: "number" }, they),
      ),
      subheads([t("page.sheet.deal_column"), t("page.sheet.total")]),
    ),
    h("tbody", {}, ...done, ...toCome),
    h(
      "tfoot",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "row", colspan: "2" }, t("page.sheet.total")),
        h("td", { class: "number", colspan: "2" }, h("b", {}, told.you)),
        h("td", { class: "number", colspan: "2" }, h("b", {}, told.they)),
      ),
    ),
  );
  const parts = [table];
  const made = h("div", { class: "stack" }, ...parts);
  if (told.line && !told.over) {
    made.append(
      h(
        "section",
        { class: "line" },
        h("h3", {}, t("page.sheet.line", { line: told.line })),
        distance(you, told.you, told.line, told.you_to_go),
        distance(they, told.they, told.line, told.they_to_go),
        told.line_words ? h("p", { class: "soft small-text" }, told.line_words) : null,
      ),
    );
  }
  if (told.settlement.length) made.append(settlement(now));
  return made;
}

/** @param {Table} now */
export function settlement(now) {
  return h(
    "div",
    { class: "settlement" },
    ...now.partie_sheet.settlement.map((line) => h("p", {}, line)),
  );
}

/** @param {Table} now */
export function openSheet(now) {
  sheet(
    t("page.sheet.title"),
    [
      h(
        "div",
        { class: "stack" },
        h("h3", {}, t("page.sheet.partie")),
        partieSheet(now),
        h("h3", {}, now.deal.title),
        dealSheet(now),
      ),
    ],
    { wide: true, name: "sheet" },
  );
}

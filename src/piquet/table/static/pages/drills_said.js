// @ts-check
/** What is said of an answer, and the solution; the table of chances. */

import { announce } from "../announce.js";
import { aloud, cardTexts, withCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {import("./drills_told.js").Drill} Drill
 * @typedef {import("./drills_told.js").Marked} Marked
 * @typedef {import("./drills_told.js").Odds} Odds
 */

/**
 * What is said of an answer, and the solution.
 *
 * @param {HTMLElement} place
 * @param {string} next the address of the next exercise
 * @param {Drill} drill
 * @param {Marked} marked
 */
export function verdict(place, next, drill, marked) {
  const [head = "", ...said] = marked.said;
  const sums = marked.steps.some((step) => step.sums.length);
  place.hidden = false;
  place.dataset.right = String(marked.right);
  fill(
    place,
    h(
      "header",
      {},
      h(
        "h2",
        {},
        h("span", { class: "mark", "aria-hidden": "true" }, marked.right ? "✓" : "✗"),
        withCards(head),
      ),
      h("a", { class: "button main", href: next }, t("page.drills.next")),
    ),
    ...said.map((one) => h("p", {}, withCards(one))),
    h("h3", {}, t("page.drills.steps")),
    sums ? countTable(marked) : stepList(marked),
    h(
      "p",
      { class: "small-text soft" },
      t("page.drills.link"),
      " ",
      h("a", { href: drill.link }, `${location.origin}/${drill.link}`),
    ),
  );
  announce(...marked.said.map(aloud));
}

/** @param {Marked} marked */
function countTable(marked) {
  return h(
    "table",
    { class: "drill-count" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("page.drills.what")),
        ...["elder", "younger"].map((seat) =>
          h("th", { scope: "col", class: "number" }, t(`page.drills.who.${seat}`)),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      ...marked.steps.map((step) =>
        step.sums.length
          ? h(
              "tr",
              {},
              h("td", {}, withCards(step.words)),
              ...step.sums.map((sum) => h("td", { class: "number" }, sum)),
            )
          : h("tr", {}, h("td", { colspan: "3" }, h("strong", {}, step.words))),
      ),
    ),
  );
}

/** @param {Marked} marked */
function stepList(marked) {
  return h(
    "ol",
    { class: "drill-steps" },
    ...marked.steps.map((step) =>
      h("li", {}, step.cards.length ? cardTexts(step.cards) : null, withCards(step.words)),
    ),
  );
}

/**
 * The chances of the draw beside what the old books print, in a box that scrolls by itself.
 *
 * @param {Odds} odds
 */
export function oddsTable(odds) {
  return h(
    "div",
    { class: "drill-scroll", tabindex: "0", role: "region", "aria-label": odds.title },
    h(
      "table",
      { class: "drill-odds" },
      h(
        "thead",
        {},
        h("tr", {}, ...odds.columns.map((column) => h("th", { scope: "col" }, column))),
      ),
      h(
        "tbody",
        {},
        ...odds.rows.map((one) =>
          h(
            "tr",
            { class: one.wrong ? "errs" : "" },
            h("td", {}, one.drawer),
            h("th", { scope: "row" }, one.event),
            h("td", {}, one.exact),
            h("td", {}, one.books),
          ),
        ),
      ),
    ),
  );
}

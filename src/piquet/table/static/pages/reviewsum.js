// @ts-check
/** What a partie cost: the deals, the dearest decisions, all of them, luck and skill, the charts. */

import { withCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { count, headed, t } from "../words.js";
import { added, badge, GRADES, gradeOf, link, lost, signed, unitName } from "./reviewwords.js";

/**
 * @typedef {import("./reviewed.js").Review} Review
 * @typedef {import("./reviewed.js").Row} Row
 * @typedef {import("./reviewed.js").Sum} Sum
 * @typedef {import("./reviewed.js").Terms} Terms
 */

const KINDS = ["exchange", "declaring", "play"];

/** @param {Review} review */
export const sides = (review) => {
  const [first = "", second = ""] = review.names;
  return review.side === "first" ? { you: first, they: second } : { you: second, they: first };
};

/**
 * A table in a box of its own that scrolls where the page is narrow.
 *
 * @param {string} label
 * @param {HTMLTableElement} table
 */
const boxed = (label, table) =>
  h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, table);

/**
 * @param {string} title
 * @param {...import("../dom.js").Child} children
 */
const section = (title, ...children) =>
  h("section", { class: "panel stack" }, h("h2", {}, title), ...children);

/** The deals as links. @param {Review} review @param {number} [here] the one that is shown */
export function deals(review, here) {
  const names = sides(review);
  const losses = new Map();
  for (const row of review.sum?.rows ?? []) {
    if (row.who !== "you") continue;
    losses.set(row.deal, (losses.get(row.deal) ?? 0) + row.points);
  }
  const rows = review.deals.map((deal) =>
    h(
      "tr",
      { class: deal.number === here ? "now" : "" },
      h(
        "th",
        { scope: "row" },
        deal.ready
          ? h(
              "a",
              {
                href: link(review, deal.number, 0),
                "aria-current": deal.number === here ? "true" : null,
              },
              t("page.review.deal", { n: deal.number }),
            )
          : t("page.review.deal", { n: deal.number }),
        deal.ready ? null : h("span", { class: "soft small-text" }, " ", t("page.review.not_told")),
      ),
      h("td", {}, deal.elder === "you" ? names.you : names.they),
      h("td", { class: "number" }, deal.you),
      h("td", { class: "number" }, deal.they),
      h("td", { class: "number" }, losses.has(deal.number) ? lost(losses.get(deal.number)) : ""),
    ),
  );
  return section(
    t("page.review.deals"),
    boxed(
      t("page.review.deals"),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.sheet.deal_column")),
            h("th", { scope: "col" }, t("page.review.elder")),
            h("th", { scope: "col", class: "number" }, names.you),
            h("th", { scope: "col", class: "number" }, names.they),
            h("th", { scope: "col", class: "number" }, t("page.review.points_lost")),
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
  );
}

/**
 * A decision as a link to its position.
 *
 * @param {Review} review
 * @param {Row} row
 * @param {boolean} [here] whether the deal need not be named
 */
function place(review, row, here = false) {
  const names = sides(review);
  return h(
    "a",
    { href: link(review, row.deal, row.step) },
    here
      ? t("page.review.step", { n: row.step })
      : t("page.review.place", { deal: row.deal, step: row.step }),
    h("span", { class: "unseen" }, `, ${names[row.who === "they" ? "they" : "you"]}`),
  );
}

/** The decisions that cost most. @param {Review} review @param {Sum} sum */
export function worst(review, sum) {
  const found = sum.worst.filter((row) => (row.partie ?? row.points) >= 0.05);
  if (!found.length)
    return section(t("page.review.worst"), h("p", { class: "soft" }, t("page.review.no_loss")));
  return section(
    t("page.review.worst"),
    h(
      "ol",
      { class: "worst" },
      ...found.map((row) =>
        h(
          "li",
          {},
          h("span", { class: "head" }, place(review, row), badge(gradeOf(row))),
          review.both ? h("span", { class: "soft small-text" }, whose(review, row)) : null,
          h("span", {}, withCards(row.words)),
          h("span", { class: "number soft" }, lossLine(row, sum.unit)),
        ),
      ),
    ),
  );
}

/** @param {Review} review @param {{who: string}} row */
const whose = (review, row) => headed(sides(review)[row.who === "they" ? "they" : "you"]);

/** @param {{points: number, partie: number | null}} loss @param {string} unit */
const lossLine = ({ points, partie }, unit) =>
  partie === null
    ? t("page.review.lost_points", { n: lost(points) })
    : t("page.review.lost_both", {
        points: t("page.review.lost_points", { n: lost(points) }),
        partie: t(`page.review.lost_partie.${unit}`, { n: lost(partie) }),
      });

/** What each kind of decision cost. @param {Review} review @param {Sum} sum */
export function kinds(review, sum) {
  const values = sum.tallies.some(({ partie }) => partie !== null);
  const rows = sum.tallies.map((tally) =>
    h(
      "tr",
      { class: tally.kind ? "" : "all" },
      h(
        "th",
        { scope: "row" },
        tally.kind ? t(`page.review.kind.${tally.kind}`) : t("page.review.kind.all"),
        review.both ? h("span", { class: "soft small-text" }, ` ${whose(review, tally)}`) : null,
      ),
      h("td", { class: "number" }, tally.decisions),
      ...tally.grades.map((number) => h("td", { class: "number" }, number)),
      h("td", { class: "number", data: { lost: "points" } }, lost(tally.points)),
      values ? h("td", { class: "number" }, tally.partie === null ? "" : lost(tally.partie)) : null,
    ),
  );
  return section(
    t("page.review.by_kind"),
    boxed(
      t("page.review.by_kind"),
      h(
        "table",
        { class: "kinds" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.review.kind.head")),
            h("th", { scope: "col", class: "number" }, t("page.review.decisions")),
            ...GRADES.map((grade) => h("th", { scope: "col", class: "number" }, badge(grade))),
            h("th", { scope: "col", class: "number" }, t("page.review.points_lost")),
            values
              ? h("th", { scope: "col", class: "number" }, t("page.review.partie_lost"))
              : null,
          ),
        ),
        h("tbody", {}, ...rows),
      ),
    ),
    ...sum.grades.map((said) => h("p", { class: "soft small-text" }, said)),
  );
}

/**
 * Luck and skill: the terms in a table and the sum written out.
 *
 * @param {Review} review
 * @param {Sum} sum
 * @param {number} deal 0 for all of them
 */
export function luck(review, sum, deal) {
  const account = sum.accounts.find((one) => one.deal === deal);
  if (!account) return null;
  const names = sides(review);
  const columns = [{ name: t("page.review.unit.deal"), unit: "deal", terms: account.points }];
  if (account.partie)
    columns.push({ name: unitName(sum.unit), unit: sum.unit, terms: account.partie });
  const sums = columns.map(({ terms }) => added(terms));
  const rows = sums[0]?.parts.map(({ name }) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        t(`page.review.term.${deal || name !== "start" ? name : "before"}`, { who: names.they }),
      ),
      ...sums.map(({ parts }) =>
        h("td", { class: "number" }, signed(parts.find((part) => part.name === name)?.value ?? 0)),
      ),
    ),
  );
  return section(
    t("page.review.luck"),
    h("p", { class: "soft" }, t("page.review.luck_about", { who: names.they })),
    boxed(
      t("page.review.luck"),
      h(
        "table",
        { class: "terms-table" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.review.term.head")),
            ...columns.map(({ name }) => h("th", { scope: "col", class: "number" }, name)),
          ),
        ),
        h("tbody", {}, ...(rows ?? [])),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("page.review.term.result")),
            ...sums.map(({ result }) => h("td", { class: "number" }, h("b", {}, signed(result)))),
          ),
        ),
      ),
    ),
    ...sums.map(({ parts, result }, n) =>
      h(
        "p",
        { class: "equation number", data: { unit: columns[n]?.unit ?? "" } },
        h("span", { class: "soft" }, `${columns[n]?.name ?? ""}: `),
        ...parts.map(({ value }, first) => term(value, first === 0)),
        h("b", {}, ` = ${signed(result)}`),
      ),
    ),
  );
}

/** @param {number} value @param {boolean} first */
const term = (value, first) => {
  const sign = value < 0 ? "−" : "+";
  const written = Math.abs(value).toFixed(1);
  return h("span", {}, first ? (value < 0 ? `−${written}` : written) : ` ${sign} ${written}`);
};

/**
 * The list of decisions with its filters.
 *
 * @param {Review} review
 * @param {Sum} sum
 * @param {number} deal 0 for all of them
 * @param {{grade: string, kind: string}} filter what is shown; changed here
 */
export function list(review, sum, deal, filter) {
  const all = sum.rows.filter((row) => !deal || row.deal === deal);
  const values = all.some(({ partie }) => partie !== null);
  const body = h("tbody");
  const foot = h("tfoot");
  const none = h("p", { class: "soft", hidden: true }, t("page.review.none_such"));

  function show() {
    const rows = all.filter(
      (row) =>
        (filter.grade === "all" || row.grade !== "") &&
        (filter.kind === "all" || row.kind === filter.kind),
    );
    none.hidden = rows.length > 0;
    fill(body, ...rows.map((row) => line(review, row, values, deal > 0)));
    const points = rows.reduce((sum, row) => sum + row.points, 0);
    const partie = rows.reduce((sum, row) => sum + (row.partie ?? 0), 0);
    fill(
      foot,
      h(
        "tr",
        {},
        h("th", { scope: "row", colspan: "3" }, count("page.review.shown", rows.length)),
        h("td", { class: "number", data: { total: "points" } }, h("b", {}, lost(points, 2))),
        values ? h("td", { class: "number" }, h("b", {}, lost(partie, 2))) : null,
      ),
    );
  }

  /**
   * @param {"grade" | "kind"} name
   * @param {string[]} values
   */
  const segments = (name, values) =>
    h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": t(`page.review.filter.${name}`) },
      ...values.map((value) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: `review-${name}`,
            value,
            checked: filter[name] === value,
            onchange: () => {
              filter[name] = value;
              show();
            },
          }),
          name === "kind" && value !== "all"
            ? t(`page.review.kind.${value}`)
            : t(`page.review.filter.${value}`),
        ),
      ),
    );

  show();
  return section(
    t("page.review.list"),
    h(
      "div",
      { class: "row" },
      segments("grade", ["all", "mistakes"]),
      segments("kind", ["all", ...KINDS]),
    ),
    boxed(
      t("page.review.list"),
      h(
        "table",
        { class: "decisions" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("page.review.where")),
            h("th", { scope: "col" }, t("page.review.done")),
            h("th", { scope: "col" }, t("page.review.grade.head")),
            h("th", { scope: "col", class: "number" }, t("page.review.points_lost")),
            values
              ? h("th", { scope: "col", class: "number" }, t("page.review.partie_lost"))
              : null,
          ),
        ),
        body,
        foot,
      ),
    ),
    none,
  );
}

/**
 * @param {Review} review
 * @param {Row} row
 * @param {boolean} values whether the partie has a value
 * @param {boolean} here whether the deal need not be named
 */
function line(review, row, values, here) {
  const grade = gradeOf(row);
  return h(
    "tr",
    { class: row.grade },
    h("th", { scope: "row" }, place(review, row, here)),
    h(
      "td",
      {},
      review.both ? h("span", { class: "soft small-text" }, `${whose(review, row)}: `) : null,
      withCards(row.words),
    ),
    h("td", {}, badge(grade)),
    h("td", { class: column(row.points), data: { loss: row.points } }, lost(row.points, 2)),
    values
      ? h("td", { class: column(row.partie ?? 0) }, row.partie === null ? "" : lost(row.partie, 2))
      : null,
  );
}

/** What loses nothing is written more softly. @param {number} loss */
const column = (loss) => (Math.abs(loss) < 0.005 ? "number nothing" : "number");

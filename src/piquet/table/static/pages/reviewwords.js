// @ts-check
/** How the review writes numbers, grades and whose a decision was. */

import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {import("./reviewed.js").Terms} Terms
 * @typedef {import("./reviewed.js").Review} Review
 */

/** The grades, the lightest first, with the sign that annotators of games give each. */
export const GRADES = /** @type {const} */ (["doubtful", "bad", "very_bad"]);
const SIGNS = { doubtful: "?!", bad: "?", very_bad: "??", best: "✓", tied: "≈", near: "·" };

/** The unit in which the partie is counted, for headings. @param {string} unit */
export const unitName = (unit) => t(`page.review.unit.${unit}`);

/**
 * A number with its sign.
 *
 * @param {number} value
 * @param {number} [places]
 */
export function signed(value, places = 1) {
  const written = Math.abs(value).toFixed(places);
  if (Number(written) === 0) return written;
  return `${value < 0 ? "−" : "+"}${written}`;
}

/**
 * What was lost: never written with a sign, unless something was won.
 *
 * @param {number} value
 * @param {number} [places]
 */
export function lost(value, places = 1) {
  const written = Math.abs(value).toFixed(places);
  return value < 0 && Number(written) !== 0 ? `−${written}` : written;
}

/** @param {number} share */
export const percent = (share) =>
  share > 0 && share < 0.005 ? "<1 %" : `${Math.round(share * 100)} %`;

/**
 * A grade as a sign and a word.
 *
 * @param {string} grade
 */
export function badge(grade) {
  return h(
    "span",
    { class: `grade is-${grade}` },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[/** @type {"bad"} */ (grade)] ?? ""),
    h("span", { class: "word" }, t(`page.review.grade.${grade}`)),
  );
}

/**
 * The grade of a decision, or how near it was to the best.
 *
 * @param {{grade: string, best: boolean, tied: boolean, points: number, partie: number | null}} one
 */
export function gradeOf({ grade, best, tied, points, partie }) {
  if (grade) return grade;
  if (best) return "best";
  return tied || (partie ?? points) < 0.05 ? "tied" : "near";
}

/** The terms that make a result, in their order; what is lost is taken off. */
const PARTS = /** @type {const} */ ([
  "start",
  "deal",
  "draw",
  "opponent",
  "lost",
  "given",
  "unread",
]);

/**
 * The terms rounded to tenths so that what is printed adds up: the rounding goes where it is least.
 *
 * @param {Terms} terms
 * @returns {{result: number, parts: {name: typeof PARTS[number], value: number}[]}}
 */
export function added(terms) {
  const shown = PARTS.filter((name) => name !== "unread" || terms.unread);
  const exact = shown.map((name) => (name === "lost" ? -terms.lost : terms[name]) * 10);
  const tenths = exact.map(Math.round);
  const result = Math.round(terms.result * 10);
  let left = result - tenths.reduce((sum, one) => sum + one, 0);
  while (left) {
    const way = Math.sign(left);
    const gaps = exact.map((one, place) => (one - (tenths[place] ?? 0)) * way);
    const place = gaps.indexOf(Math.max(...gaps));
    tenths[place] = (tenths[place] ?? 0) + way;
    left -= way;
  }
  return {
    result: result / 10,
    parts: shown.map((name, place) => ({ name, value: (tenths[place] ?? 0) / 10 })),
  };
}

/** What a deal's address is. @param {Review} review @param {number} deal @param {number} step */
export const link = (review, deal, step) =>
  `#/review/${encodeURIComponent(review.name)}/${deal}/${step}${
    review.mine || review.side === "first" ? "" : "/second"
  }`;

// @ts-check
/** The charts of a review: what the partie was worth step by step, and the score deal by deal. */

import { t } from "../words.js";
import { Chart, rungs } from "./chart.js";
import { sides } from "./reviewsum.js";
import { signed, unitName } from "./reviewwords.js";

/**
 * @typedef {import("./reviewed.js").Review} Review
 * @typedef {import("./reviewed.js").Sum} Sum
 */

/** How both scores grew. @param {Review} review @param {Sum} sum */
export function scoreChart(review, sum) {
  const names = sides(review);
  const points = [0, 1].map((side) =>
    sum.scores.map((pair, deal) => ({
      x: deal,
      y: pair[side] ?? 0,
      label: deal ? t("page.review.after_deal", { n: deal }) : t("page.review.before_deals"),
    })),
  );
  const [you = [], they = []] = points;
  const last = sum.scores.at(-1) ?? [0, 0];
  return new Chart({
    title: t("page.review.chart.score"),
    about: t("page.review.chart.score_about", {
      you: names.you,
      they: names.they,
      mine: last[0] ?? 0,
      theirs: last[1] ?? 0,
    }),
    across: t("page.sheet.deal_column"),
    series: [
      { name: names.you, points: you },
      { name: names.they, points: they },
    ],
    lines: sum.line ? [{ y: sum.line, name: t("page.review.chart.line", { n: sum.line }) }] : [],
    ticks: sum.scores.map((_, deal) => ({ x: deal, name: String(deal) })),
    write: (y) => String(Math.round(y)),
  });
}

/**
 * What the partie (or the deal, where it has no value) was worth from step to step.
 *
 * @param {Review} review
 * @param {Sum} sum
 * @param {number} deal 0 for all of them
 * @param {(deal: number, step: number) => void} go
 */
export function valueChart(review, sum, deal, go) {
  const course = sum.course.filter((one) => !deal || one.deal === deal);
  if (course.length < 2) return null;
  const valued = course.every(({ partie }) => partie !== null);
  const marks = new Map(
    sum.rows
      .filter(({ who, grade }) => who === "you" && grade)
      .map((row) => [`${row.deal}/${row.step}`, row.grade]),
  );
  const starts = new Map();
  let at = 0;
  for (const { number, steps } of review.deals) {
    if (deal && number !== deal) continue;
    starts.set(number, at);
    at += steps + (deal ? 0 : 1);
  }
  const points = course.map((one, n) => {
    // What a deal was worth before its cards comes first, and no decision stands there.
    const before = course[n - 1]?.deal !== one.deal;
    const label = before
      ? t("page.review.before_cards", { deal: one.deal })
      : t("page.review.place", { deal: one.deal, step: one.step });
    return {
      x: (starts.get(one.deal) ?? 0) + one.step,
      y: valued ? (one.partie ?? 0) : one.points,
      label,
      mark: before ? "" : (marks.get(`${one.deal}/${one.step}`) ?? ""),
    };
  });
  const ends = [points[0]?.y ?? 0, points.at(-1)?.y ?? 0];
  const unit = valued ? unitName(sum.unit) : t("page.review.unit.deal");
  return new Chart({
    title: deal
      ? t("page.review.chart.deal", { n: deal, unit })
      : t("page.review.chart.partie", { unit }),
    about: t("page.review.chart.value_about", {
      who: sides(review).you,
      from: signed(ends[0] ?? 0),
      to: signed(ends[1] ?? 0),
    }),
    across: t("page.review.where"),
    series: [{ name: unit, points }],
    ticks: deal
      ? rungs(1, at).map((x) => ({ x, name: String(x) }))
      : [...starts].map(([number, x]) => ({ x, name: t("page.review.deal", { n: number }) })),
    write: (y) => signed(y, Number.isInteger(y) ? 0 : 1),
    go: (x) => {
      const [number, start] = [...starts].filter(([, from]) => from <= x).at(-1) ?? [deal, 0];
      const steps = review.deals.find((one) => one.number === number)?.steps ?? 0;
      go(number, Math.min(steps, x - start));
    },
  });
}

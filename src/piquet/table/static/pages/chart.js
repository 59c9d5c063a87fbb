// @ts-check
/** Lines drawn over time, with the same numbers in a table beside them. */

import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {string} label what stands in the table before its number
 * @property {string} [mark] the grade of what was decided there
 *
 * @typedef {object} Series
 * @property {string} name
 * @property {Point[]} points
 *
 * @typedef {object} Drawing
 * @property {string} title
 * @property {string} about what the picture shows, in a sentence or two
 * @property {string} across what is counted from left to right
 * @property {Series[]} series where there are several, their points stand side by side
 * @property {{y: number, name: string}[]} [lines] lines to compare with
 * @property {{x: number, name: string}[]} [ticks] names along the lower edge
 * @property {(y: number) => string} write
 * @property {(x: number) => void} [go] what a tap on the picture does
 */

const SVG = "http://www.w3.org/2000/svg";
const HIGH = 220;
const EDGE = { left: 46, right: 14, top: 14, bottom: 30 };
const STEPS = [1, 2, 5];

let made = 0;

/**
 * @param {string} name
 * @param {Record<string, string | number>} given
 * @param {string} [words]
 */
function s(name, given, words) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) one.setAttribute(key, String(value));
  if (words !== undefined) one.textContent = words;
  return one;
}

/**
 * Round numbers between two others, about four of them.
 *
 * @param {number} low
 * @param {number} high
 */
export function rungs(low, high) {
  const wide = Math.max(high - low, 1);
  const ten = 10 ** Math.floor(Math.log10(wide / 4));
  const step = (STEPS.find((one) => one * ten * 5 >= wide) ?? 10) * ten;
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high + 1e-9; at++) found.push(at * step);
  return found;
}

/** The signs of grades: a shape each, so that no colour is needed. */
const SHAPES = {
  doubtful: "M0 -5L5 4H-5z",
  bad: "M-4.5 -4.5H4.5V4.5H-4.5z",
  very_bad: "M0 -6.5L6.5 0L0 6.5L-6.5 0z",
};

export class Chart {
  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    const id = `chart-${++made}`;
    this.svg = /** @type {SVGSVGElement} */ (
      s("svg", {
        class: "chart",
        role: "img",
        "aria-labelledby": `${id}-title ${id}-about`,
        height: HIGH,
      })
    );
    this.names = [
      s("title", { id: `${id}-title` }, drawing.title),
      s("desc", { id: `${id}-about` }, drawing.about),
    ];
    this.at = /** @type {number | null} */ (null);
    this.wide = 0;
    this.root = h(
      "figure",
      { class: "chart-figure" },
      h("figcaption", {}, h("strong", {}, drawing.title), this.legend()),
      this.svg,
      this.table(),
    );
    this.seen = new ResizeObserver(([entry]) => {
      const wide = Math.round(entry?.contentRect.width ?? 0);
      if (wide && wide !== this.wide) this.draw(wide);
    });
    this.seen.observe(this.svg);
    if (drawing.go) {
      this.svg.classList.add("goes");
      this.svg.addEventListener("click", (event) => this.tap(event));
    }
    this.draw(640);
  }

  /** Which line is whose, where there is more than one. */
  legend() {
    const { series } = this.drawing;
    if (series.length < 2) return null;
    return h(
      "span",
      { class: "legend small-text" },
      ...series.map(({ name }, place) => {
        const line = s("svg", { width: 34, height: 10, "aria-hidden": "true" });
        line.append(s("path", { d: "M1 5H33", class: `line line-${place}` }));
        return h("span", {}, line, " ", name);
      }),
    );
  }

  /** The same numbers to be read. */
  table() {
    const { series, across, write, title } = this.drawing;
    const longest = Math.max(...series.map(({ points }) => points.length));
    const rows = Array.from({ length: longest }, (_, place) => {
      const found = series.map(({ points }) => points[place]);
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, found.find(Boolean)?.label ?? ""),
        ...found.map((point) => h("td", { class: "number" }, point ? write(point.y) : "")),
      );
    });
    return h(
      "details",
      { class: "numbers" },
      h("summary", {}, t("page.review.numbers")),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": title },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, across),
              ...series.map(({ name }) => h("th", { scope: "col", class: "number" }, name)),
            ),
          ),
          h("tbody", {}, ...rows),
        ),
      ),
    );
  }

  /** @param {number} wide */
  draw(wide) {
    this.wide = wide;
    const { series, lines = [], ticks = [], write } = this.drawing;
    const points = series.flatMap((one) => one.points);
    const xs = points.map(({ x }) => x);
    const ys = [...points.map(({ y }) => y), ...lines.map(({ y }) => y)];
    let [low, high] = [Math.min(...ys), Math.max(...ys)];
    // Nought is shown where it is not so far away that the line would lie flat.
    const most = Math.max(high - low, 1);
    if (low > 0 && low < most) low = 0;
    if (high < 0 && -high < most) high = 0;
    const spare = Math.max((high - low) * 0.06, 0.5);
    const span = { low: low - spare, high: high + spare };
    const [from, to] = [Math.min(...xs, 0), Math.max(...xs, 1)];
    const right = wide - EDGE.right;
    const bottom = HIGH - EDGE.bottom;
    /** @param {number} x */
    this.across = (x) => EDGE.left + ((x - from) / (to - from)) * (right - EDGE.left);
    /** @param {number} y */
    const down = (y) => bottom - ((y - span.low) / (span.high - span.low)) * (bottom - EDGE.top);
    this.range = { from, to, right };
    const { across } = this;
    /** @type {Element[]} */
    const parts = [...this.names];
    for (const y of rungs(span.low, span.high)) {
      const name = y ? "rung" : "rung zero";
      parts.push(s("path", { class: name, d: `M${EDGE.left} ${down(y)}H${right}` }));
      parts.push(s("text", { x: EDGE.left - 6, y: down(y) + 4, "text-anchor": "end" }, write(y)));
    }
    for (const { x, name } of ticks) {
      parts.push(s("path", { class: "tick", d: `M${across(x)} ${EDGE.top}V${bottom + 5}` }));
      const anchor = across(x) > right - 30 ? "end" : "middle";
      parts.push(s("text", { x: across(x), y: HIGH - 9, "text-anchor": anchor }, name));
    }
    for (const { y, name } of lines) {
      parts.push(s("path", { class: "goal", d: `M${EDGE.left} ${down(y)}H${right}` }));
      parts.push(s("text", { x: right, y: down(y) - 5, "text-anchor": "end" }, name));
    }
    for (const [place, one] of series.entries()) {
      const d = one.points.map(({ x, y }, n) => `${n ? "L" : "M"}${across(x)} ${down(y)}`);
      parts.push(s("path", { class: `line line-${place}`, d: d.join("") }));
      for (const { x, y, mark } of one.points) {
        const shape = SHAPES[/** @type {keyof typeof SHAPES} */ (mark)];
        if (shape)
          parts.push(
            s("path", {
              class: `mark ${mark}`,
              d: shape,
              transform: `translate(${across(x)} ${down(y)})`,
            }),
          );
        else if (one.points.length < 12)
          parts.push(
            s("circle", { class: `dot dot-${place}`, cx: across(x), cy: down(y), r: 3.5 }),
          );
      }
    }
    this.cursor = s("path", { class: "cursor", d: "" });
    parts.push(this.cursor);
    this.svg.setAttribute("viewBox", `0 0 ${wide} ${HIGH}`);
    this.svg.replaceChildren(...parts);
    if (this.at !== null) this.point(this.at);
  }

  /** Show where one is. @param {number} x */
  point(x) {
    this.at = x;
    if (!this.across || !this.cursor) return;
    const at = this.across(x);
    this.cursor.setAttribute("d", `M${at} ${EDGE.top - 6}V${HIGH - EDGE.bottom}`);
  }

  /** @param {MouseEvent} event */
  tap(event) {
    if (!this.range) return;
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - EDGE.left) / (this.range.right - EDGE.left);
    const x = this.range.from + share * (this.range.to - this.range.from);
    const round = Math.round(Math.max(this.range.from, Math.min(this.range.to, x)));
    this.drawing.go?.(round);
  }

  /** Let go of it. */
  end() {
    this.seen.disconnect();
  }
}

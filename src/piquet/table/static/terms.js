// @ts-check
/** Words of the game open one sentence with cards, wherever they stand. */

import { cardTexts, strip } from "./cards.js";
import { sheet } from "./dialog.js";
import { h } from "./dom.js";
import { known, t } from "./words.js";

/** Which cards show what a word means; the words themselves stand in the catalogue. */
/** @type {Record<string, string[]>} */
const SHOWN = {
  talon: [],
  point: ["AH", "KH", "JH", "TH", "8H"],
  sequence: ["QS", "JS", "TS"],
  tierce: ["QS", "JS", "TS"],
  quart: ["KD", "QD", "JD", "TD"],
  quint: ["AC", "KC", "QC", "JC", "TC"],
  trio: ["KS", "KH", "KC"],
  quatorze: ["AS", "AH", "AD", "AC"],
  set: ["QS", "QH", "QD"],
  carte_blanche: ["AS", "TS", "9S", "8H", "7H", "AD", "TD", "9D", "AC", "TC", "8C", "7C"],
  pique: [],
  repique: [],
  capot: [],
  cards: [],
  rubicon: [],
  elder: [],
  younger: [],
  partie: [],
  sinking: [],
};

/** @type {{pattern: RegExp, names: string[]} | null} */
let finder = null;

/** Every spelling of every term, the longest first. */
function spellings() {
  if (finder) return finder;
  /** @type {[string, string][]} */
  const found = [];
  for (const name of Object.keys(SHOWN)) {
    if (!known(`page.term.${name}.spelt`)) continue;
    for (const spelt of t(`page.term.${name}.spelt`).split("|")) found.push([spelt, name]);
  }
  found.sort((a, b) => b[0].length - a[0].length);
  const pattern = found
    .map(([spelt]) => `(${spelt.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")})`)
    .join("|");
  finder = {
    pattern: new RegExp(`(?<![\\p{L}])(?:${pattern || "(?!)"})(?![\\p{L}])`, "giu"),
    names: found.map(([, name]) => name),
  };
  return finder;
}

/** @param {string} name */
export function explain(name) {
  const cards = SHOWN[name] ?? [];
  /** @type {HTMLElement[]} */
  const body = [h("p", {}, t(`page.term.${name}.says`))];
  if (cards.length) body.push(strip(cards, t("page.term.example")));
  sheet(t(`page.term.${name}.title`), body, { name: "term" });
}

/**
 * Make the terms in some text open their sentences, each term once.
 *
 * @template {Element} T
 * @param {T} element
 * @returns {T}
 */
export function withTerms(element) {
  const { pattern, names } = spellings();
  const seen = new Set();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const nodes = [];
  while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
  for (const node of nodes) {
    if (node.parentElement?.closest("button, a, summary")) continue;
    const text = node.data;
    const made = document.createDocumentFragment();
    let last = 0;
    for (const found of text.matchAll(pattern)) {
      const name = names[found.slice(1).findIndex((group) => group !== undefined)] ?? "";
      if (!name || seen.has(name)) continue;
      seen.add(name);
      const after = found.index + found[0].length;
      const button = { class: "term", type: "button", onclick: () => explain(name) };
      // A button may be torn from the full stop behind it; in one piece with it it is not.
      const stop = /^[.,;:!?)’”]*/.exec(text.slice(after))?.[0] ?? "";
      made.append(
        text.slice(last, found.index),
        h("span", { class: "unbroken" }, h("button", button, found[0]), stop),
      );
      last = after + stop.length;
    }
    if (!last) continue;
    made.append(text.slice(last));
    node.replaceWith(made);
  }
  return element;
}

/** @param {string[]} cards */
const example = (cards) =>
  cards.length
    ? h("span", { class: "example" }, t("page.term.example"), ": ", cardTexts(cards))
    : null;

/** All terms, for the page that lists them. */
export function allTerms() {
  return h(
    "dl",
    { class: "terms" },
    ...Object.keys(SHOWN)
      .filter((name) => known(`page.term.${name}.title`))
      .flatMap((name) => [
        h(
          "dt",
          {},
          h(
            "button",
            { class: "link", type: "button", onclick: () => explain(name) },
            t(`page.term.${name}.title`),
          ),
        ),
        h("dd", {}, t(`page.term.${name}.says`), example(SHOWN[name] ?? [])),
      ]),
  );
}

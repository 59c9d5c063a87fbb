// @ts-check
/** How many exercises were right, kept in this browser; each counts once, by its first answer. */

const PLACE = "piquet.drills";
const KNOWN = 300; // answered exercises that are remembered

/**
 * @typedef {object} Kept
 * @property {Record<string, {asked: number, right: number}>} kinds
 * @property {string[]} known links of exercises that have been answered
 */

/** @type {Kept} */
const kept = read();

/** @returns {Kept} */
function read() {
  /** @type {Kept} */
  const made = { kinds: {}, known: [] };
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    for (const [kind, one] of Object.entries(found.kinds ?? {})) {
      const { asked, right } = /** @type {any} */ (one);
      if (Number.isInteger(asked) && Number.isInteger(right) && 0 <= right && right <= asked)
        made.kinds[kind] = { asked, right };
    }
    if (Array.isArray(found.known))
      made.known = found.known.filter((/** @type {unknown} */ one) => typeof one === "string");
  } catch {
    // Storage is closed or damaged: it begins at nothing.
  }
  return made;
}

/**
 * Count an answer, unless this exercise has been answered before.
 *
 * @param {string} kind
 * @param {string} link
 * @param {boolean} right
 */
export function count(kind, link, right) {
  if (kept.known.includes(link)) return;
  kept.known = [...kept.known, link].slice(-KNOWN);
  const { asked, right: good } = tally(kind);
  kept.kinds[kind] = { asked: asked + 1, right: good + (right ? 1 : 0) };
  keep();
}

/**
 * How many of a kind were asked, and how many of them were right.
 *
 * @param {string} kind
 */
export function tally(kind) {
  return kept.kinds[kind] ?? { asked: 0, right: 0 };
}

/** Begin at nothing again. */
export function forget() {
  kept.kinds = {};
  kept.known = [];
  keep();
}

function keep() {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // Nothing can be kept here; it holds until the page is left.
  }
}

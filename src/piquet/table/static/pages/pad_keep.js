// @ts-check
/** The score sheet in this browser: kept twice in turn, so that one half written does no harm. */

/**
 * @typedef {import("./pad_told.js").DealKept} DealKept
 * @typedef {object} Kept
 * @property {string} rules
 * @property {string[]} names
 * @property {number[]} dealers
 * @property {DealKept[]} deals
 */

const PLACES = ["piquet.pad.0", "piquet.pad.1"];
const VERSION = 1;

/**
 * What stands in one place, or nothing where it cannot be read.
 *
 * @param {string} place
 * @returns {{number: number, kept: Kept} | null}
 */
function read(place) {
  try {
    const { version, number, kept } = JSON.parse(localStorage.getItem(place) ?? "");
    const whole =
      version === VERSION &&
      Number.isSafeInteger(number) &&
      typeof kept.rules === "string" &&
      [kept.names, kept.dealers, kept.deals].every(Array.isArray);
    return whole ? { number, kept } : null;
  } catch {
    return null;
  }
}

/** Both places, the newest first; what cannot be read is left out. */
function both() {
  return PLACES.map(read)
    .filter((one) => one !== null)
    .sort((a, b) => b.number - a.number);
}

/**
 * The sheets that can be read, the newest first: one that the server does not take is passed over.
 *
 * @returns {Kept[]}
 */
export function sheets() {
  return both().map(({ kept }) => kept);
}

/**
 * Keep a sheet; the one before it stays until the next time.
 *
 * @param {Kept} kept
 * @returns {boolean} whether this browser keeps anything
 */
export function keep({ rules, names, dealers, deals }) {
  const number = (both()[0]?.number ?? 0) + 1;
  const written = JSON.stringify({
    version: VERSION,
    number,
    kept: { rules, names, dealers, deals },
  });
  try {
    localStorage.setItem(PLACES[number % 2] ?? "", written);
    return true;
  } catch {
    return false;
  }
}

/** Forget the sheet. */
export function forget() {
  for (const place of PLACES) localStorage.removeItem(place);
}

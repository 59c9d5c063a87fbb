// @ts-check
/** How far one has come in each lesson: kept in this browser, a number and nothing of the cards. */

const PLACE = "piquet.learn";

/** @returns {Record<string, number>} the number of the stop by the name of the lesson */
export function kept() {
  try {
    const found = Object.entries(JSON.parse(localStorage.getItem(PLACE) ?? "{}"));
    return Object.fromEntries(found.filter(([, number]) => Number.isInteger(number)));
  } catch {
    return {};
  }
}

/**
 * Note the stop that is shown. What has been gone through to its end stays so.
 *
 * @param {string} lesson
 * @param {number} number
 * @param {number} of
 */
export function keep(lesson, number, of) {
  const before = kept();
  if ((before[lesson] ?? 0) >= of) return;
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...before, [lesson]: number }));
  } catch {
    // Nothing can be kept here; the address still tells the stop.
  }
}

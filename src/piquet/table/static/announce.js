// @ts-check
/** Speaks to a screen reader through the one live region of the page, which is never made anew. */

/** @type {string[]} */
let waiting = [];
let due = 0;

/**
 * Say sentences. What is said twice is heard twice; what comes together is read together.
 *
 * @param {...string} sentences
 */
export function announce(...sentences) {
  waiting.push(...sentences.filter(Boolean));
  if (due || !waiting.length) return;
  due = window.setTimeout(() => {
    due = 0;
    const region = document.getElementById("live");
    if (!region) return;
    const line = document.createElement("p");
    line.textContent = waiting.join(" ");
    waiting = [];
    region.append(line);
    while (region.children.length > 4) region.firstElementChild?.remove();
  }, 60);
}

// @ts-check
/** What the person likes: kept in this browser, read by everything that draws. */

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark" | "contrast"} theme
 * @property {"two" | "four"} deck
 * @property {"normal" | "large"} index
 * @property {"english" | "french"} letters
 * @property {"slow" | "normal" | "fast" | "instant"} speed
 * @property {"touch" | "always" | "never"} confirm
 * @property {boolean} cuts whether the cut before a partie is made by itself
 * @property {boolean} keys whether single letters act
 * @property {"suit" | "rank"} order
 * @property {boolean} sound
 * @property {number} volume 0 to 100
 * @property {boolean | null} calls "call for me"; null until the person has chosen
 * @property {string} level
 * @property {string} rules
 * @property {string} name what one is called at a table with a friend
 */

const PLACE = "piquet.settings";

/** @type {Settings} */
const USUAL = {
  theme: "system",
  deck: "two",
  index: "normal",
  letters: "english",
  speed: "normal",
  confirm: "touch",
  cuts: true,
  keys: true,
  order: "suit",
  sound: false,
  volume: 60,
  calls: null,
  level: "",
  rules: "",
  name: "",
};

/** @type {Set<(changed: keyof Settings) => void>} */
const listeners = new Set();

/** @returns {Settings} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    /** @type {any} */
    const made = { ...USUAL };
    for (const key of Object.keys(USUAL)) {
      const value = kept[key];
      const usual = /** @type {any} */ (USUAL)[key];
      if (value !== undefined && (usual === null || typeof value === typeof usual)) {
        made[key] = value;
      }
    }
    return made;
  } catch {
    return { ...USUAL };
  }
}

/** The settings as they stand; change them by `change` alone. */
export const settings = read();

function apply() {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.deck = settings.deck;
  root.dataset.index = settings.index;
  root.dataset.speed = settings.speed;
}

/**
 * @template {keyof Settings} K
 * @param {K} key
 * @param {Settings[K]} value
 */
export function change(key, value) {
  settings[key] = value;
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // Nothing can be kept here; the choice holds until the page is left.
  }
  apply();
  for (const listener of listeners) listener(key);
}

/**
 * Be told of every change; call the result to be told no longer.
 *
 * @param {(changed: keyof Settings) => void} listener
 */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Another tab has changed them. */
addEventListener("storage", (event) => {
  if (event.key !== PLACE) return;
  const now = read();
  for (const key of /** @type {(keyof Settings)[]} */ (Object.keys(now))) {
    if (settings[key] === now[key]) continue;
    Object.assign(settings, { [key]: now[key] });
    apply();
    for (const listener of listeners) listener(key);
  }
});

/** Whether a card is lifted first and played by a second tap. */
export function confirmsPlay() {
  if (settings.confirm !== "touch") return settings.confirm === "always";
  return matchMedia("(pointer: coarse)").matches;
}

apply();

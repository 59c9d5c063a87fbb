// @ts-check
/** The texts of the page: the server's catalogue, asked for once. */

/** @type {Map<string, string>} */
const texts = new Map();

/**
 * @param {Record<string, any>} table
 * @param {string} prefix
 */
function flatten(table, prefix) {
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === "string") texts.set(prefix + key, value);
    else flatten(value, `${prefix + key}.`);
  }
}

/**
 * Take in a catalogue, nested or flat.
 *
 * @param {Record<string, any>} table
 */
export function learn(table) {
  flatten(table, "");
}

/**
 * Whether there is a text of this key.
 *
 * @param {string} key
 */
export function known(key) {
  return texts.has(key);
}

/**
 * A text, its {names} filled in.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const sentence = texts.get(key);
  if (sentence === undefined) {
    console.error(`no text: ${key}`);
    return key;
  }
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * A text that depends on a number: KEY.one for 1, KEY.many for others, {n} filled in.
 *
 * @param {string} key
 * @param {number} n
 * @param {Record<string, string | number>} [values]
 */
export function count(key, n, values = {}) {
  return t(`${key}.${n === 1 ? "one" : "many"}`, { ...values, n });
}

/**
 * Parts as a list in words: "a, b and c".
 *
 * @param {string[]} parts
 */
export function listed(parts) {
  if (parts.length < 2) return parts.join("");
  return t("talk.and", {
    first: parts.slice(0, -1).join(", "),
    last: parts[parts.length - 1] ?? "",
  });
}

/**
 * A name as it stands at the head of a line.
 *
 * @param {string} name
 */
export function headed(name) {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

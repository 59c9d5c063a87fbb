// @ts-check
/** Small tools to build elements; nothing here knows the game. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Build an element. Names that begin with "on" are listeners, `class` and `text` are themselves,
 * `data` fills the data attributes, true and false set or leave an attribute.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [given]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, given = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "class") made.className = value;
    else if (name === "text") made.textContent = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name === "value" && "value" in made) /** @type {any} */ (made).value = value;
    else if (name === "checked") /** @type {any} */ (made).checked = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  add(made, children);
  return made;
}

/**
 * @param {Node} parent
 * @param {Child[]} children
 */
function add(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Put children in place of what an element holds.
 *
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  const hadFocus = parent.contains(document.activeElement) && parent !== document.activeElement;
  parent.replaceChildren();
  add(parent, children);
  return hadFocus;
}

/**
 * Whether the person wrote into a field and single keys belong to it.
 *
 * @param {EventTarget | null} target
 */
export function typing(target) {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

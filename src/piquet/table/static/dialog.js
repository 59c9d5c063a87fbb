// @ts-check
/** Sheets over the page: one at a time, closed by its button, by Escape, or by a tap beside it. */

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

/** @type {HTMLDialogElement | null} */
let open = null;

/**
 * Open a sheet.
 *
 * @param {string} title
 * @param {Node[]} body
 * @param {{footer?: Node[], wide?: boolean, name?: string, closed?: () => void}} [how]
 * @returns {HTMLDialogElement}
 */
export function sheet(title, body, how = {}) {
  open?.close();
  const before = document.activeElement;
  const close = h(
    "button",
    {
      class: "icon-button",
      type: "button",
      "aria-label": t("page.dialog.close"),
      onclick: () => made.close(),
    },
    icon("close"),
  );
  const made = h(
    "dialog",
    {
      class: how.wide ? "wide" : "",
      "aria-labelledby": "dialog-title",
      data: { name: how.name ?? "" },
    },
    h("header", { role: "none" }, h("h2", { id: "dialog-title", tabindex: "-1" }, title), close),
    h(
      "div",
      { class: "body", tabindex: "0", role: "group", "aria-labelledby": "dialog-title" },
      ...body,
    ),
    how.footer?.length ? h("footer", { role: "none" }, ...how.footer) : null,
  );
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  made.addEventListener("close", () => {
    heard(document.body);
    made.remove();
    if (open === made) open = null;
    const known = before instanceof HTMLElement && before.isConnected && before !== document.body;
    const back = known ? before : document.querySelector(".turn, h1[tabindex]");
    /** @type {HTMLElement | null} */ (back)?.focus({ preventScroll: true });
    how.closed?.();
  });
  document.body.append(made);
  made.showModal();
  heard(made);
  open = made;
  const first = made.querySelector("[autofocus]") ?? made.querySelector("h2");
  if (first instanceof HTMLElement) first.focus();
  return made;
}

/**
 * Take the live region, the same one always, to where it is heard: all outside a sheet is silent
 * while the sheet is open.
 *
 * @param {HTMLElement} where
 */
function heard(where) {
  const region = document.getElementById("live");
  if (region && region.parentElement !== where) where.append(region);
}

/** Whether a sheet is open. */
export function isOpen() {
  return open !== null;
}

/** Close the sheet that is open. */
export function closeSheet() {
  open?.close();
}

/**
 * Put another body into a sheet that is open.
 *
 * @param {HTMLDialogElement} dialog
 * @param {...Node} body
 */
export function refill(dialog, ...body) {
  const place = dialog.querySelector(".body");
  if (place) fill(place, ...body);
}

/**
 * Ask for a plain yes or no; false when the sheet is closed.
 *
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(title, question, yes) {
  return new Promise((answer) => {
    let said = false;
    const made = sheet(title, [h("p", {}, question)], {
      name: "confirm",
      footer: [
        h(
          "button",
          { class: "button", type: "button", autofocus: true, onclick: () => made.close() },
          t("page.dialog.no"),
        ),
        h(
          "button",
          {
            class: "button main",
            type: "button",
            onclick: () => {
              said = true;
              made.close();
            },
          },
          yes,
        ),
      ],
      closed: () => answer(said),
    });
  });
}

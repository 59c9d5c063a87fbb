// @ts-check
/** What the pages beside the tables share: their look, their bar with the way back, their head. */

import { announce } from "../announce.js";
import { openCard } from "../cards.js";
import { h } from "../dom.js";
import { openHelp } from "../help.js";
import { icon } from "../icons.js";
import { openSettings } from "../prefs.js";
import { t } from "../words.js";

/** @typedef {import("../dom.js").Child} Child */

/**
 * Link a stylesheet of `static/style`, once however often it is asked for; done when it is there.
 *
 * @param {string} name without its ending
 * @returns {Promise<void>}
 */
export function stylesheet(name) {
  const href = `/static/style/${name}.css`;
  if (document.head.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((done) => {
    const link = h("link", { rel: "stylesheet", href });
    // Without its look a page can still be read.
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => done());
    document.head.append(link);
  });
}

await stylesheet("beside");

/**
 * A button of the bar that shows a sign.
 *
 * @param {Parameters<typeof icon>[0]} name
 * @param {string} label
 * @param {() => unknown} does
 */
export function tool(name, label, does) {
  return h(
    "button",
    { class: "icon-button", type: "button", "aria-label": label, title: label, onclick: does },
    icon(name),
  );
}

/**
 * The bar above a page: the way back to the first page, and the tools at its end.
 *
 * @param {Child[]} [middle] what stands between them
 * @param {Child[]} [tools] before the settings and the help
 * @param {() => unknown} [help]
 */
export function bar(middle = [], tools = [], help = openHelp) {
  return h(
    "header",
    { class: "bar lobby-bar" },
    h(
      "a",
      { class: "brand way-back", href: "#/", title: t("page.beside.back") },
      icon("back"),
      t("page.name"),
      h("span", { class: "unseen" }, `, ${t("page.beside.back")}`),
    ),
    ...middle,
    h(
      "nav",
      { class: "tools", "aria-label": t("page.table.tools") },
      ...tools,
      tool("settings", t("page.tools.settings"), () => openSettings()),
      tool("help", t("page.tools.help"), help),
    ),
  );
}

/**
 * Lay out a page with its bar and one heading, which takes the focus.
 *
 * @param {HTMLElement} page
 * @param {string} title
 * @param {...Child} children below the heading
 * @returns {HTMLElement} the main part, to be filled further
 */
export function lay(page, title, ...children) {
  const main = h("main", {}, h("h1", { tabindex: "-1" }, title), ...children);
  page.className = "beside";
  page.replaceChildren(bar(), main);
  document.title = `${title} · ${t("page.name")}`;
  main.querySelector("h1")?.focus({ preventScroll: true });
  return main;
}

/**
 * Why the server has not done something, in words; what a browser says of itself is none.
 *
 * @param {unknown} error
 */
export function why(error) {
  const told = error instanceof Error && error.name !== "TypeError" ? error.message : "";
  return told || t("page.failed");
}

/**
 * A page of which the server does not tell what it shows: say so, and ask again on request.
 *
 * @param {HTMLElement} page
 * @param {unknown} error
 * @param {() => void} again
 */
export function unreached(page, error, again) {
  const words = why(error);
  page.className = "beside";
  page.replaceChildren(
    bar(),
    h(
      "main",
      { class: "closed" },
      h("h1", { tabindex: "-1" }, t("page.name")),
      h("p", { class: "lead" }, words),
      h("button", { class: "button main", type: "button", onclick: again }, t("page.try_again")),
    ),
  );
  announce(words);
  /** @type {HTMLElement | null} */ (page.querySelector("button.main"))?.focus();
}

/**
 * Cards spread in the hand, for the head of a page.
 *
 * @param {string[]} cards five of them
 */
export function fan(cards) {
  return h("div", { class: "fan", "aria-hidden": "true" }, ...cards.map(openCard));
}

/**
 * Where one can go from here: tiles with a heading and a sentence each.
 *
 * @param {string} label
 * @param {{href: string, title: string, words: string}[]} places
 */
export function ways(label, places) {
  return h(
    "nav",
    { class: "ways", "aria-label": label },
    ...places.map(({ href, title, words }) =>
      h("a", { class: "panel", href }, h("strong", {}, title), h("span", { class: "soft" }, words)),
    ),
  );
}

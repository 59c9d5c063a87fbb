// @ts-check
/** How the game goes, the keys of the table, and the list of what a word means. */

import { sheet } from "./dialog.js";
import { h } from "./dom.js";
import { KEYS } from "./keys.js";
import { allTerms, withTerms } from "./terms.js";
import { t } from "./words.js";

/** The steps of a deal, in their order. */
const HOW = ["aim", "deal", "exchange", "call", "play", "score"];

export function openHelp() {
  const rows = [
    ["←  →  Home  End", t("page.keys.move")],
    ["Enter / Space", t("page.keys.act")],
    ["1 – 9", t("page.keys.choose")],
    ["Tab", t("page.keys.tab")],
    ["Esc", t("page.keys.close")],
    ["?", t("page.keys.help")],
    ...Object.entries(KEYS).map(([key, name]) => [key, t(`page.keys.${name}`)]),
  ];
  sheet(
    t("page.how.title"),
    [
      h(
        "div",
        { class: "stack" },
        h(
          "ol",
          { class: "how-to" },
          ...HOW.map((step) => h("li", {}, withTerms(h("span", {}, t(`page.how.${step}`))))),
        ),
        h("h3", {}, t("page.keys.title")),
        h(
          "table",
          { class: "keys" },
          h(
            "tbody",
            {},
            ...rows.map(([key, words]) =>
              h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, words)),
            ),
          ),
        ),
        h("p", { class: "soft small-text" }, t("page.keys.off")),
        h("h3", {}, t("page.term.list")),
        allTerms(),
      ),
    ],
    { wide: true, name: "help" },
  );
}

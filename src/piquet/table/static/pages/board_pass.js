// @ts-check
/** What is passed on of a position: its link, a line to quote, a deal to play. */

import { announce } from "../announce.js";
import { h } from "../dom.js";
import { api, freshId } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { button } from "./board_tools.js";
import { sentence } from "./refused.js";

/**
 * @typedef {import("./board_told.js").BoardTold} BoardTold
 * @typedef {import("./board.js").PiquetBoard} PiquetBoard
 */

/**
 * @param {PiquetBoard} board
 * @param {BoardTold} told
 */
export function passing(board, told) {
  const address = `${location.origin}/#/board/${told.link}`;
  return [
    h(
      "section",
      { class: "panel stack", "aria-labelledby": "board-pass" },
      h("h2", { id: "board-pass" }, t("page.board.pass")),
      copied("link", address),
      copied("quote", told.quote),
      told.code
        ? h(
            "div",
            { class: "row" },
            h("span", {}, t("page.board.code"), " ", h("code", { class: "deal-code" }, told.code)),
            button("play", "main", () => play(board, told)),
          )
        : h("p", { class: "soft small-text" }, t("page.board.no_code")),
    ),
  ];
}

/**
 * @param {"link" | "quote"} name
 * @param {string} words
 */
function copied(name, words) {
  const field = h("input", {
    type: "text",
    id: `board-${name}`,
    readonly: true,
    value: words,
    data: { key: `copy-field-${name}` },
    onfocus: () => field.select(),
  });
  return h(
    "div",
    { class: "copy" },
    h("label", { for: `board-${name}` }, t(`page.board.${name}`)),
    h(
      "div",
      { class: "row" },
      field,
      h(
        "button",
        {
          class: "button",
          type: "button",
          data: { key: `copy-${name}` },
          "aria-label": t(`page.board.copy_${name}`),
          onclick: async () => {
            try {
              await navigator.clipboard.writeText(words);
              announce(t("page.board.copied"));
            } catch {
              field.focus(); // it is selected: it can be copied by hand
              announce(t("page.board.copy_by_hand"));
            }
          },
        },
        t("page.board.copy"),
      ),
    ),
  );
}

/**
 * @param {PiquetBoard} board
 * @param {BoardTold} told
 */
async function play(board, told) {
  try {
    const begun = await api("/api/parties", {
      id: freshId(),
      rules: told.rules,
      code: told.code,
      ...(settings.level ? { level: settings.level } : {}),
    });
    board.sit(begun.partie);
  } catch (error) {
    board.refuse(sentence(error));
  }
}

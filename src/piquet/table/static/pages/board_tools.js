// @ts-check
/** Beside the board: the pack, and the moment that is laid out. */

import { announce } from "../announce.js";
import { h } from "../dom.js";
import { api } from "../net.js";
import { chooseRules } from "../rules.js";
import { t } from "../words.js";
import { pack } from "./board_cards.js";
import { sentence } from "./refused.js";

/**
 * @typedef {import("./board_told.js").BoardTold} BoardTold
 * @typedef {import("./board_told.js").BoardAsked} BoardAsked
 * @typedef {import("./board.js").PiquetBoard} PiquetBoard
 */

const PLACES = ["elder", "younger", "talon", "elder_thrown", "younger_thrown"];

/**
 * @param {PiquetBoard} board
 * @param {BoardTold} told
 * @param {import("./board_cards.js").Does} does
 */
export function tools(board, told, does) {
  const others = told.faults.filter(
    (fault) =>
      ![...PLACES, "played"].includes(fault.place) ||
      (fault.place === "played" && told.stage !== "play"),
  );
  return [
    h(
      "section",
      { class: "panel stack", "aria-labelledby": "board-pack" },
      h("h2", { id: "board-pack" }, t("page.board.pack")),
      h(
        "p",
        { class: "soft small-text" },
        board.target === "played"
          ? t("page.board.how_played")
          : t("page.board.how", { where: t(`page.board.at.${board.target}`) }),
      ),
      pack(told, board.target, does),
      h(
        "div",
        { class: "row" },
        button("fill", "main", () => board.change({ fill: true }, t("page.board.filled"))),
        button("undo", "", () => board.undo(), !board.past.length),
        button("clear", "", () =>
          board.change(
            {
              elder: "",
              younger: "",
              talon: "",
              elder_thrown: "",
              younger_thrown: "",
              said: "",
              played: "",
              looked: "",
            },
            t("page.board.cleared"),
          ),
        ),
      ),
      board.refused,
    ),
    h(
      "section",
      { class: "panel stack", "aria-labelledby": "board-moment" },
      h("h2", { id: "board-moment" }, t("page.board.moment")),
      segments(board, "stage", ["exchange", "call", "play"], told.stage),
      segments(board, "seat", ["elder", "younger"], told.seat),
      segments(board, "hide", ["", "elder", "younger"], told.hide),
      ...more(board, told),
      ...others.map((fault) => h("p", { class: "refusal" }, fault.words)),
      h(
        "div",
        { class: "row" },
        h("span", {}, t("page.board.rules")),
        h(
          "button",
          {
            class: "button small",
            type: "button",
            data: { key: "rules" },
            onclick: () => choose(board),
          },
          told.rules,
        ),
      ),
      h(
        "button",
        {
          class: "button main",
          type: "button",
          data: { key: "oracle" },
          "aria-disabled": told.ready ? null : "true",
          "aria-describedby": "board-why",
          onclick: () => (told.ready ? board.showOracle(true) : announce(told.why)),
        },
        t("page.board.ask"),
      ),
      h(
        "p",
        { class: told.ready ? "good small-text" : "soft small-text", id: "board-why" },
        told.ready ? told.moment : told.why,
      ),
    ),
  ];
}

/**
 * The fields of the stage that is chosen.
 *
 * @param {PiquetBoard} board
 * @param {BoardTold} told
 */
function more(board, told) {
  const fields = [];
  const after = told.stage !== "exchange";
  const [elder = "", younger = ""] = told.took.split("-");
  if (after)
    fields.push(
      line(board, "said", told.said),
      line(board, "took_elder", elder),
      line(board, "took_younger", younger),
    );
  else if (told.seat === "younger") fields.push(line(board, "took_elder", elder));
  if (after && told.seat === "elder") fields.push(line(board, "looked", told.looked));
  const [one = "", two = ""] = told.scores.split("-");
  return [
    h("div", { class: "board-fields" }, ...fields),
    h(
      "details",
      { class: "so-far", open: Boolean(one || two || told.left) },
      h("summary", {}, t("page.board.partie")),
      h(
        "div",
        { class: "board-fields" },
        line(board, "score_elder", one),
        line(board, "score_younger", two),
        line(board, "left", told.left),
      ),
    ),
  ];
}

/**
 * @param {PiquetBoard} board
 * @param {string} name
 * @param {string} value
 */
function line(board, name, value) {
  const short = /^(?:took|score|left)/.test(name);
  const told = /** @type {BoardTold} */ (board.told);
  return h(
    "label",
    { class: short ? "field short" : "field", for: `board-${name}` },
    h("span", { class: "name" }, t(`page.board.field.${name}`)),
    h("input", {
      type: "text",
      id: `board-${name}`,
      value,
      maxlength: "400",
      inputmode: short ? "numeric" : "text",
      autocomplete: "off",
      spellcheck: "false",
      data: { key: `field-${name}` },
      onchange: (/** @type {Event} */ event) => {
        const typed = /** @type {HTMLInputElement} */ (event.target).value.trim();
        void board.change(together(told, name, typed));
      },
    }),
  );
}

/**
 * @param {string} name
 * @param {string} kind
 * @param {() => unknown} does
 * @param {boolean} [off]
 */
export function button(name, kind, does, off = false) {
  return h(
    "button",
    {
      class: `button ${kind}`,
      type: "button",
      disabled: off,
      data: { key: name },
      onclick: does,
    },
    t(`page.board.${name}`),
  );
}

/**
 * @param {PiquetBoard} board
 * @param {"stage" | "seat" | "hide"} name
 * @param {string[]} values
 * @param {string} now
 */
function segments(board, name, values, now) {
  return h(
    "fieldset",
    {},
    h("legend", {}, t(`page.board.${name}.legend`)),
    h(
      "div",
      { class: "segments" },
      ...values.map((value) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: `board-${name}`,
            value,
            checked: value === now,
            data: { key: `${name}-${value}` },
            onchange: () => board.change({ [name]: value }),
          }),
          t(`page.board.${name}.${value || "none"}`),
        ),
      ),
    ),
  );
}

/**
 * @param {PiquetBoard} board
 */
async function choose(board) {
  const told = /** @type {BoardTold} */ (board.told);
  try {
    const { profiles } = await api("/api/lobby");
    await chooseRules(told.rules, profiles, (rules) => void board.change({ rules }));
  } catch (error) {
    board.refuse(sentence(error));
  }
}

/**
 * A change of one field; two numbers that belong together go as one.
 *
 * @param {BoardTold} told
 * @param {string} name
 * @param {string} typed
 * @returns {BoardAsked}
 */
function together(told, name, typed) {
  const pair = /^(took|score)_(elder|younger)$/.exec(name);
  if (!pair) return { [name]: typed };
  const field = pair[1] === "took" ? "took" : "scores";
  const [elder = "", younger = ""] = told[field].split("-");
  return { [field]: pair[2] === "elder" ? `${typed}-${younger}` : `${elder}-${typed}` };
}

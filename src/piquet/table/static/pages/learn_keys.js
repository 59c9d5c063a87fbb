// @ts-check
/** What keys do in a lesson, and the list of them. */

import { sheet } from "../dialog.js";
import { h } from "../dom.js";
import * as look from "../look.js";
import { openRules } from "../rules.js";
import { openSheet } from "../score.js";
import { settings } from "../settings.js";
import { allTerms } from "../terms.js";
import { t } from "../words.js";

/** Each single letter and the name of what it does. */
const LETTERS = /** @type {const} */ ({
  n: "next",
  b: "back",
  e: "skip",
  x: "restart",
  p: "play",
  y: "take_over",
});

/** Letters that do what they do at every table. */
const TABLE = /** @type {const} */ ({
  h: "hand",
  c: "choices",
  l: "last",
  t: "tricks",
  d: "discards",
  k: "seen",
  s: "sheet",
  r: "rules",
  g: "talk",
  a: "order",
});

/**
 * Do what a key stands for.
 *
 * @param {import("./learn_table.js").PiquetLesson} lesson
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it stands for anything
 */
export function command(lesson, event) {
  const { panel, stop } = lesson;
  const now = stop?.table;
  const on = /** @type {HTMLElement} */ (event.target);
  const pressable = on.closest("button, a, summary, [tabindex='0']") !== null;
  /** @type {Record<string, () => void>} */
  const ways = {
    ArrowRight: () => panel.next.click(),
    ArrowLeft: () => panel.back.click(),
  };
  if (!pressable) ways.Enter = () => panel.next.click();
  const way = ways[event.key];
  if (way) {
    way();
    return true;
  }
  if (event.key === "Escape") {
    lesson.frame.endMoment();
    if (lesson.frame.side.classList.contains("open")) lesson.showTalk(false);
    return false;
  }
  if (!settings.keys) return false;
  if (event.key === "?") openKeys();
  else if (/^[1-9]$/.test(event.key)) lesson.actions.press(Number(event.key));
  else {
    const key = event.key.toLowerCase();
    /** @type {Record<string, () => void>} */
    const does = {
      next: () => panel.next.click(),
      back: () => panel.back.click(),
      skip: () => panel.skip.click(),
      restart: () => panel.restart.click(),
      play: () => panel.play.click(),
      take_over: () => panel.over.click(),
      hand: () => lesson.hand.focusCard(),
      choices: () => lesson.actions.first()?.focus(),
      last: () => now && look.lastTrick(now),
      tricks: () => now && look.allTricks(now),
      discards: () => now && look.discards(now),
      seen: () => now && look.seenInTalon(now),
      sheet: () => now && openSheet(now),
      rules: () => now && void openRules(now.rules),
      talk: () => lesson.showTalk(),
      order: () => lesson.reorder(),
    };
    const name = /** @type {Record<string, string>} */ ({ ...LETTERS, ...TABLE })[key];
    if (!name) return false;
    does[name]?.();
  }
  return true;
}

/** The keys of a lesson, and what the words of the game mean. */
export function openKeys() {
  const rows = [
    ["→  Enter", t("page.learn.key.next")],
    ["←", t("page.learn.key.back")],
    ...Object.entries(LETTERS).map(([key, name]) => [key, t(`page.learn.key.${name}`)]),
    ["Tab", t("page.keys.tab")],
    ["←  →", t("page.keys.move")],
    ["Enter / Space", t("page.keys.act")],
    ["1 – 9", t("page.keys.choose")],
    ["Esc", t("page.keys.close")],
    ["?", t("page.keys.help")],
    ...Object.entries(TABLE).map(([key, name]) => [key, t(`page.keys.${name}`)]),
  ];
  sheet(
    t("page.learn.help"),
    [
      h(
        "div",
        { class: "stack" },
        h("p", {}, t("page.learn.how")),
        h("h3", {}, t("page.learn.keys")),
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

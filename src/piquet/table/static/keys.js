// @ts-check
/** What single keys do at the table. */

import * as look from "./look.js";
import { openUndo } from "./menu.js";
import { openRules } from "./rules.js";
import { openSheet } from "./score.js";

/** Each single key and the name of what it does; the words stand in the catalogue. */
export const KEYS = /** @type {const} */ ({
  h: "hand",
  c: "choices",
  l: "last",
  t: "tricks",
  d: "discards",
  k: "seen",
  s: "sheet",
  r: "rules",
  o: "oracle",
  g: "talk",
  a: "order",
  u: "undo",
  m: "menu",
});

/**
 * Do what a single key stands for.
 *
 * @param {import("./table.js").PiquetTable} table
 * @param {import("./told.js").Table} now
 * @param {string} key
 * @returns {boolean} whether it stands for anything
 */
export function command(table, now, key) {
  /** @type {Record<string, () => void>} */
  const does = {
    hand: () => table.hand.focusCard(),
    choices: () => table.actions.first()?.focus(),
    last: () => look.lastTrick(now),
    tricks: () => look.allTricks(now),
    discards: () => look.discards(now),
    seen: () => look.seenInTalon(now),
    sheet: () => openSheet(now),
    rules: () => void openRules(now.rules),
    // A friend sits opposite: there is no Oracle and nothing can be taken back.
    oracle: () => {
      if (table.oracle.open) table.showOracle(false);
      else if (!now.friend) table.consult();
    },
    talk: () => table.showTalk(),
    order: () => table.reorder(),
    undo: () => {
      if (!now.friend) openUndo(now, (to) => table.send({ type: "undo", to }));
    },
    menu: () => table.menu(),
  };
  const act = does[KEYS[/** @type {keyof typeof KEYS} */ (key)] ?? ""];
  act?.();
  return act !== undefined;
}

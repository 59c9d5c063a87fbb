// @ts-check
/** What is seldom wanted and must not be tapped by mistake: undo, giving up, another level, a mark. */

import { closeSheet, confirm, sheet } from "./dialog.js";
import { h } from "./dom.js";
import { elsewhere } from "./friend.js";
import { openHelp } from "./help.js";
import { t } from "./words.js";

/** @typedef {import("./told.js").Table} Table */

/**
 * A tall button of the menu.
 *
 * @param {string} name
 * @param {() => void} does
 * @param {{off?: boolean, why?: string}} [how]
 */
const item = (name, does, how = {}) =>
  h(
    "li",
    {},
    h(
      "button",
      {
        class: "button wide",
        type: "button",
        "aria-disabled": how.off ? "true" : null,
        onclick: () => how.off || does(),
      },
      t(`page.menu.${name}`),
    ),
    how.off && how.why ? h("p", { class: "soft small-text" }, how.why) : null,
  );

/**
 * @param {Table} now
 * @param {(to: number) => void} undo
 */
export function openUndo(now, undo) {
  const body = now.decisions.length
    ? [
        h("p", { class: "soft" }, t("page.undo.about")),
        h(
          "ol",
          { class: "menu-list" },
          ...[...now.decisions].reverse().map((decision) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  class: "button wide",
                  type: "button",
                  onclick: () => {
                    closeSheet();
                    undo(decision.number);
                  },
                },
                decision.words,
              ),
            ),
          ),
        ),
      ]
    : [h("p", {}, t("page.undo.nothing"))];
  sheet(t("page.undo.title"), body, { name: "undo" });
}

/**
 * @param {Table} now
 * @param {(level: string) => void} choose
 */
export function openLevels(now, choose) {
  sheet(
    t("page.levels.title"),
    [
      h("p", { class: "soft" }, t("page.levels.about")),
      levelList(now.levels, now.next_level || now.level, (level) => {
        closeSheet();
        choose(level);
      }),
    ],
    { name: "levels" },
  );
}

/**
 * The levels, each with its sentence.
 *
 * @param {import("./told.js").Level[]} levels
 * @param {string} chosen
 * @param {(level: string) => void} choose
 */
export function levelList(levels, chosen, choose) {
  return h(
    "div",
    { class: "stack levels", role: "radiogroup", "aria-label": t("page.levels.title") },
    ...levels.map((level) =>
      h(
        "label",
        { class: level.ready ? "choice" : "choice off" },
        h("input", {
          type: "radio",
          name: "level",
          value: level.name,
          checked: level.name === chosen,
          disabled: !level.ready,
          onchange: () => choose(level.name),
        }),
        h(
          "span",
          {},
          h("strong", {}, level.title),
          h("span", { class: "soft small-text" }, level.words),
          level.ready ? null : h("span", { class: "small-text warn" }, ` ${level.why}`),
        ),
      ),
    ),
  );
}

/**
 * @param {Table} now
 * @param {object} does
 * @param {(choice: import("./told.js").Choice) => void} does.act
 * @param {(to: number) => void} does.undo
 * @param {(level: string) => void} does.level
 * @param {(event: number, comment: string) => void} does.mark
 * @param {() => void} does.leave
 * @param {() => void} does.end
 * @param {() => void} does.settings
 */
export function openMenu(now, does) {
  const concede = now.choices.find((choice) => choice.group === "concede");
  const plays = now.events.filter((event) => event.kind === "played" || event.kind === "discarded");
  const last = plays[plays.length - 1];
  sheet(
    t("page.menu.title"),
    [
      h(
        "ul",
        { class: "menu-list" },
        item("settings", () => does.settings()),
        item("help", openHelp),
        now.friend
          ? null
          : item("undo", () => openUndo(now, does.undo), {
              off: !now.decisions.length,
              why: t("page.undo.nothing"),
            }),
        now.friend ? null : item("level", () => openLevels(now, does.level)),
        item("mark", () => last && openMark(now, does.mark), {
          off: !last,
          why: t("page.mark.nothing"),
        }),
        concede
          ? item("concede", async () => {
              if (
                await confirm(
                  t("page.concede.title"),
                  t("page.concede.question"),
                  t("page.concede.yes"),
                )
              )
                does.act(concede);
            })
          : null,
        now.friend && now.phase !== "partie_over"
          ? item("end", async () => {
              const sure = await confirm(
                t("page.friend.end_title"),
                t("page.friend.end_question"),
                t("page.friend.end_yes"),
              );
              if (sure) does.end();
            })
          : null,
        item("fair", async () => (await import("./pages/fair.js")).openFair(now)),
        item("leave", () => {
          closeSheet();
          does.leave();
        }),
      ),
      now.deal.assisted ? h("p", { class: "soft small-text" }, t("page.menu.assisted")) : h("span"),
      elsewhere(now) ?? h("span"),
      seals(now),
    ],
    { name: "menu" },
  );
}

/** What proves that no deal was changed afterwards. @param {Table} now */
function seals(now) {
  if (!now.commitments.length) return h("span");
  return h(
    "details",
    {},
    h("summary", {}, t("page.seals.title")),
    h("p", { class: "small-text soft" }, t("page.seals.about")),
    h(
      "ul",
      { class: "seals small-text" },
      ...now.commitments.map((seal) =>
        h(
          "li",
          {},
          seal.deal ? t("page.seals.deal", { n: seal.deal }) : t("page.seals.cut"),
          " ",
          h("code", {}, seal.hash),
          seal.secret ? h("code", {}, ` ${seal.secret}`) : null,
        ),
      ),
    ),
  );
}

/**
 * Say that a play looks wrong.
 *
 * @param {Table} now
 * @param {(event: number, comment: string) => void} mark
 */
export function openMark(now, mark) {
  const plays = now.events.filter(
    (event) =>
      ["played", "discarded", "called", "answered"].includes(event.kind) && event.lines.length,
  );
  const select = h(
    "select",
    { id: "mark-event" },
    ...plays
      .reverse()
      .map((event) => h("option", { value: String(event.number) }, event.lines[0] ?? "")),
  );
  const comment = h("input", { id: "mark-comment", type: "text", maxlength: "200" });
  const made = sheet(
    t("page.mark.title"),
    [
      h(
        "div",
        { class: "stack" },
        h("p", { class: "soft" }, t("page.mark.about")),
        h(
          "label",
          { class: "field", for: "mark-event" },
          h("span", { class: "name" }, t("page.mark.which")),
          select,
        ),
        h(
          "label",
          { class: "field", for: "mark-comment" },
          h("span", { class: "name" }, t("page.mark.comment")),
          comment,
        ),
      ),
    ],
    {
      name: "mark",
      footer: [
        h(
          "button",
          {
            class: "button main",
            type: "button",
            onclick: () => {
              made.close();
              mark(Number(select.value), comment.value);
            },
          },
          t("page.mark.do"),
        ),
      ],
    },
  );
}

// @ts-check
/** Where awards are entered: tap whose and what; what is possible is told by the server. */

import { h } from "../dom.js";
import { t } from "../words.js";

/**
 * @typedef {import("./pad_told.js").PadTold} PadTold
 * @typedef {import("./pad_told.js").PadNow} PadNow
 * @typedef {import("./pad_told.js").Entry} Entry
 * @typedef {object} Does
 * @property {(entry: Entry) => unknown} add
 * @property {(words: string, seat: string) => unknown} say
 * @property {(points: string[]) => unknown} play what both persons made in play, as it is typed
 * @property {(who: number) => void} choose whose the next awards are
 */

/** @param {string} legend @param {...import("../dom.js").Child} children */
const group = (legend, ...children) =>
  h("fieldset", { class: "awards" }, h("legend", {}, legend), ...children);

/**
 * @param {string} key
 * @param {import("../dom.js").Child} words
 * @param {() => unknown} does
 * @param {string} [label]
 * @param {boolean} [off] it is refused with its reason
 */
function tap(key, words, does, label, off) {
  return h(
    "button",
    {
      class: off ? "button small award off" : "button small award",
      type: "button",
      "aria-label": label,
      data: { key },
      onclick: does,
    },
    words,
  );
}

/**
 * The seat of a person in a deal.
 *
 * @param {PadNow} now
 * @param {number} who
 */
export const seatOf = (now, who) => (now.dealer === who ? "younger" : "elder");

/**
 * Add to what a seat has in a category already, as far as anything is there.
 *
 * @param {PadTold} told
 * @param {PadNow} now
 * @param {string} what
 * @param {string} seat
 */
function standing(told, now, what, seat) {
  const entries = told.kept[now.place]?.entries ?? [];
  return entries.find((entry) => entry.what === what && entry.seat === seat)?.n ?? [];
}

/**
 * @param {PadTold} told
 * @param {PadNow} now
 * @param {number} who
 * @param {Does} does
 */
export function entering(told, now, who, does) {
  const seat = seatOf(now, who);
  const free = new Set(now.free);
  const { choices } = told;
  /** @param {string} what @param {number[]} [n] @param {string} [whose] */
  const add = (what, n = [], whose = seat) => does.add({ what, seat: whose, n });
  /** @param {string} what */
  const equal = (what) =>
    tap(`equal-${what}`, t("page.pad.equal"), () => add(what, [], ""), t(`page.pad.equal_${what}`));
  /** @type {HTMLElement[]} */
  const parts = [whose(told, now, who, does)];
  if (now.asked) {
    parts.unshift(
      group(
        now.asked,
        h(
          "div",
          { class: "row asked" },
          tap("pique-yes", t("page.pad.yes_pique"), () => add("pique", [], "elder")),
          tap("pique-no", t("page.pad.no_pique"), () => add("no_pique", [], "elder")),
        ),
      ),
    );
  }
  if (free.has("point")) {
    parts.push(
      group(
        t("page.pad.point"),
        h(
          "div",
          { class: "taps" },
          ...choices.points.flatMap((number) => {
            const makes = choices.makes[number - 1] ?? [];
            const label = t("page.pad.point_of", { n: number });
            return makes.length
              ? makes.map((made) =>
                  tap(
                    `point-${number}-${made}`,
                    t("page.pad.making", { n: number, made }),
                    () => add("point", [number, made]),
                    `${label}, ${made}`,
                  ),
                )
              : [tap(`point-${number}`, number, () => add("point", [number]), label)];
          }),
          equal("point"),
        ),
      ),
    );
  }
  const runs = standing(told, now, "sequences", seat);
  if (free.has("sequences") || runs.length) {
    parts.push(
      group(
        t("page.pad.sequences"),
        h(
          "div",
          { class: "taps" },
          ...choices.sequences.map(({ n, words, points }) =>
            tap(`sequence-${n}`, h("span", {}, words, " ", h("small", {}, points)), () =>
              add("sequences", [...runs, n]),
            ),
          ),
          free.has("sequences") ? equal("sequences") : null,
        ),
      ),
    );
  }
  const sets = standing(told, now, "sets", seat);
  if (free.has("sets") || sets.length) {
    /** @param {number} number */
    const ranks = (number) =>
      choices.sets
        .filter(({ points }) => points)
        .map(({ n, words }) =>
          tap(
            `set-${number}-${n}`,
            words,
            () => add("sets", [...sets, number, n]),
            t(`page.pad.set_${number}`, { ranks: words }),
          ),
        );
    parts.push(
      group(
        t("page.pad.sets"),
        h("p", { class: "taps-name" }, t("page.pad.trio", { n: choices.trio })),
        h("div", { class: "taps" }, ...ranks(3)),
        h("p", { class: "taps-name" }, t("page.pad.quatorze", { n: choices.quatorze })),
        h("div", { class: "taps" }, ...ranks(4)),
      ),
    );
  }
  if (free.has("carte_blanche")) {
    parts.push(
      group(
        t("page.pad.bonuses"),
        h(
          "div",
          { class: "taps" },
          tap("carte_blanche", t("page.pad.carte_blanche", { n: choices.carte_blanche }), () =>
            add("carte_blanche"),
          ),
          tap("repique", t("page.pad.repique"), () => add("repique")),
          tap("pique", t("page.pad.pique"), () => add("pique")),
        ),
      ),
    );
  }
  if (free.has("play")) parts.push(played(told, now, does));
  if (free.has("end")) {
    parts.push(
      group(
        t("page.pad.end"),
        h(
          "div",
          { class: "taps" },
          tap("cards", t("page.pad.cards", { n: choices.cards }), () => add("cards")),
          tap("capot", t("page.pad.capot", { n: choices.capot }), () => add("capot")),
          tap("divided", t("page.pad.divided"), () => add("divided", [], "")),
        ),
      ),
    );
  }
  parts.push(typed(seat, does));
  if (free.has("total")) parts.push(whole(told, now, does));
  return h("div", { class: "entering stack" }, ...parts);
}

/**
 * Whose the next awards are.
 *
 * @param {PadTold} told
 * @param {PadNow} now
 * @param {number} who
 * @param {Does} does
 */
function whose(told, now, who, does) {
  const order = now.dealer ? [0, 1] : [1, 0]; // elder first, who counts first
  return h(
    "fieldset",
    { class: "whose" },
    h("legend", { class: "unseen" }, t("page.pad.whose")),
    h(
      "div",
      { class: "segments" },
      ...order.map((person) =>
        h(
          "label",
          {},
          h("input", {
            type: "radio",
            name: "pad-whose",
            value: String(person),
            checked: person === who,
            data: { key: `whose-${person}` },
            onchange: () => does.choose(person),
          }),
          h(
            "span",
            {},
            told.names[person] ?? "",
            " ",
            h("small", {}, t(`page.pad.seat.${seatOf(now, person)}`)),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} id @param {string} label @param {string} [value] */
const numberField = (id, label, value = "") =>
  h(
    "label",
    { class: "field number-field", for: id },
    h("span", { class: "name" }, label),
    h("input", {
      type: "text",
      id,
      inputmode: "numeric",
      maxlength: "3",
      autocomplete: "off",
      value,
      data: { key: id },
    }),
  );

/** @param {HTMLElement} form @param {string} id */
const written = (form, id) =>
  /** @type {HTMLInputElement} */ (form.querySelector(`#${id}`)).value.trim();

/**
 * What both made in play, and elder's tricks where the cards do not follow from it.
 *
 * @param {PadTold} told
 * @param {PadNow} now
 * @param {Does} does
 */
function played(told, now, does) {
  const entries = told.kept[now.place]?.entries ?? [];
  const order = now.dealer ? [0, 1] : [1, 0];
  const fields = order.map((who) => {
    const entry = entries.find((one) => one.what === "play" && one.seat === seatOf(now, who));
    return numberField(`pad-play-${who}`, told.names[who] ?? "", entry ? String(entry.n[0]) : "");
  });
  return h(
    "form",
    {
      class: "played-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = /** @type {HTMLElement} */ (event.currentTarget);
        void does.play([0, 1].map((who) => written(form, `pad-play-${who}`)));
      },
    },
    group(
      t("page.pad.play"),
      h("p", { class: "soft small-text" }, t("page.pad.play_about")),
      h(
        "div",
        { class: "row" },
        ...fields,
        h(
          "button",
          { class: "button", type: "submit", data: { key: "play" } },
          t("page.pad.write"),
        ),
      ),
    ),
  );
}

/**
 * A line to type instead of tapping.
 *
 * @param {string} seat
 * @param {Does} does
 */
function typed(seat, does) {
  return h(
    "form",
    {
      class: "typed-form",
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const words = written(/** @type {HTMLElement} */ (event.currentTarget), "pad-typed");
        if (words) void does.say(words, seat);
      },
    },
    h("label", { for: "pad-typed" }, t("page.pad.typed")),
    h(
      "div",
      { class: "row" },
      h("input", {
        type: "text",
        id: "pad-typed",
        maxlength: "120",
        autocomplete: "off",
        spellcheck: "false",
        data: { key: "typed" },
        "aria-describedby": "pad-typed-how pad-refused",
      }),
      h("button", { class: "button", type: "submit" }, t("page.pad.write")),
    ),
    h("p", { class: "soft small-text", id: "pad-typed-how" }, t("page.pad.typed_how")),
  );
}

/**
 * The whole deal in two numbers, for those who have counted aloud.
 *
 * @param {PadTold} told
 * @param {PadNow} now
 * @param {Does} does
 */
function whole(told, now, does) {
  const order = now.dealer ? [0, 1] : [1, 0];
  return h(
    "details",
    { class: "whole" },
    h("summary", {}, t("page.pad.whole")),
    h(
      "form",
      {
        class: "row",
        onsubmit: (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          const form = /** @type {HTMLElement} */ (event.currentTarget);
          const points = order.map((who) => written(form, `pad-total-${who}`) || "0");
          void does.say(`total ${points.join(" ")}`, "elder");
        },
      },
      ...order.map((who) => numberField(`pad-total-${who}`, told.names[who] ?? "")),
      h("button", { class: "button", type: "submit" }, t("page.pad.write")),
    ),
  );
}

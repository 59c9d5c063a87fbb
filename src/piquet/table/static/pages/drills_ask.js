// @ts-check
/** The fields in which an exercise is answered, each kind in its own way. */

import { openCard } from "../cards.js";
import { h } from "../dom.js";
import "../hand.js";
import { count, t } from "../words.js";

/**
 * @typedef {import("./drills_told.js").Drill} Drill
 * @typedef {import("./drills_told.js").Marked} Marked
 * @typedef {object} Asked
 * @property {Node | null} cloth what lies on the cloth beside the cards that are only shown
 * @property {Node[]} fields
 * @property {() => object | string} answer what is sent, or why it cannot be yet
 * @property {(marked: Marked) => void} mark show what was right, and take no more
 * @property {() => void} [focus] where to go on where the answer cannot be sent yet
 */

/**
 * Cards in the order of a hand: suit by suit, colours alternating where they can.
 *
 * @param {string[]} cards
 */
export function arranged(cards) {
  const suits = [..."SHCD"].filter((suit) => cards.some((card) => card[1] === suit));
  const [first, second, third] = suits;
  // Two of one colour beside each other, and the third of the other: it goes between them.
  const red = (/** @type {string | undefined} */ suit) => suit === "H" || suit === "D";
  const order =
    suits.length === 3 && red(first) === red(second)
      ? [first, third, second]
      : suits.length === 3 && red(second) === red(third)
        ? [second, first, third]
        : suits;
  return order.flatMap((suit) => cards.filter((card) => card[1] === suit));
}

/**
 * Cards that lie open in a row, one over the other where there is little room.
 *
 * @param {string[]} cards in the order in which they lie
 * @param {string} label
 */
export function row(cards, label) {
  return h(
    "ul",
    { class: cards.length > 7 ? "drill-row full" : "drill-row", "aria-label": label },
    ...cards.map((card) => h("li", {}, openCard(card))),
  );
}

/**
 * One choice among a few, as a row of which one is pressed.
 *
 * @param {string} name
 * @param {string} legend
 * @param {[string, string][]} choices
 */
function segments(name, legend, choices) {
  return h(
    "fieldset",
    { class: "drill-field", data: { part: name } },
    h("legend", {}, legend, h("span", { class: "sign" })),
    h(
      "div",
      { class: "segments" },
      ...choices.map(([value, words]) =>
        h("label", {}, h("input", { type: "radio", name, value }), words),
      ),
    ),
  );
}

/**
 * A field for a number.
 *
 * @param {string} name
 * @param {string} label
 */
function numberField(name, label) {
  return h(
    "label",
    { class: "field drill-field", data: { part: name } },
    h("span", { class: "name" }, label, h("span", { class: "sign" })),
    h("input", {
      type: "text",
      name,
      inputmode: "decimal",
      autocomplete: "off",
      maxlength: "20",
      size: "6",
    }),
  );
}

/**
 * What is pressed in a row of choices, or "".
 *
 * @param {Element} among
 * @param {string} name
 */
function pressed(among, name) {
  const found = among.querySelector(`input[name="${name}"]:checked`);
  return /** @type {HTMLInputElement | null} */ (found)?.value ?? "";
}

/**
 * Take no more answers.
 *
 * @param {Element[]} fields
 */
function close(fields) {
  for (const field of fields)
    for (const input of field.querySelectorAll("input")) input.disabled = true;
}

/**
 * Show which parts of an answer are right, by a sign and in words.
 *
 * @param {Element[]} fields
 * @param {Marked} marked
 */
function sign(fields, marked) {
  for (const field of fields) {
    if (!(field instanceof HTMLElement) || !field.dataset.part) continue;
    const wrong = marked.wrong.includes(field.dataset.part);
    field.dataset.right = String(!wrong);
    const place = field.querySelector(".sign");
    place?.replaceChildren(
      h("span", { "aria-hidden": "true" }, wrong ? " ✗" : " ✓"),
      h(
        "span",
        { class: "unseen" },
        t(wrong ? "page.drills.part_wrong" : "page.drills.part_right"),
      ),
    );
  }
}

/**
 * Counting: who scores what, and both sums.
 *
 * @returns {Asked}
 */
function counting() {
  /** @type {[string, string][]} */
  const who = ["elder", "nobody", "younger"].map((one) => [one, t(`page.drills.who.${one}`)]);
  const parts = ["point", "sequences", "sets"];
  const fields = [
    ...parts.map((part) => segments(part, t(`page.drills.part.${part}`), who)),
    h(
      "div",
      { class: "row drill-sums" },
      ...["elder", "younger"].map((seat) => numberField(seat, t(`page.drills.sum.${seat}`))),
    ),
  ];
  const sums = fields[parts.length];
  const all = [...fields.slice(0, parts.length), .../** @type {Element} */ (sums).children];
  let missing = "";
  return {
    cloth: null,
    fields,
    answer: () => {
      /** @type {Record<string, string | number>} */
      const made = {};
      missing = "";
      for (const [place, part] of parts.entries()) {
        made[part] = pressed(/** @type {Element} */ (fields[place]), part);
        if (!made[part]) {
          missing = part;
          return t("page.drills.who_missing", { what: t(`page.drills.part.${part}`) });
        }
      }
      for (const seat of ["elder", "younger"]) {
        const input = /** @type {HTMLInputElement} */ (sums?.querySelector(`[name="${seat}"]`));
        const written = input.value.trim();
        if (!/^\d{1,3}$/.test(written)) {
          missing = seat;
          return t("page.drills.sum_missing");
        }
        made[seat] = Number(written);
      }
      return made;
    },
    focus: () => {
      const field = all.find((one) => /** @type {HTMLElement} */ (one).dataset.part === missing);
      field?.querySelector("input")?.focus();
    },
    mark: (marked) => {
      sign(all, marked);
      close(fields);
    },
  };
}

/**
 * Chances: one of some odds, or a percentage.
 *
 * @param {Drill} drill
 * @returns {Asked}
 */
function chances(drill) {
  const fields = [
    drill.offers.length
      ? h(
          "fieldset",
          { class: "drill-field drill-offers" },
          h("legend", { class: "unseen" }, t("page.drills.how_often")),
          ...drill.offers.map((offer, place) => {
            const [percent = "", odds = ""] = offer.split(": ");
            return h(
              "label",
              { class: "choice" },
              h("input", { type: "radio", name: "offer", value: String(place) }),
              h("span", {}, h("strong", {}, percent), " ", h("span", { class: "soft" }, odds)),
            );
          }),
        )
      : numberField("percent", t("page.drills.percent")),
  ];
  const [field] = fields;
  return {
    cloth: null,
    fields,
    answer: () => {
      if (drill.offers.length) {
        const chosen = pressed(/** @type {Element} */ (field), "offer");
        return chosen ? { offer: Number(chosen) } : t("page.drills.offer_missing");
      }
      const input = /** @type {HTMLInputElement} */ (field?.querySelector("input"));
      const percent = input.value.trim();
      return percent ? { percent } : t("page.drills.percent_missing");
    },
    focus: () => field?.querySelector("input")?.focus(),
    mark: () => close(fields),
  };
}

/**
 * What to throw: cards of the hand are tapped.
 *
 * @param {Drill} drill
 * @returns {Asked}
 */
function throwing(drill) {
  const hand = /** @type {import("../hand.js").PiquetHand} */ (
    document.createElement("piquet-hand")
  );
  const chosen = h("p", { class: "drill-chosen" });
  const tell = () => {
    const n = hand.chosen.size;
    chosen.textContent = n
      ? count("page.drills.chosen", n, { most: drill.most })
      : t("page.drills.choose");
  };
  hand.picked = tell;
  queueMicrotask(() => {
    hand.show({ cards: arranged(drill.piles[0]?.cards ?? []), mode: "choose" });
    tell();
  });
  return {
    cloth: h("div", { class: "drill-own" }, hand, chosen),
    fields: [],
    answer: () => {
      const cards = [...hand.chosen];
      if (cards.length < drill.fewest) return count("page.drills.too_few", drill.fewest);
      if (cards.length > drill.most) return count("page.drills.too_many", drill.most);
      return { cards };
    },
    focus: () => hand.focusCard(),
    mark: () => {
      const thrown = [...hand.chosen];
      hand.show({ cards: hand.shown.cards, mode: "idle" });
      if (thrown.length) hand.point(thrown);
    },
  };
}

/**
 * The fields of an exercise.
 *
 * @param {Drill} drill
 */
export function fieldsOf(drill) {
  if (drill.kind === "count") return counting();
  return drill.kind === "chances" ? chances(drill) : throwing(drill);
}

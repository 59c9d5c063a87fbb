// @ts-check
/** The cards of the board: the pack laid out by suit, and the places they are moved between. */

import { back, cardName, face } from "../cards.js";
import { h } from "../dom.js";
import { settings } from "../settings.js";
import { count, t } from "../words.js";

/**
 * @typedef {import("./board_told.js").BoardTold} BoardTold
 * @typedef {import("./board_told.js").PlaceTold} PlaceTold
 * @typedef {object} Does
 * @property {(card: string, place: string) => unknown} move
 * @property {(place: string) => unknown} choose the place that cards go to when they are tapped
 * @property {(place: string, text: string) => unknown} type
 * @property {(card: string) => unknown} takeBack a card that was played, and all after it
 */

/** The letter that moves a card to a place, while a card has the focus. */
export const KEYS = {
  e: "elder",
  y: "younger",
  t: "talon",
  d: "elder_thrown",
  f: "younger_thrown",
  p: "pack",
};

const SUITS = "SHDC";
const RANKS = "AKQJT987";

/**
 * Where a card lies.
 *
 * @param {BoardTold} told
 * @param {string} card
 */
export function placeOf(told, card) {
  return told.places.find(({ cards }) => cards.includes(card))?.name ?? "pack";
}

/**
 * Where a card is seen to lie: what lies face down may be anywhere.
 *
 * @param {BoardTold} told
 * @param {string} card
 */
function seenAt(told, card) {
  const name = placeOf(told, card);
  return told.places.some((place) => place.name === name && place.hidden) ? "pack" : name;
}

/**
 * A card that is tapped to move it.
 *
 * @param {string} card
 * @param {string} from
 * @param {string} to where a tap brings it
 * @param {string} className
 * @param {import("../dom.js").Child[]} inside
 * @param {Does} does
 */
function movable(card, from, to, className, inside, does) {
  const label = t(to === "played" ? "page.board.play_card" : "page.board.move", {
    card: cardName(card),
    from: t(`page.board.at.${from}`),
    to: t(`page.board.at.${to}`),
  });
  return h(
    "button",
    {
      class: className,
      type: "button",
      tabindex: "-1",
      "aria-label": label,
      title: label,
      data: { card, key: `${from === "pack" ? "pack" : "lying"}-${card}` },
      onclick: () => does.move(card, to),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey) return;
        const place = KEYS[/** @type {keyof typeof KEYS} */ (event.key.toLowerCase())];
        if (!place || place === from) return;
        event.preventDefault();
        does.move(card, place);
      },
    },
    ...inside,
  );
}

/**
 * One Tab stop for a group of cards: arrows, Home and End go from card to card.
 *
 * @param {HTMLElement} group
 * @param {number} [columns] of a grid
 */
function roving(group, columns = 0) {
  const cards = () =>
    /** @type {HTMLElement[]} */ ([...group.querySelectorAll("button[data-card]")]);
  const first = cards()[0];
  if (first) first.tabIndex = 0;
  group.addEventListener("focusin", (event) => {
    for (const card of cards()) card.tabIndex = card === event.target ? 0 : -1;
  });
  group.addEventListener("keydown", (event) => {
    const all = cards();
    const at = all.indexOf(/** @type {HTMLElement} */ (event.target));
    if (at < 0) return;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: columns ? at + columns : at + 1,
      ArrowUp: columns ? at - columns : at - 1,
      Home: 0,
      End: all.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[Math.max(0, Math.min(all.length - 1, next))]?.focus();
  });
  return group;
}

/**
 * The whole pack by suit; what lies somewhere is marked with its place.
 *
 * @param {BoardTold} told
 * @param {string} target
 * @param {Does} does
 */
export function pack(told, target, does) {
  const grid = h("div", { class: "pack-grid", role: "group", "aria-label": t("page.board.pack") });
  for (const suit of SUITS) {
    for (const rank of RANKS) {
      const card = rank + suit;
      const from = seenAt(told, card);
      const to = from === target ? "pack" : target;
      grid.append(
        movable(
          card,
          from,
          to,
          from === "pack" ? "card small-card" : "card small-card gone",
          [face(card)],
          does,
        ),
      );
    }
  }
  for (const button of grid.querySelectorAll("button")) {
    const card = button.dataset.card ?? "";
    const place = seenAt(told, card);
    button.dataset.key = `pack-${card}`;
    if (place !== "pack") button.dataset.mark = t(`page.board.mark.${place}`);
  }
  return roving(grid, RANKS.length);
}

/**
 * A place with its cards, a line to type them, and a button that makes it the one for taps.
 *
 * @param {BoardTold} told
 * @param {PlaceTold} place
 * @param {string} target
 * @param {Does} does
 */
export function placed(told, place, target, does) {
  const { hidden } = place;
  const faults = told.faults.filter((fault) => fault.place === place.name);
  const id = `board-${place.name}`;
  const chosen = place.name === target;
  const cards = roving(
    h(
      "div",
      {
        class: "lying",
        role: "group",
        "aria-label": count("page.board.cards_in", place.cards.length, { where: place.words }),
      },
      ...place.cards.map((card) =>
        hidden
          ? back()
          : movable(
              card,
              place.name,
              chosen ? "pack" : target,
              told.plays.some((one) => one.card === card) ? "card laid gone" : "card laid",
              [face(card)],
              does,
            ),
      ),
      place.cards.length ? null : h("span", { class: "empty" }, t("page.board.empty")),
    ),
  );
  return h(
    "section",
    {
      class: chosen ? "board-place chosen" : "board-place",
      "aria-labelledby": `${id}-name`,
    },
    h(
      "div",
      { class: "place-head" },
      h(
        "button",
        {
          class: "place-name",
          id: `${id}-name`,
          type: "button",
          "aria-pressed": String(chosen),
          title: t("page.board.taps_go"),
          data: { key: `place-${place.name}` },
          onclick: () => does.choose(place.name),
        },
        t(`page.board.at.${place.name}`),
      ),
      h("span", { class: "number how-many" }, `${place.cards.length}/${place.most}`),
      hidden
        ? null
        : h(
            "form",
            {
              class: "place-type",
              onsubmit: (/** @type {SubmitEvent} */ event) => event.preventDefault(),
            },
            h("input", {
              type: "text",
              id,
              value: place.text,
              maxlength: "160",
              autocomplete: "off",
              spellcheck: "false",
              "aria-label": t("page.board.type_in", { where: place.words }),
              "aria-invalid": faults.length ? "true" : null,
              "aria-describedby": faults.length ? `${id}-fault` : null,
              data: { key: `type-${place.name}` },
              onchange: (/** @type {Event} */ event) =>
                does.type(place.name, /** @type {HTMLInputElement} */ (event.target).value),
            }),
          ),
    ),
    cards,
    faults.length
      ? h(
          "p",
          { class: "refusal", id: `${id}-fault` },
          faults.map((fault) => fault.words).join(" "),
        )
      : null,
  );
}

/**
 * The cards that have been played, trick by trick: where it is chosen, cards of the hands are
 * played by a tap, and a tap on a played one takes it back with all that followed.
 *
 * @param {BoardTold} told
 * @param {string} target
 * @param {Does} does
 */
export function played(told, target, does) {
  const faults = told.faults.filter((fault) => fault.place === "played");
  const chosen = target === "played";
  /** @type {HTMLElement[]} */
  const tricks = [];
  for (let at = 0; at < told.plays.length; at += 2) {
    const cards = told.plays.slice(at, at + 2);
    tricks.push(
      h(
        "li",
        { class: "trick-laid" },
        ...cards.map(({ seat, card }) =>
          h(
            "button",
            {
              class: "card laid",
              type: "button",
              "aria-label": t("page.board.take_back", {
                card: cardName(card),
                who: t(`page.board.seat.${seat}`),
              }),
              data: { key: `played-${card}`, mark: t(`page.board.mark.${seat}`) },
              onclick: () => does.takeBack(card),
            },
            face(card),
          ),
        ),
      ),
    );
  }
  return h(
    "section",
    {
      class: chosen ? "board-place chosen" : "board-place",
      "aria-labelledby": "board-played-name",
    },
    h(
      "div",
      { class: "place-head" },
      h(
        "button",
        {
          class: "place-name",
          id: "board-played-name",
          type: "button",
          "aria-pressed": String(chosen),
          title: t("page.board.taps_go"),
          data: { key: "place-played" },
          onclick: () => does.choose("played"),
        },
        t("page.board.at.played"),
      ),
      h(
        "form",
        {
          class: "place-type",
          onsubmit: (/** @type {SubmitEvent} */ event) => event.preventDefault(),
        },
        h("input", {
          type: "text",
          id: "board-played",
          value: told.played,
          maxlength: "160",
          autocomplete: "off",
          spellcheck: "false",
          "aria-label": t("page.board.field.played"),
          "aria-invalid": faults.length ? "true" : null,
          "aria-describedby": faults.length ? "board-played-fault" : null,
          data: { key: "type-played" },
          onchange: (/** @type {Event} */ event) =>
            does.type("played", /** @type {HTMLInputElement} */ (event.target).value),
        }),
      ),
    ),
    tricks.length
      ? h("ol", { class: "tricks-laid" }, ...tricks)
      : h("p", { class: "empty" }, t("page.board.empty")),
    faults.length
      ? h(
          "p",
          { class: "refusal", id: "board-played-fault" },
          faults.map((fault) => fault.words).join(" "),
        )
      : null,
  );
}

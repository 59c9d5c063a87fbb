// @ts-check
/** The own hand: one Tab stop with arrow keys inside it. It knows no rule; it is told what may go. */

import { cardName, face } from "./cards.js";
import { h } from "./dom.js";
import { confirmsPlay } from "./settings.js";
import { t } from "./words.js";

/**
 * @typedef {object} Shown
 * @property {string[]} cards in the order to show
 * @property {"idle" | "play" | "choose"} mode
 * @property {string[]} [playable]
 * @property {Record<string, string>} [barred] why a card may not go
 * @property {string[]} [fresh] cards just drawn, to be marked
 */

/** A pointer that comes back to its place sooner than this after a play is a double click. */
const DOUBLE = 400;
const PLACE = 24;

export class PiquetHand extends HTMLElement {
  constructor() {
    super();
    /** @type {Map<string, {place: HTMLElement, button: HTMLButtonElement}>} */
    this.held = new Map();
    /** @type {Shown} */
    this.shown = { cards: [], mode: "idle" };
    /** @type {Set<string>} */
    this.chosen = new Set();
    this.lifted = "";
    this.locked = false;
    this.last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
    this.at = 0;
    /** @type {(card: string) => void} */
    this.played = () => {};
    /** @type {() => void} */
    this.picked = () => {};
    /** @type {(card: string, why: string) => void} */
    this.refused = () => {};
    /** @type {(card: string) => void} */
    this.raised = () => {};
    /** Told when the card that had the focus was the last one. */
    this.emptied = () => {};
  }

  connectedCallback() {
    this.className = "hand";
    this.setAttribute("role", "toolbar");
    this.setAttribute("aria-label", t("page.hand.label"));
    this.addEventListener("keydown", (event) => this.move(event));
    this.addEventListener("focusin", (event) => {
      const place = this.order().indexOf(/** @type {any} */ (event.target));
      if (place >= 0) this.stop(place);
    });
  }

  /** @returns {HTMLButtonElement[]} */
  order() {
    return [...this.querySelectorAll("button")];
  }

  /** Where each card lies. */
  places() {
    /** @type {Map<string, DOMRect>} */
    const made = new Map();
    for (const [card, { button }] of this.held) made.set(card, button.getBoundingClientRect());
    return made;
  }

  /** @param {string} card */
  button(card) {
    return this.held.get(card)?.button;
  }

  /** @param {Shown} shown */
  show(shown) {
    const before = document.activeElement;
    const focused =
      before instanceof HTMLElement && this.contains(before)
        ? this.order().indexOf(/** @type {any} */ (before))
        : -1;
    this.shown = shown;
    this.locked = false;
    for (const [card, { place }] of this.held) {
      if (shown.cards.includes(card)) continue;
      place.remove();
      this.held.delete(card);
      this.chosen.delete(card);
    }
    for (const card of shown.cards) if (!this.held.has(card)) this.held.set(card, this.make(card));
    shown.cards.forEach((card, index) => {
      const place = this.held.get(card)?.place;
      if (place && this.children[index] !== place)
        this.insertBefore(place, this.children[index] ?? null);
    });
    if (shown.mode !== "choose") this.chosen.clear();
    if (!shown.cards.includes(this.lifted) || shown.mode !== "play") this.lifted = "";
    this.classList.toggle("active", shown.mode !== "idle");
    this.classList.toggle("full", shown.cards.length > 7);
    this.style.setProperty("--columns", String(Math.ceil(shown.cards.length / 2)));
    for (const card of shown.cards) this.dress(card);
    this.stop(Math.min(focused >= 0 ? focused : this.at, shown.cards.length - 1));
    if (focused < 0 || this.contains(document.activeElement)) return;
    if (shown.cards.length) this.focusCard();
    else this.emptied();
  }

  /** @param {string} card */
  make(card) {
    const button = h(
      "button",
      {
        class: "card",
        type: "button",
        tabindex: "-1",
        onclick: (/** @type {MouseEvent} */ event) => this.tap(card, event),
      },
      face(card),
    );
    return { place: h("div", { class: "place" }, button), button };
  }

  /**
   * Say of a card how it stands, to the eye and to the ear.
   *
   * @param {string} card
   */
  dress(card) {
    const { mode, playable = [], fresh = [] } = this.shown;
    const button = this.button(card);
    if (!button) return;
    const barred = mode === "play" && !playable.includes(card);
    const fresher = fresh.includes(card);
    const lifted = this.lifted === card;
    button.classList.toggle("new", fresher);
    button.classList.toggle("lifted", lifted);
    if (mode === "choose") button.setAttribute("aria-pressed", String(this.chosen.has(card)));
    else button.removeAttribute("aria-pressed");
    if (barred) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    const parts = [cardName(card)];
    if (fresher) parts.push(t("page.hand.drawn"));
    if (lifted) parts.push(t("page.hand.lifted"));
    button.setAttribute("aria-label", parts.join(", "));
  }

  /** @param {number} place */
  stop(place) {
    this.at = Math.max(0, place);
    this.order().forEach((button, index) => {
      button.tabIndex = index === this.at ? 0 : -1;
    });
  }

  /** Put the focus on the card where it was last. */
  focusCard() {
    this.order()[this.at]?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const last = this.shown.cards.length - 1;
    /** @type {Record<string, number>} */
    const to = {
      ArrowLeft: this.at - 1,
      ArrowRight: this.at + 1,
      ArrowUp: this.at - 1,
      ArrowDown: this.at + 1,
      Home: 0,
      End: last,
    };
    const place = to[event.key];
    if (place === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.stop(Math.max(0, Math.min(last, place)));
    this.focusCard();
  }

  /**
   * @param {string} card
   * @param {MouseEvent} event `detail` counts the clicks of a pointer and is 0 for keys
   */
  tap(card, event) {
    if (this.locked || this.shown.mode === "idle") return;
    if (this.shown.mode === "choose") {
      if (!this.chosen.delete(card)) this.chosen.add(card);
      this.dress(card);
      this.picked();
      return;
    }
    const pointer = event.detail > 0;
    if (pointer && this.again(event)) return;
    if (!this.shown.playable?.includes(card)) {
      this.refused(card, this.shown.barred?.[card] ?? "");
      return;
    }
    if (pointer && confirmsPlay() && this.lifted !== card) {
      this.lift(card);
      return;
    }
    if (pointer && !confirmsPlay() && event.detail > 1) return;
    this.locked = true;
    this.last = { at: performance.now(), x: event.clientX, y: event.clientY };
    this.played(card);
  }

  /** Whether a click is the second half of a double click that has played already. @param {MouseEvent} event */
  again(event) {
    const { at, x, y } = this.last;
    const near = Math.abs(event.clientX - x) < PLACE && Math.abs(event.clientY - y) < PLACE;
    return near && performance.now() - at < DOUBLE;
  }

  /** @param {string} card */
  lift(card) {
    const before = this.lifted;
    this.lifted = card;
    if (before) this.dress(before);
    this.dress(card);
    this.raised(card);
  }

  /**
   * Show cards that something speaks of: they rise and are framed.
   *
   * @param {string[]} cards
   */
  point(cards) {
    for (const [card, { button }] of this.held)
      button.classList.toggle("pointed", cards.includes(card));
  }
}

customElements.define("piquet-hand", PiquetHand);

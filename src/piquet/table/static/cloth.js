// @ts-check
/** What lies on the cloth: the other's backs, the talon, the trick, the piles. */

import { back, openCard } from "./cards.js";
import { fill, h } from "./dom.js";
import { gone } from "./friend.js";
import { depart, still, travel } from "./motion.js";
import { count, headed, t } from "./words.js";

/** @typedef {import("./told.js").Table} Table */

/**
 * A pile of cards face down, at most four of them drawn.
 *
 * @param {HTMLElement} place
 * @param {number} number
 */
function heap(place, number) {
  const due = Math.min(4, Math.ceil(number / 2));
  while (place.children.length > due) place.lastElementChild?.remove();
  while (place.children.length < due) place.append(back());
}

/**
 * @param {string} name
 * @param {(() => void) | null} tap
 */
function pile(name, tap) {
  const stack = h("span", { class: "stack-of" });
  const label = h("span", { class: "label" });
  const whole = tap
    ? h("button", { class: `pile ${name}`, type: "button", onclick: tap }, stack, label)
    : h("div", { class: `pile ${name}` }, stack, label);
  return { whole, stack, label };
}

export class Cloth {
  /**
   * @param {object} looks what a tap on a pile shows
   * @param {() => void} looks.talon
   * @param {() => void} looks.discards
   * @param {() => void} looks.tricks
   * @param {() => void} looks.last
   */
  constructor(looks) {
    this.name = h("span", { class: "name" });
    this.gone = h("span", { class: "friend-gone" });
    this.role = h("span", { class: "role" });
    this.backCount = h("span", { class: "back-count" });
    this.backs = h("div", { class: "backs", "aria-hidden": "true" });
    this.shown = h("div", { class: "mini" });
    this.theirPile = pile("their-tricks", null);
    this.far = h(
      "section",
      { class: "far", "aria-label": t("page.table.other") },
      h("p", { class: "person" }, this.name, this.gone, this.role, this.backCount),
      this.backs,
      this.shown,
      this.theirPile.whole,
    );

    this.talon = pile("talon", looks.talon);
    this.discards = pile("discards", looks.discards);
    this.tricks = pile("tricks", looks.tricks);
    this.lastTrick = h(
      "button",
      { class: "button quiet small", type: "button", onclick: looks.last },
      t("page.table.last_trick"),
    );
    this.theirs = h("div", { class: "slot theirs" });
    this.mine = h("div", { class: "slot mine" });
    this.trick = h(
      "div",
      { class: "trick", role: "group", "aria-label": t("page.table.trick") },
      this.theirs,
      this.mine,
    );
    this.centre = h("div", { class: "centre" });
    this.middle = h(
      "section",
      { class: "middle", "aria-label": t("page.table.cloth") },
      h("div", { class: "pile-side" }, this.talon.whole, this.discards.whole),
      this.trick,
      h("div", { class: "pile-side won" }, this.tricks.whole, this.lastTrick),
      this.centre,
    );
    /** @type {import("./told.js").Who} */
    this.winner = "";
    this.doneAt = 0;
    this.sweepTimer = 0;
  }

  /**
   * Draw what stands still; the trick is drawn by `place`.
   *
   * @param {Table} now
   */
  show(now) {
    this.name.textContent = headed(now.opponent);
    this.gone.textContent = gone(now) ? t("page.friend.gone") : "";
    const dealer = now.seat === "elder";
    fill(
      this.role,
      now.seat ? t(`page.role.${dealer ? "younger" : "elder"}`) : null,
      dealer ? h("span", { class: "only-wide" }, t("page.role.dealer")) : null,
    );
    const dealt = now.seat !== "";
    this.backCount.textContent = dealt ? count("page.table.cards", now.their_cards) : "";
    this.setBacks(now.their_cards);
    fill(this.shown, ...now.their_shown.map((card) => openCard(card)));
    this.shown.hidden = !now.their_shown.length;
    heap(this.theirPile.stack, now.they_won * 2);
    fill(
      this.theirPile.label,
      h("b", {}, now.they_won),
      " ",
      count("page.table.tricks", now.they_won),
    );
    this.theirPile.whole.hidden = !(now.you_won + now.they_won);
    heap(this.talon.stack, now.talon);
    fill(this.talon.label, t("page.table.talon"), " ", h("b", {}, now.talon));
    this.talon.whole.classList.toggle("empty", !now.talon);
    heap(this.discards.stack, now.discards.length);
    fill(this.discards.label, t("page.table.discards"), " ", h("b", {}, now.discards.length));
    this.discards.whole.hidden = !now.discards.length;
    heap(this.tricks.stack, now.you_won * 2);
    fill(this.tricks.label, h("b", {}, now.you_won), " ", count("page.table.tricks", now.you_won));
    this.tricks.whole.classList.toggle("empty", !now.you_won);
    const played = now.you_won + now.they_won > 0;
    this.tricks.whole.hidden = !played;
    this.lastTrick.hidden = !played;
  }

  /**
   * Draw the cloth as a deal begins, before what has followed is brought onto it.
   *
   * @param {Table} now
   * @param {import("./told.js").TableEvent[]} events
   */
  begin(now, events) {
    const drawn = events.filter((event) => event.kind === "drew");
    const talon = drawn.reduce((sum, event) => sum + event.count, now.talon);
    const nothing = { their_cards: 0, you_won: 0, they_won: 0, discards: [], their_shown: [] };
    this.clear();
    this.show({ ...now, ...nothing, talon });
  }

  /** @param {number} number */
  setBacks(number) {
    while (this.backs.children.length > number) this.backs.lastElementChild?.remove();
    while (this.backs.children.length < number) this.backs.append(back());
  }

  /** Where the other's next card comes from. */
  source() {
    const last = this.backs.children[Math.floor(this.backs.children.length / 2)];
    const place = last?.getBoundingClientRect();
    return place?.width ? place : this.name.getBoundingClientRect();
  }

  /**
   * Lay a card into the trick.
   *
   * @param {import("./told.js").Who} who
   * @param {string} card
   * @param {DOMRect | undefined} from
   * @param {{back?: Element}} [how]
   */
  place(who, card, from, how = {}) {
    if (this.winner) this.clear();
    const slot = who === "you" ? this.mine : this.theirs;
    const laid = openCard(card);
    fill(slot, laid);
    if (from) void travel(laid, from, how);
  }

  /**
   * The trick is complete: say whose it is.
   *
   * @param {import("./told.js").Who} winner
   */
  finish(winner) {
    this.winner = winner;
    this.doneAt = performance.now();
    const slot = winner === "you" ? this.mine : this.theirs;
    const words = t(winner === "you" ? "page.table.taken_you" : "page.table.taken_they");
    slot.append(h("span", { class: "taker" }, words));
  }

  /** Sweep the finished trick to its winner's pile. */
  sweep() {
    if (!this.winner) return;
    const to = (this.winner === "you" ? this.tricks : this.theirPile).stack.getBoundingClientRect();
    for (const slot of [this.theirs, this.mine]) {
      const card = slot.querySelector(".card");
      if (card && !still()) {
        const ghost = back();
        void depart(ghost, card.getBoundingClientRect(), to.width ? to : undefined);
      }
    }
    this.clear();
  }

  /** Take the trick away at once. */
  clear() {
    this.winner = "";
    clearTimeout(this.sweepTimer);
    fill(this.theirs);
    fill(this.mine);
  }

  /**
   * Show a trick without any movement, as on arrival.
   *
   * @param {Table} now
   */
  setTrick(now) {
    this.clear();
    for (const { who, card } of now.table) this.place(who, card, undefined);
  }
}

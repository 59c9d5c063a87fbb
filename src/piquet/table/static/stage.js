// @ts-check
/** Events brought onto the table one after the other: what changes its place is seen to travel. */

import { back } from "./cards.js";
import { depart, moving, pace, rest, skip, still, travel } from "./motion.js";
import { sound } from "./sound.js";

/** @typedef {import("./told.js").TableEvent} TableEvent */

const TALK = new Set([
  "claimed",
  "called",
  "answered",
  "asked_value",
  "said_value",
  "counted",
  "asked_to_see",
  "shown",
  "named_suit",
]);

export class Stage {
  /**
   * @param {import("./cloth.js").Cloth} cloth
   * @param {import("./hand.js").PiquetHand} hand
   */
  constructor(cloth, hand) {
    this.cloth = cloth;
    this.hand = hand;
    /** The own card that was laid down before the server said yes. */
    this.ahead = "";
    this.skipping = new AbortController();
  }

  /** A tap brings everything to its end. */
  skip() {
    skip();
    this.skipping.abort();
    this.skipping = new AbortController();
    if (this.cloth.winner) this.cloth.sweep();
  }

  /** Whether a tap would bring something to its end. */
  get busy() {
    return moving() || this.cloth.winner !== "";
  }

  /** The last trick of a deal is seen as long as any other before it goes. */
  async end() {
    if (!this.cloth.winner) return;
    await this.wait(this.cloth.doneAt + pace().trick - performance.now());
    this.cloth.sweep();
    await this.wait(pace().travel);
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    return rest(milliseconds, this.skipping.signal);
  }

  /**
   * Lay an own card down at once, before the server has answered.
   *
   * @param {string} card
   */
  playAhead(card) {
    const from = this.hand.button(card)?.getBoundingClientRect();
    if (this.cloth.winner) this.cloth.sweep();
    this.ahead = card;
    this.without([card]);
    this.cloth.place("you", card, from);
    sound("card");
  }

  /**
   * Take cards out of the hand; the others close up.
   *
   * @param {string[]} gone
   */
  without(gone) {
    const places = this.hand.places();
    const cards = this.hand.shown.cards.filter((card) => !gone.includes(card));
    this.hand.show({ cards, mode: "idle" });
    this.slide(places);
  }

  /**
   * Let the cards of the hand go from where they lay to where they lie now.
   *
   * @param {Map<string, DOMRect>} places
   * @param {DOMRect} [origin] where cards come from that were not there, face down
   */
  slide(places, origin) {
    let fresh = 0;
    for (const card of this.hand.shown.cards) {
      const button = this.hand.button(card);
      if (!button) continue;
      const from = places.get(card);
      if (from) void travel(button, from);
      else if (origin)
        void travel(button, origin, { back: back(), delay: fresh++ * pace().stagger });
    }
  }

  /**
   * Backs that go from one place to another.
   *
   * @param {number} number
   * @param {DOMRect} from
   * @param {DOMRect} to
   */
  backs(number, from, to) {
    if (still() || !to.width) return;
    for (let i = 0; i < number; i++) void depart(back(), from, to, { delay: i * pace().stagger });
  }

  /**
   * Bring one event onto the table.
   *
   * @param {TableEvent} event
   * @param {string[]} order the hand in the order shown
   */
  async event(event, order) {
    const { cloth, hand } = this;
    const mine = event.who === "you";
    if (event.kind === "dealt") {
      const from = cloth.talon.stack.getBoundingClientRect();
      if (event.cards.length) {
        const cards = order.length === event.cards.length ? order : event.cards;
        hand.show({ cards, mode: "idle" });
        this.slide(new Map(), from);
      } else {
        cloth.setBacks(event.count);
        this.backs(event.count, from, cloth.source());
      }
      await this.wait(pace().travel);
    } else if (event.kind === "discarded" || event.kind === "set_aside") {
      if (mine && event.cards.length) {
        cloth.discards.whole.hidden = false;
        const to = cloth.discards.stack.getBoundingClientRect();
        const places = hand.places();
        this.without(event.cards);
        for (const [i, card] of event.cards.entries()) {
          const from = places.get(card);
          if (from) void depart(back(), from, to, { delay: i * pace().stagger });
        }
      } else if (event.count) {
        cloth.setBacks(Math.max(0, cloth.backs.children.length - event.count));
      }
      sound("card");
      await this.wait(pace().travel);
    } else if (event.kind === "drew") {
      const from = cloth.talon.stack.getBoundingClientRect();
      if (mine && event.cards.length) {
        const places = hand.places();
        const held = new Set([...hand.shown.cards, ...event.cards]);
        const cards = order.filter((card) => held.has(card));
        hand.show({
          cards: cards.length === held.size ? cards : [...held],
          mode: "idle",
          fresh: event.cards,
        });
        this.slide(places, from);
      } else if (event.count) {
        this.backs(event.count, from, cloth.source());
        cloth.setBacks(cloth.backs.children.length + event.count);
      }
      sound("card");
      await this.wait(pace().travel);
    } else if (event.kind === "played") {
      await this.played(event);
    } else if (TALK.has(event.kind) && event.lines.length) {
      await this.wait(pace().talk);
    }
    if (event.moment) sound("moment");
  }

  /** @param {TableEvent} event */
  async played(event) {
    const { cloth, hand } = this;
    const card = event.cards[0];
    if (!card) return;
    const mine = event.who === "you";
    if (mine && this.ahead === card) {
      this.ahead = "";
    } else {
      if (cloth.winner) {
        await this.wait(cloth.doneAt + pace().trick - performance.now());
        cloth.sweep();
      }
      if (mine) {
        const from = hand.button(card)?.getBoundingClientRect();
        this.without([card]);
        cloth.place("you", card, from);
      } else {
        const from = cloth.source();
        cloth.setBacks(Math.max(0, cloth.backs.children.length - 1));
        cloth.place("they", card, from, { back: back() });
      }
      sound("card");
    }
    if (event.trick) {
      await this.wait(pace().travel);
      cloth.finish(event.trick);
      sound("trick");
      if (!still()) {
        cloth.sweepTimer = window.setTimeout(() => cloth.sweep(), pace().trick);
      }
    }
  }
}

// @ts-check
/** An ending on the cloth: both hands open, one's own cards played, the other side's best follow. */

import { announce } from "../announce.js";
import { cardName, cardText, openCard } from "../cards.js";
import { fill, h } from "../dom.js";
import "../hand.js";
import { t } from "../words.js";
import { arranged, row } from "./drills_ask.js";

/**
 * @typedef {import("./drills_told.js").Drill} Drill
 * @typedef {import("./drills_told.js").Ending} Ending
 * @typedef {import("./drills_told.js").Marked} Marked
 * @typedef {import("./drills_told.js").TrickOf} TrickOf
 */

/** @type {Record<string, string>} */
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

export class EndingCloth {
  /**
   * @param {Drill} drill
   * @param {string} next the address of the next exercise
   * @param {(cards: string[]) => Promise<Marked | null>} send what has been played so far
   */
  constructor(drill, next, send) {
    this.drill = drill;
    this.send = send;
    /** @type {string[]} */
    this.cards = [];
    /** @type {TrickOf[]} */
    this.tricks = [];
    this.theirs = h("div", { class: "drill-theirs" });
    this.trick = h("div", { class: "drill-trick" });
    this.line = h("p", { class: "drill-line" });
    this.lost = h("ul", { class: "drill-lost" });
    this.hand = /** @type {import("../hand.js").PiquetHand} */ (
      document.createElement("piquet-hand")
    );
    this.hand.played = (card) => void this.play(card);
    this.hand.raised = () => this.say(t("page.drills.again_plays"));
    this.hand.refused = (_, why) => this.say(why, true);
    this.hand.emptied = () => this.line.focus();
    this.line.tabIndex = -1;
    this.back = h(
      "button",
      { class: "button quiet small", type: "button", hidden: true, onclick: () => this.restart() },
      t("page.drills.take_back"),
    );
    this.next = h("a", { class: "button small", href: next, hidden: true }, t("page.drills.next"));
    this.node = h(
      "div",
      { class: "drill-ending" },
      this.theirs,
      this.trick,
      this.line,
      this.lost,
      h("div", { class: "drill-own" }, this.hand),
      h("div", { class: "row centred" }, this.back, this.next),
    );
    queueMicrotask(() => this.start());
  }

  /** The cards as they lie before the first is played. */
  start() {
    const { drill } = this;
    this.cards = [];
    this.tricks = [];
    this.lost.replaceChildren();
    this.back.hidden = true;
    this.next.hidden = true;
    const [theirs, mine] = drill.piles;
    this.show(theirs?.cards ?? [], mine?.cards ?? [], drill.led, drill.playable);
    this.say(t("page.drills.yours_to_play"));
  }

  /** Play it once more from its beginning. */
  restart() {
    this.start();
    this.hand.focusCard();
  }

  /**
   * @param {string[]} theirs
   * @param {string[]} mine
   * @param {string} led
   * @param {string[]} playable
   */
  show(theirs, mine, led, playable) {
    const title = this.drill.piles[0]?.title ?? "";
    const label = h("p", { class: "label" }, title);
    fill(this.theirs, ...(theirs.length ? [label, row(this.inOrder(0, theirs), title)] : []));
    fill(this.trick, ...this.onTable(led));
    const suit = led ? t(`suits.${SUITS[led[1] ?? ""]}`) : "";
    /** @type {Record<string, string>} */
    const barred = {};
    for (const card of mine)
      if (!playable.includes(card))
        barred[card] = t("page.drills.must_follow", { card: cardName(card), suit });
    this.hand.show({
      cards: this.inOrder(1, mine),
      mode: mine.length ? "play" : "idle",
      playable,
      barred,
    });
  }

  /**
   * The cards left of a hand, in the order in which all of them lay at first.
   *
   * @param {number} pile
   * @param {string[]} left
   */
  inOrder(pile, left) {
    return arranged(this.drill.piles[pile]?.cards ?? []).filter((card) => left.includes(card));
  }

  /**
   * What lies between the hands: the card that is led, or the trick that is just over.
   *
   * @param {string} led
   */
  onTable(led) {
    const last = this.tricks[this.tricks.length - 1];
    const mine = this.drill.seat;
    if (led) return [this.slot(t("page.drills.led"), led)];
    if (!last) return [];
    const they = last.leader === mine ? last.follow : last.lead;
    const you = last.leader === mine ? last.lead : last.follow;
    const takes = last.winner === mine ? "you" : "they";
    return [
      this.slot(takes === "they" ? t("page.drills.they_take") : "", they),
      this.slot(takes === "you" ? t("page.drills.you_take") : "", you),
    ];
  }

  /**
   * @param {string} words
   * @param {string} card
   */
  slot(words, card) {
    return h("div", { class: "slot" }, openCard(card), h("p", { class: "label" }, words));
  }

  /** @param {string} card */
  async play(card) {
    const before = this.cards;
    const marked = await this.send([...before, card]);
    const ending = marked?.ending;
    if (!marked || !ending) {
      this.hand.locked = false;
      return;
    }
    this.cards = [...before, card];
    this.tricks = ending.tricks;
    const mine = this.drill.seat;
    const theirs = mine === "elder" ? ending.younger : ending.elder;
    this.back.hidden = false;
    this.next.hidden = !ending.over;
    const had = this.hand.contains(document.activeElement);
    this.show(theirs, ending[mine], ending.led, ending.playable);
    if (!before.length && marked.right)
      this.lost.append(h("li", { class: "good" }, `✓ ${marked.said.slice(0, 2).join(" ")}`));
    this.tell(ending, before.length > 0);
    if (had && ending.over) this.next.focus();
  }

  /**
   * Say how it goes on, and what a card has lost.
   *
   * @param {Ending} ending
   * @param {boolean} more whether the first card was played before
   */
  tell(ending, more) {
    const mine = this.drill.seat;
    const own = ending.moves.map((move) => move.seat === mine).lastIndexOf(true);
    const after = ending.moves.slice(own + 1).map((move) => move.card);
    const said = after.length
      ? [t("page.drills.they_play"), " ", ...after.flatMap((card) => [cardText(card), " "])]
      : [];
    const [elder = 0, younger = 0] = ending.won;
    const score = {
      mine: mine === "elder" ? elder : younger,
      theirs: mine === "elder" ? younger : elder,
    };
    const end = ending.over ? [t("page.drills.over", score)] : [];
    fill(this.line, ...said, ...end);
    const words = ending.moves[own]?.words ?? "";
    if (words) this.lost.append(h("li", {}, words));
    if (more || ending.over)
      announce(
        after.length ? `${t("page.drills.they_play")} ${after.map(cardName).join(", ")}.` : "",
        more ? words : "",
        ...end,
      );
  }

  /**
   * @param {string} words
   * @param {boolean} [aloud]
   */
  say(words, aloud = false) {
    fill(this.line, words);
    if (aloud) announce(words);
  }
}

// @ts-check
/** The parts of the table's screen: the bar, the cloth, what stands near the hand, the side. */

import { announce } from "./announce.js";
import { aloud, withCards } from "./cards.js";
import { dealTold } from "./cut.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { appear, pace } from "./motion.js";
import { settings } from "./settings.js";
import { withTerms } from "./terms.js";
import { headed, t } from "./words.js";

/**
 * @typedef {import("./told.js").Table} Table
 * @typedef {import("./told.js").TableEvent} TableEvent
 *
 * @typedef {object} Does what the buttons of the screen do
 * @property {() => void} sheet
 * @property {() => void} rules
 * @property {() => void} talk
 * @property {() => void} closeTalk
 * @property {() => void} help
 * @property {() => void} menu
 * @property {() => void} consult
 * @property {() => void} reorder
 * @property {() => void} calls
 * @property {() => void} skip
 */

/** The phases in which it matters whether the table calls for the person. */
const CALLING = new Set(["exchange", "call", "answer", "say", "count"]);

/** How long a great moment stands over the cloth at the normal pace; the log keeps it. */
const MOMENT = 4500;
const MOMENT_LEAST = 2500;

/** @param {Table} now */
export const isOver = (now) => now.phase === "deal_over" || now.phase === "partie_over";

/**
 * @param {"sheet" | "rules" | "talk" | "help" | "menu"} name
 * @param {() => void} does
 * @param {string} [more]
 */
function tool(name, does, more = "") {
  const label = t(`page.tools.${name}`);
  return h(
    "button",
    {
      class: `icon-button ${more}`,
      type: "button",
      "aria-label": label,
      title: label,
      onclick: does,
    },
    icon(name),
  );
}

export class Frame {
  /**
   * @param {Does} does
   * @param {import("./cloth.js").Cloth} cloth
   * @param {import("./log.js").Log} log
   * @param {import("./hand.js").PiquetHand} hand
   * @param {import("./actions.js").Actions} actions
   * @param {import("./oracle.js").Oracle} oracle
   */
  constructor(does, cloth, log, hand, actions, oracle) {
    this.momentTimer = 0;
    this.where = h("p", { class: "where" });
    this.coreWords = h("p", { class: "where core-words" });
    this.youTotal = h("dd");
    this.theyTotal = h("dd");
    this.theyName = h("dt");
    this.turn = h("p", { class: "turn", tabindex: "-1" }, t("page.loading"));
    this.running = h("p", { class: "running" });
    this.present = h("p", { class: "where friend-words" });
    this.hint = h("p", { class: "hint-line" });
    this.consult = h(
      "button",
      {
        class: "button quiet small ask-oracle",
        type: "button",
        hidden: true,
        onclick: does.consult,
      },
      icon("oracle"),
      h("span", { class: "label" }, t("page.oracle.open")),
    );
    this.order = h("button", {
      class: "button quiet small order",
      type: "button",
      hidden: true,
      onclick: does.reorder,
    });
    this.calls = h(
      "button",
      { class: "button quiet small calls", type: "button", hidden: true, onclick: does.calls },
      icon("talk"),
      h("span", { class: "label" }, t("page.settings.calls.name")),
    );
    this.momentBox = h("div", { class: "moment", hidden: true });
    this.momentBox.addEventListener("click", () => this.endMoment());
    this.talkTitle = h("h2", { id: "talk-title", tabindex: "-1" }, t("page.log.title"));
    this.talk = h(
      "section",
      { class: "talk", "aria-labelledby": "talk-title" },
      h(
        "div",
        { class: "side-head" },
        this.talkTitle,
        h(
          "button",
          {
            class: "icon-button only-narrow",
            type: "button",
            "aria-label": t("page.log.close"),
            onclick: does.closeTalk,
          },
          icon("close"),
        ),
      ),
      log.scroll,
    );
    this.side = h(
      "aside",
      { class: "side", "aria-label": t("page.table.side") },
      oracle.root,
      this.talk,
    );
    this.area = h(
      "main",
      { class: "cloth" },
      h("h1", { class: "unseen" }, t("page.table.title")),
      cloth.far,
      cloth.middle,
      h(
        "section",
        { class: "near", "aria-label": t("page.table.near") },
        log.said,
        h(
          "div",
          { class: "turn-line" },
          this.turn,
          this.running,
          this.consult,
          this.order,
          this.calls,
        ),
        this.hint,
        actions.root,
      ),
      h("section", { class: "hand-area", "aria-label": t("page.hand.label") }, hand),
      this.momentBox,
    );
    this.area.addEventListener("pointerdown", (event) => {
      if (!(/** @type {Element} */ (event.target).closest("button"))) does.skip();
    });
    this.bar = h(
      "header",
      { class: "bar" },
      h("a", { class: "brand", href: "#/" }, t("page.name")),
      this.where,
      this.coreWords,
      this.present,
      h(
        "dl",
        { class: "standing", "aria-label": t("page.table.standing") },
        h("div", {}, h("dt", {}, t("page.who.you")), this.youTotal),
        h("div", {}, this.theyName, this.theyTotal),
      ),
      h(
        "nav",
        { class: "tools", "aria-label": t("page.table.tools") },
        tool("sheet", does.sheet),
        tool("rules", does.rules),
        tool("talk", does.talk, "only-narrow"),
        tool("help", does.help, "only-wide"),
        tool("menu", does.menu),
      ),
    );
  }

  /**
   * Say above everything how it stands.
   *
   * @param {Table} now
   * @param {boolean} online
   */
  show(now, online) {
    const over = isOver(now);
    document.title = `${now.deal.title} · ${t("page.name")}`;
    fill(
      this.where,
      now.deal.title,
      now.deal.assisted ? ` · ${t("page.sheet.assisted")}` : "",
      now.deal.known ? ` · ${t("page.sheet.known")}` : "",
    );
    this.youTotal.textContent = String(now.partie_sheet.you);
    this.theyTotal.textContent = String(now.partie_sheet.they);
    this.theyName.textContent = now.friend ? headed(now.opponent) : t("page.who.they");
    const yours = now.to_move === "you";
    let words = t(yours ? "page.table.your_turn" : "page.table.their_turn", {
      who: headed(now.opponent),
    });
    if (over) words = t(`page.phase.${now.phase}`);
    if (!online) words = t("page.table.away");
    this.turn.textContent = words;
    this.turn.className = `turn${online ? (yours ? " yours" : "") : " away"}`;
    this.area.classList.toggle("between", over);
    this.area.dataset.phase = now.phase.replaceAll(" ", "_");
    const order = settings.order === "suit" ? "page.table.by_rank" : "page.table.by_suit";
    fill(this.order, icon("order"), h("span", { class: "label" }, t(order)));
    this.order.hidden = !now.seat || over;
    this.calls.setAttribute("aria-pressed", String(now.settings.call_for_me));
    this.calls.hidden = now.friend !== null || !CALLING.has(now.phase);
    this.score(now.seat ? now.you : null, now.they);
    const deals = now.exchange ? dealTold(now) : "";
    this.say(yours && !over ? `${deals} ${now.title}`.trim() : "", false);
  }

  /**
   * What is to be known of the friend opposite.
   *
   * @param {string} words
   * @param {boolean} over
   */
  friend(words, over) {
    this.present.textContent = words;
    const usual = this.turn.className === "turn"; // neither one's own turn nor a broken line
    if (words && !over && usual) this.turn.textContent = words;
  }

  /** How far the solved table is, while it is being built. @param {import("./told.js").Core} core */
  core(core) {
    this.coreWords.textContent = core.state === "building" ? core.words : "";
  }

  /**
   * The points of the deal, where the rules tell them before its end.
   *
   * @param {number | null} you
   * @param {number | null} they
   */
  score(you, they) {
    this.running.hidden = you === null;
    fill(
      this.running,
      h("span", { class: "label-word" }, t("page.table.running"), " "),
      h("b", {}, you),
      " – ",
      h("b", {}, they),
    );
  }

  /**
   * A sentence below the turn: the decision, what is to be done, or why something is refused.
   *
   * @param {string} sentence
   * @param {boolean} refusal
   */
  say(sentence, refusal) {
    fill(this.hint, withCards(sentence));
    withTerms(this.hint);
    this.hint.classList.toggle("refused", refusal);
    if (refusal && sentence) announce(aloud(sentence));
  }

  /** A great moment, with the sum that caused it. @param {TableEvent} event */
  moment(event) {
    const [head = "", ...rest] = event.moment_words.split(": ");
    fill(
      this.momentBox,
      h("strong", {}, rest.length ? head : t(`page.moment.${event.moment}`)),
      h("p", { class: "sum" }, rest.length ? rest.join(": ") : head),
    );
    this.momentBox.hidden = false;
    appear(this.momentBox);
    announce(event.moment_words);
    clearTimeout(this.momentTimer);
    const stays = Math.max(MOMENT_LEAST, (MOMENT * pace().trick) / 1200);
    this.momentTimer = window.setTimeout(() => this.endMoment(), stays);
  }

  endMoment() {
    clearTimeout(this.momentTimer);
    this.momentBox.hidden = true;
  }
}

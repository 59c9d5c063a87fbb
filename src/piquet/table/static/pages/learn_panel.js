// @ts-check
/** The panel of a lesson: what has happened, why, what can be done, and the way through. */

import { announce } from "../announce.js";
import { aloud, withCards } from "../cards.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { change, settings } from "../settings.js";
import { withTerms } from "../terms.js";
import { known, t } from "../words.js";

/**
 * @typedef {import("./learn_told.js").Stop} Stop
 * @typedef {import("./learn_told.js").Judged} Judged
 *
 * @typedef {object} Goes where the buttons of the panel lead
 * @property {() => void} next
 * @property {() => void} back
 * @property {() => void} skip
 * @property {() => void} restart
 * @property {() => void} play on and off: it goes on by itself
 * @property {() => void} takeOver
 */

const SPEEDS = ["slow", "normal", "fast", "instant"];

/**
 * A button of the way through. Where it leads nowhere it says so and does nothing; that is seen
 * where one is on the way to, not by what is shown, for somebody may press it in a hurry.
 *
 * @param {string} name
 * @param {() => void} does
 * @param {string} [more]
 * @param {Parameters<typeof icon>[0]} [sign]
 */
function step(name, does, more = "", sign) {
  const key = t(`page.learn.key.${name}`);
  return h(
    "button",
    {
      class: `button ${name} ${more}`,
      type: "button",
      title: key,
      onclick: does,
    },
    sign ? icon(sign) : null,
    h("span", { class: "label" }, t(`page.learn.${name}`)),
  );
}

/** @param {HTMLElement} button @param {boolean} on */
function enable(button, on) {
  if (on) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

export class Panel {
  /** @param {Goes} goes */
  constructor(goes) {
    this.count = h("p", { class: "count" });
    this.head = h("h2", { id: "lesson-head", tabindex: "-1" }, t("page.loading"));
    this.trail = h("ol", { class: "trail", "aria-label": t("page.learn.trail") });
    this.answer = h("div", { class: "answer", hidden: true });
    this.words = h("div", { class: "words" });
    this.scroll = h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-labelledby": "lesson-head" },
      this.answer,
      this.words,
    );
    this.next = step("next", goes.next, "main");
    this.back = step("back", goes.back, "", "back");
    this.play = step("play", goes.play, "", "play");
    this.skip = step("skip", goes.skip, "small");
    this.restart = step("restart", goes.restart, "small");
    this.over = step("take_over", goes.takeOver, "small");
    this.speed = h(
      "select",
      {
        id: "lesson-speed",
        onchange: () => change("speed", /** @type {any} */ (this.speed.value)),
      },
      ...SPEEDS.map((value) =>
        h(
          "option",
          { value, selected: settings.speed === value },
          t(`page.settings.speed.${value}`),
        ),
      ),
    );
    this.more = h(
      "div",
      { class: "more", id: "lesson-more" },
      this.skip,
      this.restart,
      this.over,
      h(
        "label",
        { class: "speed", for: "lesson-speed" },
        h("span", {}, t("page.settings.speed.name")),
        this.speed,
      ),
    );
    this.fold = h(
      "button",
      {
        class: "button fold only-narrow",
        type: "button",
        "aria-expanded": "false",
        "aria-controls": "lesson-more",
        "aria-label": t("page.learn.more"),
        onclick: () => this.unfold(this.fold.getAttribute("aria-expanded") === "false"),
      },
      icon("menu"),
    );
    this.root = h(
      "section",
      { class: "lesson-panel", "aria-labelledby": "lesson-head" },
      h("div", { class: "lesson-top" }, this.count, this.head, this.trail),
      this.scroll,
      h("div", { class: "steps" }, this.back, this.play, this.fold, this.next),
      this.more,
    );
  }

  /** @param {boolean} on */
  unfold(on) {
    this.fold.setAttribute("aria-expanded", String(on));
    this.root.classList.toggle("unfolded", on);
  }

  /**
   * Show a stop.
   *
   * @param {Stop} stop
   * @param {Judged | null} praise the answer to what led here
   * @param {Node[]} [end] what stands below the text
   */
  show(stop, praise, end = []) {
    const where = t("page.learn.count", { n: stop.number, of: stop.of });
    this.count.textContent = where;
    fill(this.head, withCards(stop.heading));
    fill(this.trail, ...this.chapters(stop));
    this.say(praise, stop.number);
    const words = stop.text.map((paragraph) => h("p", {}, withCards(paragraph)));
    fill(
      this.words,
      ...words,
      stop.decides ? h("p", { class: "try" }, t("page.learn.try")) : null,
      ...end,
    );
    withTerms(this.words);
    this.scroll.scrollTop = 0;
    this.root.classList.toggle("decides", stop.decides);
    const last = stop.number === stop.of;
    const on = last ? (stop.follows ? "next_lesson" : "all") : "next";
    fill(this.next, h("span", { class: "label" }, t(`page.learn.${on}`)));
    enable(this.back, stop.number > 1);
    enable(
      this.skip,
      stop.chapters.some(({ first }) => first > stop.number),
    );
    enable(this.restart, stop.number > 1);
    enable(this.play, !last);
    enable(this.over, stop.open);
    this.unfold(false);
    announce(
      `${where}.`,
      praise ? `${this.verdict(praise, stop.number)} ${aloud(praise.words)}` : "",
      `${aloud(stop.heading)}.`,
      ...stop.text.map(aloud),
      stop.decides ? t("page.learn.try") : "",
    );
  }

  /** The parts of the deal, each a link to its first stop, filled as far as one has come. @param {Stop} stop */
  chapters(stop) {
    return stop.chapters.map(({ name, first }, place) => {
      const next = stop.chapters[place + 1]?.first ?? stop.of + 1;
      const done = Math.max(0, Math.min(1, (stop.number - first + 1) / (next - first)));
      const bar = h("span", { class: "bar-of", "aria-hidden": "true" }, h("i", {}));
      bar.style.setProperty("--done", String(done));
      bar.style.setProperty("--long", String(next - first));
      const link = h(
        "a",
        {
          href: `#/learn/${stop.lesson}/${first}`,
          "aria-current": name === stop.chapter ? "step" : null,
        },
        bar,
        t(`page.learn.chapter.${name}`),
      );
      const item = h("li", {}, link);
      item.style.flexGrow = String(next - first);
      return item;
    });
  }

  /** What an answer begins with; praise is not always the same. @param {Judged} judged @param {number} turn */
  verdict({ verdict }, turn) {
    return t(
      verdict === "right" ? `page.learn.praise.${turn % 4}` : `page.learn.verdict.${verdict}`,
    );
  }

  /** Show an answer to what was tried, or none. @param {Judged | null} judged @param {number} [turn] */
  say(judged, turn = 0) {
    this.answer.hidden = !judged;
    if (!judged) return;
    const { verdict, source } = judged;
    this.answer.className = `answer ${verdict}`;
    const from = `page.learn.source.${source}`;
    fill(
      this.answer,
      h("strong", {}, this.verdict(judged, turn)),
      judged.words ? h("p", {}, withCards(judged.words)) : null,
      known(from) ? h("p", { class: "from soft small-text" }, t(from)) : null,
    );
    withTerms(this.answer);
    this.scroll.scrollTop = 0;
  }

  /** It is looked at what was tried. */
  waits() {
    this.answer.hidden = false;
    this.answer.className = "answer waits";
    fill(this.answer, h("p", {}, t("page.learn.waits")));
    this.scroll.scrollTop = 0;
  }

  /** Whether it goes on by itself. @param {boolean} on */
  playing(on) {
    const name = on ? "pause" : "play";
    fill(this.play, icon(name), h("span", { class: "label" }, t(`page.learn.${name}`)));
  }
}

// @ts-check
/** The talk of the table as a log in words: each line that scores opens its reason. */

import { aloud, withCards } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./told.js").TableEvent} TableEvent */

export class Log {
  constructor() {
    this.list = h("ol", { class: "log" });
    this.scroll = h(
      "div",
      { class: "scroll", tabindex: "0", role: "group", "aria-label": t("page.log.label") },
      this.list,
    );
    this.said = h("ul", { class: "said" });
    /** @type {{number: number, element: HTMLElement}[]} */
    this.lines = [];
  }

  /** Forget everything from an event on. @param {number} number */
  cut(number) {
    this.lines = this.lines.filter((line) => {
      if (line.number < number) return true;
      line.element.remove();
      return false;
    });
  }

  /** Something that was done before the deal. @param {string} sentence */
  before(sentence) {
    const element = h("li", { class: "soft" }, h("span", { class: "line" }, withCards(sentence)));
    this.lines.push({ number: -1, element });
    this.list.prepend(element);
  }

  /**
   * @param {TableEvent} event
   * @param {boolean} fresh whether it is said just now, and to be heard
   * @returns {string[]} what is to be read aloud
   */
  add(event, fresh) {
    for (const [place, sentence] of event.lines.entries()) {
      const awards =
        place === event.lines.length - 1 ? event.awards.filter((award) => award.because) : [];
      const element = h("li", {
        class: `${event.who === "you" ? "mine" : "theirs"}${event.awards.length ? " score" : ""}`,
      });
      if (awards.length) {
        const why = h(
          "div",
          { class: "why" },
          ...awards.map((award) => h("p", {}, withCards(award.because))),
        );
        why.hidden = true;
        const line = h(
          "button",
          {
            class: "line",
            type: "button",
            "aria-expanded": "false",
            onclick: () => {
              why.hidden = !why.hidden;
              line.setAttribute("aria-expanded", String(!why.hidden));
            },
          },
          withCards(sentence),
        );
        element.append(line, why);
      } else {
        element.append(h("span", { class: "line" }, withCards(sentence)));
      }
      this.lines.push({ number: event.number, element });
      this.list.append(element);
    }
    if (event.moment_words) {
      const element = h(
        "li",
        { class: "score" },
        h("strong", { class: "line" }, event.moment_words),
      );
      this.lines.push({ number: event.number, element });
      this.list.append(element);
    }
    if (fresh) this.scroll.scrollTop = this.scroll.scrollHeight;
    return event.lines.map(aloud);
  }

  /**
   * Show on the cloth what was said last.
   *
   * @param {TableEvent[]} events
   * @param {number} most how many lines
   */
  say(events, most) {
    const lines = events.flatMap((event) =>
      event.lines.map((sentence) => ({ sentence, mine: event.who === "you" })),
    );
    this.said.replaceChildren(
      ...lines
        .slice(-most)
        .map(({ sentence, mine }) =>
          h("li", { class: mine ? "mine" : "theirs" }, withCards(sentence)),
        ),
    );
  }
}

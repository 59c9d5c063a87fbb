// @ts-check
/** What the learner does at the table of a lesson, and what comes of it. */

import { announce } from "../announce.js";
import { aloud } from "../cards.js";
import { api, freshId } from "../net.js";
import { settings } from "../settings.js";
import { t } from "../words.js";
import { why } from "./common.js";

/** @typedef {import("./learn_told.js").Judged} Judged */

/** Milliseconds after which it is said that an answer is being thought of. */
const WAIT = 250;

export class Tries {
  /** @param {import("./learn_table.js").PiquetLesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
  }

  /** The cards that are chosen to be exchanged. */
  chosen() {
    const { hand, stop } = this.lesson;
    return (stop?.table.hand.by_suit ?? []).filter((card) => hand.chosen.has(card));
  }

  /** The chosen cards have changed. */
  chose() {
    const { actions, free, stop } = this.lesson;
    const active = actions.root.contains(document.activeElement);
    actions.show(free ? (stop?.table ?? null) : null);
    if (active) actions.first()?.focus();
    const most = stop?.table.exchange?.most ?? 0;
    announce(t("page.exchange.chosen", { n: this.chosen().length, most }));
  }

  unchoose() {
    const { hand } = this.lesson;
    hand.chosen.clear();
    for (const card of hand.shown.cards) hand.dress(card);
    this.chose();
  }

  /** @param {string} card */
  play(card) {
    const choices = this.lesson.stop?.table.choices ?? [];
    const choice = choices.find((one) => one.group === "play" && one.cards[0] === card);
    if (choice) void this.act(choice.action);
  }

  /** A card that may not be played: the rule stands on the cloth and in the panel. @param {string} rule */
  refused(rule) {
    this.lesson.frame.say(rule, true);
    this.lesson.panel.say({ verdict: "illegal", words: rule, source: "engine" });
  }

  /** Do something, and hear what is said of it. @param {number | string} action */
  async act(action) {
    const { lesson } = this;
    const { stop, panel } = lesson;
    if (!stop || !lesson.free || lesson.at !== stop.number) return; // one may be on the way already
    const way = ++lesson.way;
    lesson.auto.hold();
    lesson.judging = true;
    lesson.actions.lock();
    const waiting = window.setTimeout(() => panel.waits(), WAIT);
    /** @type {Judged | null} */
    let judged = null;
    let failed = "";
    try {
      judged = await api(`${lesson.address}/${stop.number}`, { action });
    } catch (error) {
      failed = why(error);
    }
    clearTimeout(waiting);
    if (way !== lesson.way || !lesson.isConnected) return;
    lesson.judging = false;
    if (judged?.verdict === "right") {
      lesson.praise = judged;
      lesson.to(stop.number + 1);
      return;
    }
    lesson.render(stop);
    panel.say(judged);
    if (judged) announce(t(`page.learn.verdict.${judged.verdict}`), aloud(judged.words));
    else lesson.frame.say(failed, true);
  }

  /** Play on from here against the computer. */
  async takeOver() {
    const { lesson } = this;
    const { stop } = lesson;
    if (!stop?.open) return;
    lesson.auto.set(false);
    try {
      const { partie } = await api(`${lesson.address}/${stop.number}/partie`, {
        id: freshId(),
        ...(settings.level ? { level: settings.level } : {}),
      });
      lesson.sit(partie);
    } catch (error) {
      lesson.frame.say(why(error), true);
    }
  }
}

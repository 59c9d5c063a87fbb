// @ts-check
/** A lesson that goes on by itself: it leaves time to read and waits where something is decided. */

import { announce } from "../announce.js";
import { isOpen } from "../dialog.js";
import { settings } from "../settings.js";
import { t } from "../words.js";

/** Milliseconds to read a stop: to look up, and for each letter; and how the pace changes them. */
const LOOK = 1600;
const LETTER = 48;
const PACE = { slow: 1.7, normal: 1, fast: 0.6, instant: 0.4 };

export class Auto {
  /**
   * @param {() => void} next
   * @param {(on: boolean) => void} tell that it has been turned on or off
   */
  constructor(next, tell) {
    this.next = next;
    this.tell = tell;
    this.on = false;
    this.timer = 0;
    /** @type {import("./learn_told.js").Stop | null} what is being read */
    this.stop = null;
  }

  /** @param {boolean} on */
  set(on) {
    const { stop } = this;
    if (this.on === on || (on && stop && stop.number === stop.of)) return;
    this.on = on;
    this.tell(on);
    announce(t(on ? "page.learn.plays" : "page.learn.paused"));
    if (stop) this.read(stop);
  }

  /** It is not read any more. */
  hold() {
    clearTimeout(this.timer);
    this.stop = null;
  }

  /** A stop is shown: after the time that it takes to read it, go on. @param {import("./learn_told.js").Stop} stop */
  read(stop) {
    clearTimeout(this.timer);
    this.stop = stop;
    if (!this.on) return;
    if (stop.number === stop.of) return this.set(false);
    if (stop.decides) return;
    const letters = [stop.heading, ...stop.text].join("").length;
    this.timer = window.setTimeout(
      () => (isOpen() ? this.read(stop) : this.next()),
      (LOOK + LETTER * letters) * PACE[settings.speed],
    );
  }
}

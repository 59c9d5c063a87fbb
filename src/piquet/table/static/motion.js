// @ts-check
/** Movement that explains: what changes its place is seen to travel there (FLIP). */

import { settings } from "./settings.js";

/** Milliseconds of one journey, and how long a finished trick stays. */
const PACE = {
  slow: { travel: 620, stagger: 50, trick: 2000, talk: 900 },
  normal: { travel: 380, stagger: 32, trick: 1200, talk: 420 },
  fast: { travel: 200, stagger: 14, trick: 550, talk: 160 },
  instant: { travel: 0, stagger: 0, trick: 0, talk: 0 },
};

const LONGEST = 1200;
const quiet = matchMedia("(prefers-reduced-motion: reduce)");
const EASE = "cubic-bezier(.25,.8,.35,1)";

/** When a card that is turned over stands on its edge, as a share of its way. */
const TURN = 0.72;
const UNSEEN = { transform: "scaleX(0)" };

/** @type {Set<Animation>} */
const running = new Set();

/** The pace in force. */
export function pace() {
  return PACE[settings.speed];
}

/** Whether nothing may move: the person or the system has said so. */
export function still() {
  return settings.speed === "instant" || quiet.matches;
}

/** Whether something moves now. */
export function moving() {
  return running.size > 0;
}

/** Bring everything that moves to its end at once. */
export function skip() {
  for (const animation of running) animation.finish();
  running.clear();
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {{duration: number, delay?: number, easing?: string}} timing
 * @returns {Promise<void>}
 */
function run(element, frames, timing) {
  const delay = Math.min(timing.delay ?? 0, LONGEST - timing.duration);
  const animation = element.animate(frames, {
    duration: timing.duration,
    delay: Math.max(0, delay),
    easing: timing.easing ?? EASE,
    fill: "backwards",
  });
  running.add(animation);
  return animation.finished
    .catch(() => undefined)
    .then(() => {
      running.delete(animation);
    });
}

/**
 * Where the middle of a rectangle lies, seen from the middle of another one, and how large it is.
 *
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function way(from, to) {
  return {
    x: from.left + from.width / 2 - to.left - to.width / 2,
    y: from.top + from.height / 2 - to.top - to.height / 2,
    size: from.width / to.width,
  };
}

/**
 * Let an element come from another place to where it stands.
 *
 * @param {Element} element
 * @param {DOMRect | undefined} from
 * @param {{delay?: number, back?: Element}} [how] `back`: what goes the way in its place, to be
 *   turned over at the end of it
 */
export async function travel(element, from, how = {}) {
  if (still() || !from) return;
  const to = element.getBoundingClientRect();
  if (!to.width || !from.width) return;
  const timing = { duration: pace().travel, delay: how.delay };
  if (how.back) {
    void depart(how.back, from, to, { delay: how.delay, turn: true });
    await run(element, [UNSEEN, { ...UNSEEN, offset: TURN }, { transform: "none" }], timing);
    return;
  }
  const { x, y, size } = way(from, to);
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  element.classList.add("travels");
  const start = { transform: `translate(${x}px, ${y}px) scale(${size})` };
  await run(element, [start, { transform: "none" }], timing);
  element.classList.remove("travels");
}

/**
 * Let a copy of an element go to another place and vanish there.
 *
 * @param {Element} element what goes; its copy is laid over the page
 * @param {DOMRect} from where the copy starts
 * @param {DOMRect | undefined} to
 * @param {{delay?: number, turn?: boolean}} [how] `turn`: it ends on its edge, as if turned over
 */
export async function depart(element, from, to, how = {}) {
  if (still() || !to?.width || !from.width) return;
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("inert", "");
  ghost.classList.add("ghost");
  ghost.style.left = `${from.left}px`;
  ghost.style.top = `${from.top}px`;
  ghost.style.width = `${from.width}px`;
  ghost.style.height = `${from.height}px`;
  document.body.append(ghost);
  const { x, y, size } = way(to, from);
  const there = `translate(${x}px, ${y}px) scale(${size})`;
  const frames = how.turn
    ? [
        { transform: "none" },
        { transform: there, offset: TURN * 0.8 },
        { transform: `${there} scaleX(0)`, offset: TURN },
        { transform: `${there} scaleX(0)` },
      ]
    : [
        { transform: "none", opacity: 1 },
        { transform: there, opacity: 1, offset: 0.85 },
        { transform: there, opacity: 0 },
      ];
  await run(ghost, frames, { duration: pace().travel, delay: how.delay });
  ghost.remove();
}

/**
 * Let something small appear: it fades and rises a little.
 *
 * @param {Element} element
 */
export function appear(element) {
  if (still()) return;
  void run(
    element,
    [
      { opacity: 0, transform: "translateY(6px)" },
      { opacity: 1, transform: "none" },
    ],
    { duration: Math.min(260, pace().travel) },
  );
}

/**
 * Wait, unless nothing is to be waited for; a tap ends it.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function rest(milliseconds, signal) {
  if (milliseconds <= 0 || signal?.aborted) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      done(undefined);
    });
  });
}

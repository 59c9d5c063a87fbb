// @ts-check
/** Tables with friends: the tokens of seats, and the numbers that go into a shuffle, kept here. */

import { hex, luck, sha256, unhex } from "./digest.js";
import { api } from "./net.js";

const SEAT = "piquet.seat.";
const LINK = "piquet.link.";
const NUMBER = "piquet.number.";

/** @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser that keeps nothing: the seat is open as long as its cookie.
  }
}

/** A token that nobody guesses: 256 bits in base 64. */
export function token() {
  const letters = btoa(String.fromCharCode(...luck()));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The tables at which this browser has a seat. */
export function seats() {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(SEAT))
      .map((key) => key.slice(SEAT.length));
  } catch {
    return [];
  }
}

/** The address that opens a table's seat on another device. @param {string} partie */
export function seatLink(partie) {
  const seat = kept(SEAT + partie);
  return seat ? `${location.origin}/join/${encodeURIComponent(partie)}#seat.${seat}` : "";
}

/** The address that lets a friend sit down. @param {string} partie */
export function friendLink(partie) {
  const link = kept(LINK + partie);
  return link ? `${location.origin}/join/${encodeURIComponent(partie)}#sit.${link}` : "";
}

/**
 * Begin a partie with a friend.
 *
 * @param {string} id @param {string} name one's own @param {string} rules
 * @returns {Promise<string>} the partie
 */
export async function begin(id, name, rules) {
  const [invite, seat] = [token(), token()];
  const { partie } = await api("/api/friends", { id, name, rules, invite, seat });
  keep(SEAT + partie, seat);
  keep(LINK + partie, invite);
  return partie;
}

/** Make another link, where the first one is lost. @param {string} partie */
export async function anew(partie) {
  const invite = token();
  await api(`/api/friends/${encodeURIComponent(partie)}/invite`, { token: invite });
  keep(LINK + partie, invite);
}

/**
 * Sit down by a link.
 *
 * @param {string} partie @param {string} link @param {string} name one's own
 */
export async function join(partie, link, name) {
  const seat = kept(SEAT + partie) || token();
  keep(SEAT + partie, seat); // before it is asked: an answer that is lost costs nothing then
  await api(`/api/friends/${encodeURIComponent(partie)}/join`, { token: link, seat, name });
}

/** Sit down again. @param {string} partie @param {string} [seat] the token, where it is not kept */
export async function sit(partie, seat = kept(SEAT + partie)) {
  await api(`/api/friends/${encodeURIComponent(partie)}/sit`, { seat });
  keep(SEAT + partie, seat);
}

/** Take a seat along to the partie that follows. @param {string} from @param {string} to */
export async function follow(from, to) {
  const seat = kept(SEAT + from);
  if (!seat) return;
  keep(SEAT + to, seat);
  await sit(to);
}

const COMMITTED = "piquet.committed.";

/** Remember the commitments to deals as they were first seen. @param {import("./told.js").Table} now */
export function witness(now) {
  const key = COMMITTED + now.partie;
  /** @type {Record<string, string>} */
  const known = JSON.parse(kept(key) || "{}");
  const over = now.phase === "deal_over" || now.phase === "partie_over";
  const begun = over || now.hand.by_suit.length > 0 || now.tricks.length > 0;
  let fresh = false;
  for (const seal of now.commitments) {
    // A deal that is dealt already is not witnessed; a shuffle made anew has another secret.
    const dealt = seal.deal < now.deal.number || (seal.deal === now.deal.number && begun);
    if (seal.secret || dealt || known[seal.deal] === seal.hash) continue;
    known[seal.deal] = seal.hash;
    fresh = true;
  }
  if (fresh) keep(key, JSON.stringify(known));
}

/** The commitment to a deal as this browser saw it before, "". @param {string} partie @param {number} deal */
export function seen(partie, deal) {
  try {
    return JSON.parse(kept(COMMITTED + partie) || "{}")[deal] ?? "";
  } catch {
    return "";
  }
}

/**
 * What this side says next to a shuffle, or nothing.
 *
 * @param {import("./told.js").Table} now
 * @param {boolean} ready whether the person is ready for the next deal
 */
export function owed(now, ready) {
  const friend = now.friend;
  if (!friend?.due) return null;
  const key = `${NUMBER}${now.partie}.${friend.deal}`;
  const number = kept(key);
  const mine = number && hex(sha256(unhex(number))) === friend.pledged;
  if (friend.due === "add" && mine) return { type: "add", deal: friend.deal, number };
  if (friend.due === "pledge" && !ready) return null;
  // The first pledge; or the number was drawn by another browser that is not here any more.
  const fresh = hex(luck());
  keep(key, fresh);
  return { type: "pledge", deal: friend.deal, pledge: hex(sha256(unhex(fresh))) };
}

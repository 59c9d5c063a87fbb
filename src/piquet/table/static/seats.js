// @ts-check
/** Tables with friends: the tokens of seats, and the numbers that go into a shuffle, kept here. */

import { hex, luck, sha256, unhex } from "./digest.js";
import { api } from "./net.js";

/** @typedef {import("./told.js").Table} Table */

const SEAT = "piquet.seat.";
const LINK = "piquet.link.";
const KEY = "piquet.key.";

/** What a browser that keeps nothing knows as long as the page stands. @type {Map<string, string>} */
const known = new Map();

/** @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(key) ?? known.get(key) ?? "";
  } catch {
    return known.get(key) ?? "";
  }
}

/** @param {string} key @param {string} value */
function keep(key, value) {
  known.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // The seat is open as long as its cookie.
  }
}

/** From what the numbers of a seat are made; told to nobody but other devices. @param {string} partie */
function ownKey(partie) {
  if (!kept(KEY + partie)) keep(KEY + partie, hex(luck()));
  return kept(KEY + partie);
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
  const at = `${location.origin}/join/${encodeURIComponent(partie)}`;
  return seat ? `${at}#seat.${seat}.${ownKey(partie)}` : "";
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

/**
 * Sit down again.
 *
 * @param {string} partie
 * @param {string} [seat] the token, where it is not kept
 * @param {string} [key] from what the seat's numbers are made
 */
export async function sit(partie, seat = kept(SEAT + partie), key = "") {
  await api(`/api/friends/${encodeURIComponent(partie)}/sit`, { seat });
  keep(SEAT + partie, seat);
  if (key) keep(KEY + partie, key);
}

/** Take a seat along to the partie that follows. @param {string} from @param {string} to */
export async function follow(from, to) {
  const seat = kept(SEAT + from);
  if (!seat) return;
  await sit(to, seat, ownKey(from));
}

const SEEN = "piquet.seen.";

/**
 * What this browser has seen of a deal before it was over, to be held against what is told then.
 *
 * @typedef {object} Seen
 * @property {string} [commitment] to the server's secret, as it stood when this side was bound
 * @property {string[]} [pledges] one's own and the friend's, as they stood when a number was told
 * @property {string[]} [numbers] one's own
 * @property {string[]} [cards] the twelve that one was dealt
 * @property {boolean} [broken] the server has asked for what would let it choose the cards
 */

/** All that this browser has seen of a partie, by deals. @param {string} partie @returns {Record<string, Seen>} */
export function seen(partie) {
  try {
    return JSON.parse(kept(SEEN + partie) || "{}");
  } catch {
    return {};
  }
}

/** @param {string} partie @param {number} deal @param {Seen} more */
function note(partie, deal, more) {
  const all = seen(partie);
  const before = all[deal] ?? {};
  if (Object.keys(more).every((name) => name in before)) return;
  keep(SEEN + partie, JSON.stringify({ ...all, [deal]: { ...more, ...before } }));
}

/** The commitment to a deal that is still to come, "". @param {Table} now @param {number} deal */
const committed = (now, deal) =>
  now.commitments.find((one) => one.deal === deal && !one.secret)?.hash ?? "";

/** The deal that lies on the table, counted over all games: the next one is committed to. @param {Table} now */
const dealt = (now) => Math.max(0, ...now.commitments.map(({ deal }) => deal)) - 1;

/** Remember the commitments and the cards dealt, as they were first seen. @param {Table} now */
export function witness(now) {
  if (now.phase === "partie_over") return;
  const deal = dealt(now);
  const hand = now.hand.by_suit;
  const fresh = now.phase === "exchange" && hand.length === 12 && !now.discards.length;
  if (fresh && deal > 0) note(now.partie, deal, { cards: [...hand].sort() });
  // Between friends a shuffle may be begun anew: there the one counts to which one is bound.
  if (now.friend) return;
  for (const one of now.commitments)
    if (one.deal > deal) note(now.partie, one.deal, { commitment: one.hash });
}

/** One's own number for a deal. @param {Table} now @param {number} deal */
function number(now, deal) {
  const words = new TextEncoder().encode(`${now.partie} ${deal}`);
  return hex(sha256(new Uint8Array([...unhex(ownKey(now.partie)), ...words])));
}

/** @param {Table} now @param {number} deal */
const pledge = (now, deal) => hex(sha256(unhex(number(now, deal))));

/** Whether what this seat has pledged was pledged by another browser. @param {Table} now */
export function elsewhere(now) {
  const friend = now.friend;
  return friend?.due === "add" && friend.pledged !== pledge(now, friend.deal);
}

/** Whether the server has asked for what would let it choose the cards. @param {Table} now */
export const broken = (now) => !!now.friend && !!seen(now.partie)[now.friend.deal]?.broken;

/**
 * What this side says next to a shuffle, or nothing.
 *
 * Its number is told once, and only when the server's secret and both pledges stand and are what
 * this side was bound to: whoever heard it earlier could choose the cards.
 *
 * @param {Table} now
 * @param {boolean} ready whether the person is ready for the next deal
 */
export function owed(now, ready) {
  const friend = now.friend;
  if (!friend?.due || (friend.due === "pledge" && !ready) || elsewhere(now)) return null;
  const { partie } = now;
  const { deal } = friend;
  const was = seen(partie)[deal] ?? {};
  const commitment = committed(now, deal);
  const mine = pledge(now, deal);
  const { pledges = [] } = friend.shuffles.find((one) => one.deal === deal) ?? {};
  const theirs = pledges[pledges[0] === mine ? 1 : 0] ?? "";
  const both = [mine, theirs];
  const told = was.numbers
    ? was.commitment === commitment && String(was.pledges) === String(both)
    : commitment && theirs;
  if (friend.due === "pledge" ? was.numbers || !commitment : !told) {
    note(partie, deal, { broken: true });
    return null;
  }
  if (friend.due === "pledge") return { type: "pledge", deal, pledge: mine, anew: false };
  note(partie, deal, { commitment, pledges: both, numbers: [number(now, deal)] });
  return { type: "add", deal, number: number(now, deal) };
}

/** Begin a shuffle anew in this browser, for what was pledged in another one. @param {Table} now */
export function anewHere(now) {
  const deal = now.friend?.deal ?? 0;
  return { type: "pledge", deal, pledge: pledge(now, deal), anew: true };
}

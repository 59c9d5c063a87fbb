// @ts-check
/** Talk with the server: questions by HTTP, the table by a WebSocket that comes back by itself. */

/** @typedef {import("./told.js").Told} Told */

/** An answer of the server that is not a yes. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} sentence
   */
  constructor(status, code, sentence) {
    super(sentence);
    this.status = status;
    this.code = code;
  }
}

/**
 * Ask the server; with a body it is a POST.
 *
 * @param {string} path
 * @param {object} [body]
 * @param {string} [method]
 * @returns {Promise<any>}
 */
export async function api(path, body, method = body === undefined ? "GET" : "POST") {
  const answer = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const kind = answer.headers.get("Content-Type") ?? "";
  const told = kind.includes("json") ? await answer.json() : {};
  if (!answer.ok) throw new Refusal(answer.status, told.code ?? "", told.sentence ?? "");
  return told;
}

/** A new name for something that is to be done exactly once. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The code with which the server says that there is no such table. */
const GONE = 4404;

const WAITS = [150, 400, 800, 1500, 3000];

/** The line to one table. What was sent and not answered is sent again when the line is back. */
export class Line {
  /**
   * @param {string} partie
   * @param {(told: Told) => void} hear
   * @param {(open: boolean) => void} state told whenever the line comes or goes
   * @param {() => void} gone told when there is no such table, or none for this browser
   */
  constructor(partie, hear, state, gone) {
    this.gone = gone;
    this.partie = partie;
    this.hear = hear;
    this.state = state;
    this.failures = 0;
    this.closed = false;
    /** @type {Map<string, object>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number} */
    this.timer = 0;
    this.wake = () => {
      if (document.visibilityState === "visible" && !this.socket) this.connect();
    };
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.connect();
  }

  connect() {
    if (this.closed) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/api/parties/${encodeURIComponent(this.partie)}/table`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onopen = () => {
      this.failures = 0;
      this.state(true);
      for (const said of this.unanswered.values()) socket.send(JSON.stringify(said));
    };
    socket.onmessage = (event) => {
      /** @type {Told} */
      const told = JSON.parse(event.data);
      if (told.type === "done" || told.type === "refused") this.unanswered.delete(told.id);
      this.hear(told);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.closed) return;
      if (event.code === GONE) {
        this.close();
        this.gone();
        return;
      }
      this.state(false);
      void this.allowed();
      const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
      this.timer = window.setTimeout(() => this.connect(), wait);
    };
  }

  /** A server that was begun anew may not know this browser any more; a seat is known for good. */
  async allowed() {
    try {
      const session = await api("/api/session");
      if (session.entered) return;
      const seat = await api(`/api/parties/${encodeURIComponent(this.partie)}/seat`);
      if (!seat.seated && !this.closed) location.reload();
    } catch {
      // It cannot be reached at all yet: the line is tried again.
    }
  }

  /** Whether the line stands. */
  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Say something that is answered, exactly once however often the line breaks.
   *
   * @param {{type: string, [name: string]: unknown}} said
   * @returns {string} its id
   */
  say(said) {
    const id = freshId();
    const whole = { ...said, id };
    this.unanswered.set(id, whole);
    if (this.open) this.socket?.send(JSON.stringify(whole));
    return id;
  }

  /**
   * Say something that needs no answer; it is lost while the line is broken.
   *
   * @param {{type: string, [name: string]: unknown}} said
   */
  note(said) {
    if (this.open) this.socket?.send(JSON.stringify(said));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.socket?.close();
  }
}

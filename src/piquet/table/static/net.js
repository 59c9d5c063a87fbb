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
 * @param {number} [limit] milliseconds to wait for it, for ever where there is none
 * @returns {Promise<any>}
 */
export async function api(path, body, method = body === undefined ? "GET" : "POST", limit = 0) {
  const answer = await fetch(path, {
    method,
    signal: limit ? AbortSignal.timeout(limit) : null,
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

/**
 * Milliseconds of silence after which the person is told, and after which another line is tried.
 * The server says something at least every two seconds, and it may be five late: whatever has
 * happened is shown within ten, or the notice is. Nothing else tells of a cable that is pulled out.
 */
const QUIET = 4500;
const SILENT = 8000;
const LOOK = 500; // milliseconds between looks at how long it has been silent
const PATIENCE = 4; // times as long as that a line which comes up slowly is waited for

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
    this.heard = 0; // when something came, or was begun
    this.served = false; // whether the table has come over this line
    this.stands = false; // and something since, not long ago
    /** @type {Map<string, object>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number} */
    this.timer = 0;
    this.wake = () => {
      if (document.visibilityState !== "visible") return;
      if (this.socket) this.watch();
      else this.connect();
    };
    this.watching = window.setInterval(() => this.watch(), LOOK);
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
    this.heard = performance.now();
    this.served = false;
    this.stands = false;
    socket.onopen = () => {
      for (const said of this.unanswered.values()) socket.send(JSON.stringify(said));
    };
    socket.onmessage = (event) => {
      /** @type {Told} */
      const told = JSON.parse(event.data);
      this.heard = performance.now();
      if (told.type === "table") this.served = true;
      if (this.served && !this.stands) {
        this.stands = true;
        this.failures = 0;
        this.state(true);
      }
      if (told.type === "done" || told.type === "refused") this.unanswered.delete(told.id);
      if (told.type !== "beat") this.hear(told);
    };
    socket.onclose = (event) => {
      if (event.code !== GONE) return this.broken();
      this.close();
      this.gone();
    };
  }

  /** See whether the line has fallen silent: a line of which nothing comes is as good as none. */
  watch() {
    if (!this.socket) return;
    // One that is slow to come up is given more time by and by, or it would never come up.
    const patience = this.served ? 1 : Math.min(2 ** (this.failures >> 1), PATIENCE);
    const silent = performance.now() - this.heard;
    if (silent > SILENT * patience) this.broken();
    else if (silent > QUIET && this.stands) {
      this.stands = false;
      this.state(false);
    }
  }

  /** There is no line any more: leave the old one to itself and try another. */
  broken() {
    if (this.socket) {
      this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
      this.socket = null;
    }
    if (this.closed) return;
    this.state(false);
    void this.allowed();
    const wait = WAITS[Math.min(this.failures++, WAITS.length - 1)];
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  /** A server that was begun anew may not know this browser any more. */
  async allowed() {
    try {
      const session = await api("/api/session", undefined, "GET", SILENT);
      if (session.entered || this.closed) return;
      const path = `/api/parties/${encodeURIComponent(this.partie)}/seat`;
      const seat = await api(path, undefined, "GET", SILENT);
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

  /** Whether something that was said has not been answered yet. @param {string} id */
  waits(id) {
    return this.unanswered.has(id);
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
    clearInterval(this.watching);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    this.socket?.close();
  }
}

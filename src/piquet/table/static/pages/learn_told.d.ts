/** What the server sends on lessons, as piquet.table.learning writes it. */

import type { Opened, Table } from "../told.js";

export interface Lesson {
  name: string;
  title: string;
  about: string;
  seat: "elder" | "younger";
  stops: number;
}

export interface Lessons {
  lessons: Lesson[];
}

export interface Chapter {
  name: "exchange" | "declaring" | "play" | "over";
  first: number;
}

export interface Stop {
  lesson: string;
  title: string;
  number: number;
  of: number;
  heading: string;
  text: string[];
  chapter: string;
  chapters: Chapter[];
  decides: boolean;
  open: boolean;
  table: Table;
  opened: Opened | null;
  follows: string;
}

export interface Judged {
  verdict: "right" | "also" | "weak" | "illegal";
  words: string;
  source: "lesson" | "oracle" | "rule" | "engine";
}

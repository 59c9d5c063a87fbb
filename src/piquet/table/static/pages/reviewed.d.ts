// What the server tells of a record to look back on; piquet/table/reviewed.py has the same types.

import type { Table, Who } from "../told.js";

export type Side = "first" | "second";

export interface Open {
  hand: string[];
  discards: string[];
  talon: string[];
}

export interface Frame {
  deal: number;
  step: number;
  steps: number;
  side: Side;
  table: Table;
  fresh: number;
  did: string[];
  acts: Who;
  open: Open | null;
}

export interface DealLook {
  number: number;
  elder: Who;
  you: number;
  they: number;
  you_total: number;
  they_total: number;
  steps: number;
  ready: boolean;
}

export interface Row {
  deal: number;
  step: number;
  who: Who;
  kind: string;
  words: string;
  points: number;
  partie: number | null;
  grade: string;
  best: boolean;
  tied: boolean;
}

export interface Tally {
  who: Who;
  kind: string;
  decisions: number;
  grades: number[];
  points: number;
  partie: number | null;
}

export interface Terms {
  start: number;
  deal: number;
  draw: number;
  opponent: number;
  lost: number;
  given: number;
  unread: number;
  result: number;
}

export interface Account {
  deal: number;
  points: Terms;
  partie: Terms | null;
}

export interface CoursePoint {
  deal: number;
  step: number;
  points: number;
  partie: number | null;
}

export interface Sum {
  unit: string;
  line: number;
  rows: Row[];
  worst: Row[];
  tallies: Tally[];
  accounts: Account[];
  course: CoursePoint[];
  scores: number[][];
  grades: string[];
  notes: string[];
}

export interface Review {
  name: string;
  state: "counting" | "done" | "failed";
  done: number;
  total: number;
  words: string;
  title: string;
  rules: string;
  names: string[];
  mine: Side | "";
  side: Side;
  both: boolean;
  settled: string[];
  deals: DealLook[];
  sum: Sum | null;
}

export interface ChoiceMade {
  action: number;
  words: string;
  cards: string[];
  points: number;
  partie: number | null;
  margin: number;
  wins: number;
  tied: boolean;
  done: boolean;
  best: boolean;
}

export interface CardChance {
  card: string;
  hand: number;
  discards: number;
  talon: number;
}

export interface Sight {
  cards: string[];
  points: number[];
  best: string[];
  loss: number;
}

export interface Answer {
  deal: number;
  step: number;
  number: number;
  who: Who;
  kind: string;
  points: number;
  partie: number | null;
  grade: string;
  tied: boolean;
  options: ChoiceMade[];
  compared: number;
  reasons: string[];
  notes: string[];
  worlds: number;
  listed: boolean;
  fits: boolean;
  chances: CardChance[];
  sight: Sight | null;
}

export interface Tried {
  verdict: "best" | "tied" | "better" | "same" | "worse";
  points: number;
  partie: number | null;
}

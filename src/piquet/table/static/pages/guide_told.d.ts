/** The rules guide as piquet.table.guiding writes it. */

export interface Contents {
  name: string;
  title: string;
  about: string;
}

export interface Variant {
  sentence: string;
  profiles: string[];
  here: boolean;
}

export interface Point {
  label: string;
  differs: boolean;
  variants: Variant[];
}

export interface Step {
  name: string;
  title: string;
  points: string;
}

export interface Score {
  seat: "elder" | "younger";
  who: string;
  words: string;
  points: number;
  elder: number;
  younger: number;
}

export interface Example {
  name: string;
  title: string;
  words: string;
  before: string;
  elder: string[];
  younger: string[];
  code: string;
  counted: string;
  after: string;
  lines: string[];
  scores: Score[];
  rules: string;
  taken: { record: string; deal: number; moves: number; seat: "elder" | "younger" };
}

export interface Question {
  name: string;
  ask: string;
  answer: string;
  rules: string[];
  example: string;
  example_title: string;
}

export interface Source {
  words: string;
  address: string;
}

export interface Claim {
  name: string;
  claim: string;
  verdict: "certain" | "likely" | "unconfirmed" | "legend" | "wrong";
  verdict_words: string;
  words: string;
  sources: Source[];
}

export interface Errata {
  heading: string;
  words: string[];
}

export interface Chapter {
  name: string;
  title: string;
  words: string[];
  order: Step[];
  rules: string[];
  left_out: string[];
  points: Point[];
  examples: Example[];
  questions: Question[];
  claims: Claim[];
  errata: Errata[];
}

export interface Guide {
  rules: string;
  default: string;
  profiles: { name: string; words: string; default: boolean }[];
  contents: Contents[];
  chapter: Chapter | null;
}

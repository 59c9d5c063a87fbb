/** What the board editor asks and is told; held equal to Python by a test. */

export interface BoardAsked {
  link?: string;
  elder?: string;
  younger?: string;
  talon?: string;
  elder_thrown?: string;
  younger_thrown?: string;
  seat?: string;
  stage?: string;
  rules?: string;
  scores?: string;
  left?: string;
  took?: string;
  looked?: string;
  said?: string;
  played?: string;
  hide?: string;
  fill?: boolean;
}

export interface FaultTold {
  place: string;
  words: string;
}

export interface PlaceTold {
  name: string;
  words: string;
  cards: string[];
  text: string;
  most: number;
  hidden: boolean;
}

export interface PlayTold {
  seat: string;
  card: string;
}

export interface BoardTold {
  places: PlaceTold[];
  pack: string[];
  seat: string;
  stage: string;
  rules: string;
  name: string;
  scores: string;
  left: string;
  took: string;
  looked: string;
  said: string;
  played: string;
  plays: PlayTold[];
  hide: string;
  faults: FaultTold[];
  wanting: string;
  link: string;
  quote: string;
  code: string;
  ready: boolean;
  why: string;
  moment: string;
  methods: string[];
}

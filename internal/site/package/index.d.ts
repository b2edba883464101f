/** Fetches the program, once. Await it before anything else. */
export function load(options?: { progress?: (fraction: number) => void }): Promise<void>;
/** The names of all games that are known; names joined by + are one game. */
export function variants(): string[];
/** Reads the text of a variants file; returns the names of its games. */
export function addVariants(text: string): string[];
export function rules(variant: string): Rules;
/** Reads a game of any variant from PGN, with variations and comments. */
export function readGame(text: string): Game;
/** Cuts the text of a PGN file into its games. */
export function splitGames(text: string): string[];

export interface Rules {
  name: string;
  /** The rules in words, a line each. */
  card: string[];
  files: number;
  ranks: number;
  levels: number;
  pieces: { letter: string; name: string; betza?: string }[];
  start: string;
}
export interface Move {
  id: number;
  /** The move before it, 0 for none. */
  parent: number;
  san: string;
  uci: string;
  side: Color;
  number: number;
  comment?: string;
  before?: string;
  marks?: string;
}
export interface Game { variant: string; start: string; moves: Move[]; comment: string; result: string; reason: string; /** As PGN. */ text: string }
export type Color = 'white' | 'black';
export interface Step { kind: 'from' | 'to' | 'drop' | 'promote' | 'put' | 'gate'; square?: string; letter?: string }

export class Board {
  constructor(variant?: string, fen?: string);
  readonly variant: string;
  readonly legalMoves: string[];
  readonly moveCount: number;
  readonly isOver: boolean;
  readonly fen: string;
  readonly turn: Color;
  readonly ply: number;
  /** By square; white's are capitals. */
  readonly pieces: Record<string, string>;
  readonly hands: Record<Color, Record<string, number>>;
  /** The royal pieces that are attacked, and by what. */
  readonly check: string[];
  readonly attackers: string[];
  readonly isCheck: boolean;
  readonly result: { result: string; reason: string } | null;
  /** Plays a move in UCI or algebraic notation; throws with the reason if it is not legal. */
  push(move: string): void;
  /** Plays the legal move of a number, from 0. */
  pushNumber(number: number): void;
  pop(): boolean;
  san(move: string): string;
  uci(move: string): string;
  sanMoves(): string[];
  history(): string[];
  whyIllegal(move: string): string;
  /** What a player does to make each legal move, by the move. */
  steps(): Record<string, Step[]>;
  svg(options?: { flip?: boolean }): string;
  /** The tags that say which game it is and how it starts (Variant, Composition, SetUp, FEN) are the board's own. */
  pgn(tags?: Record<string, string>): string;
  /** The depth is a whole number from 0. */
  perft(depth: number): number;
  close(): void;
}

/** A search needs depth, nodes or movetime, or infinite: true to search until stop. All numbers are positive. */
export interface Limits { depth?: number; nodes?: number; /** Milliseconds. */ movetime?: number; /** 1 to 20. */ level?: number; lines?: number; infinite?: boolean }
export interface Info {
  depth: number;
  line: number;
  /** Centipawns for the side to move, null if it wins or loses by force. */
  score: number | null;
  /** Moves to mate, negative when it is mated; null if there is none. */
  mate: number | null;
  nodes: number;
  time: number;
  pv: string[];
}
export class Engine {
  search(board: Board, limits: Limits, onInfo?: (info: Info) => void): Promise<Info & { best: string | null }>;
  stop(): void;
  /** Ends a search in progress with an error; later searches are errors. */
  close(): Promise<void>;
}
